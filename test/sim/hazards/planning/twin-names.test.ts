import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes } from '../../lab/altered-answers.ts';
import { dying } from '../../lab/dying.ts';
import { shownFolder } from '../../lab/shown-folder.ts';

const at = (path: string): string => `${FOLDER}/${path}`;

async function pair(): Promise<readonly [QuietLab, Computer, Computer]> {
  const lab = new QuietLab();
  return [lab, await lab.computer('Ada'), await lab.computer('Ben')];
}

async function settle(lab: QuietLab, ...computers: readonly Computer[]): Promise<void> {
  for (let turn = 0; turn < 4; turn++) for (const computer of computers) await lab.syncTwice(computer);
}

/** A program opens a file for writing. */
function hold(computer: Computer, path: string): void {
  const file = computer.disk.tree.find(at(path));
  if (file?.kind === 'file') computer.disk.tree.held.add(file);
}

/** The names at the service, each as often as it is there. */
function namesThere(lab: QuietLab): readonly string[] {
  return lab.service.sights.tree(lab.root).map(({ path }) => path);
}

/** A pass that changes nothing at the service, and perhaps something here. */
async function mustSendNothing(
  lab: QuietLab,
  computers: readonly Computer[],
  work: () => Promise<void>,
): Promise<void> {
  const changes = (): readonly number[] => computers.map(({ witness }) => witness.requests.changing);
  const before = changes();
  await work();
  expect(changes()).toEqual(before);
}

test('two files that people moved to one name have the same two names on every computer', async () => {
  for (const first of ['Ada', 'Ben']) {
    const [lab, ada, ben] = await pair();
    lab.save(ada, { 'in/x.csv': 'older' });
    await settle(lab, ada, ben);
    lab.save(ada, { 'out/y.csv': 'younger' });
    await settle(lab, ada, ben);
    ada.disk.tree.rename(at('in/x.csv'), at('d.csv'));
    ben.disk.tree.rename(at('out/y.csv'), at('d.csv'));
    await settle(lab, ...(first === 'Ada' ? [ada, ben] : [ben, ada]));
    expect(namesThere(lab).filter(name => name.endsWith('.csv'))).toEqual(['d.csv', 'd.csv']);
    for (const one of [ada, ben]) expect(one.texts()).toEqual({ 'd.csv': 'older', 'd (2).csv': 'younger' });
    await mustSendNothing(lab, [ada, ben], () => settle(lab, ada, ben));
  }
});

test('a file that a colleague deletes and uploads again has its plain name back', async () => {
  const [lab, ada, ben] = await pair();
  const old = lab.service.colleague(0).createFile(lab.root, 'plate.csv', bytes('first'));
  await settle(lab, ada, ben);
  lab.service.colleague(0).removeFile(old);
  lab.service.colleague(0).createFile(lab.root, 'plate.csv', bytes('second'));
  await mustSendNothing(lab, [ada, ben], () => settle(lab, ada, ben));
  for (const one of [ada, ben]) expect(one.texts()).toEqual({ 'plate.csv': 'second' });
});

test('a folder that was archived and made again has its plain name back', async () => {
  const [lab, ada, ben] = await pair();
  const colleague = lab.service.colleague(0);
  const old = colleague.createFolder(lab.root, 'Run 7');
  colleague.createFile(old, 'a.csv', bytes('first'));
  await settle(lab, ada, ben);
  colleague.archiveFolder(old);
  colleague.createFile(colleague.createFolder(lab.root, 'Run 7'), 'b.csv', bytes('second'));
  await mustSendNothing(lab, [ada, ben], () => settle(lab, ada, ben));
  for (const one of [ada, ben]) expect(one.texts()).toEqual({ 'Run 7/b.csv': 'second' });
});

test('a folder in the place of a file has its plain name once the file is gone', async () => {
  const [lab, ada, ben] = await pair();
  const colleague = lab.service.colleague(0);
  const old = colleague.createFile(lab.root, 'notes', bytes('first'));
  await settle(lab, ada, ben);
  colleague.removeFile(old);
  colleague.createFile(colleague.createFolder(lab.root, 'notes'), 'b.csv', bytes('second'));
  await mustSendNothing(lab, [ada, ben], () => settle(lab, ada, ben));
  for (const one of [ada, ben]) expect(one.texts()).toEqual({ 'notes/b.csv': 'second' });
});

test('a number goes when its twin is renamed or moved at the service', async () => {
  for (const how of ['renamed', 'moved'] as const) {
    const [lab, ada, ben] = await pair();
    const colleague = lab.service.colleague(0);
    const first = colleague.createFile(lab.root, 'a.csv', bytes('first'));
    lab.clock.advanceBy(1000);
    colleague.createFile(lab.root, 'a.csv', bytes('second'));
    await settle(lab, ada, ben);
    for (const one of [ada, ben]) expect(one.texts()).toEqual({ 'a.csv': 'first', 'a (2).csv': 'second' });
    if (how === 'renamed') colleague.renameFile(first, 'b.csv');
    else colleague.moveFile(first, colleague.createFolder(lab.root, 'old'));
    await mustSendNothing(lab, [ada, ben], () => settle(lab, ada, ben));
    for (const one of [ada, ben])
      expect(one.texts()).toEqual({ 'a.csv': 'second', [how === 'renamed' ? 'b.csv' : 'old/a.csv']: 'first' });
  }
});

test('the twins of a name with a number are counted on, without a second number', async () => {
  const [lab, ada, ben] = await pair();
  const colleague = lab.service.colleague(0);
  for (const text of ['first', 'second', 'third']) {
    colleague.createFile(lab.root, 'y (2).csv', bytes(text));
    lab.clock.advanceBy(1000);
  }
  colleague.createFile(lab.root, 'y.csv', bytes('plain'));
  await settle(lab, ada, ben);
  for (const one of [ada, ben])
    expect(one.texts()).toEqual({
      'y.csv': 'plain',
      'y (2).csv': 'first',
      'y (3).csv': 'second',
      'y (4).csv': 'third',
    });
});

test('a file whose number a person replaces by another name is renamed at the service', async () => {
  const [lab, ada, ben] = await pair();
  const colleague = lab.service.colleague(0);
  for (const text of ['first', 'second']) {
    colleague.createFile(lab.root, 'plate.csv', bytes(text));
    lab.clock.advanceBy(1000);
  }
  await settle(lab, ada, ben);
  ada.disk.tree.rename(at('plate (2).csv'), at('plate of Tuesday.csv'));
  await settle(lab, ada, ben);
  expect(namesThere(lab)).toEqual(['plate of Tuesday.csv', 'plate.csv']);
  for (const one of [ada, ben]) expect(one.texts()).toEqual({ 'plate.csv': 'first', 'plate of Tuesday.csv': 'second' });
});

test.each([
  ['d.csv', 'd (2).csv'],
  ['d (2).csv', 'd (3).csv'],
])('the numbers of %s and %s, exchanged by a person, are names from then on, everywhere', async (one, other) => {
  const [lab, ada, ben] = await pair();
  for (const text of ['first', 'second', 'third']) {
    lab.service.colleague(0).createFile(lab.root, 'd.csv', bytes(text));
    lab.clock.advanceBy(1000);
  }
  await settle(lab, ada, ben);
  const before = ada.texts();
  ada.disk.tree.rename(at(one), at('aside'));
  ada.disk.tree.rename(at(other), at(one));
  ada.disk.tree.rename(at('aside'), at(other));
  for (const name of [one, other]) ada.witness.noteGiven(name);
  await settle(lab, ada, ben);
  const texts = { ...before, [one]: before[other], [other]: before[one] };
  expect([ada.texts(), ben.texts()]).toEqual([texts, texts]);
  expect([...ada.witness.found, ...ben.witness.found]).toEqual([]);
  await mustSendNothing(lab, [ada, ben], () => settle(lab, ada, ben));
});

test('a number stays while a program has the file open, and goes when it is closed', async () => {
  const [lab, ada] = await pair();
  const colleague = lab.service.colleague(0);
  const first = colleague.createFile(lab.root, 'plate.csv', bytes('first'));
  lab.clock.advanceBy(1000);
  colleague.createFile(lab.root, 'plate.csv', bytes('second'));
  await settle(lab, ada);
  colleague.removeFile(first);
  hold(ada, 'plate (2).csv');
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'plate (2).csv': 'second' });
  ada.disk.tree.held.clear();
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'plate.csv': 'second' });
});

test('a newcomer is not kept waiting by its twin that a program has open', async () => {
  const [lab, ada, ben] = await pair();
  const colleague = lab.service.colleague(0);
  const old = colleague.createFile(lab.root, 'd.csv', bytes('older'));
  await settle(lab, ada, ben);
  const folder = colleague.createFolder(lab.root, 'aside');
  colleague.moveFile(old, folder);
  lab.clock.advanceBy(1000);
  colleague.createFile(lab.root, 'd.csv', bytes('younger'));
  await settle(lab, ada, ben);
  hold(ada, 'd.csv');
  colleague.moveFile(old, lab.root);
  await settle(lab, ada, ben);
  expect(ada.texts()).toEqual({ 'd.csv': 'younger', 'd (3).csv': 'older' });
  expect(ben.texts()).toEqual({ 'd.csv': 'older', 'd (2).csv': 'younger' });
  ada.disk.tree.held.clear();
  await mustSendNothing(lab, [ada, ben], () => settle(lab, ada, ben));
  for (const one of [ada, ben]) expect(one.texts()).toEqual({ 'd.csv': 'older', 'd (2).csv': 'younger' });
});

test.each(['two-way', 'download'] as const)(
  'what has a number is said to share its name, with what settles it in a mirror %s',
  async mode => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada', {}, mode);
    const colleague = lab.service.colleague(0);
    for (const text of ['first', 'second']) {
      colleague.createFile(lab.root, 'plate.csv', bytes(text));
      lab.clock.advanceBy(1000);
    }
    colleague.createFile(lab.root, 'other.csv', bytes('other'));
    await settle(lab, ada);
    const { rows } = await shownFolder(lab, ada);
    const advice = mode === 'two-way' ? 'rename it here' : 'Ask someone who may change it';
    const notes = Object.fromEntries(rows.map(({ name, note }) => [name, note]));
    expect(notes).toEqual({ 'plate.csv': null, 'other.csv': null, 'plate (2).csv': expect.stringContaining(advice) });
    const why = async (path: string): Promise<unknown> =>
      (await lab.call(ada, 'why.path', { path, absolute: null, mirror: null })).reasons;
    for (const path of ['plate.csv', 'plate (2).csv'])
      expect(await why(path)).toMatchObject([
        { code: 'twin', text: expect.stringContaining("2 things in this folder are called 'plate.csv'") },
      ]);
    expect(await why('other.csv')).toEqual([]);
  },
);

test.each(['before', 'after'] as const)('a number is not sent where the program dies %s it is given', async when => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  const older = colleague.createFile(lab.root, 'b.csv', bytes('older'));
  lab.clock.advanceBy(1000);
  colleague.createFile(lab.root, 'a.csv', bytes('younger'));
  await settle(lab, ada);
  colleague.renameFile(older, 'a.csv');
  await dying({ lab, ada }, /^disk\.move a\.csv/, () => undefined, when);
  expect(namesThere(lab)).toEqual(['a.csv', 'a.csv']);
  expect(ada.texts()).toEqual({ 'a.csv': 'older', 'a (2).csv': 'younger' });
});

test('a name that a person gave is still sent where the disk refused a move to another folder at first', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'raw/b.csv': 'two' });
  await settle(lab, ada);
  const entries = lab.service.sights.tree(lab.root);
  const [file, folder] = ['a.csv', 'raw'].map(path => entries.find(entry => entry.path === path)?.id ?? '');
  ada.disk.tree.rename(`${FOLDER}/a.csv`, `${FOLDER}/mine.csv`);
  lab.service.colleague(0).moveFile(file ?? '', folder ?? '');
  let refused = 0;
  lab.scheduler.mischief = ({ label, when }) =>
    label.startsWith('disk.move') && when === 'before' && refused++ === 0
      ? { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'mine.csv', code: 'EACCES' }) }
      : undefined;
  await settle(lab, ada);
  expect(refused).toBeGreaterThan(0);
  expect(ada.texts()).toEqual({ 'raw/mine.csv': 'one', 'raw/b.csv': 'two' });
  expect(lab.there()).toEqual(ada.texts());
});
