import { expect, test } from 'vitest';

import type { Disk, Placement, Root } from '../../../main/ports/disk.ts';
import { FaultError } from '../../../shared/fault.ts';
import { Dice } from '../../sim/fakes/dice.ts';
import { createDiskState, createFakeDisk } from '../../sim/fakes/fake-disk.ts';
import { FakeClock } from '../../sim/fakes/fake-clock.ts';
import { Scheduler, type Verdict } from '../../sim/fakes/scheduler.ts';
import { expectKind, fresh, stage } from './suite/disk-trial.ts';

// What only the fake disk can show: what is left when the computer dies in the middle of a step.

const root: Root = { path: '/home/ada/root', marker: 'marker', volume: 'disk-1' };

function begin(seed = 1) {
  const scheduler = new Scheduler(new Dice(seed), new FakeClock());
  const state = createDiskState(() => scheduler.clock.now());
  state.tree.write(`${root.path}/.benchtop/root.json`, root.marker);
  const boot = (): Disk => createFakeDisk(state, scheduler.device('bench'));
  /** Runs until the call has ended, or can never end. */
  const settle = async <T>(call: Promise<T>): Promise<T | 'never'> => {
    let outcome: { value: T } | { thrown: unknown } | null = null;
    call.then(
      value => (outcome = { value }),
      (thrown: unknown) => (outcome = { thrown }),
    );
    await scheduler.run(() => outcome !== null);
    const ended = outcome as { value: T } | { thrown: unknown } | null;
    if (ended === null) return 'never';
    if ('thrown' in ended) throw ended.thrown;
    return ended.value;
  };
  const at = (path: string): string => `${root.path}/${path}`;
  return { scheduler, state, boot, settle, at };
}

const OLD: readonly Placement['old'][] = [
  { to: 'nowhere' },
  { to: 'store', storeName: 'kept-1' },
  { to: 'sibling', path: 'b.csv' },
];

const CRASHES = OLD.flatMap(old =>
  ['before', 'old kept', 'exchanging', 'renamed', 'after'].map(moment => [moment, old.to, old] as const),
);

test.each(CRASHES)('a crash at “%s” of a replacement (old to %s) loses neither side', async (moment, _, old) => {
  const { scheduler, state, boot, settle, at } = begin();
  const disk = boot();
  state.tree.write(at('a.csv'), 'old');
  const before = await settle(disk.entry(root, 'a.csv'));
  if (before === null || before === 'never') throw new Error('There must be a file');
  await settle(stage({ disk, root }, 's1', 'new'));
  scheduler.mischief = ({ label, when }): Verdict => {
    if (!label.startsWith('disk.place')) return undefined;
    return when === moment || label.endsWith(`: ${moment}`) ? { do: 'crash' } : undefined;
  };
  const placing = { ...fresh('s1', 'a.csv'), expected: before.fingerprint, old };
  expect(await settle(disk.place(root, placing))).toBe('never');

  scheduler.mischief = () => undefined;
  const rescued = await settle(boot().sweep(root));
  const isReplaced = moment === 'renamed' || moment === 'after';
  expect(state.tree.read(at('a.csv'))).toBe(isReplaced ? 'new' : 'old');
  const stored = [...state.stored.values()].map(bytes => Buffer.from(bytes).toString());
  // Only a replacement that was over may have let the old bytes go.
  const isReachable = [...stored, state.tree.read(at('a.csv')), state.tree.read(at('b.csv'))].includes('old');
  expect(isReachable).toBe(moment !== 'after' || old.to !== 'nowhere');
  expect(rescued).toHaveLength(moment === 'renamed' && old.to !== 'sibling' ? 1 : 0);
  expect(state.tree.find(at('.benchtop/stage'))).toMatchObject({ names: new Map() });
});

test('a crash between the two names of a move is healed by moving again', async () => {
  const { scheduler, state, boot, settle, at } = begin();
  const disk = boot();
  state.tree.write(at('a.csv'), 'abc');
  const before = await settle(disk.entry(root, 'a.csv'));
  if (before === null || before === 'never') throw new Error('There must be a file');
  scheduler.mischief = ({ label }) => (label.endsWith(': linked') ? { do: 'crash' } : undefined);
  expect(await settle(disk.move(root, 'a.csv', 'b.csv', before.key))).toBe('never');
  expect(state.tree.texts(root.path)).toEqual({ 'a.csv': 'abc', 'b.csv': 'abc' });
  scheduler.mischief = () => undefined;
  await settle(boot().move(root, 'a.csv', 'b.csv', before.key));
  expect(state.tree.texts(root.path)).toEqual({ 'b.csv': 'abc' });
});

test.each(['old kept'])('a person who saves at “%s” of a replacement keeps the save', async moment => {
  for (const how of ['write', 'save', 'remove'] as const) {
    const { scheduler, state, boot, settle, at } = begin();
    const disk = boot();
    state.tree.write(at('a.csv'), 'old');
    const before = await settle(disk.entry(root, 'a.csv'));
    if (before === null || before === 'never') throw new Error('There must be a file');
    await settle(stage({ disk, root }, 's1', 'new'));
    scheduler.mischief = ({ label }) => {
      if (!label.endsWith(`: ${moment}`)) return undefined;
      if (how === 'remove') state.tree.remove(at('a.csv'));
      else state.tree[how](at('a.csv'), 'mine');
      return undefined;
    };
    const placing = { ...fresh('s1', 'a.csv'), expected: before.fingerprint };
    await expectKind(settle(disk.place(root, placing)), 'stale');
    expect(state.tree.texts(root.path)).toEqual(how === 'remove' ? {} : { 'a.csv': 'mine' });
  }
});

test('a file moved between folders during a look is not missed, whatever the moment', async () => {
  for (const [from, to] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    for (const moment of ['', 'a', 'b']) {
      const { scheduler, state, boot, settle, at } = begin();
      for (const path of ['a/keep', 'b/keep', `${from}/wanders`]) state.tree.write(at(path), '1');
      scheduler.mischief = ({ label }) => {
        if (!label.endsWith(`: at ${moment}`) || state.tree.read(at(`${from}/wanders`)) === null) return undefined;
        state.tree.rename(at(`${from}/wanders`), at(`${to}/wanders`));
        return undefined;
      };
      const look = await settle(boot().scan(root, new Map()));
      if (look === 'never') throw new Error('The look must end');
      const names = look.changed.flatMap(({ path, entries }) => entries.map(entry => `${path}/${entry.name}`));
      expect(names).toContain(`${to}/wanders`);
      expect(names).not.toContain(`${from}/wanders`);
    }
  }
});

test('a marker that goes during a look makes the root lost', async () => {
  const { scheduler, state, boot, settle, at } = begin();
  state.tree.write(at('a/b.csv'), '1');
  scheduler.mischief = ({ label }) => {
    if (label.endsWith(': at a')) state.tree.remove(at('.benchtop/root.json'));
    return undefined;
  };
  await expectKind(settle(boot().scan(root, new Map())), 'root-lost');
});

test('a forbidden folder and another volume inside are unreadable, not absent, and refuse effects', async () => {
  const { state, boot, settle, at } = begin();
  const disk = boot();
  for (const path of ['closed/a', 'other/b', 'open/c']) state.tree.write(at(path), '1');
  state.tree.refuse(at('closed'), 'EACCES');
  state.tree.setVolume(at('other'), 'usb-stick');
  const look = await settle(disk.scan(root, new Map()));
  if (look === 'never') throw new Error('The look must end');
  expect(look.unreadable.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'closed', code: 'EACCES' },
    { path: 'other', code: 'EXDEV' },
  ]);
  expect(look.changed.map(({ path }) => path).toSorted()).toEqual(['', 'open']);
  await settle(stage({ disk, root }, 's1', 'x'));
  await expectKind(settle(disk.place(root, fresh('s1', 'closed/new'))), 'disk-refused');
  await expectKind(settle(disk.place(root, fresh('s1', 'other/new'))), 'disk-refused');
});

test('a full disk says so while a download is written, and the file in place stays', async () => {
  const { state, boot, settle, at } = begin();
  const disk = boot();
  state.tree.write(at('a.csv'), 'old');
  state.freeBytes = 5;
  const staging = await settle(disk.stage(root, 's1'));
  if (staging === 'never') throw new Error('Staging must begin');
  await staging.write(Buffer.from('1234'));
  await expect(staging.write(Buffer.from('56'))).rejects.toBeInstanceOf(FaultError);
  expect(state.tree.texts(root.path)).toEqual({ 'a.csv': 'old' });
});
