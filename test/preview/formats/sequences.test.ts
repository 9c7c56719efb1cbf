import { expect, test } from 'vitest';

import { bytesInMemory } from '../../../shared/preview/formats/file-bytes.ts';
import { readSections } from '../../../shared/preview/formats/readers.ts';
import { sectionLines } from '../../../shared/preview/formats/section-lines.ts';
import type { FileSections, Wish } from '../../../shared/preview/formats/sections.ts';
import { isReadFirst } from '../../../shared/preview/kind.ts';

const read = (name: string, text: string, wish: Wish = {}): Promise<FileSections> =>
  readSections(bytesInMemory(Buffer.from(text)), { name, wish, mostRows: 10 });
const lines = async (name: string, text: string, wish: Wish = {}): Promise<readonly string[]> =>
  sectionLines(await read(name, text, wish));

test('a FASTA file says how many sequences it has, how long they are, and what they are of', async () => {
  const told = await lines('a.fa', '>one first of all\r\nACGT\r\nGGNN\r\n\r\n>two\nAT\n');
  expect(told).toEqual([
    '# Sequences',
    'Sequences: 2',
    'Kind: DNA or RNA',
    'Letters: 10',
    'Lengths: 2 to 8, 5 on average',
    'N50: 8',
    'GC: 50.0 %',
    'Unknown (N): 2 letters',
    '',
    '# Sequences',
    'Name\tDescription\tLength\tGC %',
    'one\tfirst of all\t8\t66.7',
    'two\t\t2\t0.0',
    '',
    '# First sequences',
    '>one',
    '1 ACGTGGNN',
    '>two',
    '1 AT',
  ]);
});

test('a FASTA file of proteins has no GC', async () => {
  const told = await lines('a.faa', '>p\nMKVLAAGIVGLCELFQRPHW*\n');
  expect(told).toContain('Kind: protein');
  expect(told.join('\n')).not.toContain('GC');
});

test('sequences of many lengths are drawn as bars', async () => {
  const text = Array.from({ length: 20 }, (_, at) => `>s${at}\n${'A'.repeat(10 + (at % 3))}\n`).join('');
  const chart = (await read('a.fasta', text)).sections.find(section => section.is === 'chart')?.chart;
  expect(Array.from(chart?.xs ?? [])).toEqual([10, 11, 12]);
  expect(Array.from(chart?.series[0]?.ys ?? [])).toEqual([7, 7, 6]);
});

test('a FASTQ file says how good its reads are at each position, also where they take several lines', async () => {
  const text = '@r1 x\nACGT\n+\nIIII\n@r2\nAC\nGG\n+r2\n!!\n@@\n';
  const file = await read('a.fastq', text);
  const told = sectionLines(file);
  expect(told).toContain('Reads: 2');
  expect(told).toContain('Qualities written: from the sign with number 33 on (Phred+33)');
  // 4 of 40, 2 of 0 and 2 of 31.
  expect(told).toContain('Mean quality: 27.8');
  expect(told).toContain('Bases of quality 30 or more: 75.0 %');
  expect(told).toContain('r2\t4\t75.0\t15.5');
  const chart = file.sections.find(section => section.is === 'chart')?.chart;
  expect(chart?.series.map(({ name, ys }) => [name, ...Array.from(ys)])).toEqual([
    ['Mean', 20, 20, 35.5, 35.5],
    ['Median', 0, 0, 31, 31],
    ['Lower quarter', 0, 0, 31, 31],
    ['Upper quarter', 40, 40, 40, 40],
  ]);
});

test.each([
  ['a.fasta', 'ACGT\n>one\nACGT\n', /no FASTA/],
  ['a.fasta', '\u0000\u0001\u0002', /no FASTA/],
  ['a.fastq', '>r\nACGT\n', /no FASTQ/],
  ['a.fastq', '@r\nACGT\n+\nIII\n', /Read 1 has 4 letters, but 3 qualities/],
  ['a.fastq', '@r\nACGT\n+\nIIIIIIII\n', /Read 1 has 4 letters, but 5 qualities/],
  ['a.fastq', '@r\nA\n+\nI\nmore\n', /follows read 1/],
  ['a.gb', 'no record', /no record of GenBank/],
])('a file %s with %j is refused with a sentence', async (name, text, sentence) => {
  await expect(read(name, text)).rejects.toThrow(sentence);
});

const GENBANK = `LOCUS       AB0001                    24 bp    DNA     circular BCT 21-JUL-2008
DEFINITION  A small plasmid,
            made for a test.
ACCESSION   AB0001
REFERENCE   1  (bases 1 to 24)
  TITLE     Nothing
FEATURES             Location/Qualifiers
     source          1..24
                     /organism="Escherichia coli"
     CDS             complement(join(1..6,
                     10..12))
                     /gene="lac""Z"
                     /note="a /strange= note
                     /that goes on"
                     /pseudo
                     /translation="MK
                     V"
ORIGIN
        1 acgtacgtac gtacgtacgt acgg
//
LOCUS       AB0002                    10 aa            linear   BCT 21-JUL-2008
ORIGIN
        1 mkv
//
`;

test('a record of GenBank shows its facts, its features and its sequence', async () => {
  const told = await lines('a.gb', GENBANK);
  for (const line of [
    'Records: 2',
    'Length: 24 bp',
    'Molecule: DNA',
    'Form: circular',
    'Date: 21-JUL-2008',
    'Definition: A small plasmid, made for a test.',
    'References: 1',
    'GC: 54.2 %',
    'source\t1..24\tEscherichia coli\torganism: Escherichia coli',
    'CDS\tcomplement(join(1..6,10..12))\tlac"Z\tgene: lac"Z; note: a /strange= note /that goes on; pseudo',
    ' 1 acgtacgtac gtacgtacgt acgg',
  ])
    expect(told).toContain(line);
});

test('of several records one can be chosen, and a sequence of another length than is said is told', async () => {
  expect(await lines('a.gbk', GENBANK, { record: '2' })).toContain('Length: 10 aa; the sequence in the file has 3');
});

test('a record of EMBL is read alike', async () => {
  const told = await lines(
    'a.embl',
    `ID   X56734; SV 1; linear; mRNA; STD; PLN; 12 BP.
XX
AC   X56734;
DE   A small record
OS   Trifolium repens
RN   [1]
FH   Key             Location/Qualifiers
FT   CDS             1..12
FT                   /product="beta-glucosidase"
XX
SQ   Sequence 12 BP; 3 A;
     acgtacgtac gt                                                     12
//
`,
  );
  for (const line of [
    'Name: X56734',
    'Length: 12 bp',
    'Molecule: mRNA',
    'Organism: Trifolium repens',
    'CDS\t1..12\tbeta-glucosidase\tproduct: beta-glucosidase',
    ' 1 acgtacgtac gt',
  ])
    expect(told).toContain(line);
});

test('texts are compared as they are written, not as they are shown', () => {
  expect(['a.fasta', 'a.fq', 'a.gb', 'a.mzML'].map(isReadFirst)).toEqual([false, false, false, false]);
  expect(['a.fcs', 'a.ab1'].map(isReadFirst)).toEqual([true, true]);
});
