import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { openApiText } from './document.ts';

/** Where the document lies in the project. */
const FILE = fileURLToPath(new URL('../openapi.json', import.meta.url));

writeFileSync(FILE, openApiText());
process.stdout.write(`Wrote ${FILE}\n`);
