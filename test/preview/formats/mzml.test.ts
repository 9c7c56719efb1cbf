import { deflateSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { bytesInMemory } from '../../../shared/preview/formats/file-bytes.ts';
import { readSections } from '../../../shared/preview/formats/readers.ts';
import { sectionLines } from '../../../shared/preview/formats/section-lines.ts';
import type { FileSections, Wish } from '../../../shared/preview/formats/sections.ts';
import { makeMzml, type MadeSpectrum, spectrumOf, ticOf } from './made/mzml.ts';

const read = (bytes: Uint8Array, wish: Wish = {}): Promise<FileSections> =>
  readSections(bytesInMemory(bytes), { name: 'a.mzML', wish, mostRows: 10 });
const charts = ({ sections }: FileSections) => sections.flatMap(each => (each.is === 'chart' ? [each.chart] : []));

const TWO: readonly MadeSpectrum[] = [
  { seconds: 30, mz: [100.1, 200.25], intensity: [5, 7.5] },
  { seconds: 60, mz: [150, 250, 350], intensity: [1, 2, 4], isProfile: true },
];
const two = TWO.map(spectrumOf);

test.each([
  ['with an index', makeMzml(two, { index: { shift: 0 } })],
  ['without an index', makeMzml(two)],
  ['whose index names wrong places', makeMzml(two, { index: { shift: 9 } })],
])('a file %s shows its run, its spectra and the values of the one that is chosen', async (_, bytes) => {
  const file = await read(bytes, { spectrum: '2' });
  const told = sectionLines(file);
  for (const line of [
    'Format: mzML 1.1.0',
    'Name: run 1',
    'Original file: day 1.raw',
    'Spectra: 2',
    '1\tscan=1\t1\t0.5\tpositive\tpeaks\t2\t12.5\t\t',
    '2\tscan=2\t1\t1\tpositive\tprofile\t3\t7\t\t',
    '350\t4',
  ])
    expect(told).toContain(line);
  const [sums, spectrum] = charts(file);
  expect([sums?.xs, sums?.series[0]?.ys]).toEqual([
    [0.5, 1],
    [12.5, 7],
  ]);
  expect(sums?.note).toContain('in 2 of 2 spectra');
  expect(spectrum).toMatchObject({ draws: 'lines', xs: Float64Array.of(150, 250, 350) });
});

test.each([
  ['in a file without an index', null],
  ['that the index leaves out', { shift: 0 }],
])('a chromatogram %s is drawn', async (_, index) => {
  const file = await read(makeMzml(two, { chromatogram: ticOf([0.5, 1], [12.5, 7]), index }));
  expect(sectionLines(file)).toContain('Chromatograms: 1');
  const [tic, spectrum] = charts(file);
  expect(tic).toMatchObject({ xs: Float64Array.of(0.5, 1), note: '' });
  expect(spectrum).toMatchObject({ draws: 'sticks', series: [{ ys: Float64Array.of(5, 7.5) }] });
});

test.each([
  ['MS:1000131', 'Intensity (counts)'],
  ['UO:0000269', 'Intensity (absorbance)'],
  ['constructor', 'Intensity'],
])('values in the unit %s are drawn over the axis %s', async (unit, label) => {
  const spectrum = (two[1] ?? '').replace('name="intensity array"', `name="intensity array" unitAccession="${unit}"`);
  expect(charts(await read(makeMzml([spectrum])))[0]?.y.label).toBe(label);
});

test('spectra on both sides of a place where a long file is cut into parts are all found', async () => {
  const wide = (two[0] ?? '').replace('</spectrum>', `<userParam name="${'x'.repeat(700_000)}"/></spectrum>`);
  expect(sectionLines(await read(makeMzml(Array.from({ length: 20 }, () => wide))))).toContain('Spectra: 20');
});

test.each([
  ['has fewer values than it says', spectrumOf({ ...TWO[0], seconds: 1, mz: [1], intensity: [1], length: 3 }, 0)],
  [
    'has more values than it says',
    spectrumOf({ ...TWO[0], seconds: 1, mz: [1, 2, 3], intensity: [1, 2, 3], length: 1 }, 0),
  ],
])('a spectrum that %s is not drawn, and the rest of the file is shown', async (_, spectrum) => {
  const told = sectionLines(await read(makeMzml([spectrum])));
  expect(told.join('\n')).toContain('more or fewer than it says');
  expect(told).toContain('Spectra: 1');
});

test('an array that unpacks without end is stopped at the length that is said', async () => {
  const bomb = deflateSync(Buffer.alloc(200_000_000)).toString('base64');
  const spectrum = spectrumOf({ seconds: 1, mz: [1], intensity: [1] }, 0).replace(/<binary>[^<]*/, `<binary>${bomb}`);
  const before = process.memoryUsage().arrayBuffers;
  expect(sectionLines(await read(makeMzml([spectrum]))).join('\n')).toContain('more or fewer than it says');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
});

test('a spectrum that says it has billions of values gets no room for them', async () => {
  const spectrum = spectrumOf({ seconds: 1, mz: [1], intensity: [1], length: 4_000_000_000 }, 0);
  expect(sectionLines(await read(makeMzml([spectrum]))).join('\n')).toContain('more values than any has');
});

test('values that are packed in another way are named', async () => {
  const spectrum = (two[0] ?? '').replace(
    'accession="MS:1000574" name="zlib compression"',
    'accession="MS:1002312" name="MS-Numpress linear prediction compression"',
  );
  expect(sectionLines(await read(makeMzml([spectrum]))).join('\n')).toContain('packed as MS-Numpress linear');
});

test.each([
  ['of another kind', '<html></html>'],
  ['that ends before its spectra', '<mzML><run>'],
  [
    'that defines text of its own',
    '<!DOCTYPE a [<!ENTITY a "aaaa">]><mzML><run><spectrumList count="0"></spectrumList></run></mzML>',
  ],
  ['that goes deeper than any', `<mzML>${'<a>'.repeat(10_000)}<spectrumList>`],
  ['whose spectrum does not end', '<mzML><run><spectrumList count="1"><spectrum id="a">'],
])('a file %s is refused with a sentence', async (_, text) => {
  await expect(read(Buffer.from(text))).rejects.toThrow(/another kind of file|damaged|defines text/);
});
