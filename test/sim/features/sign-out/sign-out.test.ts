import { expect, test } from 'vitest';

import type { FreeingRound, Leaving, Left } from '../../../../shared/features/sign-out/model.ts';
import { HOUR, MINUTE } from '../../../../shared/units.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes, idOf, instead } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import type { Moment, Verdict } from '../../fakes/scheduler.ts';

/** Files in step on both sides for a good while. */
async function inStep(files: Readonly<Record<string, string>>) {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, files);
  await lab.sync(ada);
  lab.clock.advanceBy(HOUR);
  return { lab, ada };
}

const look = (lab: QuietLab, ada: Computer): Promise<Leaving> => lab.call(ada, 'leaving.look', null);

/** As a window does it: round by round, then the end. */
async function leave(lab: QuietLab, ada: Computer, lose: readonly string[] = []): Promise<Left & { files: number }> {
  let files = 0;
  for (let after: number | null = null; ;) {
    const round: FreeingRound = await lab.call(ada, 'leaving.free', { after });
    files += round.files;
    after = round.after;
    if (after === null) break;
  }
  return { ...(await lab.call(ada, 'leaving.finish', { lose: [...lose] })), files };
}

function reasons(stays: Leaving['stays']): Record<string, string> {
  return Object.fromEntries(stays.map(({ path, reason }) => [path, reason]));
}

const everything = (ada: Computer): string[] => Object.keys(ada.disk.tree.texts(FOLDER)).toSorted();

test('what the service has goes here and stays there; the folder is let go, and nobody is signed in', async () => {
  const files = { 'a.csv': 'one', 'raw/deep/b.csv': 'two' };
  const { lab, ada } = await inStep(files);
  ada.disk.tree.mkdir(`${FOLDER}/raw/my own, empty`);
  const before = await look(lab, ada);
  expect(before).toMatchObject({ mirrors: [{ files: 2, sizeBytes: 6, stays: 0, trouble: null }], staysTotal: 0 });
  expect(ada.texts()).toEqual(files);
  expect(await leave(lab, ada)).toMatchObject({ files: 2, left: { mirrors: [], stays: [] }, lost: { files: 0 } });
  expect(everything(ada)).toEqual([]);
  // Empty and both sides had it: gone. A folder that was never sent may be the person's own.
  expect(ada.disk.tree.find(`${FOLDER}/raw/deep`)).toBeNull();
  expect(ada.disk.tree.find(`${FOLDER}/raw/my own, empty`)).not.toBeNull();
  expect(ada.disk.tree.find(`${FOLDER}/.benchtop`)).toBeNull();
  expect(lab.there()).toEqual(files);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'signedOut', mirrors: [] });
  await lab.drive(ada.start());
  expect(lab.there()).toEqual(files);
});

test('unsent, new, skipped and special files stay, each with its reason and its place [S34]', async () => {
  const { lab, ada } = await inStep({ 'raw/a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three' });
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'no-connection' } : null);
  lab.save(ada, { 'raw/a.csv': 'edited', 'never sent.csv': 'mine', 'Thumbs.db': 'droppings' });
  lab.clock.advanceBy(HOUR);
  await lab.sync(ada);
  lab.trouble = () => null;
  // No scan has seen these two yet.
  lab.save(ada, { 'b.csv': 'edited just now', 'raw/new.csv': 'new' });
  ada.disk.tree.putOther(`${FOLDER}/link`);
  const expected = {
    // Its request was made and not answered.
    'raw/a.csv': 'begun',
    'b.csv': 'changing',
    'never sent.csv': 'only-here',
    'raw/new.csv': 'unseen',
    'Thumbs.db': 'hidden',
    link: 'special',
  };
  const before = await look(lab, ada);
  expect(reasons(before.stays)).toEqual(expected);
  expect(before.mirrors).toMatchObject([{ files: 1, sizeBytes: 5, stays: 6 }]);
  expect(before.stays.find(({ path }) => path === 'raw/a.csv')).toMatchObject({
    place: `${FOLDER}/raw/a.csv`,
    text: expect.stringContaining('did not say that it arrived') as string,
  });
  const { files, left } = await leave(lab, ada);
  expect([files, reasons(left.stays)]).toEqual([1, expected]);
  expect(ada.texts()).toEqual({
    'raw/a.csv': 'edited',
    'b.csv': 'edited just now',
    'never sent.csv': 'mine',
    'raw/new.csv': 'new',
    'Thumbs.db': 'droppings',
  });
  expect(lab.there()).toEqual({ 'raw/a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three' });
});

test('both sides of a conflict stay, and so does what a colleague changed or removed meanwhile', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three', 'd.csv': 'four' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  lab.save(ada, { 'a.csv': 'mine' });
  expect(await lab.sync(ada)).toMatchObject({ conflicted: [{ path: 'a.csv' }] });
  lab.clock.advanceBy(HOUR);
  const before = await look(lab, ada);
  expect(Object.values(reasons(before.stays))).toEqual(['conflict', 'conflict']);
  // Changes at the service that this computer does not know yet are found when both sides are compared.
  lab.service.colleague(0).editFile(idOf(lab, 'b.csv'), bytes('newer'));
  lab.service.colleague(0).removeFile(idOf(lab, 'c.csv'));
  const { files, left } = await leave(lab, ada);
  expect(files).toBe(1);
  expect(reasons(left.stays)).toMatchObject({ 'b.csv': 'unchecked', 'c.csv': 'unchecked' });
  expect(left.staysTotal).toBe(4);
  expect(Object.values(ada.texts()).toSorted()).toEqual(['mine', 'theirs', 'three', 'two']);
});

test('an edit in a folder that only receives stays, and so does one that the service does not take', async () => {
  const lab = new QuietLab();
  lab.service.colleague(0).createFile(lab.root, 'a.csv', bytes('theirs'));
  lab.service.colleague(0).createFile(lab.root, 'b.csv', bytes('two'));
  const ada = await lab.computer('Ada', {}, 'download');
  await lab.sync(ada);
  const ben = await lab.computer('Ben');
  await lab.sync(ben);
  lab.clock.advanceBy(HOUR);
  lab.save(ada, { 'a.csv': 'mine' });
  lab.save(ben, { 'a.csv': 'mine' });
  lab.trouble = ({ method }) => (method === 'POST' ? instead(403, { messages: ['You may only read this.'] }) : null);
  await lab.sync(ada);
  await lab.sync(ben);
  lab.trouble = () => null;
  for (const one of [ada, ben]) {
    const { files, left } = await leave(lab, one);
    expect([files, reasons(left.stays), one.texts()]).toEqual([1, { 'a.csv': 'not-sent' }, { 'a.csv': 'mine' }]);
    expect(left.stays[0]?.text ?? '').toMatch(one === ben ? /You may only read this\./ : /./);
  }
  expect(lab.there()).toEqual({ 'a.csv': 'theirs', 'b.csv': 'two' });
});

test('an edit at the last instant stays [L23]', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  await look(lab, ada);
  lab.scheduler.mischief = ({ label, when }) => {
    if (label === 'disk.free a.csv' && when === 'before') lab.save(ada, { 'a.csv': 'edited' });
    return undefined;
  };
  const { left } = await leave(lab, ada);
  expect(reasons(left.stays)).toEqual({ 'a.csv': 'changing' });
  expect([ada.texts(), lab.there()]).toEqual([{ 'a.csv': 'edited' }, { 'a.csv': 'one', 'b.csv': 'two' }]);
});

const FIVE = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(name => [`raw/${name}.csv`, name]));

const CRASHES: readonly (readonly [string, (moment: Moment) => boolean])[] = [
  ['before a file goes', ({ label, when }) => label === 'disk.free raw/c.csv' && when === 'before'],
  ['while a file goes', ({ label }) => label === 'disk.free raw/c.csv: set aside'],
  ['after a file went', ({ label, when }) => label === 'disk.free raw/c.csv' && when === 'after'],
  ['when a folder was let go', ({ label, when }) => label === 'disk.removeFolder raw' && when === 'before'],
  ['before its mark goes', ({ label, when }) => label === `disk.unmark ${FOLDER}` && when === 'before'],
];

test.each(CRASHES)('a crash %s loses nothing, and all of it can be asked for again', async (_, dies) => {
  const { lab, ada } = await inStep(FIVE);
  lab.save(ada, { 'raw/mine.csv': 'not sent' });
  lab.scheduler.mischief = (moment): Verdict => (dies(moment) ? { do: 'crash' } : undefined);
  const { handlers } = ada.app;
  const leaving = async () => {
    await handlers['leaving.free']({ after: null });
    // The last file that is not ours to remove, so that the folder can go, too.
    ada.disk.tree.remove(`${FOLDER}/raw/mine.csv`);
    await handlers['leaving.finish']({ lose: [] });
  };
  void leaving();
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  expect(ada.isAlive).toBe(false);
  lab.scheduler.mischief = () => undefined;
  await lab.drive(ada.start());
  // For a while it is as before: what went is only online, and nothing counts as removed.
  for (let turn = 0; turn < 3; turn++) {
    lab.clock.advanceBy(HOUR);
    await lab.sync(ada);
  }
  expect(lab.there()).toMatchObject(FIVE);
  await leave(lab, ada);
  expect(lab.there()).toMatchObject(FIVE);
  expect(everything(ada).filter(path => path.startsWith('raw/') && path !== 'raw/mine.csv')).toEqual([]);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'signedOut', mirrors: [] });
});

test('without the service nothing goes, and the folder goes on as before', async () => {
  const { lab, ada } = await inStep(FIVE);
  lab.trouble = () => ({ kind: 'no-connection' });
  expect(await look(lab, ada)).toMatchObject({ mirrors: [{ files: 5, trouble: null }] });
  await expect(lab.call(ada, 'leaving.free', { after: null })).rejects.toMatchObject({ fault: { kind: 'offline' } });
  expect(ada.texts()).toEqual(FIVE);
  expect(await lab.call(ada, 'mirrors.list', null)).toMatchObject([{ state: 'paused' }]);
  lab.trouble = () => null;
  lab.clock.advanceBy(3 * MINUTE);
  lab.service.colleague(0).createFile(idOf(lab, 'raw'), 'f.csv', bytes('f'));
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ ...FIVE, 'raw/f.csv': 'f' });
});

test('when the service goes away half-way, what went is there, what did not is here, and it can go on later', async () => {
  const { lab, ada } = await inStep(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.csv`, `${at}`])));
  const all = lab.there();
  let answers = 0;
  lab.trouble = () => ((answers += 1) > 12 ? { kind: 'no-connection' } : null);
  await expect(lab.call(ada, 'leaving.free', { after: null })).rejects.toMatchObject({ fault: { kind: 'offline' } });
  const left = Object.keys(ada.texts()).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(30);
  lab.trouble = () => null;
  expect(lab.there()).toEqual(all);
  expect(await look(lab, ada)).toMatchObject({ mirrors: [{ files: left }], staysTotal: 0 });
  await leave(lab, ada);
  expect([ada.texts(), lab.there()]).toEqual([{}, all]);
});

test('a service that fails for every file is said to fail; where it fails for one, that one stays', async () => {
  const { lab, ada } = await inStep(FIVE);
  const bad = idOf(lab, 'raw/c.csv');
  lab.trouble = ({ url }) => (url.includes('/files/') ? instead(500, { messages: ['Later.'] }) : null);
  await expect(lab.call(ada, 'leaving.free', { after: null })).rejects.toMatchObject({ fault: { kind: 'failing' } });
  expect(ada.texts()).toEqual(FIVE);
  lab.trouble = ({ url }) => (url.includes(bad) ? instead(500, { messages: ['Later.'] }) : null);
  const { files, left } = await leave(lab, ada);
  expect([files, reasons(left.stays)]).toEqual([4, { 'raw/c.csv': 'unchecked' }]);
  expect([ada.texts(), lab.there()]).toEqual([{ 'raw/c.csv': 'c' }, FIVE]);
});

test('many files go in rounds, each of which can be the last', async () => {
  const many = Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`${at}.csv`, 'x']));
  const { lab, ada } = await inStep(many);
  const first = await lab.call(ada, 'leaving.free', { after: null });
  expect(first.after).not.toBeNull();
  expect(Object.keys(ada.texts())).toHaveLength(450 - first.files);
  expect(await leave(lab, ada)).toMatchObject({ files: 450 - first.files, left: { staysTotal: 0 } });
  expect([ada.texts(), Object.keys(lab.there()).length]).toEqual([{}, 450]);
});

test('a file that the disk does not let go stays', async () => {
  const { lab, ada } = await inStep(FIVE);
  ada.disk.tree.refuse(`${FOLDER}/raw/c.csv`, 'EACCES');
  const { files, left } = await leave(lab, ada);
  expect([files, reasons(left.stays)]).toEqual([4, { 'raw/c.csv': 'unchecked' }]);
  expect(lab.there()).toEqual(FIVE);
});

test('a pause that a person made stays when nothing comes of it', async () => {
  const { lab, ada } = await inStep(FIVE);
  await lab.call(ada, 'sync.pause', { mirror: 'm1', untilMs: null });
  await lab.call(ada, 'leaving.free', { after: null });
  lab.clock.advanceBy(HOUR);
  expect(await lab.call(ada, 'mirrors.list', null)).toMatchObject([
    { state: 'paused', reason: expect.stringContaining('until you resume it') as string },
  ]);
});

test('a folder that halted is left alone and stays mirrored, and the others are let go', async () => {
  const { lab, ada } = await inStep(FIVE);
  const other = lab.service.colleague(0).createFolder(null, 'Other');
  lab.service.colleague(0).createFile(other, 'o.csv', bytes('other'));
  ada.disk.tree.mkdir('/home/other');
  await lab.call(ada, 'mirrors.add', { remote: other, local: '/home/other', mode: 'two-way' });
  await lab.sync(ada);
  ada.disk.tree.remove(`${FOLDER}/.benchtop`);
  await lab.sync(ada);
  lab.clock.advanceBy(HOUR);
  const before = await look(lab, ada);
  expect(before.mirrors).toMatchObject([
    { id: 'm1', files: 0, stays: 5, trouble: expect.stringContaining(FOLDER) as string },
    { id: 'm2', files: 1, stays: 0, trouble: null },
  ]);
  const { left } = await leave(lab, ada);
  expect(left.mirrors).toMatchObject([{ id: 'm1', stays: 5 }]);
  expect([ada.texts(), ada.disk.tree.texts('/home/other')]).toEqual([FIVE, {}]);
  expect(lab.there()).toEqual(FIVE);
});

test('a folder whose mark went since is found out, and nothing in it is removed', async () => {
  const { lab, ada } = await inStep(FIVE);
  await look(lab, ada);
  ada.disk.tree.remove(`${FOLDER}/.benchtop`);
  const { files, left } = await leave(lab, ada);
  expect([files, ada.texts()]).toEqual([0, FIVE]);
  expect(left.mirrors).toMatchObject([{ id: 'm1', trouble: expect.stringContaining(FOLDER) as string }]);
});

/** A file in the store that was removed at the service, and one that waits to be sent. */
async function withRecords() {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.service.colleague(0).removeFile(idOf(lab, 'b.csv'));
  await lab.syncTwice(ada);
  await lab.syncTwice(ada);
  const folder = lab.service.colleague(0).createFolder(null, 'Elsewhere');
  const tops = [{ name: 'c.csv', kind: 'file' as const }];
  const wish = { tops, files: 1, sizeBytes: 5, largestBytes: 5, endings: [] };
  const { ticket } = await lab.call(ada, 'drops.begin', { place: { base: folder }, wish });
  const chunks = (async function* () {
    yield bytes('three');
  })();
  await lab.drive(ada.app.drops.take(ticket, ['c.csv'], { sizeBytes: 5, chunks }));
  return { lab, ada };
}

test('what Benchtop keeps by itself stays unless a person gave it up, and is told with its place', async () => {
  const { lab, ada } = await withRecords();
  const before = await look(lab, ada);
  expect(before).toMatchObject({
    apart: [
      { from: 'waiting', path: 'c.csv', sizeBytes: 5 },
      { from: 'store', path: 'b.csv', sizeBytes: 3 },
    ],
    apartTotal: 2,
    apartBytes: 8,
    records: '/data',
  });
  const { left, lost } = await leave(lab, ada);
  expect([lost.files, left.apartTotal]).toEqual([0, 2]);
  expect(ada.stored()).toEqual(['two']);
  expect(await lab.call(ada, 'drops.waiting', null)).toMatchObject([{ name: 'c.csv' }]);
});

test('of what a person gave up only what was listed goes [S34]', async () => {
  const { lab, ada } = await withRecords();
  const { apart } = await look(lab, ada);
  lab.service.colleague(0).removeFile(idOf(lab, 'a.csv'));
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'no-connection' } : null);
  await lab.syncTwice(ada);
  await lab.syncTwice(ada);
  lab.trouble = () => null;
  expect(ada.stored()).toContain('one');
  const { left, lost } = await leave(lab, ada, [...apart.map(({ id }) => id), 'store:../../x', 'nonsense']);
  expect(lost).toEqual({ files: 2, sizeBytes: 8 });
  expect(ada.stored()).toEqual(['one']);
  expect(left.apart).toMatchObject([{ from: 'store', path: 'a.csv' }]);
  expect(await lab.call(ada, 'drops.waiting', null)).toEqual([]);
});
