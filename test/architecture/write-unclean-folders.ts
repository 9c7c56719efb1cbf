import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../setup/run/test-files.ts';
import { folderOf, sourcesToRead, vagueWords } from './words.ts';

// Writes the list of folders that are not in plain words yet: `node test/architecture/write-unclean-folders.ts`. For merging
// branches that clean different folders; it goes with the list.
const folders = [
  ...new Set(
    sourcesToRead()
      .flatMap(vagueWords)
      .map(({ path }) => folderOf(path)),
  ),
].sort();
const text = `/**
 * Folders whose comments or file names are not in plain words yet (\`words.ts\`). Nothing is ever added here: new code is
 * written in plain words, and a folder that is clean leaves the list.
 */
export const UNCLEAN_FOLDERS: readonly string[] = [
${folders.map(folder => `  '${folder}',`).join('\n')}
];
`;
writeFileSync(join(ROOT, 'test/architecture/unclean-folders.ts'), text);
