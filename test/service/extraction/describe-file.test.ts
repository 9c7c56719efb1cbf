import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { runs } from '../../setup/run/effort.ts';
import { convert } from './convert.ts';
import { describeFile } from './describe-file.ts';

const TABLE = 'Table: separator semicolon, decimal comma, 97 rows, 3 columns';
const CAPTION = 'Caption stand-in, no vision model looked at it: a PNG picture, 1200 × 800 pixels, named “a.png”.';

test.each([
  [
    'a heading and the first sentence',
    'a.md',
    '# Thawing cells\n\nWarm the vial in your hand for two minutes. Then spin.',
    'Thawing cells: Warm the vial in your hand for two minutes.',
  ],
  ['a heading alone', 'a.md', '# Thawing cells', 'Thawing cells'],
  [
    'the first sentence without a heading',
    'a.txt',
    'The gel ran too long this time. We repeat it.',
    'The gel ran too long this time.',
  ],
  ['what stands below the head of a Markdown file', 'a.md', '---\ntitle: x\n---\n# Thawing **cells**', 'Thawing cells'],
  [
    'the columns of a table',
    'a.csv',
    `${TABLE}\nWell\tSample\tCt\nA1\tx\t17.3`,
    'Table with the columns Well, Sample, Ct (96 rows)',
  ],
  [
    'the columns below a preface',
    'a.csv',
    `${TABLE}\nDate\nReader 3\nWell\tOD\nA1\t0.1`,
    'Table with the columns Well, OD (96 rows)',
  ],
  ['the name, for a table without columns to name', 'blot_14.csv', `${TABLE}\n1\t2\n3\t4`, 'blot 14 (table)'],
  [
    'the sheets of a workbook',
    'a.xlsx',
    'Sheet: Plate map\nWell\tDose\nA1\t5\n\nSheet: Readings\nWell\tOD',
    'Workbook with the sheets Plate map, Readings; columns Well, Dose',
  ],
  ['the size of a picture', 'Gel_2026-11-18.png', CAPTION, 'Gel 2026-11-18 (PNG picture, 1200 × 800 pixels)'],
  [
    'who wrote a mail about what',
    'a.eml',
    'Subject: Plate 7\nFrom: Aiko Mori <aiko@example.org>\n\nDear',
    'Mail from Aiko Mori: Plate 7',
  ],
  ['the name, when there is no text', 'run_7.trc', null, 'run 7 (instrument trace, without a text to search in)'],
  ['the name, when the text is empty', 'empty.md', '', 'empty (text)'],
  ['the whole name, when that is all there is', '.hidden', null, '.hidden (data, without a text to search in)'],
])('the description tells %s', (_, name, text, description) => {
  expect(describeFile(name, text).description).toBe(description);
});

test.each([
  ['qPCR run 4.csv', `${TABLE}\nWell\tCt\nA1\t17.3`, ['plate data', 'qpcr', 'table', 'csv']],
  [
    'Blot 14 notes.md',
    '# Western blot\nThe antibody and the lysate. Western blots again.',
    ['western blot', 'protein', 'antibody', 'text', 'md'],
  ],
  [
    'SOP-012 reader.docx',
    'SOP-012 Plate reader\nThe procedure.',
    ['sop', 'plate reader', 'protocol', 'document', 'docx'],
  ],
  ['stack.tif', null, ['image stack', 'tif']],
  ['nothing', null, ['data', 'file']],
])('the tags of %s say what it is about', (name, text, tags) => {
  expect(describeFile(name, text).tags.toSorted()).toEqual(tags.toSorted());
});

test('a long first sentence is cut between words', () => {
  const { description } = describeFile('a.md', `We ${'measured the kinase again and '.repeat(20)}stopped.`);
  expect(description.length).toBeLessThanOrEqual(200);
  expect(description).toMatch(/ (measured|the|kinase|again|and)…$/);
});

test('whatever the file, the description is one line of 1 to 200 characters, and 2 to 6 lower-case tags', () => {
  const extension = fc.constantFrom('', '.csv', '.xlsx', '.png', '.eml', '.md', '.pdf', '.tif', '.weird', '.MD');
  const name = fc
    .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 }), extension)
    .map(parts => parts.join(''));
  const text = fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 2000 }),
      fc.constant(TABLE),
      fc.constant('Sheet: \n'),
      fc.constant('\t\t\n# \n'),
    ),
  );
  fc.assert(
    fc.property(name, text, (given, said) => {
      const { description, tags } = describeFile(given, said);
      expect(description).toMatch(/^[^\n]{1,200}$/u);
      expect(tags.length).toBeGreaterThanOrEqual(2);
      expect(tags.length).toBeLessThanOrEqual(6);
      expect(new Set(tags).size).toBe(tags.length);
      for (const tag of tags) expect(tag).toBe(tag.toLowerCase());
      expect(describeFile(given, said)).toEqual({ description, tags });
    }),
    { seed: 43, numRuns: runs(1000) },
  );
});

test.each([
  ['lysis.docx', 'Lysis of adherent cells: Keep everything at 4 °C.'],
  ['lysis.tex', 'Lysis of adherent cells: Keep everything at 4 °C.'],
  ['talk.pptx', 'Kinase assay, week 47: Does KST-118 slow the kinase at 37 °C?'],
  ['scan.pdf', 'scan (scan of 1 page without text)'],
  ['page.webp', 'page (WebP picture, 331 × 220 pixels)'],
  ['talk.vtt', 'Mira Sand: Let us look at the kinase assay first.'],
  ['plate.ods', 'Workbook with the sheets Ct values, Kinetics; columns Well, Sample, Dose (µM), Ct'],
])('the real file %s is described by what stands in it', async (name, description) => {
  const result = await convert(name, readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
  expect(describeFile(name, result.status === 'done' ? result.text : null).description).toBe(description);
});
