import { expect, test } from 'vitest';

import { bytesInMemory } from '../../../shared/preview/formats/file-bytes.ts';
import { readSections } from '../../../shared/preview/formats/readers.ts';
import { counted, fixture, linesOf, sectionsOf } from './fixtures.ts';

/** The lines behind a heading, up to the next. */
function under(lines: readonly string[], heading: string): readonly string[] {
  const rest = lines.slice(lines.indexOf(heading) + 1);
  const end = rest.indexOf('');
  return end === -1 ? rest : rest.slice(0, end);
}

const values = async (dataset: string): Promise<readonly string[]> =>
  under(await linesOf('a.h5', await fixture('kinds.h5'), { dataset }, 10), '# Values').slice(1);

test('groups, data sets, links and attributes are told, and a group in itself is shown once', async () => {
  const lines = await linesOf('a.h5', await fixture('kinds.h5'));
  expect(under(lines, '# Contents')).toEqual([
    'a/',
    '  b/',
    '  loop/  shown above',
    'bool  2 · enum (FALSE, TRUE)',
    'ext  link to /x in other.h5, which is not followed',
    'f4  3 · float32',
    'f8be  2 × 2 · float64',
    'huge  100000000 · float64',
    'i2be  3 · int16',
    'i8  2 · int64',
    'lzf  100 · int64',
    'rec  2 · record (id: int32, v: float64, n: text)',
    'soft  link to /nowhere, which is not there',
    'stack  3 × 20 × 24 · uint16',
    'strings  3 · text',
    'text  one value · text',
    'vlen  2 · list of int32',
  ]);
  expect(under(lines, '# Attributes')).toEqual([
    'Path\tName\tValue',
    '/\tnumbers\t[1, 2, 3]',
    '/\ttitle\tRun 7',
    '/a/b\tunit\tµm',
  ]);
});

test.each([
  ['/f4', ['0\t0.1', '1\t1.5', '2\t-2']],
  ['/f8be', ['0\t1.5\t2', '1\t3\t4']],
  ['/i8', ['0\t1152921504606846977', '1\t-5']],
  ['/i2be', ['0\t1', '1\t-2', '2\t300']],
  ['/text', ['0\tgrüße']],
  ['/strings', ['0\tone', '1\tzwei', '2\t三']],
  ['/bool', ['0\tTRUE', '1\tFALSE']],
  ['/rec', ['0\t1\t2.5\tx', '1\t2\t-1\tyy']],
  ['/vlen', ['0\t[1, 2, 3]', '1\t[9]']],
])('values of %s are those that were written', async (dataset, rows) => {
  expect(await values(dataset)).toEqual(rows);
});

const typed = async (dataset: string): Promise<readonly string[]> => {
  const lines = await linesOf('a.h5', await fixture('types.h5'), { dataset }, 10);
  return under(lines, '# Values').slice(1);
};

test.each([
  ['numbers of 16 bits', '/half', ['0\t0.09998', '1\t1.5', '2\t-2', '3\t65504', '4\tInfinity']],
  ['arrays of them', '/arrays', ['0\t[[1, 2], [3, 4]]', '1\t[[5, 6], [7, 0.5]]']],
  ['lists of them', '/lists', ['0\t[0.5, 1]', '1\t[]', '2\t[2]']],
  ['names of an enumeration, and a number that has none', '/enum', ['0\tGREEN', '1\tRED', '2\t7']],
  ['names of one with the highest byte first', '/enum_be', ['0\tON', '1\tON']],
  [
    'records with records, arrays, texts, references and both orders of bytes',
    '/record',
    [
      '0\t9223372036854775809\tgrün\t{half: 0.5, ok: TRUE, colour: GREEN}\t[1.5, 2.25]\t-7\treference\t0x0102ff',
      '1\t2\t\t{half: -1.5, ok: FALSE, colour: RED}\t[0, -0.1]\t8\treference\t0x616263',
    ],
  ],
  ['texts of any length', '/texts', ['0\tone', '1\t', '2\tµ']],
  ['texts of one length', '/texts_fixed', ['0\tab', '1\tµ']],
  ['texts that are filled up with spaces', '/padded', ['0\ta', '1\tbc']],
  ['truth values', '/bool', ['0\tTRUE\tFALSE', '1\tFALSE\tTRUE']],
  ['bytes', '/opaque', ['0\t0x00010203', '1\t0x61626364']],
  ['bits', '/bits', ['0\t0x0100', '1\t0x0180']],
  ['references', '/refs', ['0\treference', '1\treference']],
])('%s are read as they were written', async (_, dataset, rows) => {
  expect(await typed(dataset)).toEqual(rows);
});

test('a plane of numbers of 16 bits is a picture, and an attribute of one is read', async () => {
  const { sections } = await sectionsOf('a.h5', await fixture('types.h5'), { dataset: '/half_plane' }, 2);
  expect(sections.find(({ is }) => is === 'picture')).toMatchObject({ width: 20, note: 'Black is 0, white is 399.' });
  expect(under(await linesOf('a.h5', await fixture('types.h5')), '# Attributes')).toEqual([
    'Path\tName\tValue',
    '/half\tgain\t0.25',
    '/half\tnote\tkept',
  ]);
});

test('values of a type that is not read are said to be not shown, never to be damaged', async () => {
  const lines = await linesOf('a.h5', await fixture('types.h5'), { dataset: '/longdouble' });
  expect(lines).toContain('Value: Values of the type float128 are not shown.');
  expect(lines.join('\n')).not.toContain('damaged');
});

test('a plane of a packed stack is a picture, and another one can be chosen', async () => {
  const wish = { dataset: '/stack', plane: '2' };
  const { sections } = await sectionsOf('a.h5', await fixture('kinds.h5'), wish, 10);
  expect(sections.find(section => section.is === 'picture')).toMatchObject({
    title: 'Plane 3',
    width: 24,
    height: 20,
    note: 'Black is 960, white is 1439.',
  });
  expect(sections.at(-1)).toMatchObject({ is: 'table', total: 20 });
  expect(sections.filter(section => section.is === 'choice').map(({ id }) => id)).toEqual(['dataset', 'plane']);
});

test('values in blocks that are too large, or packed in an unknown way, are named and not read', async () => {
  const bytes = await fixture('kinds.h5');
  expect(await linesOf('a.h5', bytes, { dataset: '/huge' })).toContain(
    'Value: Its values lie in blocks that are too large to be unpacked here.',
  );
  expect((await linesOf('a.h5', bytes, { dataset: '/lzf' })).join('\n')).toContain('which is not unpacked here.');
});

test('a NetCDF-4 file is read like any other', async () => {
  const lines = await linesOf('a.nc', await fixture('cells.nc'));
  expect(under(lines, '# Values')).toEqual(['Row\t0\t1', '0\t0.5\t1.25', '1\t2\t3']);
  expect(lines).toContain('/temp\tunits\tK');
});

test.each([
  ['a.nc', 'classic.nc', 'NetCDF file in the classic format'],
  ['a.mat', 'old.mat', 'older than version 7.3'],
])('%s of an older kind (%s) is refused with what it is', async (name, file, sentence) => {
  await expect(sectionsOf(name, await fixture(file))).rejects.toThrow(sentence);
});

test('a damaged file is refused with a sentence or shown as far as it goes, and never hangs', async () => {
  const whole = await fixture('kinds.h5');
  await expect(sectionsOf('a.h5', Buffer.from('nothing of the kind'))).rejects.toThrow('another kind of file');
  await expect(sectionsOf('a.h5', whole.subarray(0, 600))).rejects.toThrow('damaged');
  const refusals: string[] = [];
  for (let at = 64; at < whole.length; at += 797) {
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, at, at + 40);
    const read = await sectionsOf('a.h5', damaged).catch((thrown: unknown) => String(thrown));
    if (typeof read === 'string') refusals.push(read);
  }
  expect(refusals.filter(each => !each.startsWith('UnreadableError: This file'))).toEqual([]);
  expect(refusals.length).toBeLessThan(whole.length / 797);
});

test('of a long file only the parts that are shown are read', async () => {
  const bytes = Buffer.concat([await fixture('kinds.h5'), Buffer.alloc(20 * 1024 * 1024)]);
  const file = counted(bytes);
  await sectionsOf('a.h5', file);
  expect(file.readBytes).toBeLessThan(1024 * 1024);
});

test('no more values are read than there are cells for', async () => {
  const file = bytesInMemory(await fixture('kinds.h5'));
  const wanted = { name: 'a.h5', wish: { dataset: '/stack' }, mostRows: 1000, mostCells: 100 };
  const { sections, isCut } = await readSections(file, wanted);
  const table = sections.find(section => section.is === 'table' && section.title === 'Values');
  // The number of each row is a cell, too.
  expect(table).toMatchObject({ total: 20, columns: { length: 25 }, rows: { length: 4 } });
  expect(isCut).toBe(true);
});
