import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import type { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf, versionsOf } from '../../lab/altered-answers.ts';
import { dying, labWith } from '../../lab/dying.ts';

// The computer dies while ours goes aside and theirs comes, and a person is quicker than its next start.

const BOTH_NAMED = /^disk\.place a\.csv: old kept$/;
const EXCHANGED = /^disk\.place a\.csv: renamed$/;
const AT = `${FOLDER}/a.csv`;

interface Cut {
  readonly lab: QuietLab;
  readonly ada: Computer;
  readonly file: string;
}

async function cutOff(moment: RegExp, meanwhile: (ada: Computer, copy: string) => void): Promise<Cut> {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  lab.service.colleague(0).editFile(file, bytes('theirs'));
  lab.save(ada, { 'a.csv': 'mine' });
  await dying({ lab, ada }, moment, () => {
    const copy = Object.keys(ada.texts()).find(path => path.includes('(conflict'));
    expect(copy).toBeDefined();
    meanwhile(ada, `${FOLDER}/${copy ?? ''}`);
  });
  return { lab, ada, file };
}

/** What is there, with every conflict copy's name made short. */
function shown({ lab, ada }: Cut): Record<string, string> {
  expect(lab.there()).toEqual(ada.texts());
  expect(ada.stored()).toEqual([]);
  const short = (path: string): string => path.replaceAll(/ \(conflict, [^)]*\)/g, ' (conflict)');
  return Object.fromEntries(Object.entries(ada.texts()).map(([path, text]) => [short(path), text]));
}

test.each<[string, (ada: Computer, copy: string) => void, Record<string, string>, string]>([
  [
    'renames theirs',
    ({ disk: { tree } }) => tree.rename(AT, `${FOLDER}/b.csv`),
    { 'b.csv': 'theirs', 'a (conflict).csv': 'mine' },
    'b.csv',
  ],
  [
    'renames both',
    ({ disk: { tree } }, copy) => {
      tree.rename(AT, `${FOLDER}/b.csv`);
      tree.rename(copy, `${FOLDER}/c.csv`);
    },
    { 'b.csv': 'theirs', 'c.csv': 'mine' },
    'b.csv',
  ],
  [
    'puts ours back in its place',
    ({ disk: { tree } }, copy) => {
      tree.rename(AT, `${FOLDER}/b.csv`);
      tree.rename(copy, AT);
    },
    { 'b.csv': 'theirs', 'a.csv': 'mine' },
    'b.csv',
  ],
  [
    'edits theirs',
    ({ disk: { tree } }) => tree.write(AT, 'theirs, edited'),
    { 'a.csv': 'theirs, edited', 'a (conflict).csv': 'mine' },
    'a.csv',
  ],
  [
    'removes theirs',
    ({ disk: { tree } }) => tree.remove(AT),
    { 'a.csv': 'theirs', 'a (conflict).csv': 'mine' },
    'a.csv',
  ],
])('a conflict cut off when theirs has come keeps both once when somebody %s [C16]', async (_, act, texts, name) => {
  const cut = await cutOff(EXCHANGED, act);
  const { lab, ada, file } = cut;
  expect(shown(cut)).toEqual(texts);
  expect(idOf(lab, name)).toBe(file);
  expect(versionsOf(lab, file).slice(0, 2)).toEqual(['one', 'theirs']);
  expect(await lab.call(ada, 'conflicts.list', null)).toMatchObject([{ path: name }]);
});

test.each<[string, (ada: Computer, copy: string) => void, Record<string, string>]>([
  [
    'moves the copy on',
    ({ disk: { tree } }, copy) => tree.rename(copy, `${FOLDER}/c.csv`),
    { 'a.csv': 'theirs', 'c.csv': 'mine' },
  ],
  [
    'edits the copy and moves it on',
    ({ disk: { tree } }, copy) => {
      tree.write(copy, 'mine, edited');
      tree.rename(copy, `${FOLDER}/c.csv`);
    },
    { 'a.csv': 'theirs', 'c.csv': 'mine, edited' },
  ],
  [
    'renames the file',
    ({ disk: { tree } }) => tree.rename(AT, `${FOLDER}/b.csv`),
    { 'a.csv': 'theirs', 'b.csv': 'mine' },
  ],
  [
    'removes the copy',
    ({ disk: { tree } }, copy) => tree.remove(copy),
    { 'a.csv': 'theirs', 'a (conflict).csv': 'mine' },
  ],
])('a conflict cut off when ours has two names keeps both once when somebody %s [10162459]', async (_, act, texts) => {
  const cut = await cutOff(BOTH_NAMED, act);
  expect(shown(cut)).toEqual(texts);
  expect(idOf(cut.lab, 'a.csv')).toBe(cut.file);
  expect(versionsOf(cut.lab, cut.file)).toEqual(['one', 'theirs']);
  expect(await cut.lab.call(cut.ada, 'conflicts.list', null)).toMatchObject([{ path: 'a.csv' }]);
});

test.each([
  ['when ours has two names', BOTH_NAMED],
  ['when theirs has come', EXCHANGED],
])(
  'a conflict cut off %s keeps all three when somebody saves a new file over the one in place [C16]',
  async (_, at) => {
    const cut = await cutOff(at, ({ disk: { tree } }) => tree.save(AT, 'newer'));
    const { lab, ada, file } = cut;
    shown(cut);
    expect(Object.values(ada.texts()).toSorted()).toEqual(['mine', 'newer', 'theirs']);
    expect(ada.texts()['a.csv']).toBe('theirs');
    expect(idOf(lab, 'a.csv')).toBe(file);
    expect(versionsOf(lab, file)).toEqual(['one', 'theirs']);
  },
);

test('a conflict cut off on a disk that names its files anew keeps both once, and lists them [C16]', async () => {
  const cut = await cutOff(EXCHANGED, ({ disk: { tree } }, copy) => {
    for (const path of [AT, copy]) {
      const text = tree.read(path) ?? '';
      tree.remove(path);
      tree.write(path, text);
    }
  });
  expect(shown(cut)).toEqual({ 'a.csv': 'theirs', 'a (conflict).csv': 'mine' });
  expect(versionsOf(cut.lab, cut.file)).toEqual(['one', 'theirs']);
  expect(await cut.lab.call(cut.ada, 'conflicts.list', null)).toMatchObject([{ path: 'a.csv' }]);
});

/** A disk that gives the numbers of removed files to new ones. */
async function reusing(): Promise<Cut> {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  ada.disk.tree.reusesInodes = true;
  lab.save(ada, { 'a.csv': 'mine' });
  const file = idOf(lab, 'a.csv');
  lab.service.colleague(0).editFile(file, bytes('theirs'));
  return { lab, ada, file };
}

/** Something new comes here under the number of what was staged, and all comes to rest. */
async function bringNew({ lab, ada }: Cut): Promise<void> {
  lab.scheduler.mischief = () => undefined;
  lab.save(ada, { 'new.csv': 'new' });
  for (let turn = 0; turn < 3; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(3_600_000);
  }
}

const TOLD_APART = { 'a.csv': 'theirs', 'a (conflict).csv': 'mine', 'new.csv': 'new' };

test('a conflict cut off before theirs came does not take a new file for theirs that has its number [20406]', async () => {
  const cut = await reusing();
  const { lab, ada } = cut;
  lab.scheduler.mischief = ({ label }) => (BOTH_NAMED.test(label) ? { do: 'crash' } : undefined);
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  lab.scheduler.mischief = () => undefined;
  await lab.drive(ada.start());
  await bringNew(cut);
  expect(shown(cut)).toEqual(TOLD_APART);
  expect(versionsOf(cut.lab, cut.file)).toEqual(['one', 'theirs']);
});

test('a conflict cut off while theirs is cleared away does not take a new file for theirs [901100]', async () => {
  const cut = await reusing();
  const { lab, ada } = cut;
  lab.scheduler.mischief = ({ label, when }) => {
    if (when === 'after' && label.startsWith('disk.discard')) return { do: 'crash' };
    if (when === 'before' && label === 'disk.place a.csv') lab.save(ada, { 'a.csv': 'mine' });
    return undefined;
  };
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  expect(ada.isAlive).toBe(false);
  lab.scheduler.mischief = () => undefined;
  await lab.drive(ada.start());
  await bringNew(cut);
  expect(shown(cut)).toEqual(TOLD_APART);
  expect(versionsOf(lab, cut.file)).toEqual(['one', 'theirs']);
});

test('a conflict that the disk refused does not take a new file for theirs that has its number [20406]', async () => {
  const cut = await reusing();
  cut.lab.scheduler.mischief = ({ label, when }) =>
    when === 'before' && label === 'disk.place a.csv'
      ? { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) }
      : undefined;
  await cut.lab.sync(cut.ada);
  await bringNew(cut);
  expect(shown(cut)).toEqual(TOLD_APART);
  expect(versionsOf(cut.lab, cut.file)).toEqual(['one', 'theirs']);
});
