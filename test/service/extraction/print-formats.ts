import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describeFile } from './describe-file.ts';
import { TextExtractor } from './text-extractor.ts';

/** Prints what becomes of each real file in `fixtures/`: `node test/service/extraction/print-formats.ts`. */
async function printFormats(): Promise<void> {
  const folder = fileURLToPath(new URL('fixtures/', import.meta.url));
  const extractor = new TextExtractor();
  const names = readdirSync(folder).filter(name => !name.startsWith('.') && name !== 'README.md');
  process.stdout.write('| file | bytes | status | first words | derived tags |\n| --- | --- | --- | --- | --- |\n');
  for (const name of names) {
    const bytes = readFileSync(folder + name);
    const result = await extractor.extract(name, bytes);
    const words = result.status === 'done' ? result.text : result.status === 'failed' ? result.why : '';
    const first = words.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 80);
    const { tags } = describeFile(name, result.status === 'done' ? result.text : null);
    process.stdout.write(`| ${name} | ${bytes.length} | ${result.status} | ${first} | ${tags.join(', ')} |\n`);
  }
  await extractor.close();
}

await printFormats();
