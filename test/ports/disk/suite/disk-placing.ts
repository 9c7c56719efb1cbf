import { createHash } from 'node:crypto';

import { expect } from 'vitest';

import type { Sha256 } from '../../../../shared/ids.ts';
import { MIB } from '../../../../shared/units.ts';
import { ABC, type DiskOnTrial, EMPTY, entryOf, expectKind, fresh, stage, type Trial } from './disk-trial.ts';

async function expectHashAlone({ disk, root, person }: DiskOnTrial, bytes: Buffer): Promise<void> {
  const staging = await disk.stage(root, 's1', 'hash');
  for (let at = 0; at < bytes.length; at += MIB) await staging.write(bytes.subarray(at, at + MIB));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await staging.finish()).toMatchObject({ sha256, sizeBytes: bytes.length });
  await staging.discard();
  expect(person.stagedNames()).toEqual([]);
}

/** How new files come into being. */
export const placeTrials: readonly Trial[] = [
  [
    'a staged file is placed whole, and the stage is empty again',
    async ({ disk, root, person }) => {
      expect(await stage({ disk, root }, 's1', 'abc')).toMatchObject({ sha256: ABC, sizeBytes: 3 });
      expect(person.stagedNames()).toEqual(['s1']);
      const placed = await disk.place(root, fresh('s1', 'a.csv'));
      expect(placed).toMatchObject({ sibling: null, late: false, entry: { name: 'a.csv', sizeBytes: 3, links: 1 } });
      expect(await disk.entry(root, 'a.csv')).toEqual(placed.entry);
      expect(person.read('a.csv')).toBe('abc');
      expect(person.stagedNames()).toEqual([]);
    },
  ],

  [
    'nothing is placed over a file that appeared meanwhile',
    async ({ disk, root, person }) => {
      await stage({ disk, root }, 's1', 'theirs');
      person.write('a.csv', 'mine');
      await expectKind(disk.place(root, fresh('s1', 'a.csv')), 'stale');
      expect(person.read('a.csv')).toBe('mine');
    },
  ],

  [
    'nothing is placed over a folder or a link [S31]',
    async ({ disk, root, person }) => {
      await stage({ disk, root }, 's1', 'theirs');
      person.mkdir('a.csv');
      await expectKind(disk.place(root, fresh('s1', 'a.csv')), 'stale');
      person.symlink('b.csv', 'nowhere');
      await expectKind(disk.place(root, fresh('s1', 'b.csv')), 'stale');
    },
  ],

  [
    'a missing folder is stale, and so is a missing download',
    async ({ disk, root }) => {
      await stage({ disk, root }, 's1', 'x');
      await expectKind(disk.place(root, fresh('s1', 'gone/a.csv')), 'stale');
      await expectKind(disk.place(root, fresh('never-staged', 'a.csv')), 'stale');
    },
  ],

  [
    'a staged file that was left goes on after its first bytes, and is whole in the end',
    async ({ disk, root, person }) => {
      const first = await disk.stage(root, 's1');
      await first.write(Buffer.from('ab'));
      const begun = await first.checkpoint();
      await first.write(Buffer.from('lost'));
      await first.leave();
      const second = await disk.resume(root, 's1', begun);
      await second?.write(Buffer.from('c'));
      expect(await second?.finish()).toMatchObject({ sha256: ABC, sizeBytes: 3 });
      await disk.place(root, fresh('s1', 'a.csv'));
      expect(person.read('a.csv')).toBe('abc');
    },
  ],

  [
    'what was flushed while more is written can be gone on with, and nothing of what came after',
    async ({ disk, root, person }) => {
      const text = '0123456789abcdef'.repeat(300_000);
      const first = await disk.stage(root, 's1');
      await first.write(Buffer.from(text.slice(0, 3_000_000)));
      const flushing = first.flushSoFar();
      for (let from = 3_000_000; from < text.length; from += 100_000)
        await first.write(Buffer.from(text.slice(from, from + 100_000)));
      const begun = await flushing;
      expect(begun.sizeBytes).toBeGreaterThan(2_000_000);
      expect(begun.sizeBytes).toBeLessThanOrEqual(3_000_000);
      await first.leave();
      const second = await disk.resume(root, 's1', begun);
      await second?.write(Buffer.from(text.slice(begun.sizeBytes)));
      expect((await second?.finish())?.sizeBytes).toBe(text.length);
      await disk.place(root, fresh('s1', 'a.csv'));
      expect(person.read('a.csv') === text).toBe(true);
    },
  ],

  [
    'a staged file of any length is whole, and its hash is that of its bytes, however it is flushed meanwhile',
    async ({ disk, root }) => {
      const MIB = 1024 * 1024;
      for (const size of [MIB - 1, MIB, MIB + 1, 3 * MIB, 3 * MIB + 7]) {
        const bytes = Buffer.alloc(size).map((_, index) => (index * 7919) >> 8);
        const staging = await disk.stage(root, 's1');
        for (let from = 0; from < size; from += 65_537) {
          await staging.write(bytes.subarray(from, from + 65_537));
          if (from % 5 === 0) await staging.flushSoFar();
          if (from % 7 === 0) await staging.checkpoint();
        }
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        expect(await staging.finish()).toMatchObject({ sha256, sizeBytes: size });
        await disk.place(root, fresh('s1', `${size}.raw`));
        expect((await disk.hash(root, `${size}.raw`))?.sha256).toBe(sha256);
      }
    },
  ],

  [
    'what does not begin as it was left is not gone on with, and goes',
    async ({ disk, root, person }) => {
      const first = await disk.stage(root, 's1');
      await first.write(Buffer.from('abc'));
      const begun = await first.checkpoint();
      await first.leave();
      expect(await disk.resume(root, 's2', begun)).toBe(null);
      expect(await disk.resume(root, 's1', { ...begun, sha256: EMPTY as Sha256 })).toBe(null);
      expect(person.stagedNames()).toEqual([]);
      await stage({ disk, root }, 's1', 'ab');
      expect(await disk.resume(root, 's1', begun)).toBe(null);
      expect(person.stagedNames()).toEqual([]);
    },
  ],

  [
    'a staged file is recognised by its key wherever it comes to',
    async ({ disk, root, person }) => {
      const staging = await disk.stage(root, 's1');
      await staging.write(Buffer.from('abc'));
      const { key } = await staging.finish();
      const { entry } = await disk.place(root, fresh('s1', 'a.csv'));
      person.rename('a.csv', 'b.csv');
      expect([entry.key, (await disk.entry(root, 'b.csv'))?.key]).toEqual([key, key]);
    },
  ],

  [
    'a staged file that begins anew has nothing of what was written before',
    async ({ disk, root, person }) => {
      const staging = await disk.stage(root, 's1');
      await staging.write(Buffer.from('something longer'));
      await staging.checkpoint();
      await staging.write(Buffer.from('and more'));
      await staging.rewind();
      await staging.write(Buffer.from('abc'));
      expect(await staging.finish()).toMatchObject({ sha256: ABC, sizeBytes: 3 });
      await disk.place(root, fresh('s1', 'a.csv'));
      expect(person.read('a.csv')).toBe('abc');
    },
  ],

  [
    'a sweep leaves the staged files that it is told, and nothing else',
    async ({ disk, root, person }) => {
      await stage({ disk, root }, 's1', 'x');
      await stage({ disk, root }, 's2', 'y');
      expect(await disk.sweep(root, new Set(['s2']))).toEqual([]);
      expect(person.stagedNames()).toEqual(['s2']);
      await disk.sweep(root);
      expect(person.stagedNames()).toEqual([]);
    },
  ],

  [
    'pieces of all sizes make one file with the right hash',
    async ({ disk, root, person }) => {
      const sizes = [1_048_576, 1, 70_000, 200_000, 3, 2_500_000, 1_048_576, 17, 1_048_577];
      const pieces = sizes.map((size, index) => Buffer.alloc(size, `${index} is repeated. `));
      const staging = await disk.stage(root, 's1');
      for (const piece of pieces) await staging.write(piece);
      const whole = Buffer.concat(pieces);
      const sha256 = createHash('sha256').update(whole).digest('hex');
      expect(await staging.finish()).toMatchObject({ sha256, sizeBytes: whole.length });
      await disk.place(root, fresh('s1', 'a.csv'));
      expect(person.read('a.csv') === whole.toString()).toBe(true);
    },
  ],

  [
    'a staged file begun again replaces the old one; a discarded one is gone, with an older one of its name',
    async ({ disk, root, person }) => {
      await stage({ disk, root }, 's1', 'first');
      await stage({ disk, root }, 's1', 'second');
      await disk.place(root, fresh('s1', 'a.csv'));
      expect(person.read('a.csv')).toBe('second');
      const dropped = await disk.stage(root, 's2');
      await dropped.write(Buffer.from('x'));
      await dropped.discard();
      await stage({ disk, root }, 's3', 'older');
      await (await disk.stage(root, 's3')).discard();
      expect(person.stagedNames()).toEqual([]);
    },
  ],

  [
    'what is discarded tells first that it came nowhere, unless it has a name elsewhere',
    async ({ disk, root, person }) => {
      const told: string[] = [];
      for (const name of ['s1', 's2']) {
        const staging = await disk.stage(root, name);
        await staging.write(Buffer.from('x'));
        await staging.finish();
        if (name === 's2') person.hardLink('.benchtop/stage/s2', 'a.csv');
        await staging.discard(() => void told.push(name, ...person.stagedNames()));
      }
      expect([told, person.stagedNames()]).toEqual([['s1', 's1'], []]);
    },
  ],

  [
    'a staging may use its buffer again after each write',
    async ({ disk, root, person }) => {
      const staging = await disk.stage(root, 's1');
      const buffer = Buffer.from('one.');
      await staging.write(buffer);
      buffer.write('two.');
      await staging.write(buffer);
      await staging.finish();
      await disk.place(root, fresh('s1', 'a.csv'));
      expect(person.read('a.csv')).toBe('one.two.');
    },
  ],

  ['a small file that is staged for its hash alone leaves nothing', on => expectHashAlone(on, Buffer.from('abc'))],
  [
    'a large file that is staged for its hash alone leaves nothing',
    on => expectHashAlone(on, Buffer.alloc(3 * MIB, 7)),
  ],

  [
    'an empty file can be placed',
    async ({ disk, root, person }) => {
      expect(await stage({ disk, root }, 's1', '')).toMatchObject({ sha256: EMPTY, sizeBytes: 0 });
      await disk.place(root, fresh('s1', 'empty.txt'));
      expect(person.read('empty.txt')).toBe('');
    },
  ],

  [
    'a new file that is moved on at the last instant is known by its key',
    async on => {
      await stage(on, 's1', 'abc');
      const placed = await on.atTheLastInstant(
        'a.csv',
        () => on.person.rename('a.csv', 'b.csv'),
        () => on.disk.place(on.root, fresh('s1', 'a.csv')),
      );
      const { key } = await entryOf(on, 'b.csv');
      expect(placed).toMatchObject({ isAsStaged: false, entry: { name: 'a.csv', key, sizeBytes: 3, links: 1 } });
      expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual([null, 'abc']);
      expect(on.person.stagedNames()).toEqual([]);
    },
  ],

  [
    'a folder that is moved on at the last instant takes its new file along, and that is known by its key',
    async on => {
      on.person.write('p/other.csv', 'other');
      // A look came before: the volume is known.
      await entryOf(on, 'p/other.csv');
      await stage(on, 's1', 'abc');
      const placed = await on.atTheLastInstant(
        'p/a.csv',
        () => on.person.rename('p', 'q'),
        () => on.disk.place(on.root, fresh('s1', 'p/a.csv')),
      );
      const { key } = await entryOf(on, 'q/a.csv');
      expect(placed).toMatchObject({ isAsStaged: false, entry: { name: 'a.csv', key, sizeBytes: 3 } });
      expect([on.person.read('q/a.csv'), on.person.stagedNames()]).toEqual(['abc', []]);
    },
  ],

  [
    'a new file that changes names with its neighbour at the last instant is known by its key',
    async on => {
      on.person.write('b.csv', 'neighbour');
      // A look came before: the volume is known.
      await entryOf(on, 'b.csv');
      await stage(on, 's1', 'abc');
      const placed = await on.atTheLastInstant(
        'a.csv',
        () => {
          on.person.rename('a.csv', 'aside.csv');
          on.person.rename('b.csv', 'a.csv');
          on.person.rename('aside.csv', 'b.csv');
        },
        () => on.disk.place(on.root, fresh('s1', 'a.csv')),
      );
      expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['neighbour', 'abc']);
      expect(placed).toMatchObject({ isAsStaged: false, entry: { name: 'a.csv', sizeBytes: 3 } });
      expect(placed.entry.key).toBe((await entryOf(on, 'b.csv')).key);
    },
  ],

  [
    'a new file that a program replaces at the last instant is the one that is there',
    async on => {
      await stage(on, 's1', 'abc');
      const placed = await on.atTheLastInstant(
        'a.csv',
        () => on.person.save('a.csv', 'mine'),
        () => on.disk.place(on.root, fresh('s1', 'a.csv')),
      );
      expect(on.person.read('a.csv')).toBe('mine');
      expect(placed).toMatchObject({ isAsStaged: false, entry: await entryOf(on, 'a.csv') });
    },
  ],

  [
    'a new file that is removed at the last instant was not placed, and leaves nothing staged',
    async on => {
      await stage(on, 's1', 'abc');
      const removed = on.atTheLastInstant(
        'a.csv',
        () => on.person.remove('a.csv'),
        () => on.disk.place(on.root, fresh('s1', 'a.csv')),
      );
      await expectKind(removed, 'stale');
      expect([on.person.read('a.csv'), on.person.stagedNames()]).toEqual([null, []]);
    },
  ],
];
