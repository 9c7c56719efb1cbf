import { expect, test } from 'vitest';

import { bytesInMemory, type FileBytes } from '../../../shared/preview/formats/file-bytes.ts';
import { readSections } from '../../../shared/preview/formats/readers.ts';
import { linesOf, sectionLines } from '../../../shared/preview/formats/section-lines.ts';
import type { FileSections, Wish } from '../../../shared/preview/formats/sections.ts';
import { type MadeFcs, makeFcs as madeFcs } from './made/fcs.ts';

const read = (bytes: Uint8Array | FileBytes, wish: Wish = {}): Promise<FileSections> =>
  readSections(bytes instanceof Uint8Array ? bytesInMemory(bytes) : bytes, { name: 'a.fcs', wish, mostRows: 10 });
const charts = ({ sections }: FileSections) => sections.flatMap(each => (each.is === 'chart' ? [each.chart] : []));
const table = (file: FileSections, title: string): readonly string[] => {
  const found = file.sections.find(section => section.title === title);
  return found === undefined ? [] : linesOf(found);
};

const makeFcs = (wanted: MadeFcs): Buffer => Buffer.from(madeFcs(wanted));

const FIRST = 'First events, as stored';
const twoFloats = [
  { N: 'FSC-A', B: '32', R: '262144', E: '0,0' },
  { N: 'FITC-A', S: 'CD4', B: '32', R: '262144', E: '0,0' },
];

function floats(values: readonly number[], isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [at, value] of values.entries()) view.setFloat32(at * 4, value, isLittle);
  return new Uint8Array(view.buffer);
}

test.each([
  ['1,2,3,4', true],
  ['4,3,2,1', false],
])('numbers of single precision are read in the order of bytes %s', async ($BYTEORD, isLittle) => {
  const bytes = makeFcs({
    channels: twoFloats,
    keywords: { $DATATYPE: 'F', $TOT: '2', $BYTEORD, $CYT: 'Aria/III' },
    data: floats([1.5, -20, 262_143, 0.1], isLittle),
  });
  const file = await read(bytes);
  expect(table(file, FIRST)).toEqual(['Event\tFSC-A\tFITC-A', '1\t1.5\t-20', '2\t262143\t0.1']);
  expect(sectionLines(file)).toContain('Instrument: Aria/III');
  expect(sectionLines(file)).toContain('2\tFITC-A\tCD4\t262144\t32\tlinear\t\t');
});

test('integers of several widths are masked to their range, and amplified logarithms are told', async () => {
  const bytes = makeFcs({
    version: 'FCS2.0',
    channels: [
      { N: 'FSC-H', B: '16', R: '1024', E: '0,0' },
      { N: 'FL1-H', B: '8', R: '256', E: '4,0' },
      { N: 'Time', B: '24', R: '16777216', E: '0,0' },
    ],
    keywords: { $DATATYPE: 'I', $TOT: '1', $BYTEORD: '4,3,2,1' },
    // 0xFC01 has 6 bits above its range.
    data: Uint8Array.from([0xfc, 0x01, 128, 1, 0, 2]),
  });
  const file = await read(bytes);
  expect(table(file, FIRST).at(-1)).toBe('1\t1\t128\t65538');
  expect(table(file, 'Channels')[2]).toBe('2\tFL1-H\t\t256\t8\tlog, 4 decades from 1\t\t');
  // 128 of 256 along 4 decades is 100.
  expect(charts(file)[0]).toMatchObject({
    y: { label: 'FL1-H', scale: 'log' },
    series: [{ ys: Float64Array.of(100) }],
  });
});

test('of many events every nth is drawn, all are counted in the histogram, and the note says so', async () => {
  const count = 50_000;
  const data = floats(
    Array.from({ length: count * 2 }, (_, at) => at),
    true,
  );
  const keywords = { $DATATYPE: 'F', $TOT: String(count), $BYTEORD: '1,2,3,4' };
  const [scatter, histogram] = charts(
    await read(makeFcs({ channels: twoFloats, keywords, data }), { 'y-scale': 'linear' }),
  );
  expect(scatter).toMatchObject({ draws: 'points', note: 'Every 3rd of 50,000 events.' });
  expect(Array.from(scatter?.xs ?? []).slice(0, 2)).toEqual([0, 6]);
  expect(Array.from(histogram?.series[0]?.ys ?? []).reduce((sum, each) => sum + each, 0)).toBe(count);
});

test('a file of 300 MB is read at places spread over it, asked for together, a thirtieth of it at most', async () => {
  const count = 37_500_000;
  const head = makeFcs({
    channels: twoFloats,
    keywords: {
      $DATATYPE: 'F',
      $TOT: String(count),
      $BYTEORD: '1,2,3,4',
      $BEGINDATA: '2000',
      $ENDDATA: String(2000 + count * 8 - 1),
    },
    data: new Uint8Array(),
  });
  head.write('       0       0', 26);
  let readBytes = 0;
  let [open, mostOpen] = [0, 0];
  const file = await read({
    sizeBytes: 2000 + count * 8,
    read: async (from, to) => {
      readBytes += to - from;
      mostOpen = Math.max(mostOpen, (open += 1));
      await Promise.resolve();
      open -= 1;
      const part = new Uint8Array(to - from);
      part.set(head.subarray(from, to));
      return part;
    },
  });
  expect(readBytes).toBeLessThan(9_000_000);
  expect(mostOpen).toBe(64);
  expect(charts(file)[1]?.note).toBe('1,048,576 of 37,500,000 events, read at 64 places spread evenly over the file.');
});

test('the channels and the scale of a chart can be chosen', async () => {
  const bytes = makeFcs({
    channels: twoFloats,
    keywords: { $DATATYPE: 'F', $TOT: '1', $BYTEORD: '1,2,3,4' },
    data: floats([10, 150], true),
  });
  const [chart] = charts(await read(bytes, { x: '2', y: '1', 'x-scale': 'asinh' }));
  expect(chart?.x.label).toBe('FITC-A · CD4 (asinh of value / 150)');
  expect(chart?.xs[0]).toBeCloseTo(Math.asinh(1));
  expect(chart?.series[0]?.ys[0]).toBe(10);
});

test('several data sets are counted, and one of them can be chosen', async () => {
  const one = (value: number, next: string): Buffer =>
    makeFcs({
      channels: twoFloats,
      keywords: { $DATATYPE: 'F', $TOT: '1', $BYTEORD: '1,2,3,4', $NEXTDATA: next },
      data: floats([value, value], true),
    });
  const length = one(1, '000').length;
  const bytes = Buffer.concat([one(1, String(length)), one(2, '0')]);
  const file = await read(bytes, { set: '2' });
  expect(sectionLines(file)).toContain('Data sets: 2');
  expect(table(file, FIRST).at(-1)).toBe('1\t2\t2');
});

test('a data set that names itself as the next does not go on without end', async () => {
  const bytes = makeFcs({
    channels: twoFloats,
    keywords: { $DATATYPE: 'F', $TOT: '0', $BYTEORD: '1,2,3,4', $NEXTDATA: '0' },
    data: new Uint8Array(),
  });
  expect(sectionLines(await read(bytes))).not.toContain('Data sets: 2');
});

test('a file that ends before its events says how many are there', async () => {
  const keywords = { $DATATYPE: 'F', $TOT: '1000', $BYTEORD: '1,2,3,4' };
  const file = await read(makeFcs({ channels: twoFloats, keywords, data: floats([1, 2, 3, 4], true) }));
  expect(sectionLines(file)).toContain('Events: 2; the file says 1,000, but ends before them or has no room for them');
});

test('where header and keywords differ, the place with room for exactly the events counts', async () => {
  const keywords = { $DATATYPE: 'F', $TOT: '1', $BYTEORD: '1,2,3,4' };
  const bytes = makeFcs({ channels: twoFloats, keywords, data: floats([7, 8], true) });
  const from = Number(bytes.subarray(26, 34).toString());
  const wrong = makeFcs({
    channels: twoFloats,
    keywords: { ...keywords, $BEGINDATA: '0000', $ENDDATA: '0000' },
    data: floats([7, 8], true),
  });
  const at = from + wrong.length - bytes.length;
  const text = wrong
    .toString('latin1')
    .replace('$BEGINDATA/0000', `$BEGINDATA/0${at}`)
    .replace('$ENDDATA/0000', `$ENDDATA/0${at + 7}`);
  const patched = Buffer.from(text, 'latin1');
  patched.write(String(at - 4).padStart(8), 26);
  expect(table(await read(patched), FIRST).at(-1)).toBe('1\t7\t8');
});

test.each([
  ['of another kind', Buffer.from('no cytometry at all, but some text that is long enough for a header of one')],
  ['whose keywords lie outside of it', Buffer.from(`FCS3.0    ${'      58'}${'99999999'}${'       0'.repeat(4)}`)],
  [
    'with an endless count of channels',
    makeFcs({ channels: [], keywords: { $PAR: '999999999' }, data: new Uint8Array() }),
  ],
  [
    'whose events lie outside of it',
    makeFcs({
      channels: twoFloats,
      keywords: { $DATATYPE: 'F', $TOT: '5', $BYTEORD: '1,2,3,4' },
      data: new Uint8Array(),
    })
      .fill('99999998', 26, 34)
      .fill('99999999', 34, 42),
  ],
])('a file %s is refused with a sentence', async (_, bytes) => {
  await expect(read(bytes)).rejects.toThrow(/another kind of file|damaged/);
});

test('values that are packed by bits are told instead of shown wrongly', async () => {
  const bytes = makeFcs({
    channels: [{ N: 'FSC', B: '10', R: '1024' }],
    keywords: { $DATATYPE: 'I', $TOT: '4', $BYTEORD: '1,2,3,4' },
    data: new Uint8Array(5),
  });
  expect(sectionLines(await read(bytes)).join('\n')).toContain('packed by bits');
});
