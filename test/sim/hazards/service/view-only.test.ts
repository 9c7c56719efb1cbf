import { expect, test } from 'vitest';

import { MINUTE } from '../../../../shared/units.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf, instead } from '../../lab/altered-answers.ts';

/** Ada may view the lab's folder, which is not hers, and has a folder of her own. */
async function viewing(
  tree: Readonly<Record<string, string>>,
  mode: 'two-way' | 'download' = 'two-way',
): Promise<{ lab: QuietLab; ada: Computer; own: string; sends: () => number }> {
  const lab = new QuietLab();
  const owner = lab.service.colleague(0);
  for (const [path, text] of Object.entries(tree)) owner.createFile(lab.root, path, bytes(text));
  owner.shareWithAll(lab.root);
  const own = lab.service.colleague(1).createFolder(null, 'Mine');
  lab.user = 1;
  const ada = await lab.computer('Ada', {}, mode);
  let sends = 0;
  lab.trouble = ({ method, url }) => {
    if (method !== 'GET' && /versions|upload|files\//.test(url)) sends += 1;
    return null;
  };
  await lab.sync(ada);
  expect(ada.texts()).toEqual(tree);
  return { lab, ada, own, sends: () => sends };
}

const ownFiles = (lab: QuietLab, own: string): readonly string[] =>
  lab.service.sights.tree(own).map(({ path }) => path);

test('an edit that may not be sent is kept, said, and tried again in minutes, then hourly, or when it changes [P34]', async () => {
  const { lab, ada, sends } = await viewing({ 'a.csv': 'one', 'b.csv': 'two' });
  await lab.call(ada, 'settings.set', { name: 'pollSeconds', value: '3600' });
  ada.app.start();
  lab.save(ada, { 'a.csv': 'mine' });
  const sent: number[] = [];
  for (const minutes of [1, 5, 10, 20, 40, 60, 60]) {
    await lab.pass(minutes * MINUTE);
    sent.push(sends());
  }
  expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(ada.texts()).toEqual({ 'a.csv': 'mine', 'b.csv': 'two' });
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
  const [problem] = await lab.call(ada, 'problems.list', null);
  expect(problem).toMatchObject({ path: 'a.csv', reason: 'not-allowed', fix: 'move-copy' });
  expect(problem?.text).toContain('The service lets you view this, but not change it.');
  const before = sends();
  lab.save(ada, { 'a.csv': 'mine again' });
  await lab.pass(MINUTE);
  expect(sends()).toBe(before + 1);
});

test('new files where nothing may be put are kept and said, each of them [P34]', async () => {
  const { lab, ada } = await viewing({});
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three' });
  await lab.sync(ada);
  const problems = await lab.call(ada, 'problems.list', null);
  expect(problems.map(({ path, reason, fix }) => [path, reason, fix])).toEqual([
    ['a.csv', 'not-allowed', 'move-copy'],
    ['b.csv', 'not-allowed', 'move-copy'],
    ['c.csv', 'not-allowed', 'move-copy'],
  ]);
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three' });
});

test('an edit that may not be sent goes to a folder of its own, and the version of the service comes back [P34]', async () => {
  const { lab, ada, own } = await viewing({ 'a.csv': 'one' });
  lab.service.colleague(1).createFile(own, 'a.csv', bytes('another one'));
  lab.save(ada, { 'a.csv': 'mine' });
  await lab.sync(ada);
  const [problem] = await lab.call(ada, 'problems.list', null);
  const { path } = await lab.call(ada, 'problems.moveCopy', { id: problem?.id ?? '', to: 'Mine' });
  expect(path).toBe('Mine/a (2).csv');
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
  expect(ada.stored()).toEqual(['mine']);
  expect(ownFiles(lab, own)).toEqual(['a (2).csv', 'a.csv']);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('a new file that may not be sent goes to a folder of its own, and into the store [P34]', async () => {
  const { lab, ada, own } = await viewing({ 'a.csv': 'one' });
  lab.save(ada, { 'new.csv': 'new' });
  await lab.sync(ada);
  const [problem] = await lab.call(ada, 'problems.list', null);
  await lab.call(ada, 'problems.moveCopy', { id: problem?.id ?? '', to: own });
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
  expect(ada.stored()).toEqual(['new']);
  expect(ownFiles(lab, own)).toEqual(['new.csv']);
});

test('a copy that the other folder refuses too changes nothing [P34]', async () => {
  const { lab, ada } = await viewing({ 'a.csv': 'one' });
  lab.save(ada, { 'a.csv': 'mine' });
  await lab.sync(ada);
  const [problem] = await lab.call(ada, 'problems.list', null);
  const id = problem?.id ?? '';
  await expect(lab.call(ada, 'problems.moveCopy', { id, to: lab.root })).rejects.toThrow('not-allowed');
  await expect(lab.call(ada, 'problems.moveCopy', { id, to: 'Nowhere' })).rejects.toThrow('no folder');
  await expect(lab.call(ada, 'problems.moveCopy', { id: 'item:999', to: 'Mine' })).rejects.toThrow('item:999');
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'mine' });
  // A sync that a person asks for has tried it again.
  expect(await lab.call(ada, 'problems.list', null)).toEqual([{ ...problem, until: expect.any(String) }]);
});

test('a copy that nobody surely has, for its bytes went astray, changes nothing here [P34, T26]', async () => {
  const { lab, ada } = await viewing({ 'a.csv': 'one' });
  lab.save(ada, { 'a.csv': 'mine' });
  await lab.sync(ada);
  const [problem] = await lab.call(ada, 'problems.list', null);
  lab.trouble = ({ method, url }) => (method === 'PUT' || url.includes('/upload/confirm') ? instead(200, {}) : null);
  const copying = lab.call(ada, 'problems.moveCopy', { id: problem?.id ?? '', to: 'Mine' });
  await expect(copying).rejects.toMatchObject({ fault: { kind: 'failing' } });
  lab.trouble = () => null;
  await lab.sync(ada);
  expect([ada.texts(), ada.stored()]).toEqual([{ 'a.csv': 'mine' }, []]);
});

test('a save while the copy is sent is kept beside the version of the service, and nothing is removed [P34]', async () => {
  const { lab, ada, own } = await viewing({ 'a.csv': 'one' });
  lab.save(ada, { 'a.csv': 'mine' });
  await lab.sync(ada);
  const [problem] = await lab.call(ada, 'problems.list', null);
  lab.trouble = ({ method, url }) => {
    if (method === 'POST' && url.includes('/upload/confirm')) lab.save(ada, { 'a.csv': 'saved meanwhile' });
    return null;
  };
  const copying = lab.call(ada, 'problems.moveCopy', { id: problem?.id ?? '', to: own });
  await expect(copying).rejects.toThrow('stale');
  lab.trouble = () => null;
  await lab.drive(ada.start());
  await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect(ada.texts()['a.csv']).toBe('one');
  expect(Object.values(ada.texts()).sort()).toEqual(['one', 'saved meanwhile']);
});

test('a colleague edits what was edited here and may not be sent: both are kept here [P34]', async () => {
  const { lab, ada } = await viewing({ 'a.csv': 'one' });
  lab.save(ada, { 'a.csv': 'mine' });
  await lab.sync(ada);
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  await lab.syncTwice(ada);
  expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'theirs']);
  expect(ada.texts()['a.csv']).toBe('theirs');
  expect(lab.there()).toEqual({ 'a.csv': 'theirs' });
});

test('an edit in a mirror that only receives is kept and said, and can go to a folder of its own [P34]', async () => {
  const { lab, ada, own, sends } = await viewing({ 'a.csv': 'one' }, 'download');
  lab.save(ada, { 'a.csv': 'mine' });
  const report = await lab.sync(ada);
  expect(report.held.map(({ path, reason }) => [path, reason])).toEqual([['a.csv', 'not-sent']]);
  expect(sends()).toBe(0);
  await lab.call(ada, 'problems.moveCopy', { id: `item:${report.held[0]?.id}`, to: 'Mine' });
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
  expect(ownFiles(lab, own)).toEqual(['a.csv']);
});

test('a right that was given meanwhile is found within minutes without anybody asking [P34]', async () => {
  const { lab, ada } = await viewing({ 'a.csv': 'one' });
  ada.app.start();
  lab.save(ada, { 'a.csv': 'mine' });
  await lab.pass(MINUTE);
  lab.service.colleague(0).letAllEdit(lab.root);
  await lab.pass(5 * MINUTE);
  expect(lab.there()).toEqual({ 'a.csv': 'mine' });
});

/** Files that may not be sent, refused for so long that the next try by itself is up to an hour away. */
async function refusedForLong(): Promise<{ lab: QuietLab; ada: Computer }> {
  const { lab, ada } = await viewing({ 'a.csv': 'one', 'b.csv': 'two' });
  await lab.call(ada, 'settings.set', { name: 'pollSeconds', value: '60' });
  lab.save(ada, { 'a.csv': 'mine', 'b.csv': 'mine too' });
  ada.app.start();
  await lab.pass(80 * MINUTE);
  expect(await lab.call(ada, 'problems.list', null)).toMatchObject([{ path: 'a.csv' }, { path: 'b.csv' }]);
  return { lab, ada };
}

test.each([
  ['looks again', (lab: QuietLab, ada: Computer): Promise<unknown> => lab.call(ada, 'sync.checkNow', null)],
  ['syncs once', (lab: QuietLab, ada: Computer): Promise<unknown> => lab.sync(ada)],
  [
    'signs in again',
    (lab: QuietLab, ada: Computer): Promise<unknown> => {
      const key = lab.service.users[1]?.apiKey ?? '';
      return lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
    },
  ],
] as const)('a right that was given is found at once when a person %s [P34]', async (_, ask) => {
  const { lab, ada } = await refusedForLong();
  lab.service.colleague(0).letAllEdit(lab.root);
  await ask(lab, ada);
  await lab.pass(MINUTE);
  expect(lab.there()).toEqual({ 'a.csv': 'mine', 'b.csv': 'mine too' });
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('what a person skipped stays skipped when a person looks again [P34]', async () => {
  const { lab, ada } = await refusedForLong();
  const [problem] = await lab.call(ada, 'problems.list', null);
  await lab.call(ada, 'problems.skip', { id: problem?.id ?? '' });
  lab.service.colleague(0).letAllEdit(lab.root);
  await lab.call(ada, 'sync.checkNow', null);
  await lab.pass(MINUTE);
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'mine too' });
});

test('a first file that goes through shows that a right was given: the others go with it [P34]', async () => {
  const { lab, ada } = await refusedForLong();
  lab.service.colleague(0).letAllEdit(lab.root);
  const [first] = await lab.call(ada, 'problems.list', null);
  await lab.call(ada, 'problems.retry', { id: first?.id ?? '' });
  await lab.pass(MINUTE);
  expect(lab.there()).toEqual({ 'a.csv': 'mine', 'b.csv': 'mine too' });
});

test('what was refused is tried again as soon as the folder itself, which was closed, can be seen [P34]', async () => {
  const { lab, ada } = await refusedForLong();
  lab.trouble = ({ url }) =>
    url.includes('/folders/') ? instead(403, { errorCode: 'FORBIDDEN', messages: [] }) : null;
  await lab.pass(3 * MINUTE);
  expect(await lab.call(ada, 'problems.list', null)).toMatchObject([{ id: 'm1', reason: 'not-allowed' }, {}, {}]);
  lab.service.colleague(0).letAllEdit(lab.root);
  lab.trouble = () => null;
  await lab.pass(3 * MINUTE);
  expect(lab.there()).toEqual({ 'a.csv': 'mine', 'b.csv': 'mine too' });
});
