import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes, idOf, versionsOf } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import type { Moment, Verdict } from '../../fakes/scheduler.ts';
import { shownFolder } from '../../lab/shown-folder.ts';

const at = (path: string): string => `${FOLDER}/${path}`;
const free = (lab: QuietLab, ada: Computer, ...paths: string[]) =>
  lab.call(ada, 'files.free', { paths: paths.map(at) });
const keep = (lab: QuietLab, ada: Computer, ...paths: string[]) =>
  lab.call(ada, 'files.keep', { paths: paths.map(at) });

/** Files in step on both sides for a good while. */
async function inStep(files: Readonly<Record<string, string>>, mode: MirrorMode = 'two-way') {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', {}, mode);
  lab.save(ada, files);
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  return { lab, ada };
}

/** Long enough for every hold, poll and belief. */
async function muchLater(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(3_600_000);
  }
}

async function badges(lab: QuietLab, ada: Computer): Promise<Record<string, string>> {
  const { rows } = await shownFolder(lab, ada);
  return Object.fromEntries(rows.map(({ name, badge }) => [name, badge]));
}

test.each<MirrorMode>(['two-way', 'upload'])(
  'a freed file is only online: not removed there and not downloaded again, also over a restart (%s)',
  async mode => {
    const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' }, mode);
    expect(await free(lab, ada, 'a.csv')).toEqual({ files: 1, sizeBytes: 3, refused: [] });
    await lab.drive(ada.start());
    await muchLater(lab, ada);
    expect(ada.texts()).toEqual({ 'b.csv': 'two' });
    expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
    expect(ada.stored()).toEqual([]);
    expect(await badges(lab, ada)).toEqual({ 'a.csv': 'remote', 'b.csv': 'local' });
    expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ mirrors: [{ files: 1, waiting: 0, held: 0 }] });
  },
);

test('what is kept again is downloaded, with what changed at the service meanwhile', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one' });
  await free(lab, ada, 'a.csv');
  const colleague = lab.service.colleague(0);
  colleague.editFile(idOf(lab, 'a.csv'), bytes('newer'));
  colleague.renameFile(idOf(lab, 'a.csv'), 'c.csv');
  await muchLater(lab, ada);
  expect(ada.texts()).toEqual({});
  expect(await badges(lab, ada)).toEqual({ 'c.csv': 'remote' });
  expect(await keep(lab, ada, 'c.csv')).toEqual({ files: 1 });
  expect(await lab.sync(ada)).toMatchObject({ received: 1, sent: 0, removed: 0 });
  expect(ada.texts()).toEqual({ 'c.csv': 'newer' });
  expect(await keep(lab, ada, 'c.csv')).toEqual({ files: 0 });
  await muchLater(lab, ada);
  expect(lab.there()).toEqual({ 'c.csv': 'newer' });
});

test('a file with an edit that the service does not have is not freed, whether it was looked at or not [L23]', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.save(ada, { 'a.csv': 'edited' });
  expect(await free(lab, ada, 'a.csv')).toMatchObject({ files: 0, refused: [{ path: 'a.csv', reason: 'not-sent' }] });
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'no-connection' } : null);
  await lab.sync(ada);
  lab.trouble = () => null;
  expect(await free(lab, ada, 'a.csv')).toMatchObject({ files: 0, refused: [{ path: 'a.csv', reason: 'not-sent' }] });
  lab.save(ada, { 'new.csv': 'never sent' });
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'no-connection' } : null);
  lab.clock.advanceBy(3_600_000);
  await lab.sync(ada);
  lab.trouble = () => null;
  const done = await free(lab, ada, 'new.csv');
  expect(done.refused[0]?.text).toContain('not sent yet');
  expect(ada.texts()).toEqual({ 'a.csv': 'edited', 'b.csv': 'two', 'new.csv': 'never sent' });
});

test('a file of which the service has another version, or none, is not freed', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  lab.service.colleague(0).removeFile(idOf(lab, 'b.csv'));
  expect(await free(lab, ada, 'a.csv', 'b.csv')).toMatchObject({
    files: 0,
    refused: [
      { path: 'a.csv', reason: 'changed-there' },
      { path: 'b.csv', reason: 'gone-there' },
    ],
  });
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
});

test('an edit at the last instant before the space is freed stays here and is sent [L23]', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one' });
  lab.scheduler.mischief = ({ label, when }) => {
    if (label === 'disk.free a.csv' && when === 'before') lab.save(ada, { 'a.csv': 'edited' });
    return undefined;
  };
  expect(await free(lab, ada, 'a.csv')).toMatchObject({ files: 0, refused: [{ reason: 'changing' }] });
  lab.scheduler.mischief = () => undefined;
  await muchLater(lab, ada);
  expect([ada.texts(), lab.there()]).toEqual([{ 'a.csv': 'edited' }, { 'a.csv': 'edited' }]);
});

const CRASHES: readonly (readonly [string, (moment: Moment) => boolean])[] = [
  ['before it', ({ label, when }) => label === 'disk.free a.csv' && when === 'before'],
  ['while it is set aside', ({ label }) => label === 'disk.free a.csv: set aside'],
  ['right after it', ({ label, when }) => label === 'disk.free a.csv' && when === 'after'],
];

test.each(CRASHES)('a crash when space is freed, %s, never counts as a removal', async (_, dies) => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.scheduler.mischief = (moment): Verdict => (dies(moment) ? { do: 'crash' } : undefined);
  void ada.app.handlers['files.free']({ paths: [at('a.csv')] });
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  expect(ada.isAlive).toBe(false);
  lab.scheduler.mischief = () => undefined;
  await lab.drive(ada.start());
  await muchLater(lab, ada);
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
  expect(ada.journal.intents.all('m1' as never)).toEqual([]);
  await keep(lab, ada, 'a.csv');
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
});

test.each(['renames', 'removes'])(
  'what a person %s at the last instant before its space is freed is not freed',
  async deed => {
    const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
    lab.scheduler.mischief = ({ label, when }) => {
      if (label !== 'disk.free a.csv' || when !== 'before') return undefined;
      if (deed === 'renames') ada.disk.tree.rename(at('a.csv'), at('c.csv'));
      else ada.disk.tree.remove(at('a.csv'));
      return undefined;
    };
    expect(await free(lab, ada, 'a.csv')).toMatchObject({ files: 0, refused: [{ reason: 'changing' }] });
    lab.scheduler.mischief = () => undefined;
    await muchLater(lab, ada);
    // Who removed a file without a record is unknown: it stays at the service.
    const there = deed === 'renames' ? { 'b.csv': 'two', 'c.csv': 'one' } : { 'a.csv': 'one', 'b.csv': 'two' };
    expect(lab.there()).toEqual(there);
    expect(lab.service.sights.versionsOf(idOf(lab, deed === 'renames' ? 'c.csv' : 'a.csv'))).toHaveLength(1);
    expect(ada.journal.intents.all('m1' as never)).toEqual([]);
  },
);

test('a file that is renamed after a crash, just before its space is freed, is renamed and not freed', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  const id = idOf(lab, 'a.csv');
  lab.scheduler.mischief = (moment): Verdict => (CRASHES[0]?.[1](moment) === true ? { do: 'crash' } : undefined);
  void ada.app.handlers['files.free']({ paths: [at('a.csv')] });
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  lab.scheduler.mischief = () => undefined;
  ada.disk.tree.rename(at('a.csv'), at('c.csv'));
  await lab.drive(ada.start());
  await muchLater(lab, ada);
  expect([ada.texts(), lab.there()]).toEqual(Array(2).fill({ 'b.csv': 'two', 'c.csv': 'one' }));
  expect(idOf(lab, 'c.csv')).toBe(id);
  expect(ada.journal.intents.all('m1' as never)).toEqual([]);
});

test('what gets the number of a file that was just freed is a new file, also after a crash', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  ada.disk.tree.reusesInodes = true;
  const id = idOf(lab, 'a.csv');
  lab.scheduler.mischief = (moment): Verdict => (CRASHES[2]?.[1](moment) === true ? { do: 'crash' } : undefined);
  void ada.app.handlers['files.free']({ paths: [at('a.csv')] });
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  lab.scheduler.mischief = () => undefined;
  lab.save(ada, { 'new.csv': 'new' });
  await lab.drive(ada.start());
  await muchLater(lab, ada);
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'two', 'new.csv': 'new' });
  expect(lab.service.sights.versionsOf(id)).toHaveLength(1);
  expect(await badges(lab, ada)).toEqual({ 'a.csv': 'remote', 'b.csv': 'local', 'new.csv': 'local' });
});

test('a crash when space is freed never counts as a removal, whatever the disk refuses at the next start', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.scheduler.mischief = (moment): Verdict => (CRASHES[2]?.[1](moment) === true ? { do: 'crash' } : undefined);
  void ada.app.handlers['files.free']({ paths: [at('a.csv')] });
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  lab.scheduler.mischief = ({ label, when }): Verdict =>
    label === 'disk.entry a.csv' && when === 'before'
      ? { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) }
      : undefined;
  await lab.drive(ada.start());
  await muchLater(lab, ada);
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
  expect(await badges(lab, ada)).toEqual({ 'a.csv': 'remote', 'b.csv': 'local' });
});

test('of a folder all files are freed that are safe, and what is new in it there stays there until it is kept', async () => {
  const { lab, ada } = await inStep({ 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'c.csv': 'three' });
  lab.save(ada, { 'raw/mine.csv': 'not sent' });
  expect(await free(lab, ada, 'raw')).toEqual({ files: 2, sizeBytes: 6, refused: [] });
  const colleague = lab.service.colleague(0);
  colleague.createFile(idOf(lab, 'raw/deep'), 'd.csv', bytes('four'));
  const more = colleague.createFolder(idOf(lab, 'raw'), 'more');
  colleague.createFile(more, 'e.csv', bytes('five'));
  await muchLater(lab, ada);
  expect(ada.texts()).toEqual({ 'c.csv': 'three', 'raw/mine.csv': 'not sent' });
  expect(Object.keys(lab.there()).toSorted()).toEqual([
    'c.csv',
    'raw/a.csv',
    'raw/deep/b.csv',
    'raw/deep/d.csv',
    'raw/mine.csv',
    'raw/more/e.csv',
  ]);
  expect(await keep(lab, ada, 'raw')).toEqual({ files: 4 });
  await lab.sync(ada);
  expect(ada.texts()).toEqual(lab.there());
});

test('a file saved where one was freed is its next version; after an edit there too, both are kept', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  await free(lab, ada, 'a.csv', 'b.csv');
  lab.service.colleague(0).editFile(idOf(lab, 'b.csv'), bytes('theirs'));
  await lab.sync(ada);
  lab.save(ada, { 'a.csv': 'mine', 'b.csv': 'mine too' });
  expect(await lab.sync(ada)).toMatchObject({ conflicted: [{ path: 'b.csv' }] });
  expect(versionsOf(lab, idOf(lab, 'a.csv'))).toEqual(['one', 'mine']);
  expect(Object.values(ada.texts()).toSorted()).toEqual(['mine', 'mine too', 'theirs']);
  expect(Object.values(lab.there()).toSorted()).toEqual(['mine', 'mine too', 'theirs']);
});

test('what is removed at the service while it is only online is forgotten here, and nothing else happens', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  await free(lab, ada, 'a.csv');
  lab.service.colleague(0).removeFile(idOf(lab, 'a.csv'));
  await muchLater(lab, ada);
  expect(await badges(lab, ada)).toEqual({ 'b.csv': 'local' });
  expect(ada.texts()).toEqual({ 'b.csv': 'two' });
});

test('a folder that is removed here stays at the service for what is only online in it', async () => {
  const { lab, ada } = await inStep({ 'raw/a.csv': 'one', 'raw/b.csv': 'two' });
  await free(lab, ada, 'raw/a.csv');
  ada.disk.tree.remove(`${FOLDER}/raw`);
  await muchLater(lab, ada);
  expect(lab.there()).toEqual({ 'raw/a.csv': 'one' });
  expect(await badges(lab, ada)).toEqual({ raw: 'remote' });
  await keep(lab, ada, 'raw');
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'raw/a.csv': 'one' });
});

test('names that lead nowhere are refused as a whole, and a mirror that only sends keeps nothing', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one' }, 'upload');
  await expect(free(lab, ada, 'a.csv', 'gone.csv')).rejects.toThrow('gone.csv');
  await expect(lab.call(ada, 'files.free', { paths: ['/home'] })).rejects.toThrow('in no mirrored folder');
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
  await expect(keep(lab, ada, 'a.csv')).rejects.toThrow('only sends');
});

test('a rule that hides what is only online, and is taken back, removes nothing and fetches nothing', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.txt': 'two' });
  await free(lab, ada, 'a.csv');
  await lab.call(ada, 'rules.add', { mirror: 'm1', pattern: '*.csv' });
  await muchLater(lab, ada);
  await lab.call(ada, 'rules.remove', { mirror: 'm1', pattern: '*.csv' });
  await muchLater(lab, ada);
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.txt': 'two' });
  expect(ada.texts()).toEqual({ 'b.txt': 'two' });
  expect(await badges(lab, ada)).toEqual({ 'a.csv': 'remote', 'b.txt': 'local' });
});
