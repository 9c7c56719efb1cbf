import { writeFileSync } from 'node:fs';

import { formatsPage } from './page.ts';

// Writes the page of formats from the tables that decide.
writeFileSync(new URL('../../assets/guide/formats.md', import.meta.url), formatsPage());
