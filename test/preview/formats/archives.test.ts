import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';

import { counted, fixture, linesOf, sectionsOf } from './fixtures.ts';

const TIME = { mtime: new Date(2026, 10, 20, 14, 3) };
const zip = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, [strToU8(text), TIME]]))));

test('an archive is listed as a tree, and nothing of it is unpacked', async () => {
  const bytes = zip({ 'run/': '', 'run/a.csv': 'x'.repeat(5000), 'run/deep/b.txt': 'b', 'top.txt': '' });
  expect(await linesOf('a.zip', bytes)).toEqual([
    '# Archive',
    'Files: 3',
    expect.stringMatching(/^Size unpacked: 5 kB$/),
    expect.stringMatching(/^Size packed: \d+ bytes$|^Size packed: \d+ B$/),
    '',
    '# Contents',
    'run/',
    '  deep/',
    '    b.txt  1 B · 2026-11-20 14:03',
    '  a.csv  5 kB · 2026-11-20 14:03',
    'top.txt  0 B · 2026-11-20 14:03',
  ]);
});

test('names that lead out of an archive, or hide what they are, are told and kept out of the list', async () => {
  const lines = await linesOf(
    'a.zip',
    zip({ '../../etc/passwd': '1', 'C:\\a.exe': '2', 'a\u202Egpj.exe': '3', 'ok.txt': '4' }),
  );
  expect(lines).toContain('"../../etc/passwd"');
  expect(lines.slice(lines.indexOf('# Contents') + 1)).toEqual([expect.stringContaining('ok.txt')]);
});

test('an archive whose entries lie over one another, or swell beyond what packing allows, is refused', async () => {
  const bytes = zip({ 'a.txt': 'a'.repeat(1000) });
  const at = bytes.readUInt32LE(bytes.length - 6);
  const swollen = Buffer.from(bytes);
  swollen.writeUInt32LE(0xf0000000, at + 24);
  await expect(sectionsOf('a.zip', swollen)).rejects.toThrow('unpacks to far more');
  const entry = bytes.subarray(at, bytes.length - 22);
  const count = 200;
  const end = Buffer.from(bytes.subarray(bytes.length - 22));
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entry.length * count, 12);
  const stored = Buffer.concat([
    Buffer.alloc(9000, bytes.subarray(0, 4)),
    ...Array.from({ length: count }, () => entry),
    end,
  ]);
  stored.writeUInt32LE(9000, stored.length - 6);
  for (let each = 0; each < count; each += 1) stored.writeUInt32LE(5000, 9000 + each * entry.length + 20);
  await expect(sectionsOf('a.zip', stored)).rejects.toThrow('unpacks to far more');
});

test.each([
  ['that is none', () => Buffer.from('no archive')],
  ['that ends too early', () => zip({ a: 'b' }).subarray(0, 40)],
  ['whose directory lies outside', () => changed(bytes => bytes.writeUInt32LE(0xfffffff0, bytes.length - 6))],
  [
    'that says to have more entries than it can',
    () => changed(bytes => bytes.writeUInt16LE(60_000, bytes.length - 12)),
  ],
])('an archive %s is refused with a sentence', async (_, make) => {
  await expect(sectionsOf('a.zip', make())).rejects.toThrow(/another kind of file|damaged/);
});

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = zip({ a: 'b' });
  change(bytes);
  return bytes;
}

const CRATE = {
  '@graph': [
    { '@id': 'ro-crate-metadata.json', sdPublisher: { '@id': '#program' } },
    { '@id': '#program', name: 'eLabFTW' },
    {
      '@id': './',
      name: 'Binding <b>assay</b>',
      author: [{ '@id': 'https://orcid.org/0000-0001' }],
      datePublished: '2026-11-20',
      hasPart: [{ '@id': './a/' }],
    },
    { '@id': 'https://orcid.org/0000-0001', givenName: 'Ada', familyName: 'Lovelace' },
    { '@id': './a/', '@type': 'Dataset', name: 'Day 1', hasPart: [{ '@id': './a/' }, { '@id': './a/x.csv' }] },
    { '@id': './a/x.csv', '@type': 'File', name: 'x.csv' },
  ],
};

test('a lab notebook archive says its name, authors, dates and parts, and a part in itself is told once', async () => {
  const bytes = zip({ 'export/ro-crate-metadata.json': JSON.stringify(CRATE), 'export/a/x.csv': '1' });
  expect((await linesOf('a.eln', bytes, {}, 10)).slice(0, 10)).toEqual([
    '# What it says of itself',
    'Name: Binding assay',
    'Authors: Ada Lovelace (orcid.org/0000-0001)',
    'Published: 2026-11-20',
    'Written by: eLabFTW',
    '',
    '# Parts',
    'Name\tKind\tAuthors\tDate\tPlace',
    'Day 1\tDataset\t\t\t./a/',
    'x.csv\tFile\t\t\t./a/x.csv',
  ]);
});

test.each(['{"@graph": [', '[]', '{"@graph": {}}'])('an archive described as %s is listed all the same', async text => {
  const lines = await linesOf('a.eln', zip({ 'ro-crate-metadata.json': text }));
  expect(lines[1]).toContain('cannot be read');
  expect(lines.at(-1)).toContain('ro-crate-metadata.json');
});

test('arrays of an archive are shown one at a time, stored or packed', async () => {
  const stored = await fixture('stored.npz');
  expect((await linesOf('a.npz', stored)).slice(0, 3)).toEqual(['# Array', '* array=x\tx', '  array=y\ty']);
  expect((await linesOf('a.npz', stored)).slice(-3)).toEqual(['Row\t0\t1\t2', '0\t0\t1\t2', '1\t3\t4\t5']);
  expect((await linesOf('a.npz', stored, { array: 'y' })).at(-1)).toBe('0\t0.5');
  const { sections } = await sectionsOf('a.npz', await fixture('packed.npz'), { plane: '1' });
  expect(sections.find(section => section.is === 'picture')).toMatchObject({ note: 'Black is 400, white is 799.' });
});

test('a packed array that is other than its directory says is refused, and an archive without arrays too', async () => {
  const bytes = Buffer.from(await fixture('packed.npz'));
  const at = bytes.readUInt32LE(bytes.length - 6);
  bytes.writeUInt32LE(bytes.readUInt32LE(at + 24) + 5000, at + 24);
  await expect(sectionsOf('a.npz', bytes)).rejects.toThrow('damaged');
  await expect(sectionsOf('a.npz', zip({ a: 'b' }))).rejects.toThrow('holds no array');
});

test('of a large archive only its directory is read', async () => {
  const bytes = Buffer.from(zipSync({ 'a.bin': [new Uint8Array(5_000_000), { level: 0 }] }));
  const file = counted(bytes);
  await sectionsOf('a.zip', file);
  expect(file.readBytes).toBeLessThan(100_000);
});
