import { beforeEach, expect, test } from 'vitest';

import { effectiveAccess } from '../../../../shared/features/sharing/effective-access.ts';
import type { SharePrincipal, SharingView } from '../../../../shared/features/sharing/model.ts';
import { sharingWindow } from '../../../../shared/features/sharing/window-text.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

let lab: QuietLab;
let ada: Computer;
let plates: string;
let file: string;

beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  plates = colleague.createFolder(lab.root, 'Plates');
  file = colleague.createFile(plates, 'plate 7.csv', bytes('well,value\n'));
  await lab.sync(ada);
});

const ORGANIZATION: SharePrincipal = { kind: 'organization', id: null };

/** As the sample calls them. */
const NAMES = ['Mira Halden', 'Jonas Brandt', 'Aiko Tanabe'];

function person(at: number): SharePrincipal {
  return { kind: 'user', id: String(lab.service.users[at]?.userId) };
}

/** Who can reach it, by name: the role, and each way. */
function waysOf({ rows }: SharingView): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rows.map(({ name, role, sources }) => [
      name,
      `${role}: ${sources.map(({ how, role: own, folder }) => `${how} ${own} ${folder?.name ?? ''}`.trim()).join(', ')}`,
    ]),
  );
}

function nameOf(at: number): string {
  return NAMES[at] ?? '';
}

test('each way to a file is named: its owner, the folder it comes from, and its own entries', async () => {
  await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'viewer' });
  const view = await lab.call(ada, 'sharing.add', { id: file, principal: person(1), role: 'editor' });
  expect(view).toMatchObject({ kind: 'file', name: 'plate 7.csv', canChange: true, isFresh: true, wider: null });
  expect(waysOf(view)[nameOf(1)]).toBe('editor: folder viewer Plates, here editor');
  expect(view.rows.find(({ isMe }) => isMe)?.name).toBe(nameOf(0));
  expect(view.folder).toMatchObject({ name: 'Plates', outside: [] });
});

test('a file that is shared with somebody who cannot open its folder says so, and the folder counts it', async () => {
  const view = await lab.call(ada, 'sharing.add', { id: file, principal: person(1), role: 'viewer' });
  expect(view.folder).toMatchObject({ id: plates, name: 'Plates', outside: [nameOf(1)] });
  expect(view.folder?.matching).toMatchObject([{ name: nameOf(1), before: 'viewer', after: null }]);
  expect(await lab.call(ada, 'sharing.look', { id: plates })).toMatchObject({ wider: 1 });
});

test('a role is changed by a new entry, and the old one goes when the new one is seen', async () => {
  const before = await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'editor' });
  const entry = before.rows.find(({ name }) => name === nameOf(1))?.sources[0]?.entry ?? '';
  const after = await lab.call(ada, 'sharing.changeRole', { id: plates, entry, role: 'viewer' });
  expect(waysOf(after)[nameOf(1)]).toBe('viewer: here viewer');
});

test('an entry that a colleague removed meanwhile is not changed', async () => {
  const before = await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'editor' });
  const entry = before.rows.find(({ name }) => name === nameOf(1))?.sources[0]?.entry ?? '';
  expect(waysOf(await lab.call(ada, 'sharing.remove', { id: plates, entry }))).not.toHaveProperty(nameOf(1));
  await expect(lab.call(ada, 'sharing.changeRole', { id: plates, entry, role: 'viewer' })).rejects.toThrow(
    'Somebody changed this sharing',
  );
  expect(waysOf(await lab.call(ada, 'sharing.remove', { id: plates, entry }))).not.toHaveProperty(nameOf(1));
});

test('who has the role already is not added again', async () => {
  await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'editor' });
  await expect(lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'editor' })).rejects.toThrow(
    `${nameOf(1)} has this role already`,
  );
  const view = await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'admin' });
  expect(waysOf(view)[nameOf(1)]).toBe('admin: here admin');
});

test('an entry that the service took and does not show is not told as done, whatever else lets the person in', async () => {
  await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'viewer' });
  const taken = { kind: 'instead', answer: { status: 201, body: JSON.stringify({ id: plates }) } } as const;
  lab.trouble = ({ method, url }) => (method === 'POST' && url.endsWith('/share') ? taken : null);
  await expect(lab.call(ada, 'sharing.add', { id: file, principal: person(1), role: 'editor' })).rejects.toThrow(
    'does not show it',
  );
});

test('everybody in the organization is one entry among the others', async () => {
  const view = await lab.call(ada, 'sharing.add', { id: plates, principal: ORGANIZATION, role: 'viewer' });
  expect(view.rows.at(-1)).toMatchObject({ key: 'organization', role: 'viewer', principal: ORGANIZATION });
});

test('a folder that stops to inherit has the entries of its folder as its own', async () => {
  await lab.call(ada, 'sharing.add', { id: lab.root, principal: person(1), role: 'viewer' });
  expect(waysOf(await lab.call(ada, 'sharing.look', { id: plates }))[nameOf(1)]).toBe('viewer: folder viewer Lab');
  const view = await lab.call(ada, 'sharing.stopInheriting', { id: plates });
  expect(waysOf(view)[nameOf(1)]).toBe('viewer: here viewer');
  await expect(lab.call(ada, 'sharing.stopInheriting', { id: file })).rejects.toThrow('Only a folder');
});

test('files wider than their folder are narrowed one by one, and only those that were ticked', async () => {
  const other = lab.service.colleague(0).createFile(plates, 'plate 8.csv', bytes('x'));
  for (const id of [file, other]) await lab.call(ada, 'sharing.add', { id, principal: person(1), role: 'viewer' });
  const { files } = await lab.call(ada, 'sharing.wider', { id: plates });
  expect(files.map(({ name, ways }) => [name, ways.map(way => way.name)])).toEqual([
    ['plate 7.csv', [nameOf(1)]],
    ['plate 8.csv', [nameOf(1)]],
  ]);
  const left = await lab.call(ada, 'sharing.narrow', { id: plates, files: [file] });
  expect(left).toMatchObject({ cleared: 1, files: [{ name: 'plate 8.csv' }] });
  await expect(lab.call(ada, 'sharing.narrow', { id: plates, files: [file] })).rejects.toThrow('None of these files');
});

test('without the service the last answer is shown with its time, and nothing is changed or kept for later', async () => {
  const seen = await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'viewer' });
  lab.trouble = () => ({ kind: 'no-connection' });
  lab.clock.advanceBy(60_000);
  const view = await lab.call(ada, 'sharing.look', { id: plates });
  expect(view).toEqual({ ...seen, isFresh: false });
  await expect(lab.call(ada, 'sharing.add', { id: plates, principal: person(2), role: 'viewer' })).rejects.toThrow(
    'offline',
  );
  await expect(lab.call(ada, 'sharing.look', { id: file })).rejects.toThrow('offline');
  lab.trouble = () => null;
  lab.clock.advanceBy(600_000);
  await lab.syncTwice(ada);
  expect(waysOf(await lab.call(ada, 'sharing.look', { id: plates }))).not.toHaveProperty(nameOf(2));
});

test('people are found by their name, and those that were seen where the directory cannot be asked', async () => {
  const wanted = nameOf(1).slice(0, 3);
  const asked = await lab.call(ada, 'sharing.find', { id: plates, query: wanted });
  expect(asked.isDirectory).toBe(true);
  expect(asked.found.map(({ name }) => name)).toContain(nameOf(1));
  await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'viewer' });
  lab.trouble = request =>
    request.url.includes('/directory') ? { kind: 'instead', answer: { status: 403, body: '{}' } } : null;
  const seen = await lab.call(ada, 'sharing.find', { id: plates, query: wanted });
  expect(seen).toMatchObject({ isDirectory: false, found: [{ name: nameOf(1), principal: person(1) }] });
});

test('a move says who gains and who loses access before it happens', async () => {
  const open = lab.service.colleague(0).createFolder(null, 'Open');
  await lab.call(ada, 'sharing.add', { id: open, principal: person(1), role: 'viewer' });
  await lab.call(ada, 'sharing.add', { id: plates, principal: person(2), role: 'viewer' });
  expect(await lab.call(ada, 'sharing.ofMove', { ids: [file], to: { base: open } })).toEqual({
    gains: [expect.objectContaining({ name: nameOf(1), before: null, after: 'viewer' })],
    loses: [expect.objectContaining({ name: nameOf(2), before: 'viewer', after: null })],
  });
  expect(await lab.call(ada, 'sharing.ofMove', { ids: [file], to: { base: plates } })).toEqual({
    gains: [],
    loses: [],
  });
});

test('a move tells what changes for each, not whose entries come and go', async () => {
  const open = lab.service.colleague(0).createFolder(null, 'Open');
  // Keeps viewing through everybody; edits no more; edits from then on.
  await lab.call(ada, 'sharing.add', { id: plates, principal: person(1), role: 'viewer' });
  await lab.call(ada, 'sharing.add', { id: plates, principal: person(2), role: 'editor' });
  await lab.call(ada, 'sharing.add', { id: plates, principal: ORGANIZATION, role: 'viewer' });
  await lab.call(ada, 'sharing.add', { id: open, principal: ORGANIZATION, role: 'viewer' });
  const asked = { ids: [file], to: { base: open } };
  expect(await lab.call(ada, 'sharing.ofMove', asked)).toEqual({
    gains: [],
    loses: [expect.objectContaining({ name: nameOf(2), before: 'editor', after: 'viewer' })],
  });
  await lab.call(ada, 'sharing.add', { id: open, principal: person(1), role: 'editor' });
  expect((await lab.call(ada, 'sharing.ofMove', asked)).gains).toMatchObject([{ name: nameOf(1), after: 'editor' }]);
});

test('who keeps access another way loses only the rest when a file is shared as its folder is', async () => {
  await lab.call(ada, 'sharing.add', { id: plates, principal: ORGANIZATION, role: 'viewer' });
  await lab.call(ada, 'sharing.add', { id: file, principal: person(1), role: 'editor' });
  const { folder } = await lab.call(ada, 'sharing.add', { id: file, principal: person(2), role: 'viewer' });
  expect(folder).toMatchObject({ outside: [], matching: [{ name: nameOf(1), before: 'editor', after: 'viewer' }] });
  expect(sharingWindow.matching.text(folder?.matching ?? [])).toBe(`Afterwards ${nameOf(1)} can view it and no more.`);
  await lab.call(ada, 'sharing.narrow', { id: plates, files: [file] });
  const after = await lab.call(ada, 'sharing.look', { id: file });
  expect(effectiveAccess(after.rows, `user:${person(1).id}`).role).toBe('viewer');
});

test('whoever signs in next is told nothing of what was seen before', async () => {
  await lab.call(ada, 'sharing.look', { id: plates });
  await lab.call(ada, 'account.signOut', null);
  lab.trouble = () => ({ kind: 'no-connection' });
  await expect(lab.call(ada, 'sharing.look', { id: plates })).rejects.toThrow('signed-out');
});
