import { expect } from 'vitest';

import { entryOf, expectFault, expectKind, fresh, stage, type Trial } from './disk-trial.ts';

/** Paths that lead out of a root, into our own folder, or nowhere. */
const OUTSIDE = [
  '..',
  '../a',
  'a/../../b',
  '/etc/a',
  'a//b',
  './a',
  'a\0b',
  '.benchtop/x',
  '.benchtop',
  '.BENCHTOP/x',
  'a/',
];

/** How folders are made, removed and inspected. */
export const folderTrials: readonly Trial[] = [
  [
    'a probe tells what the volume makes of names and times, and leaves nothing',
    async on => {
      const facts = await on.disk.probe(on.root);
      expect(facts.hasLinks).toBe(on.hasLinks);
      expect(facts.timeStepNs).toBeGreaterThanOrEqual(1);
      on.person.write('plate.csv', 'x');
      expect((await on.disk.entry(on.root, 'Plate.csv')) !== null).toBe(facts.foldsCase);
      expect(on.person.stagedNames()).toEqual([]);
      expect(await on.disk.probe(on.root)).toEqual(facts);
      await expectKind(on.disk.probe({ ...on.root, marker: 'another' }), 'root-lost');
    },
  ],

  [
    'a folder is never another one that differs in capitals only',
    async on => {
      await on.disk.makeFolder(on.root, 'Run');
      const made = on.disk.makeFolder(on.root, 'run');
      if (!(await on.disk.probe(on.root)).foldsCase) expect((await made).key).not.toBe((await entryOf(on, 'Run')).key);
      else await expectKind(made, 'stale');
    },
  ],

  [
    'a folder is made once and taken as it is after',
    async on => {
      const made = await on.disk.makeFolder(on.root, 'plates');
      expect(made).toMatchObject({ name: 'plates', kind: 'folder' });
      expect((await on.disk.makeFolder(on.root, 'plates')).key).toBe(made.key);
      await expectKind(on.disk.makeFolder(on.root, 'gone/inside'), 'stale');
      on.person.write('a.csv', 'x');
      await expectKind(on.disk.makeFolder(on.root, 'a.csv'), 'stale');
    },
  ],

  [
    'a stored file comes back where nothing is, and only there',
    async on => {
      on.person.write('a.csv', 'kept');
      await on.disk.store(on.root, 'a.csv', (await entryOf(on, 'a.csv')).fingerprint, 'one');
      on.person.write('a.csv', 'newer');
      await expectKind(on.disk.restore(on.root, 'one', 'a.csv'), 'stale');
      const back = await on.disk.restore(on.root, 'one', 'a (2).csv');
      expect(back).toMatchObject({ name: 'a (2).csv', kind: 'file', sizeBytes: 4, links: 1 });
      expect(on.person.read('a.csv')).toBe('newer');
      expect(on.person.read('a (2).csv')).toBe('kept');
      await expectKind(on.disk.restore(on.root, 'one', 'b.csv'), 'stale');
    },
  ],

  [
    'only an empty folder is removed',
    async on => {
      on.person.write('plates/a.csv', 'x');
      expect(await on.disk.removeFolder(on.root, 'plates')).toBe(false);
      expect(await on.disk.removeFolder(on.root, 'plates/a.csv')).toBe(false);
      on.person.remove('plates/a.csv');
      expect(await on.disk.removeFolder(on.root, 'plates')).toBe(true);
      expect(await on.disk.removeFolder(on.root, 'plates')).toBe(true);
      expect(await on.disk.removeFolder(on.root, 'gone/inside')).toBe(true);
      expect(on.person.read('plates/a.csv')).toBeNull();
    },
  ],

  [
    'the marks in a folder, around it and below it are found',
    async on => {
      const { root, disk, person } = on;
      person.mkdir('plates/deep');
      const inside = `${root.path}/plates/deep`;
      await disk.mark(inside, '0190b0aa-0000-7000-8000-00000000000b');
      const marks = async (path: string): Promise<readonly string[]> =>
        (await disk.claims(path)).map(({ path: at, where }) => `${where} ${at}`);
      expect(await marks(root.path)).toEqual([`in ${root.path}`, `below ${inside}`]);
      expect(await marks(`${root.path}/plates`)).toEqual([`above ${root.path}`, `below ${inside}`]);
      expect(await marks(inside)).toEqual([`in ${inside}`, `above ${root.path}`]);
    },
  ],

  [
    'inspecting says what a folder is before it becomes a root',
    async on => {
      const { root, disk, person } = on;
      expect(await disk.inspect(root.path)).toEqual({
        trouble: null,
        code: null,
        realPath: root.path,
        volume: root.volume,
        marker: root.marker,
        epoch: 0,
      });
      await disk.mark(root.path, root.marker, 7);
      expect(await disk.inspect(root.path)).toMatchObject({ trouble: null, marker: root.marker, epoch: 7 });
      person.write('a.csv', 'x');
      person.mkdir('plain');
      expect(await disk.inspect(`${root.path}/a.csv`)).toMatchObject({ trouble: 'not-a-folder' });
      expect(await disk.inspect(`${root.path}/gone`)).toMatchObject({ trouble: 'missing', code: 'ENOENT' });
      expect(await disk.inspect(`${root.path}/plain`)).toMatchObject({ trouble: null, marker: null });
    },
  ],

  [
    'free space is a number of bytes',
    async ({ disk, root }) => {
      const { freeBytes, recordsFreeBytes } = await disk.space(root.path);
      expect(freeBytes).toBeGreaterThan(1024);
      expect(recordsFreeBytes).toBeGreaterThan(1024);
    },
  ],
];

/** What is cleared away, and what is rescued. */
export const sweepTrials: readonly Trial[] = [
  [
    'unfinished downloads are swept away, set-aside bytes are rescued',
    async ({ disk, root, person }) => {
      await stage({ disk, root }, 's1', 'unfinished');
      person.leaveStaged('s2.old', 'set aside');
      const rescued = await disk.sweep(root);
      expect(rescued).toHaveLength(1);
      expect(rescued[0]).toMatch(/^rescued-/);
      expect(person.stored(rescued[0] ?? '')).toBe('set aside');
      expect(person.stagedNames()).toEqual([]);
      expect(await disk.sweep(root)).toEqual([]);
    },
  ],

  [
    'what a crash left set aside and a program still writes into is in the store with all that it writes',
    async ({ disk, root, person }) => {
      if ((await disk.openForWriting(root)) === null) return;
      person.leaveStaged('s2.old', 'set aside');
      const held = person.holdOpen('.benchtop/stage/s2.old');
      const rescued = [...(await disk.sweep(root))];
      held.append(' and more');
      held.close();
      rescued.push(...(await disk.sweep(root)));
      expect(rescued.map(name => person.stored(name))).toEqual(['set aside and more']);
      expect(person.stagedNames()).toEqual([]);
    },
  ],

  [
    'a sweep tells first the keys of what goes for ever: not of what has a name elsewhere, nor of what stays',
    async on => {
      const { disk, root, person } = on;
      const keys: string[] = [];
      for (const name of ['s1', 's2', 's3']) keys.push((await stage(on, name, name)).key ?? '');
      person.hardLink('.benchtop/stage/s1', '.benchtop/stage/s1.old');
      person.hardLink('.benchtop/stage/s2', 'a.csv');
      const told: string[] = [];
      await disk.sweep(root, new Set(['s3']), going => {
        told.push(...going);
        expect(person.stagedNames().toSorted()).toEqual(['s1', 's1.old', 's2', 's3']);
      });
      expect(told).toEqual([keys[0]]);
      expect(person.stagedNames()).toEqual(['s3']);
    },
  ],

  [
    'a second name left by a crash is only removed: its file is in its place',
    async ({ disk, root, person }) => {
      person.write('a.csv', 'abc');
      person.leaveLinked('a.csv', 's1.old');
      expect(await disk.sweep(root)).toEqual([]);
      expect([person.read('a.csv'), person.stagedNames(), person.storedNames()]).toEqual(['abc', [], []]);
    },
  ],

  [
    'a download that a crash left with two names is swept away, not rescued',
    async ({ disk, root, person }) => {
      for (const name of ['s1', 's2', 's3']) {
        await stage({ disk, root }, name, 'about to replace a file');
        person.hardLink(`.benchtop/stage/${name}`, `.benchtop/stage/${name}.old`);
      }
      expect(await disk.sweep(root)).toEqual([]);
      expect([person.stagedNames(), person.storedNames()]).toEqual([[], []]);
    },
  ],

  [
    'unmarking removes only what is ours and keeps set-aside bytes',
    async ({ disk, root, person }) => {
      person.write('a.csv', 'abc');
      person.leaveStaged('s2.old', 'set aside');
      await disk.unmark(root);
      expect(await disk.inspect(root.path)).toMatchObject({ trouble: null, marker: null });
      expect(person.storedNames().map(name => person.stored(name))).toEqual(['set aside']);
      expect(person.read('a.csv')).toBe('abc');
      await disk.unmark(root);
    },
  ],

  [
    "another root's marker is not removed",
    async ({ disk, root }) => {
      const other = { ...root, marker: '99999999-9999-4999-8999-999999999999' };
      await expectKind(disk.unmark(other), 'root-lost');
      expect(await disk.inspect(root.path)).toMatchObject({ marker: root.marker });
    },
  ],
];

/** Where effects must never reach. */
export const containmentTrials: readonly Trial[] = [
  [
    'nothing is written through a symbolic link [S31]',
    async on => {
      const { disk, root, person } = on;
      person.write('real/a.csv', 'a');
      person.symlink('shortcut', 'real');
      await stage(on, 's1', 'evil');
      const loop = { kind: 'disk-refused', code: 'ELOOP' } as const;
      await expectFault(disk.place(root, fresh('s1', 'shortcut/b.csv')), { ...loop, path: 'shortcut/b.csv' });
      await expectFault(disk.makeFolder(root, 'shortcut/folder'), { ...loop, path: 'shortcut/folder' });
      const { key, fingerprint } = await entryOf(on, 'real/a.csv');
      await expectFault(disk.move(root, 'real/a.csv', 'shortcut/b.csv', key), { ...loop, path: 'shortcut/b.csv' });
      await expectFault(disk.move(root, 'shortcut/a.csv', 'b.csv', key), { ...loop, path: 'shortcut/a.csv' });
      await expectFault(disk.store(root, 'shortcut/a.csv', fingerprint, 'kept-1'), { ...loop, path: 'shortcut/a.csv' });
      await expectFault(disk.removeFolder(root, 'shortcut/folder'), { ...loop, path: 'shortcut/folder' });
      expect(person.read('real/a.csv')).toBe('a');
      expect(person.read('real/b.csv')).toBeNull();
    },
  ],

  ...OUTSIDE.map((path): Trial => [
    `no effect reaches the path ${JSON.stringify(path)}`,
    async on => {
      await stage(on, 's1', 'evil');
      await expectKind(on.disk.place(on.root, fresh('s1', path)), 'disk-refused');
      await expectKind(on.disk.makeFolder(on.root, path), 'disk-refused');
      await expectKind(on.disk.removeFolder(on.root, path), 'disk-refused');
      await expectKind(on.disk.open(on.root, path), 'disk-refused');
    },
  ]),

  [
    'the root itself is neither removed nor replaced',
    async ({ disk, root }) => {
      await expectKind(disk.removeFolder(root, ''), 'disk-refused');
      await expectKind(disk.move(root, '', 'inside', 'any'), 'disk-refused');
    },
  ],

  [
    'a name the disk cannot hold is refused with its word',
    async on => {
      await stage(on, 's1', 'x');
      const path = 'n'.repeat(256);
      await expectFault(on.disk.place(on.root, fresh('s1', path)), {
        kind: 'disk-refused',
        path,
        code: 'ENAMETOOLONG',
      });
    },
  ],
];
