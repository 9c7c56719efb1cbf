import { expect } from 'vitest';

import { ABC, entryOf, expectKind, type Trial } from './disk-trial.ts';

/** How files and folders move. */
export const moveTrials: readonly Trial[] = [
  [
    'a file is moved, keeps its key, and can be moved again without harm',
    async on => {
      on.person.write('a.csv', 'abc');
      on.person.mkdir('plates');
      const { key } = await entryOf(on, 'a.csv');
      const moved = await on.disk.move(on.root, 'a.csv', 'plates/b.csv', key);
      expect(moved).toMatchObject({ name: 'b.csv', key, links: 1 });
      expect(await entryOf(on, 'plates/b.csv')).toEqual(moved);
      expect(on.person.read('a.csv')).toBeNull();
      expect(await on.disk.move(on.root, 'a.csv', 'plates/b.csv', key)).toEqual(moved);
    },
  ],

  [
    'a look while a file is moved shows it once, with one name, and no look is left waiting',
    async on => {
      on.person.write('a.csv', 'abc');
      on.person.mkdir('plates');
      const { key } = await entryOf(on, 'a.csv');
      const seen: unknown[] = [];
      for (let round = 0; round < 30; round += 1) {
        const [from, to] = round % 2 === 0 ? ['a.csv', 'plates/b.csv'] : ['plates/b.csv', 'a.csv'];
        const moving = on.disk.move(on.root, from, to, key);
        const look = await on.disk.scan(on.root, new Map());
        await moving;
        const entries = look.changed.flatMap(folder => folder.entries).filter(entry => entry.key === key);
        seen.push(...(entries.length === 1 ? [] : [entries]), ...entries.filter(entry => entry.links > 1));
      }
      expect(seen).toEqual([]);
    },
  ],

  [
    'a look while one file after the other is moved comes to an end, and shows each once',
    async on => {
      const names = Array.from({ length: 40 }, (_, number) => `${number}.csv`);
      for (const name of names) on.person.write(name, name);
      on.person.mkdir('plates');
      let isOver = false;
      const moving = (async () => {
        while (!isOver)
          for (const name of names) {
            const isHere = on.person.read(name) !== null;
            const [from, to] = isHere ? [name, `plates/${name}`] : [`plates/${name}`, name];
            await on.disk.move(on.root, from, to, (await entryOf(on, from)).key);
          }
      })();
      for (let looks = 0; looks < 5; looks += 1) {
        const { changed } = await on.disk.scan(on.root, new Map());
        const files = changed.flatMap(folder => folder.entries).filter(({ kind }) => kind === 'file');
        expect(files.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
        expect(files.filter(({ links }) => links > 1)).toEqual([]);
      }
      isOver = true;
      await moving;
    },
  ],

  [
    'a folder is moved with all that is in it',
    async on => {
      on.person.write('run 1/a.csv', 'abc');
      on.person.mkdir('plates');
      const { key } = await entryOf(on, 'run 1');
      expect(await on.disk.move(on.root, 'run 1', 'plates/run 2', key)).toMatchObject({ key, kind: 'folder' });
      expect(on.person.read('plates/run 2/a.csv')).toBe('abc');
      expect(await on.disk.move(on.root, 'run 1', 'plates/run 2', key)).toMatchObject({ key });
    },
  ],

  [
    'nothing is moved onto something',
    async on => {
      on.person.write('a.csv', 'a');
      on.person.write('b.csv', 'b');
      on.person.mkdir('folder');
      on.person.mkdir('empty');
      const { key } = await entryOf(on, 'a.csv');
      await expectKind(on.disk.move(on.root, 'a.csv', 'b.csv', key), 'stale');
      await expectKind(on.disk.move(on.root, 'a.csv', 'folder', key), 'stale');
      const folder = await entryOf(on, 'folder');
      await expectKind(on.disk.move(on.root, 'folder', 'empty', folder.key), 'stale');
      expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['a', 'b']);
    },
  ],

  [
    'only the very thing is moved',
    async on => {
      on.person.write('a.csv', 'a');
      const { key } = await entryOf(on, 'a.csv');
      on.person.save('a.csv', 'another');
      await expectKind(on.disk.move(on.root, 'a.csv', 'b.csv', key), 'stale');
      on.person.remove('a.csv');
      await expectKind(on.disk.move(on.root, 'a.csv', 'b.csv', key), 'stale');
      expect(on.person.read('b.csv')).toBeNull();
    },
  ],

  [
    'an edit before a move travels with the file',
    async on => {
      on.person.write('a.csv', 'a');
      const { key } = await entryOf(on, 'a.csv');
      on.person.write('a.csv', 'edited');
      await on.disk.move(on.root, 'a.csv', 'b.csv', key);
      expect(on.person.read('b.csv')).toBe('edited');
    },
  ],

  [
    'a move cut off between the two names is finished',
    async on => {
      on.person.write('a.csv', 'a');
      const { key } = await entryOf(on, 'a.csv');
      on.person.hardLink('a.csv', 'b.csv');
      expect(await on.disk.move(on.root, 'a.csv', 'b.csv', key)).toMatchObject({ name: 'b.csv', key, links: 1 });
      expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual([null, 'a']);
    },
  ],

  [
    'a file that somebody renames in the middle of its move is there once, under the name they gave it',
    async on => {
      if (!on.hasLinks) return;
      on.person.write('a.csv', 'a');
      const { key } = await entryOf(on, 'a.csv');
      const rename = (): void => on.person.rename('a.csv', 'theirs.csv');
      const moving = on.atTheLastInstant('b.csv', rename, () => on.disk.move(on.root, 'a.csv', 'b.csv', key));
      await expectKind(moving, 'stale');
      expect([on.person.read('a.csv'), on.person.read('b.csv'), on.person.read('theirs.csv')]).toEqual([
        null,
        null,
        'a',
      ]);
    },
  ],

  [
    'a finished move is recognised although something new took the old name',
    async on => {
      on.person.write('a.csv', 'a');
      const { key } = await entryOf(on, 'a.csv');
      await on.disk.move(on.root, 'a.csv', 'b.csv', key);
      on.person.write('a.csv', 'newcomer');
      expect(await on.disk.move(on.root, 'a.csv', 'b.csv', key)).toMatchObject({ key });
      expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['newcomer', 'a']);
    },
  ],

  [
    'a change of case only is a move',
    async on => {
      on.person.write('a.csv', 'a');
      const { key } = await entryOf(on, 'a.csv');
      expect(await on.disk.move(on.root, 'a.csv', 'A.csv', key)).toMatchObject({ key });
      expect((await on.disk.scan(on.root, new Map())).changed[0]?.entries.map(entry => entry.name)).toEqual(['A.csv']);
    },
  ],

  [
    'a move into a missing folder is stale, a folder into itself refused',
    async on => {
      on.person.write('folder/a.csv', 'a');
      const { key } = await entryOf(on, 'folder/a.csv');
      await expectKind(on.disk.move(on.root, 'folder/a.csv', 'gone/a.csv', key), 'stale');
      const folder = await entryOf(on, 'folder');
      await expectKind(on.disk.move(on.root, 'folder', 'folder/inside', folder.key), 'disk-refused');
      expect(on.person.read('folder/a.csv')).toBe('a');
    },
  ],
];

/** How files leave for the store. */
export const storeTrials: readonly Trial[] = [
  [
    'a file is taken into the store',
    async on => {
      on.person.write('a.csv', 'abc');
      const { fingerprint } = await entryOf(on, 'a.csv');
      await on.disk.store(on.root, 'a.csv', fingerprint, 'kept-1');
      expect([on.person.read('a.csv'), on.person.stored('kept-1')]).toEqual([null, 'abc']);
      await on.disk.dropStored('kept-1');
      expect(on.person.storedNames()).toEqual([]);
      await on.disk.dropStored('kept-1');
    },
  ],

  [
    'a file that was edited is not taken into the store',
    async on => {
      on.person.write('a.csv', 'abc');
      const { fingerprint } = await entryOf(on, 'a.csv');
      on.person.write('a.csv', 'xyz');
      await expectKind(on.disk.store(on.root, 'a.csv', fingerprint, 'kept-1'), 'stale');
      expect([on.person.read('a.csv'), on.person.storedNames()]).toEqual(['xyz', []]);
      on.person.remove('a.csv');
      await expectKind(on.disk.store(on.root, 'a.csv', fingerprint, 'kept-1'), 'stale');
    },
  ],

  [
    'a file that is let go is gone, and its bytes are nowhere',
    async on => {
      on.person.write('folder/a.csv', 'abc');
      const { fingerprint } = await entryOf(on, 'folder/a.csv');
      await on.disk.free(on.root, 'folder/a.csv', fingerprint);
      expect([on.person.read('folder/a.csv'), on.person.stagedNames(), on.person.storedNames()]).toEqual([
        null,
        [],
        [],
      ]);
      await expectKind(on.disk.free(on.root, 'folder/a.csv', fingerprint), 'stale');
      await expectKind(on.disk.free(on.root, 'folder', (await entryOf(on, 'folder')).fingerprint), 'stale');
    },
  ],

  [
    'a file that was edited is not let go',
    async on => {
      on.person.write('a.csv', 'abc');
      const { fingerprint } = await entryOf(on, 'a.csv');
      on.person.write('a.csv', 'xyz');
      await expectKind(on.disk.free(on.root, 'a.csv', fingerprint), 'stale');
      expect([on.person.read('a.csv'), on.person.stagedNames()]).toEqual(['xyz', []]);
    },
  ],

  [
    'a name in the store is never used twice',
    async on => {
      on.person.write('a.csv', 'a');
      on.person.write('b.csv', 'b');
      await on.disk.store(on.root, 'a.csv', (await entryOf(on, 'a.csv')).fingerprint, 'kept-1');
      await expectKind(
        on.disk.store(on.root, 'b.csv', (await entryOf(on, 'b.csv')).fingerprint, 'kept-1'),
        'disk-refused',
      );
      expect([on.person.read('b.csv'), on.person.stored('kept-1')]).toEqual(['b', 'a']);
    },
  ],

  [
    'bytes can be fetched straight into the store, and count only when finished',
    async ({ disk, person }) => {
      const staging = await disk.stageInStore('fetched-1');
      await staging.write(Buffer.from('abc'));
      expect(person.stored('fetched-1')).toBeNull();
      expect(await staging.finish()).toMatchObject({ sha256: ABC, sizeBytes: 3 });
      expect(person.stored('fetched-1')).toBe('abc');
      const dropped = await disk.stageInStore('fetched-2');
      await dropped.write(Buffer.from('x'));
      await dropped.discard();
      expect(person.storedNames()).toEqual(['fetched-1']);
    },
  ],

  [
    'what is in the store can be read there, and stays',
    async on => {
      on.person.write('a.csv', 'abc');
      await on.disk.store(on.root, 'a.csv', (await entryOf(on, 'a.csv')).fingerprint, 'kept-1');
      const file = await on.disk.openStored('kept-1');
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.chunks()) chunks.push(chunk);
      expect([file.entry.sizeBytes, Buffer.concat(chunks).toString(), await file.unchanged()]).toEqual([
        3,
        'abc',
        true,
      ]);
      await file.close();
      expect(on.person.stored('kept-1')).toBe('abc');
      await expectKind(on.disk.openStored('kept-2'), 'stale');
    },
  ],

  [
    'what is in the store is listed, with its size',
    async on => {
      expect(await on.disk.listStored()).toEqual([]);
      on.person.write('a.csv', 'abc');
      await on.disk.store(on.root, 'a.csv', (await entryOf(on, 'a.csv')).fingerprint, 'kept-1');
      expect(await on.disk.listStored()).toEqual([{ name: 'kept-1', sizeBytes: 3, isFinished: true }]);
    },
  ],
];
