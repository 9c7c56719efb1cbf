import { expect, test } from 'vitest';

import type { FaultOf, FaultKind } from '../../shared/fault.ts';
import { FaultError } from '../../shared/fault.ts';
import type { Disk, Entry, Look, Placing, Root } from '../../main/ports/disk.ts';

/** What a person, or another program, does to the folder behind our back. Paths are inside the root. */
export interface Person {
  /** Writes in place, or anew; makes missing folders. */
  write(path: string, text: string): void;
  /** Puts a new file in the place of the old one. */
  save(path: string, text: string): void;
  read(path: string): string | null;
  rename(from: string, to: string): void;
  remove(path: string): void;
  mkdir(path: string): void;
  /** Puts a symbolic link there; `target` is inside the root, or absolute. */
  symlink(path: string, target: string): void;
  hardLink(from: string, to: string): void;
  /** A program that keeps a file open for writing, whatever its name becomes. */
  holdOpen(path: string): { append(text: string): void; close(): void };
  stored(name: string): string | null;
  storedNames(): readonly string[];
  /** Names in `.benchtop/stage`. */
  stagedNames(): readonly string[];
  /** Puts a file into `.benchtop/stage` as a crash would have left it. */
  leaveStaged(name: string, text: string): void;
  /** A second name in `.benchtop/stage` for a file of the tree. */
  leaveLinked(path: string, name: string): void;
}

/** A disk on trial. */
export interface DiskOnTrial {
  readonly disk: Disk;
  readonly root: Root;
  readonly person: Person;
  /** Ends it and cleans up. */
  end(): Promise<void>;
}

const NOWHERE = { to: 'nowhere' } as const;
const LATE = 'late-1';

/** What every disk must do. `begin` gives a fresh disk with an empty marked root. */
export function diskSuite(kind: string, begin: () => Promise<DiskOnTrial>): void {
  const trial = (name: string, run: (on: DiskOnTrial) => Promise<void>): void => {
    test(`${kind}: ${name}`, async () => {
      const on = await begin();
      try {
        await run(on);
      } finally {
        await on.end();
      }
    });
  };
  lookTrials(trial);
  readTrials(trial);
  placeTrials(trial);
  replaceTrials(trial);
  moveTrials(trial);
  storeTrials(trial);
  folderTrials(trial);
  sweepTrials(trial);
  containmentTrials(trial);
}

type Trial = (name: string, run: (on: DiskOnTrial) => Promise<void>) => void;

function lookTrials(trial: Trial): void {
  trial('a look shows every folder with all its entries but our own', async ({ disk, root, person }) => {
    person.write('a.csv', '1');
    person.write('plates/run 1/b.csv', '22');
    const look = await disk.look(root, new Map());
    expect(shape(look)).toEqual({
      '': ['a.csv file 1', 'plates folder 0'],
      plates: ['run 1 folder 0'],
      'plates/run 1': ['b.csv file 2'],
    });
    expect([...look.digests.keys()].toSorted()).toEqual(['', 'plates', 'plates/run 1']);
    expect(look.unreadable).toEqual([]);
  });

  trial('parents come before their children in a look', async ({ disk, root, person }) => {
    person.write('a/b/c/d.txt', 'x');
    const { changed } = await disk.look(root, new Map());
    expect(changed.map(folder => folder.path)).toEqual(['', 'a', 'a/b', 'a/b/c']);
  });

  trial('a symbolic link is shown as other and never followed', async ({ disk, root, person }) => {
    person.write('real/a.txt', 'x');
    person.symlink('shortcut', 'real');
    const look = await disk.look(root, new Map());
    expect(shape(look)['']).toEqual(['real folder 0', 'shortcut other 0']);
    expect(look.digests.has('shortcut')).toBe(false);
    expect(await disk.entry(root, 'shortcut/a.txt')).toBeNull();
    expect(await disk.hash(root, 'shortcut')).toBeNull();
  });

  trial('a removed marker makes the root lost, not empty', async ({ disk, root, person }) => {
    person.write('a.csv', '1');
    person.remove('.benchtop/root.json');
    await expectFault(disk.look(root, new Map()), { kind: 'root-lost', path: root.path, why: 'no-marker' });
    await expectFault(disk.entry(root, 'a.csv'), { kind: 'root-lost', path: root.path, why: 'no-marker' });
    await expectFault(disk.hash(root, 'gone.csv'), { kind: 'root-lost', path: root.path, why: 'no-marker' });
    await expectFault(disk.stage(root, 's1'), { kind: 'root-lost', path: root.path, why: 'no-marker' });
  });

  trial('the marker of another root makes the root lost', async ({ disk, root }) => {
    const other = { ...root, marker: '99999999-9999-4999-8999-999999999999' };
    await expectFault(disk.look(other, new Map()), { kind: 'root-lost', path: root.path, why: 'other-marker' });
  });

  trial('another volume at the same path makes the root lost', async ({ disk, root }) => {
    await expectFault(disk.look({ ...root, volume: 'another' }, new Map()), {
      kind: 'root-lost',
      path: root.path,
      why: 'other-volume',
    });
  });

  trial('a missing root is lost', async ({ disk, root, person }) => {
    person.rename('', '/moved-away');
    await expectFault(disk.look(root, new Map()), { kind: 'root-lost', path: root.path, why: 'missing' });
    person.rename('/moved-away', '');
    expect((await disk.look(root, new Map())).digests.size).toBe(1);
  });

  trial('names with odd characters are shown as they are', async ({ disk, root, person }) => {
    const names = [
      '-rf',
      'a\nb',
      'a\\b',
      'e\u0301',
      '\u00e9',
      ' x ',
      'a:b*?"<>|',
      '🧪.csv',
      '...',
      '~$x.docx',
      'a%2Fb',
    ];
    for (const name of names) person.write(`odd/${name}`, name);
    const look = await disk.look(root, new Map());
    expect(
      look.changed
        .find(folder => folder.path === 'odd')
        ?.entries.map(entry => entry.name)
        .toSorted(),
    ).toEqual(names.toSorted());
    for (const name of names) expect((await disk.hash(root, `odd/${name}`))?.entry.name).toBe(name);
  });
}

function readTrials(trial: Trial): void {
  trial('an entry tells kind, size and number of names', async ({ disk, root, person }) => {
    person.write('a.csv', 'abc');
    person.hardLink('a.csv', 'b.csv');
    person.mkdir('folder');
    expect(await disk.entry(root, 'a.csv')).toMatchObject({ name: 'a.csv', kind: 'file', sizeBytes: 3, links: 2 });
    expect(await disk.entry(root, 'folder')).toMatchObject({ name: 'folder', kind: 'folder' });
    expect(await disk.entry(root, '')).toMatchObject({ kind: 'folder' });
    expect(await disk.entry(root, 'gone')).toBeNull();
    expect(await disk.entry(root, 'a.csv/inside')).toBeNull();
  });

  trial('a rename keeps the key, an edit changes the stamp, a new file has another key', async on => {
    const { person } = on;
    person.write('a.csv', 'abc');
    const first = await entryOf(on, 'a.csv');
    person.rename('a.csv', 'b.csv');
    expect((await entryOf(on, 'b.csv')).key).toBe(first.key);
    person.write('b.csv', 'abcd');
    const edited = await entryOf(on, 'b.csv');
    expect(edited.key).toBe(first.key);
    expect(edited.stamp).not.toBe(first.stamp);
    person.save('b.csv', 'abcd');
    expect((await entryOf(on, 'b.csv')).key).not.toBe(first.key);
  });

  trial("a folder's stamp stays when its content changes", async on => {
    on.person.mkdir('folder');
    const before = await entryOf(on, 'folder');
    on.person.write('folder/a.csv', '1');
    expect(await entryOf(on, 'folder')).toMatchObject({ key: before.key, stamp: before.stamp });
  });

  trial('a hash is the SHA-256 of the bytes, of an empty file too', async ({ disk, root, person }) => {
    person.write('a.csv', 'abc');
    person.write('empty', '');
    expect((await disk.hash(root, 'a.csv'))?.sha256).toBe(ABC);
    expect((await disk.hash(root, 'empty'))?.sha256).toBe(EMPTY);
    person.mkdir('folder');
    expect(await disk.hash(root, 'folder')).toBeNull();
    expect(await disk.hash(root, 'gone')).toBeNull();
  });

  trial('an open file gives its bytes and knows whether it is still the same', async ({ disk, root, person }) => {
    person.write('a.csv', 'abc');
    const file = await disk.open(root, 'a.csv');
    expect(await textOf(file.chunks())).toBe('abc');
    expect(await file.unchanged()).toBe(true);
    person.write('a.csv', 'abcd');
    expect(await file.unchanged()).toBe(false);
    await file.close();
    await expectKind(disk.open(root, 'gone.csv'), 'stale');
    person.mkdir('folder');
    await expectKind(disk.open(root, 'folder'), 'stale');
  });

  trial('an open file that was replaced or removed is not unchanged', async ({ disk, root, person }) => {
    person.write('a.csv', 'abc');
    const file = await disk.open(root, 'a.csv');
    person.save('a.csv', 'abc');
    expect(await file.unchanged()).toBe(false);
    expect(await textOf(file.chunks())).toBe('abc');
    person.remove('a.csv');
    expect(await file.unchanged()).toBe(false);
    await file.close();
  });

  trial('a large file is read and hashed whole, in chunks of at most 1 MiB', async ({ disk, root, person }) => {
    const text = '0123456789abcdef'.repeat(200_000);
    person.write('large.bin', text);
    const file = await disk.open(root, 'large.bin');
    let sizeBytes = 0;
    for await (const chunk of file.chunks()) {
      expect(chunk.byteLength).toBeLessThanOrEqual(1024 * 1024);
      sizeBytes += chunk.byteLength;
    }
    await file.close();
    expect(sizeBytes).toBe(text.length);
    const staged = await stage({ disk, root }, 's1', text);
    expect((await disk.hash(root, 'large.bin'))?.sha256).toBe(staged.sha256);
  });
}

function placeTrials(trial: Trial): void {
  trial('a staged file is placed whole, and the stage is empty again', async ({ disk, root, person }) => {
    expect(await stage({ disk, root }, 's1', 'abc')).toEqual({ sha256: ABC, sizeBytes: 3 });
    expect(person.stagedNames()).toEqual(['s1']);
    const placed = await disk.place(root, fresh('s1', 'a.csv'));
    expect(placed).toMatchObject({ sibling: null, late: false, entry: { name: 'a.csv', sizeBytes: 3, links: 1 } });
    expect(await disk.entry(root, 'a.csv')).toEqual(placed.entry);
    expect(person.read('a.csv')).toBe('abc');
    expect(person.stagedNames()).toEqual([]);
  });

  trial('nothing is placed over a file that appeared meanwhile', async ({ disk, root, person }) => {
    await stage({ disk, root }, 's1', 'theirs');
    person.write('a.csv', 'mine');
    await expectKind(disk.place(root, fresh('s1', 'a.csv')), 'stale');
    expect(person.read('a.csv')).toBe('mine');
  });

  trial('nothing is placed over a folder or a link', async ({ disk, root, person }) => {
    await stage({ disk, root }, 's1', 'theirs');
    person.mkdir('a.csv');
    await expectKind(disk.place(root, fresh('s1', 'a.csv')), 'stale');
    person.symlink('b.csv', 'nowhere');
    await expectKind(disk.place(root, fresh('s1', 'b.csv')), 'stale');
  });

  trial('a missing folder is stale, and so is a missing download', async ({ disk, root }) => {
    await stage({ disk, root }, 's1', 'x');
    await expectKind(disk.place(root, fresh('s1', 'gone/a.csv')), 'stale');
    await expectKind(disk.place(root, fresh('never-staged', 'a.csv')), 'stale');
  });

  trial('a staged file begun again replaces the old one; a discarded one is gone', async ({ disk, root, person }) => {
    await stage({ disk, root }, 's1', 'first');
    await stage({ disk, root }, 's1', 'second');
    await disk.place(root, fresh('s1', 'a.csv'));
    expect(person.read('a.csv')).toBe('second');
    const dropped = await disk.stage(root, 's2');
    await dropped.write(Buffer.from('x'));
    await dropped.discard();
    expect(person.stagedNames()).toEqual([]);
  });

  trial('a staging may use its buffer again after each write', async ({ disk, root, person }) => {
    const staging = await disk.stage(root, 's1');
    const buffer = Buffer.from('one.');
    await staging.write(buffer);
    buffer.write('two.');
    await staging.write(buffer);
    await staging.finish();
    await disk.place(root, fresh('s1', 'a.csv'));
    expect(person.read('a.csv')).toBe('one.two.');
  });

  trial('an empty file can be placed', async ({ disk, root, person }) => {
    expect(await stage({ disk, root }, 's1', '')).toEqual({ sha256: EMPTY, sizeBytes: 0 });
    await disk.place(root, fresh('s1', 'empty.txt'));
    expect(person.read('empty.txt')).toBe('');
  });
}

function replaceTrials(trial: Trial): void {
  const prepared = async (on: DiskOnTrial): Promise<Entry> => {
    on.person.write('a.csv', 'old');
    const before = await entryOf(on, 'a.csv');
    await stage(on, 's1', 'new');
    return before;
  };
  const placing = (stamp: string, old: Placing['old'] = NOWHERE): Placing => ({
    ...fresh('s1', 'a.csv'),
    expected: stamp,
    old,
  });

  trial('an expected file is replaced and let go', async on => {
    const before = await prepared(on);
    const placed = await on.disk.place(on.root, placing(before.stamp));
    expect(placed).toMatchObject({ sibling: null, late: false });
    expect(on.person.read('a.csv')).toBe('new');
    expect(await entryOf(on, 'a.csv')).toEqual(placed.entry);
    expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([[], []]);
  });

  trial('the old file goes to the store when asked', async on => {
    const before = await prepared(on);
    await on.disk.place(on.root, placing(before.stamp, { to: 'store', storeName: 'kept-1' }));
    expect([on.person.read('a.csv'), on.person.stored('kept-1')]).toEqual(['new', 'old']);
    expect(on.person.stagedNames()).toEqual([]);
  });

  trial('the old file stays beside the new one as the same file when asked', async on => {
    const before = await prepared(on);
    const placed = await on.disk.place(on.root, placing(before.stamp, { to: 'sibling', path: 'a (conflict).csv' }));
    expect([on.person.read('a.csv'), on.person.read('a (conflict).csv')]).toEqual(['new', 'old']);
    expect(placed.sibling).toEqual(await entryOf(on, 'a (conflict).csv'));
    expect(placed.sibling).toMatchObject({ key: before.key, links: 1 });
    expect(placed.entry.key).not.toBe(before.key);
  });

  trial('a taken sibling name is stale and changes nothing', async on => {
    const before = await prepared(on);
    on.person.write('b.csv', 'taken');
    await expectKind(on.disk.place(on.root, placing(before.stamp, { to: 'sibling', path: 'b.csv' })), 'stale');
    expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['old', 'taken']);
    expect(await entryOf(on, 'a.csv')).toEqual(before);
  });

  trial('an edit in place between download and replacing is kept', async on => {
    const before = await prepared(on);
    on.person.write('a.csv', 'mine');
    await expectKind(on.disk.place(on.root, placing(before.stamp)), 'stale');
    expect(on.person.read('a.csv')).toBe('mine');
    expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([['s1'], []]);
  });

  trial('an edit of equal length is kept', async on => {
    const before = await prepared(on);
    on.person.write('a.csv', 'OLD');
    await expectKind(on.disk.place(on.root, placing(before.stamp)), 'stale');
    expect(on.person.read('a.csv')).toBe('OLD');
  });

  trial('a save by rename between download and replacing is kept', async on => {
    const before = await prepared(on);
    on.person.save('a.csv', 'old');
    await expectKind(on.disk.place(on.root, placing(before.stamp)), 'stale');
    expect(on.person.read('a.csv')).toBe('old');
  });

  trial('a file that is gone is not brought back by replacing', async on => {
    const before = await prepared(on);
    on.person.remove('a.csv');
    await expectKind(on.disk.place(on.root, placing(before.stamp)), 'stale');
    expect(on.person.read('a.csv')).toBeNull();
  });

  trial('a stale placing can be tried again with what is there now', async on => {
    const before = await prepared(on);
    on.person.write('a.csv', 'mine');
    await expectKind(on.disk.place(on.root, placing(before.stamp)), 'stale');
    const now = await entryOf(on, 'a.csv');
    await on.disk.place(on.root, placing(now.stamp, { to: 'sibling', path: 'b.csv' }));
    expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['new', 'mine']);
  });

  trial('a folder in the place of the expected file is stale', async on => {
    const before = await prepared(on);
    on.person.remove('a.csv');
    on.person.mkdir('a.csv');
    await expectKind(on.disk.place(on.root, placing(before.stamp)), 'stale');
  });
}

function moveTrials(trial: Trial): void {
  trial('a file is moved, keeps its key, and can be moved again without harm', async on => {
    on.person.write('a.csv', 'abc');
    on.person.mkdir('plates');
    const { key } = await entryOf(on, 'a.csv');
    const moved = await on.disk.move(on.root, 'a.csv', 'plates/b.csv', key);
    expect(moved).toMatchObject({ name: 'b.csv', key, links: 1 });
    expect(await entryOf(on, 'plates/b.csv')).toEqual(moved);
    expect(on.person.read('a.csv')).toBeNull();
    expect(await on.disk.move(on.root, 'a.csv', 'plates/b.csv', key)).toEqual(moved);
  });

  trial('a folder is moved with all that is in it', async on => {
    on.person.write('run 1/a.csv', 'abc');
    on.person.mkdir('plates');
    const { key } = await entryOf(on, 'run 1');
    expect(await on.disk.move(on.root, 'run 1', 'plates/run 2', key)).toMatchObject({ key, kind: 'folder' });
    expect(on.person.read('plates/run 2/a.csv')).toBe('abc');
    expect(await on.disk.move(on.root, 'run 1', 'plates/run 2', key)).toMatchObject({ key });
  });

  trial('nothing is moved onto something', async on => {
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
  });

  trial('only the very thing is moved', async on => {
    on.person.write('a.csv', 'a');
    const { key } = await entryOf(on, 'a.csv');
    on.person.save('a.csv', 'another');
    await expectKind(on.disk.move(on.root, 'a.csv', 'b.csv', key), 'stale');
    on.person.remove('a.csv');
    await expectKind(on.disk.move(on.root, 'a.csv', 'b.csv', key), 'stale');
    expect(on.person.read('b.csv')).toBeNull();
  });

  trial('an edit before a move travels with the file', async on => {
    on.person.write('a.csv', 'a');
    const { key } = await entryOf(on, 'a.csv');
    on.person.write('a.csv', 'edited');
    await on.disk.move(on.root, 'a.csv', 'b.csv', key);
    expect(on.person.read('b.csv')).toBe('edited');
  });

  trial('a move cut off between the two names is finished', async on => {
    on.person.write('a.csv', 'a');
    const { key } = await entryOf(on, 'a.csv');
    on.person.hardLink('a.csv', 'b.csv');
    expect(await on.disk.move(on.root, 'a.csv', 'b.csv', key)).toMatchObject({ name: 'b.csv', key, links: 1 });
    expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual([null, 'a']);
  });

  trial('a finished move is recognised although something new took the old name', async on => {
    on.person.write('a.csv', 'a');
    const { key } = await entryOf(on, 'a.csv');
    await on.disk.move(on.root, 'a.csv', 'b.csv', key);
    on.person.write('a.csv', 'newcomer');
    expect(await on.disk.move(on.root, 'a.csv', 'b.csv', key)).toMatchObject({ key });
    expect([on.person.read('a.csv'), on.person.read('b.csv')]).toEqual(['newcomer', 'a']);
  });

  trial('a change of case only is a move', async on => {
    on.person.write('a.csv', 'a');
    const { key } = await entryOf(on, 'a.csv');
    expect(await on.disk.move(on.root, 'a.csv', 'A.csv', key)).toMatchObject({ key });
    expect((await on.disk.look(on.root, new Map())).changed[0]?.entries.map(entry => entry.name)).toEqual(['A.csv']);
  });

  trial('a move into a missing folder is stale, a folder into itself refused', async on => {
    on.person.write('folder/a.csv', 'a');
    const { key } = await entryOf(on, 'folder/a.csv');
    await expectKind(on.disk.move(on.root, 'folder/a.csv', 'gone/a.csv', key), 'stale');
    const folder = await entryOf(on, 'folder');
    await expectKind(on.disk.move(on.root, 'folder', 'folder/inside', folder.key), 'disk-refused');
    expect(on.person.read('folder/a.csv')).toBe('a');
  });
}

function storeTrials(trial: Trial): void {
  trial('a file is taken into the store', async on => {
    on.person.write('a.csv', 'abc');
    const { stamp } = await entryOf(on, 'a.csv');
    await on.disk.store(on.root, 'a.csv', stamp, 'kept-1');
    expect([on.person.read('a.csv'), on.person.stored('kept-1')]).toEqual([null, 'abc']);
    await on.disk.dropStored('kept-1');
    expect(on.person.storedNames()).toEqual([]);
    await on.disk.dropStored('kept-1');
  });

  trial('a file that was edited is not taken into the store', async on => {
    on.person.write('a.csv', 'abc');
    const { stamp } = await entryOf(on, 'a.csv');
    on.person.write('a.csv', 'xyz');
    await expectKind(on.disk.store(on.root, 'a.csv', stamp, 'kept-1'), 'stale');
    expect([on.person.read('a.csv'), on.person.storedNames()]).toEqual(['xyz', []]);
    on.person.remove('a.csv');
    await expectKind(on.disk.store(on.root, 'a.csv', stamp, 'kept-1'), 'stale');
  });

  trial('a name in the store is never used twice', async on => {
    on.person.write('a.csv', 'a');
    on.person.write('b.csv', 'b');
    await on.disk.store(on.root, 'a.csv', (await entryOf(on, 'a.csv')).stamp, 'kept-1');
    await expectKind(on.disk.store(on.root, 'b.csv', (await entryOf(on, 'b.csv')).stamp, 'kept-1'), 'disk-refused');
    expect([on.person.read('b.csv'), on.person.stored('kept-1')]).toEqual(['b', 'a']);
  });

  trial('bytes can be fetched straight into the store, and count only when finished', async ({ disk, person }) => {
    const staging = await disk.stageInStore('fetched-1');
    await staging.write(Buffer.from('abc'));
    expect(person.stored('fetched-1')).toBeNull();
    expect(await staging.finish()).toEqual({ sha256: ABC, sizeBytes: 3 });
    expect(person.stored('fetched-1')).toBe('abc');
    const dropped = await disk.stageInStore('fetched-2');
    await dropped.write(Buffer.from('x'));
    await dropped.discard();
    expect(person.storedNames()).toEqual(['fetched-1']);
  });
}

function folderTrials(trial: Trial): void {
  trial('a folder is made once and taken as it is after', async on => {
    const made = await on.disk.makeFolder(on.root, 'plates');
    expect(made).toMatchObject({ name: 'plates', kind: 'folder' });
    expect((await on.disk.makeFolder(on.root, 'plates')).key).toBe(made.key);
    await expectKind(on.disk.makeFolder(on.root, 'gone/inside'), 'stale');
    on.person.write('a.csv', 'x');
    await expectKind(on.disk.makeFolder(on.root, 'a.csv'), 'stale');
  });

  trial('only an empty folder is removed', async on => {
    on.person.write('plates/a.csv', 'x');
    expect(await on.disk.removeFolder(on.root, 'plates')).toBe(false);
    expect(await on.disk.removeFolder(on.root, 'plates/a.csv')).toBe(false);
    on.person.remove('plates/a.csv');
    expect(await on.disk.removeFolder(on.root, 'plates')).toBe(true);
    expect(await on.disk.removeFolder(on.root, 'plates')).toBe(true);
    expect(await on.disk.removeFolder(on.root, 'gone/inside')).toBe(true);
    expect(on.person.read('plates/a.csv')).toBeNull();
  });

  trial('inspecting says what a folder is before it becomes a root', async on => {
    const { root, disk, person } = on;
    expect(await disk.inspect(root.path)).toEqual({
      trouble: null,
      code: null,
      realPath: root.path,
      volume: root.volume,
      marker: root.marker,
    });
    person.write('a.csv', 'x');
    person.mkdir('plain');
    expect(await disk.inspect(`${root.path}/a.csv`)).toMatchObject({ trouble: 'not-a-folder' });
    expect(await disk.inspect(`${root.path}/gone`)).toMatchObject({ trouble: 'missing', code: 'ENOENT' });
    expect(await disk.inspect(`${root.path}/plain`)).toMatchObject({ trouble: null, marker: null });
  });

  trial('free space is a number of bytes', async ({ disk, root }) => {
    expect(await disk.freeBytes(root)).toBeGreaterThan(1024);
  });
}

function sweepTrials(trial: Trial): void {
  trial('unfinished downloads are swept away, set-aside bytes are rescued', async ({ disk, root, person }) => {
    await stage({ disk, root }, 's1', 'unfinished');
    person.leaveStaged('s2.old', 'set aside');
    const rescued = await disk.sweep(root);
    expect(rescued).toHaveLength(1);
    expect(rescued[0]).toMatch(/^rescued-/);
    expect(person.stored(rescued[0] ?? '')).toBe('set aside');
    expect(person.stagedNames()).toEqual([]);
    expect(await disk.sweep(root)).toEqual([]);
  });

  trial('a second name left by a crash is only removed: its file is in its place', async ({ disk, root, person }) => {
    person.write('a.csv', 'abc');
    person.leaveLinked('a.csv', 's1.old');
    expect(await disk.sweep(root)).toEqual([]);
    expect([person.read('a.csv'), person.stagedNames(), person.storedNames()]).toEqual(['abc', [], []]);
  });

  trial('unmarking removes only what is ours and keeps set-aside bytes', async ({ disk, root, person }) => {
    person.write('a.csv', 'abc');
    person.leaveStaged('s2.old', 'set aside');
    await disk.unmark(root);
    expect(await disk.inspect(root.path)).toMatchObject({ trouble: null, marker: null });
    expect(person.storedNames().map(name => person.stored(name))).toEqual(['set aside']);
    expect(person.read('a.csv')).toBe('abc');
    await disk.unmark(root);
  });

  trial("another root's marker is not removed", async ({ disk, root }) => {
    const other = { ...root, marker: '99999999-9999-4999-8999-999999999999' };
    await expectKind(disk.unmark(other), 'root-lost');
    expect(await disk.inspect(root.path)).toMatchObject({ marker: root.marker });
  });
}

function containmentTrials(trial: Trial): void {
  trial('nothing is written through a symbolic link', async on => {
    const { disk, root, person } = on;
    person.write('real/a.csv', 'a');
    person.symlink('shortcut', 'real');
    await stage(on, 's1', 'evil');
    const loop = { kind: 'disk-refused', code: 'ELOOP' } as const;
    await expectFault(disk.place(root, fresh('s1', 'shortcut/b.csv')), { ...loop, path: 'shortcut/b.csv' });
    await expectFault(disk.makeFolder(root, 'shortcut/folder'), { ...loop, path: 'shortcut/folder' });
    const { key, stamp } = await entryOf(on, 'real/a.csv');
    await expectFault(disk.move(root, 'real/a.csv', 'shortcut/b.csv', key), { ...loop, path: 'shortcut/b.csv' });
    await expectFault(disk.move(root, 'shortcut/a.csv', 'b.csv', key), { ...loop, path: 'shortcut/a.csv' });
    await expectFault(disk.store(root, 'shortcut/a.csv', stamp, 'kept-1'), { ...loop, path: 'shortcut/a.csv' });
    await expectFault(disk.removeFolder(root, 'shortcut/folder'), { ...loop, path: 'shortcut/folder' });
    expect(person.read('real/a.csv')).toBe('a');
    expect(person.read('real/b.csv')).toBeNull();
  });

  const outside = [
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
  for (const path of outside) {
    trial(`no effect reaches the path ${JSON.stringify(path)}`, async on => {
      await stage(on, 's1', 'evil');
      await expectKind(on.disk.place(on.root, fresh('s1', path)), 'disk-refused');
      await expectKind(on.disk.makeFolder(on.root, path), 'disk-refused');
      await expectKind(on.disk.removeFolder(on.root, path), 'disk-refused');
      await expectKind(on.disk.open(on.root, path), 'disk-refused');
    });
  }

  trial('the root itself is neither removed nor replaced', async ({ disk, root }) => {
    await expectKind(disk.removeFolder(root, ''), 'disk-refused');
    await expectKind(disk.move(root, '', 'inside', 'any'), 'disk-refused');
  });

  trial('a name the disk cannot hold is refused with its word', async on => {
    await stage(on, 's1', 'x');
    const path = 'n'.repeat(256);
    await expectFault(on.disk.place(on.root, fresh('s1', path)), { kind: 'disk-refused', path, code: 'ENAMETOOLONG' });
  });
}

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Placing a staged file where nothing may be. */
export function fresh(staged: string, path: string): Placing {
  return { staged, path, expected: null, old: NOWHERE, lateStoreName: LATE };
}

/** Stages a text whole. */
export async function stage({ disk, root }: Pick<DiskOnTrial, 'disk' | 'root'>, name: string, text: string) {
  const staging = await disk.stage(root, name);
  await staging.write(Buffer.from(text));
  return staging.finish();
}

/** What is at a path; it must be there. */
export async function entryOf({ disk, root }: Pick<DiskOnTrial, 'disk' | 'root'>, path: string): Promise<Entry> {
  const entry = await disk.entry(root, path);
  if (entry === null) throw new Error(`Nothing at ${path}`);
  return entry;
}

/** The call must fail with this kind of fault. */
export async function expectKind(call: Promise<unknown>, kind: FaultKind): Promise<void> {
  const thrown: unknown = await call.then(
    value => new Error(`Expected ${kind}, but it gave ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FaultError)) throw thrown;
  expect(thrown.fault.kind).toBe(kind);
}

/** The call must fail with exactly this fault. */
export async function expectFault<K extends FaultKind>(call: Promise<unknown>, fault: FaultOf<K>): Promise<void> {
  const thrown: unknown = await call.then(
    value => new Error(`Expected ${fault.kind}, but it gave ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FaultError)) throw thrown;
  expect(thrown.fault).toEqual(fault);
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

function shape(look: Look): Record<string, string[]> {
  return Object.fromEntries(
    look.changed.map(({ path, entries }) => [
      path,
      entries.map(({ name, kind, sizeBytes }) => `${name} ${kind} ${sizeBytes}`).toSorted(),
    ]),
  );
}
