import { writeFileSync } from 'node:fs';

import { referencePage } from './page.ts';

// Writes the reference of the command line from the table of commands.
writeFileSync(new URL('../../assets/guide/cli.md', import.meta.url), referencePage());
