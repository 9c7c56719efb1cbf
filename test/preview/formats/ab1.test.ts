import { expect, test } from 'vitest';

import { bytesInMemory } from '../../../shared/preview/formats/file-bytes.ts';
import { readSections } from '../../../shared/preview/formats/readers.ts';
import { sectionLines } from '../../../shared/preview/formats/section-lines.ts';
import type { FileSections, Wish } from '../../../shared/preview/formats/sections.ts';
import { makeAbif, makeTrace, shorts, signs } from './made/ab1.ts';

const read = (bytes: Uint8Array, wish: Wish = {}): Promise<FileSections> =>
  readSections(bytesInMemory(bytes), { name: 'a.ab1', wish, mostRows: 10 });
const charts = ({ sections }: FileSections) => sections.flatMap(each => (each.is === 'chart' ? [each.chart] : []));

const BASES = 'ACGT'.repeat(60);

test('a trace shows its sample, its bases, and the first hundred of them as four channels with qualities', async () => {
  const file = await read(makeTrace(BASES));
  const told = sectionLines(file);
  for (const line of ['Sample: Clone 7 M13F', 'Instrument: Sequencer 3', 'Bases: 240', 'Mean quality: 39.5'])
    expect(told).toContain(line);
  expect(told).toContain(`  1 ${'ACGTACGTAC GTACGTACGT '.repeat(3).trim()}`);
  const [trace, qualities] = charts(file);
  expect(trace?.series.map(({ name }) => name)).toEqual(['A', 'C', 'G', 'T']);
  // The peak of the third base, a G, stands at 3.
  const at = Array.from(trace?.xs ?? []).indexOf(3);
  expect(trace?.series.map(({ ys }) => (ys[at] ?? 0) > 800)).toEqual([false, false, true, false]);
  expect(Array.from(qualities?.series[0]?.ys ?? []).slice(0, 3)).toEqual([20, 21, 22]);
});

test('another part of a trace can be chosen', async () => {
  const [trace, qualities] = charts(await read(makeTrace(BASES), { part: '3' }));
  expect(trace?.xs[0]).toBeGreaterThan(200);
  expect(qualities?.xs.length).toBe(40);
});

test('bases that a person edited are told, and can be chosen', async () => {
  const bytes = makeTrace('ACGT', 'ACNT');
  expect(sectionLines(await read(bytes))).toContain('1 ACGT');
  expect(sectionLines(await read(bytes, { calls: 'edited' }))).toContain('1 ACNT');
});

test('a trace whose peaks have no rising places is drawn by scans', async () => {
  const file = await read(
    makeAbif([
      signs('PBAS', 2, 'ACGT'),
      shorts('PLOC', 2, [5, 4, 3, 2]),
      signs('FWO_', 1, 'ACGT'),
      ...[9, 10, 11, 12].map(number => shorts('DATA', number, [1, 2, 3])),
    ]),
  );
  expect(charts(file)[0]).toMatchObject({ x: { label: 'Scan' }, xs: Float64Array.of(0, 1, 2) });
});

function patched(at: number, value: number): Buffer {
  const bytes = Buffer.from(makeTrace('ACGT'));
  bytes.writeUInt32BE(value, at);
  return bytes;
}

test.each([
  ['of another kind', Buffer.from('no trace at all')],
  ['that ends in its header', makeTrace('ACGT').subarray(0, 20)],
  ['with an endless directory', patched(18, 4_000_000_000)],
  ['whose directory lies outside of it', patched(26, 4_000_000_000)],
  [
    'an entry of which lies outside of it',
    patched(Buffer.from(makeTrace('ACGT')).readUInt32BE(26) + 16, 4_000_000_000),
  ],
])('a file %s is refused with a sentence', async (_, bytes) => {
  await expect(read(bytes)).rejects.toThrow(/another kind of file|damaged/);
});
