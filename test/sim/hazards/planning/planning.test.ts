import { expect, test } from 'vitest';

import { perTier } from '../../../setup/run/effort.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf, versionsOf } from '../../lab/altered-answers.ts';
import { labWith } from '../../lab/dying.ts';

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
}

function rename(ada: Computer, from: string, to: string): void {
  ada.disk.tree.rename(`${FOLDER}/${from}`, `${FOLDER}/${to}`);
}

test('what is new or edited in a folder that the other side removed lives on [P5, P6]', async () => {
  const { lab, ada } = await labWith({ 'raw/a.csv': 'one', 'raw/b.csv': 'two', 'raw/c.csv': 'three' });
  lab.service.colleague(0).archiveFolder(idOf(lab, 'raw'));
  lab.save(ada, { 'raw/b.csv': 'edited', 'raw/new.csv': 'new' });
  await settle(lab, ada);
  expect(Object.values(lab.there()).sort()).toEqual(['edited', 'new']);
  expect(ada.texts()).toEqual(lab.there());
  expect([...ada.stored()].sort()).toEqual(['one', 'three']);
});

test('what is new or edited at the service in a folder that was removed here lives on [P5, P6, P36]', async () => {
  const { lab, ada } = await labWith({ 'raw/a.csv': 'one', 'raw/b.csv': 'two' });
  const colleague = lab.service.colleague(0);
  const [raw, file] = [idOf(lab, 'raw'), idOf(lab, 'raw/b.csv')];
  lab.remove(ada, 'raw');
  colleague.editFile(file, bytes('edited'));
  colleague.createFile(raw, 'new.csv', bytes('new'));
  await settle(lab, ada);
  expect(Object.values(lab.there()).sort()).toEqual(['edited', 'new']);
  expect(ada.texts()).toEqual(lab.there());
});

test('what a colleague puts into a folder between our looks and its archiving is not archived [P36]', async () => {
  const { lab, ada } = await labWith({ 'raw/a.csv': 'one', 'raw/b.csv': 'two' });
  const raw = idOf(lab, 'raw');
  lab.remove(ada, 'raw');
  let lists = 0;
  lab.trouble = ({ method, url }) => {
    const isListed = method === 'GET' && url.includes(`/folders/${raw}/files`);
    if (isListed && (lists += 1) === 2) lab.service.colleague(0).createFile(raw, 'new.csv', bytes('new'));
    return null;
  };
  await settle(lab, ada);
  expect(lists).toBeGreaterThan(1);
  expect(Object.values(lab.there())).toContain('new');
  expect(ada.texts()).toEqual(lab.there());
});

test('what was taken out of a folder before the other side removed it lives on [P7]', async () => {
  const { lab, ada } = await labWith({ 'raw/a.csv': 'one', 'raw/b.csv': 'two', 'done/x.csv': 'x' });
  lab.service.colleague(0).archiveFolder(idOf(lab, 'raw'));
  rename(ada, 'raw/a.csv', 'done/a.csv');
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'done/a.csv': 'one', 'done/x.csv': 'x' });
  expect(ada.texts()).toEqual(lab.there());
});

test('a folder that was renamed here and archived there is asked about before anything in it goes [P5]', async () => {
  const { lab, ada } = await labWith({ 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'x.csv': 'x' });
  lab.service.colleague(0).archiveFolder(idOf(lab, 'raw'));
  rename(ada, 'raw', 'raw 2026');
  await settle(lab, ada);
  const kept = { 'raw 2026/a.csv': 'one', 'raw 2026/deep/b.csv': 'two', 'x.csv': 'x' };
  expect(ada.texts()).toEqual(kept);
  const [guard] = await lab.call(ada, 'guards.list', null);
  expect(guard).toMatchObject({ direction: 'service', items: 4 });
  await lab.call(ada, 'guards.answer', { id: guard?.id ?? '', answer: 'keep' });
  await settle(lab, ada);
  expect(ada.texts()).toEqual(kept);
  expect(lab.there()).toEqual({ 'x.csv': 'x' });
});

test('a renamed folder that comes back for one edited file still asks about the others [P5, P6]', async () => {
  const { lab, ada } = await labWith({ 'raw/a.csv': 'one', 'raw/b.csv': 'two' });
  lab.service.colleague(0).archiveFolder(idOf(lab, 'raw'));
  rename(ada, 'raw', 'raw 2026');
  lab.save(ada, { 'raw 2026/b.csv': 'edited' });
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'raw 2026/a.csv': 'one', 'raw 2026/b.csv': 'edited' });
  expect(lab.there()).toEqual({ 'raw 2026/b.csv': 'edited' });
  const [guard] = await lab.call(ada, 'guards.list', null);
  await lab.call(ada, 'guards.answer', { id: guard?.id ?? '', answer: 'remove' });
  await settle(lab, ada);
  expect(ada.texts()).toEqual(lab.there());
  expect([...ada.stored()]).toEqual(['one']);
});

test('a removed folder stays here while something in it was never mirrored [P8, P9]', async () => {
  const { lab, ada } = await labWith({ 'raw/a.csv': 'one', 'raw/scratch.tmp': 'private' });
  lab.service.colleague(0).archiveFolder(idOf(lab, 'raw'));
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'raw/scratch.tmp': 'private' });
});

test('folders put into each other on the two sides come to rest with every file [P13]', async () => {
  const { lab, ada } = await labWith({ 'a/in a.csv': 'one', 'b/in b.csv': 'two' });
  lab.service.colleague(0).moveFolder(idOf(lab, 'b'), idOf(lab, 'a'));
  rename(ada, 'a', 'b/a');
  await settle(lab, ada);
  lab.clock.advanceBy(86_400_000);
  await settle(lab, ada);
  expect(Object.values(lab.there()).sort()).toEqual(['one', 'two']);
  expect(ada.texts()).toEqual(lab.there());
});

test.each([2, 3, 6])('%i names exchanged in a ring: each file keeps its content [P15]', async length => {
  const names = Array.from({ length }, (_, index) => `f${index}.csv`);
  const { lab, ada } = await labWith(Object.fromEntries(names.map(name => [name, `text of ${name}`])));
  const ids = new Map(names.map(name => [name, idOf(lab, name)]));
  rename(ada, 'f0.csv', 'aside');
  for (let index = 1; index < length; index++) rename(ada, `f${index}.csv`, `f${index - 1}.csv`);
  rename(ada, 'aside', `f${length - 1}.csv`);
  await settle(lab, ada);
  for (const [index, name] of names.entries()) {
    const now = names[(index + length - 1) % length] ?? '';
    expect([idOf(lab, now), lab.there()[now]]).toEqual([ids.get(name), `text of ${name}`]);
  }
  expect(ada.texts()).toEqual(lab.there());
});

test('a file that was renamed stays who it is when another one takes its old name [P16]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  rename(ada, 'a.csv', 'b.csv');
  lab.save(ada, { 'a.csv': 'new' });
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'a.csv': 'new', 'b.csv': 'one' });
  expect(idOf(lab, 'b.csv')).toBe(file);
});

test('a folder renamed while its files are sent is renamed, and nothing is removed or sent twice [P18, P19]', async () => {
  const { lab, ada } = await labWith({ 'x.csv': 'x' });
  const files = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`raw/f${index}.csv`, `text ${index}`]));
  lab.save(ada, files);
  let puts = 0;
  let removals = 0;
  lab.trouble = ({ method, url }) => {
    if (method === 'DELETE' || url.endsWith('/archive')) removals += 1;
    if (method === 'PUT' && (puts += 1) <= 5) rename(ada, puts === 1 ? 'raw' : `raw ${puts - 1}`, `raw ${puts}`);
    return null;
  };
  await settle(lab, ada);
  lab.clock.advanceBy(3_600_000);
  await settle(lab, ada);
  expect([puts >= 5, removals]).toEqual([true, 0]);
  const moved = Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('raw', 'raw 5'), text]));
  expect(ada.texts()).toEqual({ ...moved, 'x.csv': 'x' });
  expect(lab.there()).toEqual(ada.texts());
});

test('a file that gives way to a folder of its name keeps what a colleague wrote into it [P21]', async () => {
  const { lab, ada } = await labWith({ thing: 'one' });
  lab.service.colleague(0).editFile(idOf(lab, 'thing'), bytes('edited there'));
  lab.remove(ada, 'thing');
  lab.save(ada, { 'thing/inside.csv': 'inside' });
  await settle(lab, ada);
  expect(Object.values(lab.there()).sort()).toEqual(['edited there', 'inside']);
  expect(Object.values(ada.texts()).sort()).toEqual(['edited there', 'inside']);
});

test('a rename of case only is one rename of the same file [P22]', async () => {
  const { lab, ada } = await labWith({ 'a.txt': 'one' });
  const file = idOf(lab, 'a.txt');
  rename(ada, 'a.txt', 'A.txt');
  lab.save(ada, { 'A.txt': 'edited' });
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'A.txt': 'edited' });
  expect(idOf(lab, 'A.txt')).toBe(file);
});

test('what happens to one folder spares those whose names begin alike [P23]', async () => {
  const { lab, ada } = await labWith({ 'foo/a.csv': 'one', 'foobar/b.csv': 'two', 'foo.bar/c.csv': 'three' });
  lab.remove(ada, 'foo');
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'foobar/b.csv': 'two', 'foo.bar/c.csv': 'three' });
  lab.service.colleague(0).renameFolder(idOf(lab, 'foobar'), 'foo');
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'foo/b.csv': 'two', 'foo.bar/c.csv': 'three' });
});

test('an old state brought back here gives way to the newer one there, without a conflict [P1]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  lab.save(ada, { 'a.csv': 'two' });
  await settle(lab, ada);
  const file = idOf(lab, 'a.csv');
  lab.service.colleague(0).editFile(file, bytes('three'));
  lab.save(ada, { 'a.csv': 'one' });
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'three' });
  expect(versionsOf(lab, file)).toEqual(['one', 'two', 'three']);
  expect(await lab.call(ada, 'conflicts.list', null)).toEqual([]);
});

test('bytes that only another file ever had are an edit like any other', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'other' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('three'));
  lab.save(ada, { 'a.csv': 'other' });
  await settle(lab, ada);
  expect(Object.values(lab.there()).sort()).toEqual(['other', 'other', 'three']);
});

test('a move into a folder that more people can read waits for a person [P24, I13]', async () => {
  const { lab, ada } = await labWith({
    'mine/a.csv': 'one',
    'mine/b.csv': 'two',
    'open/x.csv': 'x',
    'other/y.csv': 'y',
  });
  lab.service.colleague(0).shareWithAll(idOf(lab, 'open'));
  const file = idOf(lab, 'mine/a.csv');
  rename(ada, 'mine/a.csv', 'open/a.csv');
  rename(ada, 'mine/b.csv', 'other/b.csv');
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'mine/a.csv': 'one', 'other/b.csv': 'two', 'open/x.csv': 'x', 'other/y.csv': 'y' });
  const [problem] = await lab.call(ada, 'problems.list', null);
  expect(problem?.text).toContain('everybody in the organization');
  await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'open/a.csv': 'one', 'other/b.csv': 'two', 'open/x.csv': 'x', 'other/y.csv': 'y' });
  expect(idOf(lab, 'open/a.csv')).toBe(file);
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('a move that waits for a person can be taken back, and the file is edited meanwhile [P24]', async () => {
  const { lab, ada } = await labWith({ 'mine/a.csv': 'one', 'open/x.csv': 'x' });
  lab.service.colleague(0).shareWithAll(idOf(lab, 'open'));
  rename(ada, 'mine/a.csv', 'open/a.csv');
  lab.save(ada, { 'open/a.csv': 'edited' });
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'mine/a.csv': 'edited', 'open/x.csv': 'x' });
  rename(ada, 'open/a.csv', 'mine/a.csv');
  await settle(lab, ada);
  expect(ada.texts()).toEqual(lab.there());
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test.each(['into the second', 'into the first'])(
  'what moves from one mirror %s is one move at the service [P25]',
  async way => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada', { deleteHoldSeconds: '60' });
    const other = lab.service.colleague(0).createFolder(null, 'Other');
    const OTHER = '/home/other';
    ada.disk.tree.mkdir(OTHER);
    await lab.call(ada, 'mirrors.add', { remote: other, local: OTHER, mode: 'two-way' });
    const [from, to, fromId, toId] =
      way === 'into the second' ? [FOLDER, OTHER, lab.root, other] : [OTHER, FOLDER, other, lab.root];
    ada.disk.tree.write(`${from}/a.csv`, 'one');
    ada.disk.tree.write(`${from}/raw/deep/b.csv`, 'two');
    ada.disk.tree.write(`${from}/raw/c.csv`, 'three');
    ada.disk.tree.write(`${from}/stays.csv`, 'stays');
    await lab.syncTwice(ada);
    const ids = (root: string): Record<string, string> =>
      Object.fromEntries(lab.service.sights.tree(root).map(({ path, id }) => [path, id]));
    const before = ids(fromId);
    ada.disk.tree.mkdir(`${to}/new`);
    ada.disk.tree.rename(`${from}/a.csv`, `${to}/new/a 2.csv`);
    ada.disk.tree.rename(`${from}/raw`, `${to}/raw`);
    ada.disk.tree.remove(`${to}/raw/c.csv`);
    ada.disk.tree.write(`${to}/raw/deep/b.csv`, 'edited');
    for (let turn = 0; turn < 4; turn++) {
      await lab.syncTwice(ada);
      lab.clock.advanceBy(700_000);
    }
    expect(ids(toId)).toEqual({
      new: expect.any(String) as string,
      'new/a 2.csv': before['a.csv'],
      raw: before['raw'],
      'raw/deep': before['raw/deep'],
      'raw/deep/b.csv': before['raw/deep/b.csv'],
    });
    expect(versionsOf(lab, before['raw/deep/b.csv'] ?? '')).toEqual(['two', 'edited']);
    expect(ids(fromId)).toEqual({ 'stays.csv': before['stays.csv'] });
  },
);

test('of many files with equal bytes each keeps who it is when they move [P28]', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `f${index}.csv`);
  const { lab, ada } = await labWith(Object.fromEntries(names.map(name => [`from/${name}`, 'the same'])));
  const ids = new Map(names.map(name => [name, idOf(lab, `from/${name}`)]));
  ada.disk.tree.mkdir(`${FOLDER}/to`);
  for (const [index, name] of names.entries()) rename(ada, `from/${name}`, `to/f${(index + 7) % 30}.csv`);
  await settle(lab, ada);
  for (const [index, name] of names.entries()) expect(idOf(lab, `to/f${(index + 7) % 30}.csv`)).toBe(ids.get(name));
  expect(lab.service.sights.history().length).toBe(30);
});

test('what is gone on both sides is forgotten: its return is a new file, not a removal [W24]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.service.colleague(0).removeFile(idOf(lab, 'a.csv'));
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  lab.save(ada, { 'a.csv': 'again' });
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'a.csv': 'again', 'b.csv': 'two' });
  expect(ada.texts()).toEqual(lab.there());
});

/** Every one of which both sides made. */
const TURNS = perTier({ everyday: 100, proof: 1000 });

test('a file edited many times on both sides leaves two files, and every state of both is kept [P4]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'begin' });
  const document = idOf(lab, 'a.csv');
  const [mine, theirs] = [1, 2].map(side => Array.from({ length: TURNS }, (_, turn) => `${side} ${turn}`));
  for (const [turn, text] of (mine ?? []).entries()) {
    lab.clock.advanceBy(30_000);
    lab.service.colleague(0).editFile(document, bytes(theirs?.[turn] ?? ''));
    lab.save(ada, { 'a.csv': text });
    await lab.sync(ada);
  }
  const names = Object.keys(lab.there());
  expect(names).toHaveLength(2);
  expect(ada.texts()).toEqual(lab.there());
  const copy = idOf(lab, names.find(name => name !== 'a.csv') ?? '');
  expect(versionsOf(lab, copy)).toEqual(mine);
  expect(versionsOf(lab, document)).toEqual(['begin', ...(theirs ?? [])]);
  expect(await lab.call(ada, 'conflicts.list', null)).toHaveLength(1);
});

test('a conflict copy that somebody else edited is left alone, and the next one stands beside it [P4]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'begin' });
  const document = idOf(lab, 'a.csv');
  const edit = (theirs: string, mine: string): Promise<unknown> => {
    lab.clock.advanceBy(90_000);
    lab.service.colleague(0).editFile(document, bytes(theirs));
    lab.save(ada, { 'a.csv': mine });
    return settle(lab, ada);
  };
  await edit('theirs', 'mine');
  const copy = Object.keys(ada.texts()).find(name => name !== 'a.csv') ?? '';
  lab.clock.advanceBy(90_000);
  lab.service.colleague(0).editFile(idOf(lab, copy), bytes('merged by a colleague'));
  await settle(lab, ada);
  await edit('theirs too', 'mine too');
  expect(Object.values(ada.texts()).toSorted()).toEqual(['merged by a colleague', 'mine too', 'theirs too']);
  expect(lab.there()).toEqual(ada.texts());
});

test('a conflict copy that is being edited by hand is left alone, and the next one stands beside it [P4]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'begin' });
  const document = idOf(lab, 'a.csv');
  const edit = (theirs: string, mine: Readonly<Record<string, string>>): Promise<unknown> => {
    lab.clock.advanceBy(90_000);
    lab.service.colleague(0).editFile(document, bytes(theirs));
    lab.save(ada, mine);
    return lab.sync(ada);
  };
  await edit('theirs', { 'a.csv': 'mine' });
  const copy = Object.keys(ada.texts()).find(name => name !== 'a.csv') ?? '';
  await edit('theirs too', { 'a.csv': 'mine too', [copy]: 'merged by hand' });
  expect(Object.values(ada.texts()).toSorted()).toEqual(['merged by hand', 'mine too', 'theirs too']);
  expect(lab.there()).toEqual(ada.texts());
});
