import fc from 'fast-check';
import { expect, test } from 'vitest';

import { runs, seedOr } from '../../../setup/run/effort.ts';
import { type Proposal, proposalsFor, type Surroundings, sweep, type TidyFile } from './tidy.ts';
import type { TidyFolder } from './tidy-folder.ts';
import { cleanName } from './tidy-name.ts';
import { tagsFrom } from './tidy-tags.ts';

const SEED = seedOr(1);
const OPTIONS = { numRuns: runs(250), seed: SEED };

const FOLDERS: readonly TidyFolder[] = [
  folder('kb', null, 'Knowledge Base'),
  folder('protocols', 'kb', 'Protocols'),
  folder('blot-protocols', 'protocols', 'Western blot'),
  folder('plates', 'kb', 'Plates'),
  folder('elisa', 'plates', 'ELISA (TNF-α)'),
  folder('mtt', 'plates', 'Viability (MTT)'),
  folder('meetings', 'kb', 'Meetings'),
  folder('inbox', 'kb', 'Inbox'),
  folder('memory', null, 'memory'),
  folder('memory-elisa', 'memory', 'ELISA'),
];

function folder(id: string, parentFolderId: string | null, name: string): TidyFolder {
  return { id, parentFolderId, name, kind: null };
}

function fileOf(name: string, changes: Partial<TidyFile> = {}): TidyFile {
  return { id: name, name, description: null, tags: [], folderId: 'inbox', text: null, ...changes };
}

/** The folders above, with some files in them. */
function around(files: readonly TidyFile[] = []): Surroundings {
  return {
    folders: new Map(FOLDERS.map(each => [each.id, each])),
    isTaken: (folderId, name, byOtherThan) =>
      files.some(
        file => file.id !== byOtherThan && file.folderId === folderId && file.name.toLowerCase() === name.toLowerCase(),
      ),
  };
}

/** A file after an approval. */
function applied(file: TidyFile, proposal: Proposal): TidyFile {
  if (proposal.kind === 'rename') return { ...file, name: proposal.after };
  return proposal.kind === 'move' ? { ...file, folderId: proposal.after } : { ...file, tags: proposal.after };
}

const change = (proposal: Proposal): unknown[] => [proposal.kind, proposal.after];

test.each([
  ['data (1).csv', 'data.csv'],
  ['Copy of plate.csv', 'plate.csv'],
  ['plate - Copy (2).csv', 'plate.csv'],
  ['abstract_final_v2.docx', 'abstract.docx'],
  ['abstract v3 FINAL final.docx', 'abstract.docx'],
  ['  two  spaces .txt', 'two spaces.txt'],
  ['run 20261120.csv', 'run 2026-11-20.csv'],
  ['run_20.11.2026_a.csv', 'run_2026-11-20_a.csv'],
  ['3 Nov 2026 gel.tif', '2026-11-03 gel.tif'],
  ['gel Nov 3, 2026.tif', 'gel 2026-11-03.tif'],
  ['gel 31-12-2026.tif', 'gel 2026-12-31.tif'],
  ['Cafe\u0301.txt', 'Café.txt'],
])('the name %s becomes %s', (name, better) => expect(cleanName(name).name).toBe(better));

test.each([
  ['a date that may mean two days', '03-04-2026.txt'],
  ['a number that is no date', 'sample 20269940.csv'],
  ['digits inside a word', 'plateA20261120B.csv'],
  ['a version that may belong to a method', 'SOP-012 v3.pdf'],
  ['a name that would be emptied', 'final.docx'],
  ['a hidden file', '.config (1)'],
  ['a word that only begins like a mark', 'Finale copycat.txt'],
])('%s stays: %s', (_, name) => expect(cleanName(name)).toEqual({ name, reasons: [] }));

const nameParts = fc.constantFrom(
  'plate',
  'data',
  ' ',
  '  ',
  '_',
  '-',
  '(1)',
  ' (2)',
  'final',
  '_final',
  'v2',
  '_v3',
  'Copy of ',
  ' - Copy',
  '20261120',
  '03.04.2026',
  '3 Nov 2026',
  '2026-11-20',
  '31-12-2026',
  '.',
  '..',
  'é',
  'e\u0301',
  'KST-118',
  '\u00a0',
  '12',
  '1.2',
  'new',
);
const names = fc
  .oneof(
    fc.array(nameParts, { minLength: 1, maxLength: 7 }).map(parts => parts.join('')),
    fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
  )
  .chain(stem => fc.constantFrom('', '.csv', '.tar.gz', '.MD').map(extension => `${stem}${extension}`));

test(`a clean name stays as it is, keeps its extension and says something (seed ${SEED})`, () =>
  fc.assert(
    fc.property(names, name => {
      const clean = cleanName(name).name;
      expect(cleanName(clean)).toEqual({ name: clean, reasons: [] });
      expect(clean.length).toBeGreaterThan(0);
      const extension = /[^.]\.[A-Za-z]{1,8}$/.exec(name)?.[0].slice(1) ?? '';
      expect(clean.endsWith(extension)).toBe(true);
    }),
    OPTIONS,
  ));

test('what was put down gets a name, a folder and tags', () =>
  expect(proposalsFor(fileOf('ELISA plate 20261120 (1).csv'), around()).map(change)).toEqual([
    ['rename', 'ELISA plate 2026-11-20.csv'],
    ['move', 'elisa'],
    ['tag', ['ELISA']],
  ]));

test('a proposal says what changes and why', () =>
  expect(proposalsFor(fileOf('2026-11-20 ELISA plate 7.csv', { tags: ['ELISA'] }), around())).toEqual([
    {
      fileId: '2026-11-20 ELISA plate 7.csv',
      kind: 'move',
      reason: 'Its name, tags and text fit the folder “Knowledge Base / Plates / ELISA (TNF-α)” best.',
      before: 'inbox',
      after: 'elisa',
    },
  ]));

test.each([
  ['lies where somebody put it', fileOf('ELISA plate 7.csv', { folderId: 'meetings', tags: ['ELISA'] })],
  ['fits no folder', fileOf('holiday list.xlsx')],
  ['fits two folders equally', fileOf('ELISA and MTT.csv', { tags: ['ELISA', 'MTT'] })],
  ['belongs to the service', fileOf('ELISA notes (1).md', { folderId: 'memory-elisa' })],
] as const)('a file that %s is left alone', (_, file) => expect(proposalsFor(file, around([file]))).toEqual([]));

test('a mark that parts two files stays', () => {
  const both = [fileOf('data.csv'), fileOf('data (1).csv')];
  expect(both.flatMap(file => proposalsFor(file, around(both)))).toEqual([]);
});

test('nothing is moved to where its name is taken', () => {
  const there = fileOf('ELISA.csv', { id: 'other', folderId: 'elisa', tags: ['ELISA'] });
  const here = fileOf('ELISA.csv', { tags: ['ELISA'] });
  expect(proposalsFor(here, around([there, here]))).toEqual([]);
});

test('a sweep never gives one name to two files', () => {
  const files = [fileOf('data (1).csv'), fileOf('data (2).csv'), fileOf('data_final.csv')];
  expect([...sweep(files, around(files))].map(change)).toEqual([['rename', 'data.csv']]);
});

test('tags come from the name, the first heading and what the text says more than once', () => {
  expect(tagsFrom('notes.md', '# Western blot 15\n\nKST-118 at 300 nM, then KST-118 again. SYBR once.')).toEqual([
    'western blot',
    'KST-118',
  ]);
  expect(tagsFrom('notes.md', 'We talked about ordering, a freezer, the meeting and an ELISA.')).toEqual([
    'ELISA',
    'meeting',
    'inventory',
  ]);
  expect(tagsFrom('SOP-004 freezers.md', null)).toEqual(['SOP', 'inventory']);
});

const anyFile = fc.record({
  name: names,
  tags: fc.uniqueArray(fc.constantFrom('ELISA', 'elisa', 'mine', 'KST-118'), { maxLength: 3 }),
  folderId: fc.constantFrom(null, 'kb', 'inbox', 'elisa', 'plates', 'memory-elisa', 'gone'),
  text: fc.constantFrom(null, 'ELISA of TNF and ELISA again', '# Meeting minutes', 'MTT MTT viability'),
});
const manyFiles = fc
  .array(anyFile, { minLength: 1, maxLength: 6 })
  .map(files => files.map((file, index): TidyFile => ({ ...file, id: `file ${index}`, description: null })));

test(`once its proposals are approved, a file gets no more, in whatever order they were (seed ${SEED})`, () =>
  fc.assert(
    fc.property(anyFile, fc.boolean(), (given, isReversed) => {
      const file = { ...given, id: 'file', description: null };
      const proposals = [...proposalsFor(file, around())];
      if (isReversed) proposals.reverse();
      expect(proposalsFor(proposals.reduce<TidyFile>(applied, file), around())).toEqual([]);
    }),
    OPTIONS,
  ));

test(`after every proposal of a sweep is approved, there is nothing left to propose (seed ${SEED})`, () =>
  fc.assert(
    fc.property(manyFiles, files => {
      let current = files;
      for (let round = 0; round < 2 + files.length; round += 1) {
        const proposals = [...sweep(current, around(current))];
        current = current.map(file =>
          proposals.filter(each => each.fileId === file.id).reduce<TidyFile>(applied, file),
        );
      }
      expect([...sweep(current, around(current))]).toEqual([]);
    }),
    OPTIONS,
  ));

test(`approving never makes two files of one name in one folder that were not there before (seed ${SEED})`, () =>
  fc.assert(
    fc.property(manyFiles, files => {
      const proposals = [...sweep(files, around(files))];
      const after = files.map(file =>
        proposals.filter(each => each.fileId === file.id).reduce<TidyFile>(applied, file),
      );
      expect(doubles(after)).toBeLessThanOrEqual(doubles(files));
    }),
    OPTIONS,
  ));

function doubles(files: readonly TidyFile[]): number {
  return files.length - new Set(files.map(file => `${file.folderId}/${file.name.toLowerCase()}`)).size;
}
