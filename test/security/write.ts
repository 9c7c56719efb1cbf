import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { AREAS } from '../security.ts';
import { PAGE_PATH, securityPage } from './page.ts';

// Writes the page for administrators and reviewers from the table: node test/security/write.ts
mkdirSync(dirname(PAGE_PATH), { recursive: true });
writeFileSync(PAGE_PATH, securityPage(AREAS));
