import { MessageChannel } from 'node:worker_threads';

import { expect, test } from 'vitest';

import { portOf } from '../../../main/cli/runner/reading-thread.ts';
import { readNumpy } from '../../../shared/preview/formats/arrays/numpy.ts';
import { bytesInMemory, type FileBytes } from '../../../shared/preview/formats/file-bytes.ts';
import { fileBehind, serveFile } from '../../../shared/preview/formats/file-port.ts';
import { readSections } from '../../../shared/preview/formats/readers.ts';
import { numpyFile } from '../files/arrays.ts';
import { sectionLines } from '../../../shared/preview/formats/section-lines.ts';

const npy = (...file: Parameters<typeof numpyFile>): FileBytes => bytesInMemory(numpyFile(...file));

const bytesOf = (array: { readonly buffer: ArrayBufferLike }): Uint8Array => new Uint8Array(array.buffer);
const read = (file: FileBytes, mostRows = 10, wish = {}) => readSections(file, { name: 'a.npy', wish, mostRows });
const lines = async (file: FileBytes, mostRows?: number) => sectionLines(await read(file, mostRows));

test('an array of two axes says its shape, its type and its values row by row', async () => {
  const file = npy("'<f8'", '(2, 3)', bytesOf(new Float64Array([1, 2.5, 3, 4, 5, -6e-7])));
  expect(await lines(file)).toEqual([
    '# Array',
    'Shape: 2 × 3',
    'Type of values: f8',
    'Order: by rows (C)',
    '',
    '# Values',
    'Row\t0\t1\t2',
    '0\t1\t2.5\t3',
    '1\t4\t5\t-6e-7',
  ]);
});

test('values that stand column by column are shown row by row', async () => {
  const file = npy("'<i2'", '(2, 3)', bytesOf(new Int16Array([1, 4, 2, 5, 3, 6])), true);
  expect((await lines(file)).slice(-2)).toEqual(['0\t1\t2\t3', '1\t4\t5\t6']);
});

test('integers of 64 bits keep all their figures, and single precision has no more than it holds', async () => {
  expect(await lines(npy("'<i8'", '(1,)', bytesOf(new BigInt64Array([9_007_199_254_740_993n]))))).toContain(
    '0\t9007199254740993',
  );
  expect(await lines(npy("'<f4'", '(1,)', bytesOf(new Float32Array([0.1]))))).toContain('0\t0.1');
});

test('of a long array the first rows are read and the rest is said to be there', async () => {
  const file = npy("'|u1'", '(1000,)', new Uint8Array(1000));
  const { sections, isCut } = await read(file, 2);
  expect(sections.at(-1)).toMatchObject({
    is: 'table',
    total: 1000,
    rows: [
      ['0', '0'],
      ['1', '0'],
    ],
  });
  expect(isCut).toBe(true);
});

test('planes of an array are pictures from black to white, and one of them can be chosen', async () => {
  const values = new Uint8Array(2 * 16 * 16);
  values[256] = 50;
  values[257] = 200;
  const { sections } = await read(npy("'|u1'", '(2, 16, 16)', values), 10, { plane: '1' });
  const picture = sections.find(section => section.is === 'picture');
  expect(picture).toMatchObject({ title: 'Plane 2', width: 16, height: 16, note: 'Black is 0, white is 200.' });
  expect([...(picture?.pixels.subarray(0, 8) ?? [])]).toEqual([64, 64, 64, 255, 255, 255, 255, 255]);
  expect(sections.find(section => section.is === 'choice')).toMatchObject({ id: 'plane', chosen: '1' });
});

test('an array of Python objects is described, and nothing in it is run', async () => {
  expect(await lines(npy("'|O'", '(3,)', Buffer.from('cos\nsystem\n')))).toContain(
    'Value: This array holds Python objects, which only Python can read. Nothing in it is run here.',
  );
});

test.each([
  ['of another kind', bytesInMemory(Buffer.from('no array at all'))],
  ['that ends too early', npy("'<f8'", '(1000, 1000)', new Uint8Array(10))],
  ['with an endless header', bytesInMemory(Buffer.from([0x93, ...Buffer.from('NUMPY'), 2, 0, 255, 255, 255, 255]))],
])('a file %s is refused with a sentence', async (_, file) => {
  await expect(read(file)).rejects.toThrow(/another kind of file|damaged/);
});

test('a reader in another thread asks for the parts that it needs, not for the whole file', async () => {
  const file = npy("'|u1'", '(100000,)', new Uint8Array(100_000).fill(7));
  const { port1, port2 } = new MessageChannel();
  let readBytes = 0;
  serveFile(
    portOf(port1),
    async (from, to) => {
      readBytes += to - from;
      return file.read(from, to);
    },
    () => undefined,
  );
  const { sections } = await readNumpy(fileBehind(portOf(port2), file.sizeBytes), {
    name: 'a.npy',
    wish: {},
    mostRows: 5,
  });
  port1.close();
  expect(sections.at(-1)).toMatchObject({ total: 100_000 });
  expect(readBytes).toBeLessThan(200);
});
