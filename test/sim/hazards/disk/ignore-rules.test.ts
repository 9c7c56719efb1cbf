import { expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf } from '../../lab/altered-answers.ts';
import { shownFolder } from '../../lab/shown-folder.ts';

async function labWith(
  tree: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', settings);
  lab.save(ada, tree);
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  return { lab, ada };
}

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
}

const add = (lab: QuietLab, ada: Computer, pattern: string): Promise<unknown> =>
  lab.call(ada, 'rules.add', { mirror: null, pattern });
const remove = (lab: QuietLab, ada: Computer, pattern: string): Promise<unknown> =>
  lab.call(ada, 'rules.remove', { mirror: null, pattern });

const TREE = { 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'c.csv': 'three', 'd.txt': 'four' };

test.each(['*.csv', 'raw/', '/raw', '*', 'c.csv'])(
  'the new rule %j removes nothing on either side [P10]',
  async rule => {
    const { lab, ada } = await labWith(TREE);
    await add(lab, ada, rule);
    await settle(lab, ada);
    expect(lab.there()).toEqual(TREE);
    expect(ada.texts()).toEqual(TREE);
    await remove(lab, ada, rule);
    await settle(lab, ada);
    expect(lab.there()).toEqual(TREE);
    expect(ada.texts()).toEqual(TREE);
    expect(ada.stored()).toEqual([]);
    expect(await lab.call(ada, 'sync.open', null)).toEqual({ held: [], blocked: [], conflicted: [] });
  },
);

test.each(['known', 'new'])(
  'what somebody moves below a %s folder that a rule hides is out of the mirror, and kept in the store [P9]',
  async which => {
    const { lab, ada } = await labWith(TREE, { deleteHoldSeconds: '0' });
    await add(lab, ada, which === 'known' ? '/raw' : 'build/');
    await settle(lab, ada);
    const colleague = lab.service.colleague(0);
    const build = (): string => colleague.createFolder(idOf(lab, 'raw/deep'), 'build');
    const to = which === 'known' ? idOf(lab, 'raw/deep') : colleague.createFolder(build(), 'out');
    colleague.moveFile(idOf(lab, 'c.csv'), to);
    await settle(lab, ada);
    expect(ada.texts()).toEqual({ 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'd.txt': 'four' });
    expect(ada.stored()).toEqual(['three']);
  },
);

test('nothing is sent, received or removed for what a rule hides [P9, P10]', async () => {
  const { lab, ada } = await labWith(TREE);
  await add(lab, ada, '*.csv');
  lab.save(ada, { 'c.csv': 'edited here', 'new.csv': 'new here' });
  lab.remove(ada, 'raw/a.csv');
  const colleague = lab.service.colleague(0);
  colleague.editFile(idOf(lab, 'raw/deep/b.csv'), bytes('edited there'));
  colleague.createFile(lab.root, 'other.csv', bytes('new there'));
  await settle(lab, ada);
  expect(lab.there()).toEqual({ ...TREE, 'raw/deep/b.csv': 'edited there', 'other.csv': 'new there' });
  expect(ada.texts()).toEqual({
    'raw/deep/b.csv': 'two',
    'c.csv': 'edited here',
    'd.txt': 'four',
    'new.csv': 'new here',
  });
});

test('what was hidden is looked at again: changes travel, two edits are both kept [P10]', async () => {
  const { lab, ada } = await labWith(TREE);
  await add(lab, ada, '*.csv');
  await settle(lab, ada);
  const colleague = lab.service.colleague(0);
  lab.save(ada, { 'c.csv': 'edited here', 'raw/a.csv': 'mine', 'new.csv': 'new here' });
  colleague.editFile(idOf(lab, 'raw/a.csv'), bytes('theirs'));
  colleague.editFile(idOf(lab, 'raw/deep/b.csv'), bytes('edited there'));
  await settle(lab, ada);
  await remove(lab, ada, '*.csv');
  await settle(lab, ada);
  expect(Object.values(lab.there()).sort()).toEqual(
    ['edited here', 'edited there', 'four', 'mine', 'new here', 'theirs'].sort(),
  );
  expect(lab.there()).toMatchObject({ 'raw/a.csv': 'theirs', 'c.csv': 'edited here' });
  expect(ada.texts()).toEqual(lab.there());
});

test('what was removed here while it was hidden is missed only from the moment it is looked for again [P10]', async () => {
  const { lab, ada } = await labWith(TREE, { deleteHoldSeconds: '60' });
  await add(lab, ada, '*.csv');
  await lab.sync(ada);
  lab.remove(ada, 'c.csv');
  await lab.sync(ada);
  lab.clock.advanceBy(24 * 3_600_000);
  await settle(lab, ada);
  await remove(lab, ada, '*.csv');
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, held: [{ path: 'c.csv', reason: 'removal-hold' }] });
  lab.clock.advanceBy(61_000);
  expect(await lab.sync(ada)).toMatchObject({ removed: 1 });
  expect(ada.stored()).toEqual(['three']);
});

test('a removal that waited when a rule came is neither sent nor forgotten, and waits anew afterwards [P10]', async () => {
  const { lab, ada } = await labWith(TREE, { deleteHoldSeconds: '60' });
  lab.remove(ada, 'c.csv');
  await lab.sync(ada);
  await add(lab, ada, '*.csv');
  lab.clock.advanceBy(3_600_000);
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, received: 0, held: [] });
  await remove(lab, ada, '*.csv');
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, held: [{ path: 'c.csv', reason: 'removal-hold' }] });
  lab.clock.advanceBy(61_000);
  expect(await lab.sync(ada)).toMatchObject({ removed: 1 });
});

test('many that went while they were hidden are asked about [P10]', async () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}.csv`, `f ${index}`]));
  const { lab, ada } = await labWith({ ...many, 'd.txt': 'four' });
  await add(lab, ada, '*.csv');
  await lab.sync(ada);
  for (const path of Object.keys(many)) lab.remove(ada, path);
  await settle(lab, ada);
  await remove(lab, ada, '*.csv');
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, guarded: true });
  await add(lab, ada, '*.csv');
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, guarded: false });
  expect(lab.there()).toMatchObject(many);
});

test('what was removed at the service while it was hidden goes only after new proof, through the store [P10]', async () => {
  const { lab, ada } = await labWith(TREE);
  await add(lab, ada, '*.csv');
  await lab.sync(ada);
  lab.service.colleague(0).removeFile(idOf(lab, 'c.csv'));
  await settle(lab, ada);
  expect(ada.texts()).toEqual(TREE);
  await remove(lab, ada, '*.csv');
  expect(await lab.sync(ada)).toMatchObject({ removed: 0 });
  await settle(lab, ada);
  expect(ada.texts()).not.toHaveProperty('c.csv');
  expect(ada.stored()).toEqual(['three']);
});

test('a hidden file in a folder that is removed on one side lives on at the other [P8, P10]', async () => {
  const { lab, ada } = await labWith(TREE);
  await add(lab, ada, '/raw/a.csv');
  await lab.sync(ada);
  lab.remove(ada, 'raw');
  await settle(lab, ada);
  expect(lab.there()).toMatchObject({ 'raw/a.csv': 'one' });
});

test('a folder removed here is not archived while the service has something in it that a rule hides [P8]', async () => {
  const { lab, ada } = await labWith(TREE);
  lab.service.colleague(0).createFile(idOf(lab, 'raw'), 'film.part', bytes('half a film'));
  lab.remove(ada, 'raw');
  await settle(lab, ada);
  expect(lab.there()).toEqual({ ...TREE, 'raw/film.part': 'half a film' });
  const [problem] = await lab.call(ada, 'problems.list', null);
  expect(problem).toMatchObject({ path: 'raw', reason: 'bad-request' });
  expect(problem?.text).toContain("'film.part'");
});

test('a file moved into a hidden folder, and back, stays who it is [P10, P27]', async () => {
  const { lab, ada } = await labWith({ 'c.csv': 'three' });
  await add(lab, ada, 'scratch/');
  const file = idOf(lab, 'c.csv');
  ada.disk.tree.mkdir(`${FOLDER}/scratch`);
  ada.disk.tree.rename(`${FOLDER}/c.csv`, `${FOLDER}/scratch/c.csv`);
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'c.csv': 'three' });
  expect(ada.texts()).toEqual({ 'scratch/c.csv': 'three' });
  ada.disk.tree.rename(`${FOLDER}/scratch/c.csv`, `${FOLDER}/c2.csv`);
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'c2.csv': 'three' });
  expect(idOf(lab, 'c2.csv')).toBe(file);
});

test('a file that was set aside as .tmp and written anew is a new version of itself', async () => {
  const { lab, ada } = await labWith({ 'c.csv': 'three' });
  const file = idOf(lab, 'c.csv');
  ada.disk.tree.rename(`${FOLDER}/c.csv`, `${FOLDER}/c.csv.tmp`);
  await lab.sync(ada);
  lab.save(ada, { 'c.csv': 'edited' });
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'c.csv': 'edited' });
  expect(idOf(lab, 'c.csv')).toBe(file);
});

test('an exception brings back what a broader rule hides, also what is built in', async () => {
  const { lab, ada } = await labWith({});
  await add(lab, ada, '*.csv');
  await add(lab, ada, '!keep.csv');
  await add(lab, ada, '!*.part');
  lab.save(ada, { 'a.csv': 'a', 'keep.csv': 'k', 'x.part': 'p', '.DS_Store': 'd' });
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'keep.csv': 'k', 'x.part': 'p' });
});

test('each rule tells what it hides on either side', async () => {
  const { lab, ada } = await labWith(TREE);
  await add(lab, ada, 'raw/');
  await add(lab, ada, '*.csv');
  lab.save(ada, { 'mine.csv': 'm', '~$x.docx': 'x' });
  await lab.sync(ada);
  const rules = await lab.call(ada, 'rules.list', { mirror: null });
  const hiding = rules.filter(({ hidesHere, hidesThere }) => hidesHere + hidesThere > 0);
  expect(hiding.map(({ pattern, hidesHere, hidesThere }) => [pattern, hidesHere, hidesThere])).toEqual([
    ['~$*', 1, 0],
    ['raw/', 1, 1],
    ['*.csv', 2, 1],
  ]);
});

test('the window shows what a rule hides as skipped by that rule', async () => {
  const { lab, ada } = await labWith(TREE);
  await add(lab, ada, '*.csv');
  await lab.sync(ada);
  const { rows } = await shownFolder(lab, ada);
  expect(rows.map(({ name, badge, note }) => [name, badge, note])).toEqual([
    ['raw', 'local', null],
    ['c.csv', 'ignored', "'c.csv' is skipped by the rule '*.csv'."],
    ['d.txt', 'local', null],
  ]);
});
