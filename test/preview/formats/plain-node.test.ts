import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const urlOf = (path: string): string => new URL(`../../../shared/preview/${path}`, import.meta.url).href;

/** Reads an empty file of each format, and prints the names of what is thrown. */
const SCRIPT = `
const { FORMATS } = await import('${urlOf('formats/formats.ts')}');
const { readSections } = await import('${urlOf('formats/readers.ts')}');
const { bytesInMemory } = await import('${urlOf('formats/file-bytes.ts')}');
const ends = {};
for (const [format, { endings }] of Object.entries(FORMATS)) {
  const request = { name: 'a.' + endings.split(' ')[0], wish: {}, mostRows: 1 };
  ends[format] = await readSections(bytesInMemory(Uint8Array.of(1, 2, 3, 4)), request).then(
    () => 'read',
    thrown => thrown.constructor.name,
  );
}
console.log(JSON.stringify(ends));
`;

test('each reader loads in Node as it is, where no bundler smooths what a library exports', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  });
  const ends = JSON.parse(stdout) as Readonly<Record<string, string>>;
  expect(Object.entries(ends).filter(([, end]) => end !== 'UnreadableError' && end !== 'read')).toEqual([]);
});
