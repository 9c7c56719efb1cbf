import { writeFileSync } from 'node:fs';

import { policyPage } from './page.ts';

// Writes the page of the policy from the tables that decide.
writeFileSync(new URL('../../main/core/POLICY.md', import.meta.url), policyPage());
