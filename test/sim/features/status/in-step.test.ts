import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import type { ItemId } from '../../../../shared/ids.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { idOf, instead } from '../../lab/altered-answers.ts';
import { PlantedJournal } from '../../lab/planted-throws.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { shownFolder } from '../../lab/shown-folder.ts';

const MINUTE = 60_000;
const OTHER = '/home/other';

/** A daemon with two mirrored folders, in step. */
async function twoFolders(): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { pollSeconds: '60', settleMs: '2000' });
  const remote = lab.service.colleague(0).createFolder(null, 'Other');
  ada.disk.tree.mkdir(OTHER);
  await lab.call(ada, 'mirrors.add', { remote, local: OTHER, mode: 'two-way' });
  for (const root of [FOLDER, OTHER]) ada.disk.tree.write(`${root}/raw/a.csv`, `text of ${root}`);
  ada.app.start();
  await lab.pass(5 * MINUTE);
  return { lab, ada };
}

test('what is edited in each of several folders while the service is away is seen, and told as waiting', async () => {
  const { lab, ada } = await twoFolders();
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'upToDate' });
  lab.trouble = () => ({ kind: 'no-connection' });
  await lab.pass(5 * MINUTE);
  for (const root of [FOLDER, OTHER]) ada.disk.tree.write(`${root}/raw/a.csv`, `edited in ${root}`);
  await lab.pass(20 * MINUTE);
  const status = await lab.call(ada, 'sync.status', null);
  expect(status).toMatchObject({ state: 'offline', mirrors: [{ waiting: 1 }, { waiting: 1 }] });
  const { queued } = await lab.call(ada, 'activity.waiting', null);
  expect(queued.map(({ mirror, path }) => `${mirror} ${path}`)).toEqual(['m1 raw/a.csv', 'm2 raw/a.csv']);
});

test('an edit is seen at once while the service is away, long before it is tried again', async () => {
  const { lab, ada } = await twoFolders();
  const counted = { requests: 0 };
  lab.trouble = () => {
    counted.requests += 1;
    return { kind: 'no-connection' };
  };
  await lab.pass(3 * 60 * MINUTE);
  const { requests } = counted;
  // The watcher of the simulation loses some events.
  for (let turn = 0; turn < 8; turn++) {
    ada.disk.tree.write(`${OTHER}/raw/a.csv`, `edited ${turn}`);
    await lab.pass(500);
  }
  await lab.pass(10_000);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ mirrors: [{ waiting: 0 }, { waiting: 1 }] });
  expect(counted.requests - requests).toBeLessThan(5);
});

/** One mirrored folder, in step, and its loop running. */
async function running(files: Readonly<Record<string, string>>): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { pollSeconds: '60' });
  lab.save(ada, files);
  ada.app.start();
  await lab.pass(5 * MINUTE);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'upToDate' });
  return { lab, ada };
}

/** Name → badge and note of what is in the mirror's own folder. */
async function rowsOf(lab: QuietLab, ada: Computer): Promise<Readonly<Record<string, readonly (string | null)[]>>> {
  const { rows } = await shownFolder(lab, ada);
  return Object.fromEntries(rows.map(({ name, badge, note }) => [name, [badge, note]]));
}

/** What each surface says of all: the pill, Settings, Activity, and what is waiting. */
async function claims(lab: QuietLab, ada: Computer): Promise<readonly string[]> {
  const [status, [mirror], waiting] = [
    await lab.call(ada, 'sync.status', null),
    await lab.call(ada, 'mirrors.list', null),
    await lab.call(ada, 'activity.waiting', null),
  ];
  return [status.state, mirror?.standing ?? '', waiting.standing, status.mirrors[0]?.standing ?? ''];
}

test('a folder is never better than its worst content: a refused file in it, however deep', async () => {
  const { lab, ada } = await running({ 'raw/deep/a.csv': 'one', 'other/b.csv': 'two' });
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.includes('/files')
      ? { kind: 'instead', answer: { status: 400, body: JSON.stringify({ message: 'File type not allowed.' }) } }
      : null;
  lab.save(ada, { 'raw/deep/setup.exe': 'program' });
  await lab.pass(3 * MINUTE);
  expect(await rowsOf(lab, ada)).toEqual({ raw: ['blocked', expect.any(String)], other: ['local', null] });
  const roots = await shownFolder(lab, ada);
  expect(roots.rows.map(({ badge }) => badge)).toContain('blocked');
});

test('a link in a mirrored folder is listed, and keeps nothing from being in step', async () => {
  const { lab, ada } = await running({ 'a.csv': 'one' });
  ada.disk.tree.putOther(`${FOLDER}/link to data`);
  await lab.pass(10 * MINUTE);
  expect(await claims(lab, ada)).toEqual(['upToDate', 'in-step', 'in-step', 'in-step']);
  expect(await lab.call(ada, 'problems.list', null)).toMatchObject([{ path: 'link to data', skipped: true }]);
});

test('a file that a link took the place of is told as not carried out', async () => {
  const { lab, ada } = await running({ 'a.csv': 'one' });
  ada.disk.tree.remove(`${FOLDER}/a.csv`);
  ada.disk.tree.putOther(`${FOLDER}/a.csv`);
  await lab.pass(10 * MINUTE);
  expect(await claims(lab, ada)).not.toContain('in-step');
});

test('a removal made in a folder that the service does not show any more is told as not carried out', async () => {
  const { lab, ada } = await running({ 'raw/a.csv': 'one', 'other/b.csv': 'two' });
  const folder = idOf(lab, 'raw');
  lab.trouble = ({ url }) =>
    url.includes(folder) ? instead(403, { errorCode: 'FORBIDDEN', messages: ['No.'] }) : null;
  await lab.pass(5 * MINUTE);
  ada.disk.tree.remove(`${FOLDER}/raw/a.csv`);
  await lab.pass(30 * MINUTE);
  expect(await claims(lab, ada)).not.toContain('in-step');
  const { held } = await lab.call(ada, 'activity.waiting', null);
  expect(held.map(({ path, reason }) => [path, reason])).toContainEqual(['raw/a.csv', 'out-of-sight']);
});

test('records that cannot be written are told, and nothing is called in step until they can', async () => {
  const planted = new PlantedJournal();
  const lab = new QuietLab();
  lab.journal = planted.journal;
  const ada = await lab.computer('Ada', { pollSeconds: '60' });
  lab.save(ada, { 'a.csv': 'one' });
  ada.app.start();
  await lab.pass(5 * MINUTE);
  expect(await claims(lab, ada)).toEqual(['upToDate', 'in-step', 'in-step', 'in-step']);
  planted.plant = () => {
    throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  for (let turn = 0; turn < 4; turn++) {
    lab.save(ada, { 'a.csv': `edited ${turn}` });
    await lab.pass(7000);
  }
  expect(await claims(lab, ada)).toEqual(['overdue', 'unknown', 'unknown', 'unknown']);
  const { trouble } = await lab.call(ada, 'sync.status', null);
  expect(trouble?.text).toContain('records');
  const { items } = await lab.call(ada, 'attention.list', null);
  expect(items.map(({ key }) => key)).toContain('records');
  planted.plant = () => undefined;
  await lab.pass(5 * MINUTE);
  expect(await claims(lab, ada)).toEqual(['upToDate', 'in-step', 'in-step', 'in-step']);
  expect(lab.there()).toEqual({ 'a.csv': 'edited 3' });
});

test('an edit in a folder that is no longer shared is told, without a moment at which it would go on', async () => {
  const { lab, ada } = await running({ 'shared/a.csv': 'one', 'b.csv': 'two' });
  const shared = lab.service.sights.tree(lab.root).find(({ path }) => path === 'shared')?.id ?? '-';
  const refused = instead(403, { errorCode: 'FORBIDDEN', messages: ['No access.'] });
  const file = idOf(lab, 'shared/a.csv');
  lab.trouble = ({ url }) =>
    url.includes(`/folders/${lab.root}/children`)
      ? instead(200, [])
      : url.includes(shared) || url.includes(file)
        ? refused
        : null;
  lab.save(ada, { 'shared/a.csv': 'edited' });
  await lab.pass(30 * MINUTE);
  expect(await claims(lab, ada)).toEqual(['waiting', 'open', 'open', 'open']);
  const { held } = await lab.call(ada, 'activity.waiting', null);
  expect(held.find(({ path }) => path === 'shared/a.csv')).toMatchObject({ reason: 'out-of-sight', until: null });
  const late = held.filter(({ until }) => until !== null && Date.parse(until) < lab.clock.now());
  expect(late).toEqual([]);
  expect(await rowsOf(lab, ada)).toMatchObject({ shared: ['blocked', expect.any(String)] });
});

test('an edit of a file that a colleague gave a name which is skipped here is told', async () => {
  const { lab, ada } = await running({ 'raw/a.csv': 'one' });
  lab.service.colleague(0).renameFile(idOf(lab, 'raw/a.csv'), 'x.tmp');
  await lab.pass(5 * MINUTE);
  lab.save(ada, { 'raw/a.csv': 'edited' });
  await lab.pass(12 * MINUTE);
  expect(ada.texts()).toEqual({ 'raw/a.csv': 'edited' });
  expect(await claims(lab, ada)).toEqual(['waiting', 'open', 'open', 'open']);
  const { held } = await lab.call(ada, 'activity.waiting', null);
  expect(held).toMatchObject([{ path: 'raw/a.csv', reason: 'out-of-sight' }]);
});

test('a program that has just started and keeps nothing in step says since when nobody looked', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  expect(await claims(lab, ada)).toEqual(['upToDate', 'in-step', 'in-step', 'in-step']);
  lab.save(ada, { 'a.csv': 'edited' });
  lab.trouble = () => ({ kind: 'no-connection' });
  expect(await lab.sync(ada)).toMatchObject({ stopped: { kind: 'offline' } });
  await lab.drive(ada.start());
  expect(await claims(lab, ada)).toEqual(['overdue', 'unknown', 'unknown', 'unknown']);
});

test('the text that the service read of another version is not called that of the one here', async () => {
  const { lab, ada } = await running({ 'a.csv': 'one' });
  ada.journal.items.extractions.set(ada.journal.items.byPath(rootOf(ada), 'a.csv')?.id as never, 'done');
  const said = async () => (await shownFolder(lab, ada)).rows[0]?.extraction;
  expect(await said()).toBe('done');
  lab.trouble = () => ({ kind: 'no-connection' });
  await lab.pass(5 * MINUTE);
  for (const text of ['edited', 'edited again', 'and again']) {
    lab.save(ada, { 'a.csv': text });
    await lab.pass(20_000);
  }
  expect(await said()).toBeNull();
});

test('that the service is away is not hidden behind what needs a person, and both are told', async () => {
  const { lab, ada } = await running({ 'a.csv': 'one' });
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.includes('/files')
      ? { kind: 'instead', answer: { status: 400, body: JSON.stringify({ message: 'File type not allowed.' }) } }
      : null;
  lab.save(ada, { 'setup.exe': 'program' });
  await lab.pass(3 * MINUTE);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'attention', attention: 1 });
  lab.trouble = () => ({ kind: 'no-connection' });
  await lab.pass(5 * MINUTE);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'offline', attention: 1 });
});

function rootOf(ada: Computer): ItemId {
  const [mirror] = ada.journal.mirrors.all();
  if (mirror === undefined) throw new Error('a folder is mirrored');
  return mirror.rootItem;
}
