import { expect, test } from 'vitest';

import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const TOP = { mirror: 'm1', folder: null };
const ROOTS = { base: null };

/** A mirrored folder `Lab` with folders in folders, and beside it one that is only at the service. */
async function stage() {
  const lab = new QuietLab();
  const there = lab.service.colleague(0);
  const freezers = there.createFolder(null, 'Freezers');
  const inner = there.createFolder(freezers, 'Minus 80');
  there.createFile(freezers, 'plate.csv', bytes('ten'));
  there.createFile(inner, 'boxes.csv', bytes('twelve'));
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'raw/a.csv': 'one', 'raw/deep/deeper/b.csv': 'three', 'c.csv': 'top' });
  await lab.syncTwice(ada);
  return { lab, ada, there, freezers, inner };
}

async function rowsOf(lab: QuietLab, ada: Computer, place: FolderPlace): Promise<readonly FileRow[]> {
  const sorting = { column: 'size', direction: 'descending' } as const;
  const question = { place, sorting, filter: '', from: 0, count: 500, anchor: null, chosen: [] };
  return (await lab.call(ada, 'files.window', question)).rows;
}

async function inside(lab: QuietLab, ada: Computer, place: FolderPlace, name: string): Promise<FileRow['inside']> {
  const row = (await rowsOf(lab, ada, place)).find(each => each.name === name);
  if (row === undefined) throw new Error(`there is no ${name}`);
  return row.inside;
}

function visit(lab: QuietLab, ada: Computer, place: FolderPlace): Promise<null> {
  return lab.call(ada, 'files.check', { place, now: true, folders: false, wait: true });
}

test('a folder tells of the files in it and in all its folders, and a file of none', async () => {
  const { lab, ada } = await stage();
  expect(await inside(lab, ada, TOP, 'raw')).toEqual({
    files: 2,
    sizeBytes: 8,
    changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    isWhole: true,
  });
  expect(await inside(lab, ada, TOP, 'c.csv')).toBeUndefined();
});

test('what a save changes is told with the next look, and its time is the newest', async () => {
  const { lab, ada } = await stage();
  const before = await inside(lab, ada, TOP, 'raw');
  lab.clock.advanceBy(3_600_000);
  lab.save(ada, { 'raw/deep/new.csv': 'seven..' });
  await lab.sync(ada);
  lab.clock.advanceBy(60_000);
  const after = await inside(lab, ada, TOP, 'raw');
  expect(after).toMatchObject({ files: 3, sizeBytes: 15 });
  expect(Date.parse(after?.changedAt ?? '')).toBeGreaterThan(Date.parse(before?.changedAt ?? ''));
});

test('of a folder at the service that was never listed nothing is said, of one that was in part what was seen', async () => {
  const { lab, ada, freezers, inner } = await stage();
  await visit(lab, ada, ROOTS);
  expect(await inside(lab, ada, ROOTS, 'Freezers')).toBeUndefined();
  await visit(lab, ada, { base: freezers });
  expect(await inside(lab, ada, ROOTS, 'Freezers')).toMatchObject({ files: 1, isWhole: false });
  expect(await inside(lab, ada, { base: freezers }, 'Minus 80')).toBeUndefined();
  await visit(lab, ada, { base: inner });
  expect(await inside(lab, ada, ROOTS, 'Freezers')).toMatchObject({ files: 2, sizeBytes: 9, isWhole: true });
  expect(await inside(lab, ada, { base: freezers }, 'Minus 80')).toMatchObject({ files: 1, isWhole: true });
});

test('a mirrored folder among those of the service tells what its mirror knows', async () => {
  const { lab, ada } = await stage();
  await visit(lab, ada, ROOTS);
  expect(await inside(lab, ada, ROOTS, 'Lab')).toMatchObject({ files: 3, sizeBytes: 11, isWhole: true });
});

test('an empty folder that was listed says that nothing is in it', async () => {
  const { lab, ada, there } = await stage();
  const empty = there.createFolder(null, 'Empty');
  await visit(lab, ada, ROOTS);
  await visit(lab, ada, { base: empty });
  expect(await inside(lab, ada, ROOTS, 'Empty')).toEqual({ files: 0, sizeBytes: 0, changedAt: null, isWhole: true });
});

test('folders are sorted by what is in them, those of which not all was seen last', async () => {
  const { lab, ada, there, freezers, inner } = await stage();
  const large = there.createFolder(null, 'Large');
  there.createFile(large, 'reads.fastq', bytes('x'.repeat(5000)));
  for (const base of [null, freezers, inner, large]) await visit(lab, ada, { base });
  there.createFolder(null, 'A folder never listed');
  await visit(lab, ada, ROOTS);
  expect((await rowsOf(lab, ada, ROOTS)).map(({ name }) => name)).toEqual([
    'Large',
    'Lab',
    'Freezers',
    'A folder never listed',
    'Knowledge Base',
  ]);
});

test('who can open a folder is what its effective access says, in the list as in the dialog that shares', async () => {
  const { lab, ada } = await stage();
  const raw = (await rowsOf(lab, ada, TOP)).find(({ name }) => name === 'raw')?.id ?? '';
  expect(await lab.call(ada, 'sharing.brief', { ids: [raw] })).toMatchObject([{ id: raw, hasMe: true, others: 0 }]);
  const person = { kind: 'user', id: String(lab.service.users[1]?.userId) };
  // Given above it, and inherited.
  await lab.call(ada, 'sharing.add', { id: lab.root, principal: person, role: 'viewer' });
  expect(await lab.call(ada, 'sharing.brief', { ids: [raw] })).toMatchObject([{ id: raw, hasMe: true, others: 1 }]);
});
