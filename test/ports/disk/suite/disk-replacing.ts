import { expect } from 'vitest';

import type { Entry, Placement } from '../../../../main/ports/disk.ts';
import {
  type DiskOnTrial,
  entryOf,
  expectFault,
  expectKind,
  fresh,
  LATE,
  NOWHERE,
  stage,
  type Trial,
} from './disk-trial.ts';

/** How files are replaced, and what of the old ones is kept. */
export const replaceTrials: readonly Trial[] = [
  [
    'an expected file is replaced and let go',
    async on => {
      const before = await prepared(on);
      const placed = await on.disk.place(on.root, placing(before.fingerprint));
      expect(placed).toMatchObject({ sibling: null, late: false });
      expect(on.person.read('a.csv')).toBe('new');
      expect(await entryOf(on, 'a.csv')).toEqual(placed.entry);
      expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([[], []]);
    },
  ],

  [
    'the old file goes to the store when asked',
    async on => {
      const before = await prepared(on);
      await on.disk.place(on.root, placing(before.fingerprint, { to: 'store', storeName: 'kept-1' }));
      expect([on.person.read('a.csv'), on.person.stored('kept-1')]).toEqual(['new', 'old']);
      expect(on.person.stagedNames()).toEqual([]);
    },
  ],

  [
    'the old file stays beside the new one as the same file when asked',
    async on => {
      const before = await prepared(on);
      const placed = await on.disk.place(
        on.root,
        placing(before.fingerprint, { to: 'sibling', path: 'a (conflict).csv' }),
      );
      expect([on.person.read('a.csv'), on.person.read('a (conflict).csv')]).toEqual(['new', 'old']);
      expect(placed.sibling).toEqual(await entryOf(on, 'a (conflict).csv'));
      expect(placed.sibling).toMatchObject(on.hasLinks ? { key: before.key, links: 1 } : { links: 1 });
      expect(placed.entry.key).not.toBe(before.key);
    },
  ],

  [
    'a taken sibling name is stale and changes nothing',
    async on => {
      const before = await prepared(on);
      on.person.write('b.csv', 'taken');
      await expectKind(on.disk.place(on.root, placing(before.fingerprint, { to: 'sibling', path: 'b.csv' })), 'stale');
      expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['old', 'taken']);
      expect(await entryOf(on, 'a.csv')).toEqual(before);
    },
  ],

  [
    'an edit in place between download and replacing is kept',
    async on => {
      const before = await prepared(on);
      on.person.write('a.csv', 'mine');
      await expectKind(on.disk.place(on.root, placing(before.fingerprint)), 'stale');
      expect(on.person.read('a.csv')).toBe('mine');
      expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([['s1'], []]);
    },
  ],

  [
    'an edit of equal length is kept',
    async on => {
      const before = await prepared(on);
      on.person.write('a.csv', 'OLD');
      await expectKind(on.disk.place(on.root, placing(before.fingerprint)), 'stale');
      expect(on.person.read('a.csv')).toBe('OLD');
    },
  ],

  [
    'a save by rename between download and replacing is kept',
    async on => {
      const before = await prepared(on);
      on.person.save('a.csv', 'old');
      await expectKind(on.disk.place(on.root, placing(before.fingerprint)), 'stale');
      expect(on.person.read('a.csv')).toBe('old');
    },
  ],

  [
    'a file that is gone is not brought back by replacing',
    async on => {
      const before = await prepared(on);
      on.person.remove('a.csv');
      await expectKind(on.disk.place(on.root, placing(before.fingerprint)), 'stale');
      expect(on.person.read('a.csv')).toBeNull();
    },
  ],

  [
    'a stale placing can be tried again with what is there now',
    async on => {
      const before = await prepared(on);
      on.person.write('a.csv', 'mine');
      await expectKind(on.disk.place(on.root, placing(before.fingerprint)), 'stale');
      const now = await entryOf(on, 'a.csv');
      await on.disk.place(on.root, placing(now.fingerprint, { to: 'sibling', path: 'b.csv' }));
      expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['new', 'mine']);
    },
  ],

  [
    'a folder in the place of the expected file is stale',
    async on => {
      const before = await prepared(on);
      on.person.remove('a.csv');
      on.person.mkdir('a.csv');
      await expectKind(on.disk.place(on.root, placing(before.fingerprint)), 'stale');
    },
  ],

  [
    'bytes written into the old file at the last instant are in the store, and said to be',
    async on => {
      if (!on.hasLinks) return;
      for (const old of [NOWHERE, { to: 'store', storeName: 'kept-1' }] as const) {
        const before = await prepared(on);
        const placed = await on.atTheLastInstant(
          'a.csv',
          () => on.person.write('.benchtop/stage/s1.old', 'old and late'),
          () => on.disk.place(on.root, placing(before.fingerprint, old)),
        );
        expect(placed.late).toBe(true);
        expect([on.person.read('a.csv'), on.person.stored(LATE)]).toEqual(['new', 'old and late']);
        expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([[], [LATE]]);
        await on.disk.dropStored(LATE);
      }
    },
  ],

  [
    'a file that a program has open for writing keeps its place, and is replaced when it is closed',
    async on => {
      if ((await on.disk.openForWriting(on.root)) === null) return;
      for (const old of [NOWHERE, { to: 'store', storeName: 'kept-1' }] as const) {
        const before = await prepared(on);
        const held = on.person.holdOpen('a.csv');
        const fault = { kind: 'disk-refused', path: 'a.csv', code: 'EBUSY' } as const;
        await expectFault(on.disk.place(on.root, placing(before.fingerprint, old)), fault);
        // Once it is known to be open, trying again and again is no change.
        const known = await entryOf(on, 'a.csv');
        await expectFault(on.disk.place(on.root, placing(known.fingerprint, old)), fault);
        expect(await entryOf(on, 'a.csv')).toEqual(known);
        held.append(' and more');
        held.close();
        expect(on.person.read('a.csv')).toBe('old and more');
        expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([['s1'], []]);
        const { fingerprint } = await entryOf(on, 'a.csv');
        expect(await on.disk.place(on.root, placing(fingerprint))).toMatchObject({ late: false });
        expect([on.person.read('a.csv'), on.person.stagedNames()]).toEqual(['new', []]);
      }
    },
  ],

  [
    'a file that a program opened while it was replaced has its place back',
    async on => {
      if ((await on.disk.openForWriting(on.root)) === null || !on.hasLinks) return;
      for (const old of [NOWHERE, { to: 'store', storeName: 'kept-1' }] as const) {
        const before = await prepared(on);
        const held: ReturnType<typeof on.person.holdOpen>[] = [];
        const placed = on.atTheLastInstant(
          'a.csv',
          () => held.push(on.person.holdOpen('.benchtop/stage/s1.old')),
          () => on.disk.place(on.root, placing(before.fingerprint, old)),
        );
        await expectFault(placed, { kind: 'disk-refused', path: 'a.csv', code: 'EBUSY' });
        expect(await entryOf(on, 'a.csv')).toMatchObject({ key: before.key });
        for (const each of held) each.append(' and more');
        for (const each of held) each.close();
        expect(on.person.read('a.csv')).toBe('old and more');
        expect([held.length, on.person.stagedNames(), on.person.storedNames()]).toEqual([1, ['s1'], []]);
      }
    },
  ],

  [
    'what someone wrote into the new file before the old one had its place back is in the store',
    async on => {
      if ((await on.disk.openForWriting(on.root)) === null || !on.hasLinks) return;
      const before = await prepared(on);
      const held: ReturnType<typeof on.person.holdOpen>[] = [];
      const placed = on.atTheLastInstant(
        'a.csv',
        () => {
          held.push(on.person.holdOpen('.benchtop/stage/s1.old'));
          on.person.write('a.csv', 'new and mine');
        },
        () => on.disk.place(on.root, placing(before.fingerprint)),
      );
      await expectFault(placed, { kind: 'disk-refused', path: 'a.csv', code: 'EBUSY' });
      for (const each of held) each.close();
      expect([on.person.read('a.csv'), on.person.stored(LATE)]).toEqual(['old', 'new and mine']);
    },
  ],

  [
    'a file that a program writes into is in the store when something else has its place already',
    async on => {
      if ((await on.disk.openForWriting(on.root)) === null || !on.hasLinks) return;
      const before = await prepared(on);
      const held: ReturnType<typeof on.person.holdOpen>[] = [];
      const placed = on.atTheLastInstant(
        'a.csv',
        () => {
          held.push(on.person.holdOpen('.benchtop/stage/s1.old'));
          on.person.save('a.csv', 'of somebody');
        },
        () => on.disk.place(on.root, placing(before.fingerprint)),
      );
      // With its store on another volume it says no, and leaves the old file to the next sweep.
      await placed.catch((error: unknown) => expect(error).toMatchObject({ fault: { code: 'EBUSY' } }));
      expect(on.person.read('a.csv')).toBe('of somebody');
      for (const each of held) each.close();
      await on.disk.sweep(on.root);
      expect(on.person.storedNames().map(name => on.person.stored(name))).toEqual(['old']);
    },
  ],

  [
    'bytes written at the last instant into a file kept beside are in it',
    async on => {
      if (!on.hasLinks) return;
      const before = await prepared(on);
      const held = on.person.holdOpen('a.csv');
      const placed = await on.atTheLastInstant(
        'a.csv',
        () => held.append(' and late'),
        () => on.disk.place(on.root, placing(before.fingerprint, { to: 'sibling', path: 'b.csv' })),
      );
      held.close();
      expect(placed.late).toBe(false);
      expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['new', 'old and late']);
      expect(placed.sibling).toEqual(await entryOf(on, 'b.csv'));
    },
  ],

  [
    'a new file that is removed at the last instant leaves the old one where it belongs, and nothing staged',
    async on => {
      if (!on.hasLinks) return;
      for (const old of [NOWHERE, { to: 'store', storeName: 'kept-1' }] as const) {
        const before = await prepared(on);
        const removed = on.atTheLastInstant(
          'a.csv',
          () => on.person.remove('a.csv'),
          () => on.disk.place(on.root, placing(before.fingerprint, old)),
        );
        await expectKind(removed, 'stale');
        expect(on.person.stagedNames()).toEqual([]);
        expect(on.person.stored('kept-1')).toBe(old.to === 'store' ? 'old' : null);
      }
    },
  ],

  [
    'a new version that is moved on at the last instant is known by its key, and the old one is where it belongs',
    async on => {
      for (const old of [NOWHERE, { to: 'store', storeName: 'kept-1' }, { to: 'sibling', path: 'c.csv' }] as const) {
        const before = await prepared(on);
        const placed = await on.atTheLastInstant(
          'a.csv',
          () => on.person.rename('a.csv', 'b.csv'),
          () => on.disk.place(on.root, placing(before.fingerprint, old)),
        );
        const { key } = await entryOf(on, 'b.csv');
        expect(placed).toMatchObject({ isAsStaged: false, late: false, entry: { name: 'a.csv', key, sizeBytes: 3 } });
        expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual([null, 'new']);
        expect([on.person.stored('kept-1'), on.person.read('c.csv')]).toEqual([
          old.to === 'nowhere' ? null : 'old',
          old.to === 'sibling' ? 'old' : null,
        ]);
        expect(on.person.stagedNames()).toEqual([]);
      }
    },
  ],

  [
    'an old file that is moved on from beside the new one at the last instant is known by its key',
    async on => {
      if (!on.hasLinks) return;
      const before = await prepared(on);
      const placed = await on.atTheLastInstant(
        'a.csv',
        () => on.person.rename('c.csv', 'b.csv'),
        () => on.disk.place(on.root, placing(before.fingerprint, { to: 'sibling', path: 'c.csv' })),
      );
      expect(placed).toMatchObject({ isAsStaged: true, late: false, entry: { name: 'a.csv', sizeBytes: 3 } });
      expect(placed).toMatchObject({ isSiblingAsExpected: false, sibling: { name: 'c.csv', key: before.key } });
      expect(['a.csv', 'b.csv', 'c.csv'].map(path => on.person.read(path))).toEqual(['new', 'old', null]);
      expect(on.person.stagedNames()).toEqual([]);
    },
  ],

  [
    'a folder that is moved on at the last instant takes the new file along, and the old one beside it',
    async on => {
      if (!on.hasLinks) return;
      on.person.write('p/a.csv', 'old');
      const before = await entryOf(on, 'p/a.csv');
      await stage(on, 's1', 'new');
      const placed = await on.atTheLastInstant(
        'p/a.csv',
        () => on.person.rename('p', 'q'),
        () =>
          on.disk.place(on.root, {
            ...fresh('s1', 'p/a.csv'),
            expected: before.fingerprint,
            old: { to: 'sibling', path: 'p/b.csv' },
          }),
      );
      const { key } = await entryOf(on, 'q/a.csv');
      expect(placed).toMatchObject({ isAsStaged: false, late: false, entry: { name: 'a.csv', key } });
      expect(placed).toMatchObject({ isSiblingAsExpected: false, sibling: { name: 'b.csv', key: before.key } });
      expect([on.person.read('q/a.csv'), on.person.read('q/b.csv')]).toEqual(['new', 'old']);
    },
  ],
];

/** A file with a finished download that is to replace it. */
async function prepared(on: DiskOnTrial): Promise<Entry> {
  on.person.write('a.csv', 'old');
  const before = await entryOf(on, 'a.csv');
  await stage(on, 's1', 'new');
  return before;
}

function placing(fingerprint: string, old: Placement['old'] = NOWHERE): Placement {
  return { ...fresh('s1', 'a.csv'), expected: fingerprint, old };
}
