import { expect, test, vi } from 'vitest';

import { Engine } from '../../../main/engine/loop/engine.ts';
import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';
import type { ChooseTrouble } from '../fakes/fake-http.ts';
import { bytes, idOf, instead } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Little enough that a mirror of these sizes is never looked at as a whole. */
const LITTLE = { pollSeconds: '60', idleRequests: '200' };

/** A mirror of many folders, in step, with the loop running and nothing hot any more. */
async function running(
  folders: number,
  settings: Readonly<Record<string, string>> = LITTLE,
): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', settings);
  const names = Array.from({ length: folders }, (_, index) => [`f${index}/a.csv`, `text ${index}`]);
  lab.save(ada, Object.fromEntries(names) as Record<string, string>);
  await lab.sync(ada);
  lab.clock.advanceBy(2 * HOUR);
  ada.app.start();
  await lab.pass(3 * MINUTE);
  return { lab, ada };
}

/** Counts the requests, and hands the choice of trouble on. */
function counting(lab: QuietLab, trouble: ChooseTrouble = () => null): () => number {
  let count = 0;
  lab.trouble = request => {
    count += 1;
    return trouble(request);
  };
  return () => count;
}

test('an hour in which nothing happens costs at most 600 requests, and every folder is seen within a day [R26]', async () => {
  const { lab, ada } = await running(150, { pollSeconds: '60' });
  const before = lab.clock.now();
  const count = counting(lab);
  await lab.pass(HOUR);
  expect(count()).toBeLessThanOrEqual(600);
  expect(count()).toBeGreaterThan(400);
  const oldest = ada.journal.listings.oldest(ada.journal.mirrors.all()[0]?.id as never);
  expect(oldest).toBeGreaterThan(before);
  const [mirror] = (await lab.call(ada, 'sync.status', null)).mirrors;
  expect(Date.parse(mirror?.checkedAt ?? '')).toBe(oldest);
});

test('a colleague’s edit in a folder that is not hot comes by the hint within two polls [R26]', async () => {
  const { lab, ada } = await running(60);
  lab.service.colleague(0).editFile(idOf(lab, 'f57/a.csv'), bytes('theirs'));
  lab.service.colleague(0).createFile(idOf(lab, 'f58'), 'new.csv', bytes('new'));
  await lab.pass(3 * MINUTE);
  expect(ada.texts()).toMatchObject({ 'f57/a.csv': 'theirs', 'f58/new.csv': 'new' });
  // That folder is hot now: the next edit needs no hint.
  const noHint: ChooseTrouble = ({ url }) =>
    url.endsWith('/folders/files') ? instead(404, { errorCode: 'NOT_FOUND', messages: [] }) : null;
  counting(lab, noHint);
  lab.service.colleague(0).editFile(idOf(lab, 'f57/a.csv'), bytes('again'));
  await lab.pass(2 * MINUTE);
  expect(ada.texts()['f57/a.csv']).toBe('again');
});

test('without any hint a change comes when its folder has its turn', async () => {
  const { lab, ada } = await running(60);
  const noHint: ChooseTrouble = ({ url }) =>
    url.endsWith('/folders/files') ? instead(404, { errorCode: 'NOT_FOUND', messages: [] }) : null;
  const count = counting(lab, noHint);
  lab.service.colleague(0).editFile(idOf(lab, 'f57/a.csv'), bytes('theirs'));
  await lab.pass(2 * HOUR);
  expect(ada.texts()['f57/a.csv']).toBe('theirs');
  // Nothing but the edited folder was hot, for an hour.
  expect(count()).toBeLessThan(2 * 200 + 200);
});

test('a file that moves into a folder nobody looks at is moved here, not removed and fetched', async () => {
  const { lab, ada } = await running(60);
  const inode = ada.disk.tree.find(`${FOLDER}/f5/a.csv`);
  lab.service.colleague(0).moveFile(idOf(lab, 'f5/a.csv'), idOf(lab, 'f50'));
  lab.trouble = ({ url }) => (url.endsWith('/folders/files') ? instead(404, { messages: [] }) : null);
  await lab.pass(2 * HOUR);
  expect(lab.there()['f50/a.csv'] === 'text 5' || lab.there()['f50/a.csv'] === 'text 50').toBe(true);
  const moved = Object.keys(ada.texts()).filter(path => ada.disk.tree.find(`${FOLDER}/${path}`) === inode);
  expect(moved.length).toBe(1);
  expect(moved[0]?.startsWith('f50/')).toBe(true);
  expect(ada.stored()).toEqual([]);
});

// In both orders of their turns.
test.each([
  [5, 50],
  [50, 5],
  [30, 1],
  [59, 2],
])(
  'a file that moves from folder %i into a new one in folder %i is moved here, not removed and fetched [R3]',
  async (from, to) => {
    const { lab, ada } = await running(60);
    const inode = ada.disk.tree.find(`${FOLDER}/f${from}/a.csv`);
    const colleague = lab.service.colleague(0);
    const file = idOf(lab, `f${from}/a.csv`);
    colleague.moveFile(file, colleague.createFolder(colleague.createFolder(idOf(lab, `f${to}`), 'new'), 'deep'));
    lab.trouble = ({ url }) => (url.endsWith('/folders/files') ? instead(404, { messages: [] }) : null);
    await lab.pass(2 * HOUR);
    expect(ada.disk.tree.find(`${FOLDER}/f${to}/new/deep/a.csv`)).toBe(inode);
    expect(Object.keys(ada.texts()).length).toBe(60);
    expect(ada.stored()).toEqual([]);
  },
);

test.each([
  [5, 50],
  [50, 5],
])(
  'a file that moves from folder %i, which is archived then, into a new one in folder %i is moved here, not fetched [R3]',
  async (from, to) => {
    const { lab, ada } = await running(60);
    const inode = ada.disk.tree.find(`${FOLDER}/f${from}/a.csv`);
    const colleague = lab.service.colleague(0);
    const folder = idOf(lab, `f${from}`);
    colleague.moveFile(idOf(lab, `f${from}/a.csv`), colleague.createFolder(idOf(lab, `f${to}`), 'new'));
    colleague.archiveFolder(folder);
    lab.trouble = ({ url }) => (url.endsWith('/folders/files') ? instead(404, { messages: [] }) : null);
    await lab.pass(2 * HOUR);
    expect(ada.disk.tree.find(`${FOLDER}/f${to}/new/a.csv`)).toBe(inode);
    expect(Object.keys(ada.texts()).length).toBe(60);
    expect(ada.stored()).toEqual([]);
  },
);

test('a file removed at the service goes here only after two listings of its folder and a question by its id', async () => {
  const { lab, ada } = await running(60);
  const file = idOf(lab, 'f42/a.csv');
  lab.service.colleague(0).removeFile(file);
  const asked: string[] = [];
  const folder = idOf(lab, 'f42');
  let gone = false;
  lab.trouble = ({ method, url }) => {
    gone ||= ada.texts()['f42/a.csv'] === undefined;
    const isAbout = url.includes(file) || url.includes(`${folder}/files`);
    if (method === 'GET' && isAbout && !gone) asked.push(url.includes(file) ? 'file' : 'list');
    return null;
  };
  await lab.pass(2 * HOUR);
  expect(ada.texts()['f42/a.csv']).toBeUndefined();
  expect(ada.stored()).toEqual(['text 42']);
  expect(asked.filter(what => what === 'list').length).toBeGreaterThanOrEqual(2);
  expect(asked.at(-1)).toBe('file');
  expect(Object.keys(ada.texts()).length).toBe(59);
});

test('folders that are moved, renamed, made and archived at the service follow here, and nothing else changes', async () => {
  const { lab, ada } = await running(60);
  const colleague = lab.service.colleague(0);
  colleague.moveFolder(idOf(lab, 'f1'), idOf(lab, 'f2'));
  colleague.renameFolder(idOf(lab, 'f3'), 'renamed');
  colleague.createFile(colleague.createFolder(idOf(lab, 'f4'), 'made'), 'b.csv', bytes('made'));
  colleague.archiveFolder(idOf(lab, 'f5'));
  await lab.pass(2 * HOUR);
  expect(ada.texts()).toEqual(lab.there());
  expect(ada.stored()).toEqual(['text 5']);
  expect(ada.texts()).toMatchObject({ 'f2/f1/a.csv': 'text 1', 'renamed/a.csv': 'text 3', 'f4/made/b.csv': 'made' });
});

test('a loop that cannot go on says that it is overdue, goes on trying and catches up [W18]', async () => {
  const { lab, ada } = await running(3, { pollSeconds: '60' });
  const state = async (): Promise<string> => (await lab.call(ada, 'sync.status', null)).state;
  expect(await state()).toBe('upToDate');
  const pass = vi.spyOn(Engine.prototype, 'passAll').mockRejectedValue(new Error('a mistake of ours'));
  lab.service.colleague(0).createFile(lab.root, 'new.csv', bytes('new'));
  await lab.pass(4 * MINUTE);
  expect(await state()).toBe('overdue');
  pass.mockRestore();
  await lab.pass(2 * MINUTE);
  expect(await state()).toBe('upToDate');
  expect(ada.texts()['new.csv']).toBe('new');
});

test('a removed file that a look left out of sight, without a place, is missed by the next one [6627]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'a', 'raw/b.csv': 'b', 'other/c.csv': 'c' });
  await lab.syncTwice(ada);
  const [mirror] = ada.journal.mirrors.all();
  const file = mirror === undefined ? null : ada.journal.items.byLocalPlace(mirror.rootItem, 'a.csv');
  ada.disk.tree.remove(`${FOLDER}/a.csv`);
  if (file === null) throw new Error('The file is not recorded');
  // What is left of a look that was made while folders moved: the file's key is nowhere, and another has its place.
  ada.journal.transaction(() => {
    ada.journal.items.setLocal(file.id, 'unknown');
    ada.journal.items.vacate(file.id);
  });
  for (let turn = 0; turn < 4; turn++) await lab.sync(ada);
  expect(lab.there()).toEqual({ 'raw/b.csv': 'b', 'other/c.csv': 'c' });
});
