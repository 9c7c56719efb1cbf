import { expect, test } from 'vitest';

import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import type { Computer } from '../../world/computer.ts';
import { INSTEAD, type HttpTrouble } from '../../fakes/fake-http.ts';
import { altered, bytes, idOf } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { shownFolder } from '../../lab/shown-folder.ts';

const STORAGE = 'http://127.0.0.1:2';
const FILES = { 'a.csv': 'one', 'plates/b.csv': 'two', 'plates/deep/c.csv': 'three', 'notes/d.md': 'four' };

async function inStep(mode: MirrorMode = 'two-way', settings: Readonly<Record<string, string>> = {}) {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', settings, mode);
  lab.save(ada, FILES);
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  return { lab, ada };
}

/** The id of the row at a path. */
async function row(lab: QuietLab, ada: Computer, path: string): Promise<string> {
  let folder: string | null = null;
  for (const name of path.split('/')) {
    const view = await shownFolder(lab, ada, folder);
    folder = view.rows.find(each => each.name === name)?.id ?? 'none';
  }
  return folder ?? 'none';
}

const inMirror = (folder: string | null) => ({ mirror: 'm1', folder });

test('a folder is made, a file renamed and another moved here while the service is away; all of it is carried there', async () => {
  const { lab, ada } = await inStep();
  lab.trouble = () => ({ kind: 'no-connection' });
  const plates = await row(lab, ada, 'plates');
  await lab.call(ada, 'files.newFolder', { place: inMirror(plates), name: ' Day 1 ' });
  expect(await lab.call(ada, 'files.rename', { id: await row(lab, ada, 'a.csv'), name: 'run/7.csv' })).toEqual({
    name: 'run∕7.csv',
    path: 'run∕7.csv',
    isSent: false,
  });
  const ids = [await row(lab, ada, 'notes/d.md'), await row(lab, ada, 'plates/b.csv')];
  const moved = await lab.call(ada, 'files.move', { ids, to: inMirror(null), agreed: null });
  expect(moved.done.map(({ path }) => path)).toEqual(['d.md', 'b.csv']);
  lab.trouble = () => null;
  await lab.syncTwice(ada);
  expect(lab.there()).toEqual({
    'run/7.csv': 'one',
    'b.csv': 'two',
    'plates/deep/c.csv': 'three',
    'd.md': 'four',
  });
  expect(await row(lab, ada, 'plates/Day 1')).not.toBe('none');
});

test('nothing takes the place of something else, here, online only or at the service', async () => {
  const { lab, ada } = await inStep();
  await lab.call(ada, 'files.free', { ids: [await row(lab, ada, 'plates/b.csv')] });
  lab.save(ada, { 'b.csv': 'mine' });
  await lab.sync(ada);
  const id = await row(lab, ada, 'b.csv');
  const plates = await row(lab, ada, 'plates');
  const move = lab.call(ada, 'files.move', { ids: [id], to: inMirror(plates), agreed: null });
  await expect(move).rejects.toThrow('There is a “b.csv” already');
  await expect(lab.call(ada, 'files.rename', { id, name: 'a.csv' })).rejects.toThrow('There is a “a.csv” already');
  const made = lab.call(ada, 'files.newFolder', { place: inMirror(null), name: 'plates' });
  await expect(made).rejects.toThrow('There is a “plates” already');
  const inside = lab.call(ada, 'files.move', {
    ids: [plates],
    to: inMirror(await row(lab, ada, 'plates/deep')),
    agreed: null,
  });
  await expect(inside).rejects.toThrow('cannot be moved into itself');
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'b.csv': 'mine', 'plates/deep/c.csv': 'three', 'notes/d.md': 'four' });
});

test.each([
  ['', 'at least one letter'],
  ['   ', 'at least one letter'],
  ['..', 'mean folders on every computer'],
  ['a\u202ecsv.exe', 'signs that nobody sees'],
  ['a\nb', 'signs that nobody sees'],
  ['ü'.repeat(200), 'longer than 255'],
  ['.Benchtop', 'Benchtop’s own records'],
])('the name %j is refused in words, and nothing is changed', async (name, why) => {
  const { lab, ada } = await inStep();
  await expect(lab.call(ada, 'files.rename', { id: await row(lab, ada, 'a.csv'), name })).rejects.toThrow(why);
  await expect(lab.call(ada, 'files.newFolder', { place: inMirror(null), name })).rejects.toThrow(why);
  expect(ada.texts()).toEqual(FILES);
});

test('what is only online is renamed and moved at the service, and refused in words while that is away', async () => {
  const { lab, ada } = await inStep();
  const id = await row(lab, ada, 'a.csv');
  await lab.call(ada, 'files.free', { ids: [id] });
  lab.trouble = () => ({ kind: 'no-connection' });
  await expect(lab.call(ada, 'files.rename', { id, name: 'z.csv' })).rejects.toMatchObject({
    fault: { kind: 'offline' },
  });
  lab.trouble = () => null;
  expect(await lab.call(ada, 'files.rename', { id, name: 'z.csv' })).toMatchObject({ isSent: true });
  await lab.call(ada, 'files.move', { ids: [id], to: inMirror(await row(lab, ada, 'notes')), agreed: null });
  expect(lab.there()).toEqual({
    'notes/z.csv': 'one',
    'plates/b.csv': 'two',
    'plates/deep/c.csv': 'three',
    'notes/d.md': 'four',
  });
  await lab.syncTwice(ada);
  expect(await row(lab, ada, 'notes/z.csv')).toBe(id);
});

test('what is removed goes into the store with its unsent edits, then at the service, and comes back with one undo', async () => {
  const { lab, ada } = await inStep('two-way', { deleteHoldSeconds: '60' });
  lab.save(ada, { 'plates/b.csv': 'edited, never sent' });
  const id = await row(lab, ada, 'plates');
  expect(await lab.call(ada, 'files.weigh', { ids: [id] })).toMatchObject({ files: 2, folders: 2, onlyThere: 0 });
  const removed = await lab.call(ada, 'files.remove', { ids: [id] });
  expect(removed).toMatchObject({ files: 2, folders: 2, left: [] });
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'notes/d.md': 'four' });
  expect([...ada.stored()].sort()).toEqual(['edited, never sent', 'three']);
  await lab.sync(ada);
  expect(lab.there()).toEqual(FILES);
  await lab.call(ada, 'activity.undo', { id: removed.undo[0] ?? '' });
  await lab.syncTwice(ada);
  lab.clock.advanceBy(3_600_000);
  await lab.syncTwice(ada);
  const all = { ...FILES, 'plates/b.csv': 'edited, never sent' };
  expect(ada.texts()).toEqual(all);
  expect(lab.there()).toEqual(all);
});

test('without an undo, what was removed here is removed at the service after the wait, and its bytes are kept', async () => {
  const { lab, ada } = await inStep('two-way', { deleteHoldSeconds: '60' });
  const ids = [await row(lab, ada, 'plates'), await row(lab, ada, 'a.csv')];
  expect(await lab.call(ada, 'files.remove', { ids })).toMatchObject({ files: 3, folders: 2, left: [] });
  for (let turn = 0; turn < 4; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(3_600_000);
  }
  expect(lab.there()).toEqual({ 'notes/d.md': 'four' });
  expect([...ada.stored()].sort()).toEqual(['one', 'three', 'two']);
});

test('what is only online is fetched into the store before it is removed there', async () => {
  const { lab, ada } = await inStep();
  const id = await row(lab, ada, 'a.csv');
  await lab.call(ada, 'files.free', { ids: [id] });
  expect(await lab.call(ada, 'files.remove', { ids: [id] })).toMatchObject({ files: 1, left: [] });
  expect(ada.stored()).toEqual(['one']);
  expect(Object.keys(lab.there())).not.toContain('a.csv');
  await lab.syncTwice(ada);
  expect(ada.stored()).toEqual(['one']);
});

test('a file of the service in no mirror is removed only once its bytes are here; a folder is archived and comes back', async () => {
  const { lab, ada } = await inStep();
  const colleague = lab.service.colleague(0);
  const folder = colleague.createFolder(null, 'Elsewhere');
  const file = colleague.createFile(folder, 'x.csv', bytes('elsewhere'));
  expect(await lab.call(ada, 'files.remove', { ids: [file] })).toMatchObject({ files: 1, left: [], undo: [] });
  expect(ada.stored()).toEqual(['elsewhere']);
  const removed = await lab.call(ada, 'files.remove', { ids: [folder] });
  expect(removed).toMatchObject({ folders: 1, archived: [folder] });
  await lab.call(ada, 'folders.bringBack', { id: folder });
  await lab.call(ada, 'files.newFolder', { place: { base: folder }, name: 'back' });
});

/** A file that is only online, of a service that tells no sizes; what comes in its place, and what is left then. */
async function removedWhile(instead: HttpTrouble, isAlsoOffered: boolean) {
  const { lab, ada } = await inStep();
  const id = isAlsoOffered ? await row(lab, ada, 'a.csv') : idOf(lab, 'a.csv');
  if (isAlsoOffered) await lab.call(ada, 'files.free', { ids: [id] });
  else await lab.call(ada, 'mirrors.remove', { id: 'm1' });
  lab.service.change({ leftOut: ['fileSize', 'versionDetails'] });
  lab.trouble = ({ method, url }) => (method === 'GET' && url.startsWith(STORAGE) ? instead : null);
  const removed = await lab.call(ada, 'files.remove', { ids: [id] });
  return { removed, id, there: lab.there(), stored: ada.stored(), listed: await lab.call(ada, 'store.list', null) };
}

test.each([
  ['a portal page', INSTEAD.captivePortal, true],
  ['a portal page', INSTEAD.captivePortal, false],
  [
    'other bytes of the same length',
    { kind: 'instead', answer: { status: 200, headers: {}, body: 'two' } } as const,
    true,
  ],
])(
  '%s in the place of what is only online is not kept for it, and nothing is removed [T26]',
  async (_, instead, isMirrored) => {
    const { removed, id, there, stored, listed } = await removedWhile(instead, isMirrored);
    expect(removed).toMatchObject({ files: 0, left: [{ id }] });
    expect(there).toEqual(FILES);
    expect([stored, listed]).toEqual([[], []]);
  },
);

test('text that came inline with signs of lost bytes is not kept for a removed file [T26]', async () => {
  const { lab, ada } = await inStep();
  const id = await row(lab, ada, 'a.csv');
  await lab.call(ada, 'files.free', { ids: [id] });
  lab.service.change({ leftOut: ['fileSize', 'versionDetails'], inlineContentBytes: 100 });
  lab.trouble = ({ url }) => (url.endsWith('/content') ? altered(lab, url, () => ({ content: 'o\uFFFDe' })) : null);
  expect((await lab.call(ada, 'files.remove', { ids: [id] })).left).toMatchObject([{ id }]);
  expect([lab.there(), ada.stored()]).toEqual([FILES, []]);
});

test('while the service is away, what is only there stays and is named; the rest is removed', async () => {
  const { lab, ada } = await inStep();
  const online = await row(lab, ada, 'a.csv');
  await lab.call(ada, 'files.free', { ids: [online] });
  lab.trouble = () => ({ kind: 'no-connection' });
  const ids = [online, await row(lab, ada, 'notes/d.md')];
  const removed = await lab.call(ada, 'files.remove', { ids });
  expect(removed.files).toBe(1);
  expect(removed.left).toMatchObject([{ id: online, path: 'a.csv' }]);
  lab.trouble = () => null;
  expect(Object.keys(lab.there())).toContain('a.csv');
});

test('in a mirror that only downloads nothing is changed, and the reason is said', async () => {
  const lab = new QuietLab();
  lab.service.colleague(0).createFile(lab.root, 'a.csv', bytes('one'));
  const ada = await lab.computer('Ada', {}, 'download');
  await lab.sync(ada);
  const id = await row(lab, ada, 'a.csv');
  const only = 'This folder only downloads';
  await expect(lab.call(ada, 'files.rename', { id, name: 'b.csv' })).rejects.toThrow(only);
  await expect(lab.call(ada, 'files.remove', { ids: [id] })).rejects.toThrow(only);
  await expect(lab.call(ada, 'files.newFolder', { place: inMirror(null), name: 'x' })).rejects.toThrow(only);
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
});

test('a file taken out of its folder stays at the service; the copy here is kept in the store', async () => {
  const { lab, ada } = await inStep();
  const id = await row(lab, ada, 'a.csv');
  const service = idOf(lab, 'a.csv');
  lab.save(ada, { 'plates/b.csv': 'unsent' });
  await lab.sync(ada);
  expect(await lab.call(ada, 'files.clearFolder', { ids: [id] })).toMatchObject({ done: [{ id }], left: [] });
  for (let turn = 0; turn < 3; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(3_600_000);
  }
  expect(Object.keys(ada.texts())).not.toContain('a.csv');
  expect(ada.stored()).toContain('one');
  expect(() => lab.service.colleague(0).renameFile(service, 'still there.csv')).not.toThrow();
});
