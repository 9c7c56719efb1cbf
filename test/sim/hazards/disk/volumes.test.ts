import { beforeEach, expect, test } from 'vitest';

import { EXACT_NAMES, type VolumeNames, WINDOWS_NAMES } from '../../../../main/core/names/volume-names.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import type { FakeNode } from '../../fakes/fake-tree.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes } from '../../lab/altered-answers.ts';

// Volumes that take `Run` and `run` for one name, or refuse what Windows refuses.

const MAC: VolumeNames = { foldsCase: true, refusesWindowsNames: false };

let lab: QuietLab;

beforeEach(() => {
  lab = new QuietLab();
});

async function computerOn(names: VolumeNames, name = 'Ada'): Promise<Computer> {
  lab.names = names;
  return lab.computer(name);
}

async function settle(computer: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await lab.syncTwice(computer);
}

const here = ({ disk }: Computer): Record<string, string> => disk.tree.texts(FOLDER);
/** Makes a folder at the service, later than what was made before. */
function madeOneAfterAnother(name: string): string {
  lab.clock.advanceBy(1000);
  return lab.service.colleague(0).createFolder(lab.root, name);
}

const at = (path: string): string => `${FOLDER}/${path}`;

/** Every file at the service with its path and text. */
const there = (): Record<string, string> => lab.there();

/** What a computer would still do, and what it did: nothing at rest. */
async function mustRest(computer: Computer): Promise<void> {
  const lines = computer.journal.history.page(null, 1000).length;
  expect(await lab.syncTwice(computer)).toMatchObject({ sent: 0, received: 0, removed: 0 });
  expect(computer.journal.history.page(null, 1000)).toHaveLength(lines);
}

test.each([MAC, WINDOWS_NAMES])(
  'two folders that differ in capitals only stay two, and nothing is moved [R12] %j',
  async volume => {
    const colleague = lab.service.colleague(0);
    const [upper, lower] = ['Run', 'run'].map(madeOneAfterAnother);
    colleague.createFile(upper ?? '', 'a.txt', bytes('a'));
    colleague.createFile(lower ?? '', 'b.txt', bytes('b'));
    const before = there();
    const ada = await computerOn(volume);
    await settle(ada);
    expect(here(ada)).toEqual({ 'Run/a.txt': 'a', 'run (2)/b.txt': 'b' });
    expect(there()).toEqual(before);
    await mustRest(ada);
  },
);

test('each computer of that kind gives the same number, and one that tells them apart none', async () => {
  const colleague = lab.service.colleague(0);
  for (const name of ['plate.csv', 'PLATE.csv', 'Plate.csv'])
    colleague.createFile(lab.root, name, bytes(`text of ${name}`));
  const [ada, ben, cleo] = [
    await computerOn(MAC),
    await computerOn(WINDOWS_NAMES, 'Ben'),
    await computerOn(EXACT_NAMES, 'Cleo'),
  ];
  for (const computer of [ada, ben, cleo]) await settle(computer);
  expect(here(ada)).toEqual(here(ben));
  expect(Object.values(here(ada)).toSorted()).toEqual(Object.values(here(cleo)).toSorted());
  expect(Object.keys(here(cleo)).toSorted()).toEqual(['PLATE.csv', 'Plate.csv', 'plate.csv']);
  expect(Object.keys(here(ada)).filter(name => / \(\d\)/.test(name))).toHaveLength(2);
});

test.each([MAC, WINDOWS_NAMES])(
  'a folder here and one at the service that differ in capitals only are one [R12] %j',
  async volume => {
    const folder = lab.service.colleague(0).createFolder(lab.root, 'Protocols');
    lab.service.colleague(0).createFile(folder, 'pcr.txt', bytes('same'));
    lab.service.colleague(0).createFile(folder, 'gel.txt', bytes('theirs'));
    const ada = await computerOn(volume);
    ada.disk.tree.write(at('protocols/pcr.txt'), 'same');
    ada.disk.tree.write(at('protocols/mine.txt'), 'mine');
    await settle(ada);
    expect(there()).toEqual({
      'Protocols/gel.txt': 'theirs',
      'Protocols/mine.txt': 'mine',
      'Protocols/pcr.txt': 'same',
    });
    expect(here(ada)).toEqual(there());
    await mustRest(ada);
  },
);

test.each([MAC, WINDOWS_NAMES])(
  'a file in folders of two capitals is one file, edited and sent once %j',
  async volume => {
    const colleague = lab.service.colleague(0);
    for (const name of ['Data', 'data']) colleague.createFile(madeOneAfterAnother(name), 'x.csv', bytes(name));
    const ada = await computerOn(volume);
    await settle(ada);
    ada.disk.tree.write(at('data (2)/x.csv'), 'edited');
    await settle(ada);
    expect(Object.values(there()).toSorted()).toEqual(['Data', 'edited']);
    expect(there()['data/x.csv']).toBe('edited');
  },
);

test.each([MAC, WINDOWS_NAMES, EXACT_NAMES])(
  'a rename that changes capitals only travels both ways [P22] %j',
  async volume => {
    const file = lab.service.colleague(0).createFile(lab.root, 'plate.csv', bytes('text'));
    const ada = await computerOn(volume);
    await settle(ada);
    ada.disk.tree.rename(at('plate.csv'), at('Plate.csv'));
    await settle(ada);
    expect(there()).toEqual({ 'Plate.csv': 'text' });
    lab.service.colleague(0).renameFile(file, 'PLATE.csv');
    await settle(ada);
    expect(here(ada)).toEqual({ 'PLATE.csv': 'text' });
    expect(lab.service.sights.files().map(({ id, removed }) => [id, removed])).toEqual([[file, false]]);
    await mustRest(ada);
  },
);

test('a file that is saved anew under other capitals is the next version of the same file', async () => {
  const file = lab.service.colleague(0).createFile(lab.root, 'Plate.csv', bytes('one'));
  const ada = await computerOn(WINDOWS_NAMES);
  await settle(ada);
  ada.disk.tree.remove(at('Plate.csv'));
  ada.disk.tree.write(at('plate.csv'), 'two');
  await settle(ada);
  expect(there()).toEqual({ 'plate.csv': 'two' });
  expect(lab.service.sights.versionsOf(file)).toHaveLength(2);
});

const REFUSED: readonly (readonly [there: string, here: string])[] = [
  ['what? <is> "this" | that*', 'what\ufe56 \ufe64is\ufe65 \uff02this\uff02 \uffe8 that\ufe61'],
  ['a:b.csv', 'a\ua789b.csv'],
  ['CON', '\uff23ON'],
  ['nul.txt', '\uff4eul.txt'],
  ['Com1.csv', '\uff23om1.csv'],
  ['lpt\u00b9', '\uff4cpt\u00b9'],
  ['ends with a dot.', 'ends with a dot\u2024'],
  ['ends with a blank ', 'ends with a blank\u2423'],
];

test.each(REFUSED)(
  '%j is %j where Windows refuses it, and is edited and renamed as itself [R11]',
  async (remote, local) => {
    const file = lab.service.colleague(0).createFile(lab.root, remote, bytes('one'));
    const ada = await computerOn(WINDOWS_NAMES);
    await settle(ada);
    expect(here(ada)).toEqual({ [local]: 'one' });
    ada.disk.tree.write(at(local), 'two');
    await settle(ada);
    expect(there()).toEqual({ [remote]: 'two' });
    lab.service.colleague(0).createFolder(lab.root, 'runs');
    await settle(ada);
    ada.disk.tree.rename(at(local), at(`runs/${local}`));
    await settle(ada);
    expect(there()).toEqual({ [`runs/${remote}`]: 'two' });
    expect(lab.service.sights.versionsOf(file)).toHaveLength(2);
    await mustRest(ada);
  },
);

test('a folder that Windows refuses is one here with all that is in it', async () => {
  const folder = lab.service.colleague(0).createFolder(lab.root, 'aux');
  lab.service.colleague(0).createFile(folder, 'x?.csv', bytes('one'));
  const ada = await computerOn(WINDOWS_NAMES);
  await settle(ada);
  expect(here(ada)).toEqual({ '\uff41ux/x\ufe56.csv': 'one' });
  ada.disk.tree.write(at('\uff41ux/mine.csv'), 'mine');
  await settle(ada);
  expect(there()).toEqual({ 'aux/mine.csv': 'mine', 'aux/x?.csv': 'one' });
});

test('a mirror whose folder came to another kind of volume goes by what that makes of names', async () => {
  const colleague = lab.service.colleague(0);
  for (const name of ['Run', 'run']) colleague.createFile(madeOneAfterAnother(name), 'a.txt', bytes(name));
  const ada = await computerOn(WINDOWS_NAMES);
  await settle(ada);
  expect(here(ada)).toEqual({ 'Run/a.txt': 'Run', 'run (2)/a.txt': 'run' });
  ada.disk.tree.useNames(EXACT_NAMES);
  ada.crash();
  await lab.drive(ada.start());
  await settle(ada);
  expect(here(ada)).toEqual({ 'Run/a.txt': 'Run', 'run/a.txt': 'run' });
});

/** Another program holds a file, as Word, Excel and instruments do on Windows. */
function hold({ disk }: Computer, path: string): () => void {
  const node = disk.tree.find(at(path));
  if (node === null) throw new Error(`There is nothing at ${path}`);
  disk.tree.locked.add(node);
  return () => void disk.tree.locked.delete(node);
}

test('a file that another program holds is not fetched in vain, is named, and is replaced when it is closed', async () => {
  const file = lab.service.colleague(0).createFile(lab.root, 'plate.xlsx', bytes('one'));
  const ada = await computerOn(WINDOWS_NAMES);
  await settle(ada);
  const release = hold(ada, 'plate.xlsx');
  lab.service.colleague(0).editFile(file, bytes('two'));
  const fetched: string[] = [];
  lab.trouble = ({ url }) => {
    if (/\/objects\/|\/content$|\/download$/.test(url)) fetched.push(url);
    return null;
  };
  for (let turn = 0; turn < 20; turn += 1) await lab.syncTwice(ada);
  expect(fetched).toEqual([]);
  expect(here(ada)).toEqual({ 'plate.xlsx': 'one' });
  expect(ada.disk.tree.find(at('.benchtop/stage'))).toSatisfy(
    (stage: FakeNode | null) => stage === null || (stage.kind === 'folder' && stage.names.size === 0),
  );
  const [problem] = await lab.call(ada, 'problems.list', null);
  expect(problem).toMatchObject({ path: 'plate.xlsx' });
  expect(JSON.stringify(problem)).toContain('in use by another program');
  release();
  await settle(ada);
  expect(here(ada)).toEqual({ 'plate.xlsx': 'two' });
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test.each(['removed', 'renamed', 'moved'] as const)(
  'a file that another program holds waits while it is %s at the service',
  async deed => {
    const colleague = lab.service.colleague(0);
    const file = colleague.createFile(lab.root, 'plate.xlsx', bytes('one'));
    const folder = colleague.createFolder(lab.root, 'old');
    const ada = await computerOn(WINDOWS_NAMES);
    await settle(ada);
    const release = hold(ada, 'plate.xlsx');
    if (deed === 'removed') colleague.removeFile(file);
    else if (deed === 'renamed') colleague.renameFile(file, 'gel.xlsx');
    else colleague.moveFile(file, folder);
    await settle(ada);
    expect(here(ada)).toEqual({ 'plate.xlsx': 'one' });
    release();
    lab.clock.advanceBy(60_000);
    await settle(ada);
    expect(here(ada)).toEqual(there());
  },
);

test('a folder in which a program holds a file waits, and its other files go on', async () => {
  const colleague = lab.service.colleague(0);
  const folder = colleague.createFolder(lab.root, 'runs');
  colleague.createFile(folder, 'a.csv', bytes('a'));
  const ada = await computerOn(WINDOWS_NAMES);
  await settle(ada);
  const release = hold(ada, 'runs/a.csv');
  colleague.renameFolder(folder, 'old runs');
  ada.disk.tree.write(at('runs/b.csv'), 'b');
  await settle(ada);
  expect(here(ada)).toEqual({ 'runs/a.csv': 'a', 'runs/b.csv': 'b' });
  expect(there()).toEqual({ 'old runs/a.csv': 'a', 'old runs/b.csv': 'b' });
  release();
  lab.clock.advanceBy(3_600_000);
  await settle(ada);
  expect(here(ada)).toEqual(there());
});
