import { expect, test } from 'vitest';

import type { Computer } from '../world/computer.ts';
import { altered, idOf, instead, isList, rows } from '../lab/altered-answers.ts';
import { labWith, type QuietLab } from '../lab/quiet-lab.ts';

const HOUR = 3_600_000;
const OLD = { 'a.csv': 'a', 'b.csv': 'b' };

/** Until what is missed at the service is believed to be gone. */
async function minutesOfSyncs(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    lab.clock.advanceBy(60_000);
    await lab.sync(ada);
  }
}

async function saveLater(lab: QuietLab, ada: Computer, files: Readonly<Record<string, string>>): Promise<void> {
  lab.save(ada, files);
  await lab.sync(ada);
}

/** What waits for an answer, as Attention says it. */
async function asked(lab: QuietLab, ada: Computer) {
  const { items } = await lab.call(ada, 'attention.list', null);
  return items.filter(({ group }) => group === 'decision');
}

/** The service was set back to before two files were new and one was changed. */
async function setBack(): Promise<{ lab: QuietLab; ada: Computer }> {
  const { lab, ada } = await labWith(OLD, HOUR);
  const restore = lab.service.backup();
  await saveLater(lab, ada, { 'a.csv': 'a changed', 'new 1.csv': 'one', 'new 2.csv': 'two' });
  restore();
  await minutesOfSyncs(lab, ada);
  return { lab, ada };
}

const ALL = { 'a.csv': 'a changed', 'b.csv': 'b', 'new 1.csv': 'one', 'new 2.csv': 'two' };

test('new files that are gone beside one in an older version stay here and are asked about, with their names [R13]', async () => {
  const { lab, ada } = await setBack();
  expect(ada.texts()).toEqual(ALL);
  expect(await asked(lab, ada)).toMatchObject([
    { title: 'Items are missing at the service', cause: 'guard unexplained', fixes: ['decide'] },
  ]);
  expect((await asked(lab, ada))[0]?.text).toContain("'new 1.csv' and 'new 2.csv'");
  expect(await lab.call(ada, 'guards.list', null)).toMatchObject([{ reason: 'unexplained', items: 2, of: 4 }]);
});

test('what waits for that answer is held and said, and the folder is not called in step meanwhile [R13]', async () => {
  const { lab, ada } = await setBack();
  expect((await lab.sync(ada)).held).toMatchObject([
    { path: 'new 1.csv', reason: 'guard' },
    { path: 'new 2.csv', reason: 'guard' },
  ]);
  expect(await lab.call(ada, 'mirrors.list', null)).toMatchObject([{ state: 'guarded' }]);
});

test('files that are gone unexplained are sent again as new when a person keeps them [R13]', async () => {
  const { lab, ada } = await setBack();
  const [guard] = await lab.call(ada, 'guards.list', null);
  await lab.call(ada, 'guards.answer', { id: guard?.id ?? '', answer: 'keep' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 2, removed: 0, guarded: false });
  expect(lab.there()).toEqual({ ...ALL, 'a.csv': 'a' });
  await minutesOfSyncs(lab, ada);
  expect([ada.texts(), ada.stored()]).toEqual([ALL, []]);
});

test('files that are gone unexplained go into the store when a person says so [R13]', async () => {
  const { lab, ada } = await setBack();
  const [guard] = await lab.call(ada, 'guards.list', null);
  await lab.call(ada, 'guards.answer', { id: guard?.id ?? '', answer: 'remove' });
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'a changed', 'b.csv': 'b' });
  expect(ada.stored().toSorted()).toEqual(['one', 'two']);
  expect(await lab.call(ada, 'guards.list', null)).toEqual([]);
});

test('three files that are gone, and the newest of all, are asked about; nothing was changed otherwise [R13]', async () => {
  const { lab, ada } = await labWith(OLD, HOUR);
  const restore = lab.service.backup();
  const news = { 'n1.csv': '1', 'n2.csv': '2', 'n3.csv': '3' };
  await saveLater(lab, ada, news);
  restore();
  await minutesOfSyncs(lab, ada);
  expect(ada.texts()).toEqual({ ...OLD, ...news });
  expect(await lab.call(ada, 'guards.list', null)).toMatchObject([{ reason: 'unexplained', items: 3 }]);
});

test('what a colleague removes goes here too: the newest file, and a few of those that were sent together', async () => {
  const { lab, ada } = await labWith(OLD, HOUR);
  await saveLater(lab, ada, { 'n1.csv': '1', 'n2.csv': '2', 'n3.csv': '3', 'n4.csv': '4' });
  lab.clock.advanceBy(HOUR);
  await saveLater(lab, ada, { 'newest.csv': '5' });
  const colleague = lab.service.colleague(0);
  colleague.removeFile(idOf(lab, 'newest.csv'));
  await minutesOfSyncs(lab, ada);
  for (const name of ['n1.csv', 'n2.csv', 'n3.csv']) colleague.removeFile(idOf(lab, name));
  await minutesOfSyncs(lab, ada);
  expect(ada.texts()).toEqual({ ...OLD, 'n4.csv': '4' });
  expect(await lab.call(ada, 'guards.list', null)).toEqual([]);
});

test('where the service marks what was removed, a file without any mark is asked about, and one with it goes [R13]', async () => {
  const { lab, ada } = await labWith({ ...OLD, 'c.csv': 'c' }, HOUR);
  lab.service.change({ removedFile: 'flagged' });
  // What removals look like is learnt from one of our own.
  lab.remove(ada, 'c.csv');
  await lab.sync(ada);
  const restore = lab.service.backup();
  await saveLater(lab, ada, { 'new.csv': 'new' });
  restore();
  lab.service.colleague(0).removeFile(idOf(lab, 'b.csv'));
  await minutesOfSyncs(lab, ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'a', 'new.csv': 'new' });
  expect(await lab.call(ada, 'guards.list', null)).toMatchObject([{ reason: 'unexplained', items: 1 }]);
});

test('a folder that is gone without an entry in the archive is asked about with all that is in it [R13]', async () => {
  const { lab, ada } = await labWith({ ...OLD, 'raw/r.csv': 'r' }, HOUR);
  const [raw, file] = [idOf(lab, 'raw'), idOf(lab, 'raw/r.csv')];
  const isLost = (url: string): boolean => url.includes(raw) || url.includes(file);
  lab.trouble = request => {
    if (isLost(request.url)) return instead(404, { errorCode: 'NOT_FOUND', messages: [] });
    if (!isList(request)) return null;
    return altered(lab, request.url, answer => rows(answer, each => each.filter(({ id }) => id !== raw)));
  };
  await minutesOfSyncs(lab, ada);
  expect(ada.texts()).toEqual({ ...OLD, 'raw/r.csv': 'r' });
  expect(await lab.call(ada, 'guards.list', null)).toMatchObject([{ reason: 'unexplained', items: 2 }]);
  lab.trouble = () => null;
  await minutesOfSyncs(lab, ada);
  expect(await lab.call(ada, 'guards.list', null)).toEqual([]);
});

test('a folder that is in the archive, or went along with one that is, goes here too', async () => {
  const { lab, ada } = await labWith({ ...OLD, 'raw/r.csv': 'r', 'more/deep/m.csv': 'm' }, HOUR);
  const colleague = lab.service.colleague(0);
  const outside = colleague.createFolder(null, 'Attic');
  colleague.moveFolder(idOf(lab, 'more/deep'), outside);
  colleague.archiveFolder(outside);
  colleague.archiveFolder(idOf(lab, 'raw'));
  await minutesOfSyncs(lab, ada);
  expect(ada.texts()).toEqual(OLD);
  expect(await lab.call(ada, 'guards.list', null)).toEqual([]);
});
