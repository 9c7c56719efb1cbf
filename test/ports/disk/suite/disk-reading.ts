import { expect } from 'vitest';

import { digestsAfter } from '../../../../main/core/scan/scan-result.ts';
import type { DiskScan } from '../../../../main/ports/disk.ts';
import { entryOf, expectFault, expectKind, stage, textOf, type Trial } from './disk-trial.ts';
import { hashTrials } from './disk-hashing.ts';

/** What a look must show, and when it must refuse. */
export const lookTrials: readonly Trial[] = [
  [
    'a look shows every folder with all its entries but our own',
    async ({ disk, root, person }) => {
      person.write('a.csv', '1');
      person.write('plates/run 1/b.csv', '22');
      const look = await disk.scan(root, new Map());
      expect(shape(look)).toEqual({
        '': ['a.csv file 1', 'plates folder 0'],
        plates: ['run 1 folder 0'],
        'plates/run 1': ['b.csv file 2'],
      });
      expect(look.unread).toEqual([]);
      expect(look.unreadable).toEqual([]);
    },
  ],

  [
    'parents come before their children in a look',
    async ({ disk, root, person }) => {
      person.write('a/b/c/d.txt', 'x');
      const { changed } = await disk.scan(root, new Map());
      expect(changed.map(folder => folder.path)).toEqual(['', 'a', 'a/b', 'a/b/c']);
    },
  ],

  [
    'a folder that is as it was known is not told again; one that is gone, a link, or in such a one, is told as unread',
    async ({ disk, root, person }) => {
      for (const path of ['stays/a.csv', 'edited/a.csv', 'gone/inside/a.csv', 'linked/inside/a.csv'])
        person.write(path, '1');
      const first = await disk.scan(root, new Map());
      // What is young is told again and again; here the age of a change does not matter.
      const known = new Map(first.changed.map(({ path, digest }) => [path, digest.replace('~', '')]));
      person.write('edited/a.csv', '22');
      person.remove('gone');
      person.rename('linked', 'moved');
      person.symlink('linked', 'moved');
      const second = await disk.scan(root, known);
      const told = second.changed.map(({ path }) => path);
      expect(told.filter(path => path !== 'stays').toSorted()).toEqual(['', 'edited', 'moved', 'moved/inside']);
      expect(second.unread.toSorted()).toEqual(['gone', 'gone/inside', 'linked', 'linked/inside']);
    },
  ],

  [
    'a look at some folders reads these and what is new in them, and nothing else',
    async ({ disk, root, person }) => {
      for (const path of ['plates/run 1/a.csv', 'plates/run 2/a.csv', 'other/a.csv']) person.write(path, '1');
      const known = digestsAfter(new Map(), await disk.scan(root, new Map()));
      for (const path of ['plates/b.csv', 'plates/new/deep/c.csv', 'plates/run 1/d.csv', 'plates/run 2/e.csv'])
        person.write(path, '1');
      person.write('other/f.csv', '1');
      const look = await disk.scan(root, known, { only: ['plates/run 2', 'plates'] });
      expect(look.changed.map(({ path }) => path)).toEqual(['plates', 'plates/new', 'plates/new/deep', 'plates/run 2']);
      expect(look).toMatchObject({ unread: [], unreadable: [], isPartial: true });
      expect((await disk.scan(root, known)).isPartial).toBe(false);
    },
  ],

  [
    'of the folders to be looked at, those are told that are gone, no folders, beyond a link, or no paths of ours',
    async ({ disk, root, person }) => {
      person.write('gone/inside/a.csv', '1');
      person.write('a.csv', '1');
      person.write('real/inside/b.csv', '1');
      const known = digestsAfter(new Map(), await disk.scan(root, new Map()));
      person.remove('gone');
      person.symlink('shortcut', 'real');
      const only = [
        'gone',
        'gone/inside',
        'a.csv',
        'never',
        'shortcut',
        'shortcut/inside',
        '.benchtop',
        '../x',
        'a//b',
      ];
      const look = await disk.scan(root, known, { only });
      expect(look).toMatchObject({ changed: [], unreadable: [], isPartial: true });
      expect(look.unread.toSorted()).toEqual(only.toSorted());
      const nothing = await disk.scan(root, known, { only: [] });
      expect(nothing).toMatchObject({ changed: [], unread: [], isPartial: true });
    },
  ],

  [
    'a look at some folders of a root whose marker is gone is refused',
    async ({ disk, root, person }) => {
      person.write('plates/a.csv', '1');
      person.remove('.benchtop/root.json');
      const lost = { kind: 'root-lost', path: root.path, why: 'no-marker' } as const;
      await expectFault(disk.scan(root, new Map(), { only: ['plates'] }), lost);
    },
  ],

  [
    'a symbolic link is shown as other and never followed [S32]',
    async ({ disk, root, person }) => {
      person.write('real/a.txt', 'x');
      person.symlink('shortcut', 'real');
      const look = await disk.scan(root, new Map());
      expect(shape(look)['']).toEqual(['real folder 0', 'shortcut other 0']);
      expect(look.changed.map(({ path }) => path)).toEqual(['', 'real']);
      expect(await disk.entry(root, 'shortcut/a.txt')).toBeNull();
      expect(await disk.hash(root, 'shortcut')).toBeNull();
    },
  ],

  [
    'a removed marker makes the root lost, not empty',
    async ({ disk, root, person }) => {
      person.write('a.csv', '1');
      person.remove('.benchtop/root.json');
      await expectFault(disk.scan(root, new Map()), { kind: 'root-lost', path: root.path, why: 'no-marker' });
      await expectFault(disk.entry(root, 'a.csv'), { kind: 'root-lost', path: root.path, why: 'no-marker' });
      await expectFault(disk.hash(root, 'gone.csv'), { kind: 'root-lost', path: root.path, why: 'no-marker' });
      await expectFault(disk.stage(root, 's1'), { kind: 'root-lost', path: root.path, why: 'no-marker' });
    },
  ],

  [
    'the marker of another root makes the root lost',
    async ({ disk, root }) => {
      const other = { ...root, marker: '99999999-9999-4999-8999-999999999999' };
      await expectFault(disk.scan(other, new Map()), { kind: 'root-lost', path: root.path, why: 'other-marker' });
    },
  ],

  [
    'another volume at the same path makes the root lost',
    async ({ disk, root }) => {
      await expectFault(disk.scan({ ...root, volume: 'another' }, new Map()), {
        kind: 'root-lost',
        path: root.path,
        why: 'other-volume',
      });
    },
  ],

  [
    'a missing root is lost',
    async ({ disk, root, person }) => {
      person.rename('', '/moved-away');
      await expectFault(disk.scan(root, new Map()), { kind: 'root-lost', path: root.path, why: 'missing' });
      person.rename('/moved-away', '');
      expect((await disk.scan(root, new Map())).changed).toHaveLength(1);
    },
  ],

  [
    'names with odd characters are shown as they are',
    async ({ disk, root, person }) => {
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
      const look = await disk.scan(root, new Map());
      expect(
        look.changed
          .find(folder => folder.path === 'odd')
          ?.entries.map(entry => entry.name)
          .toSorted(),
      ).toEqual(names.toSorted());
      for (const name of names) expect((await disk.hash(root, `odd/${name}`))?.entry.name).toBe(name);
    },
  ],
];

/** What reading must give. */
export const readTrials: readonly Trial[] = [
  [
    'an entry tells kind, size and number of names',
    async ({ disk, root, person }) => {
      person.write('a.csv', 'abc');
      person.hardLink('a.csv', 'b.csv');
      person.mkdir('folder');
      expect(await disk.entry(root, 'a.csv')).toMatchObject({ name: 'a.csv', kind: 'file', sizeBytes: 3, links: 2 });
      expect(await disk.entry(root, 'folder')).toMatchObject({ name: 'folder', kind: 'folder' });
      expect(await disk.entry(root, '')).toMatchObject({ kind: 'folder' });
      expect(await disk.entry(root, 'gone')).toBeNull();
      expect(await disk.entry(root, 'a.csv/inside')).toBeNull();
    },
  ],

  [
    'a rename keeps the key, an edit changes the fingerprint, a new file has another key',
    async on => {
      const { person } = on;
      person.write('a.csv', 'abc');
      const first = await entryOf(on, 'a.csv');
      person.rename('a.csv', 'b.csv');
      expect((await entryOf(on, 'b.csv')).key).toBe(first.key);
      person.write('b.csv', 'abcd');
      const edited = await entryOf(on, 'b.csv');
      expect(edited.key).toBe(first.key);
      expect(edited.fingerprint).not.toBe(first.fingerprint);
      person.save('b.csv', 'abcd');
      expect((await entryOf(on, 'b.csv')).key).not.toBe(first.key);
    },
  ],

  [
    'when content last changed and when anything last changed are told apart',
    async on => {
      on.person.write('a.csv', 'abc');
      const before = await entryOf(on, 'a.csv');
      on.person.rename('a.csv', 'b.csv');
      const renamed = await entryOf(on, 'b.csv');
      expect(renamed.modifiedMs).toBe(before.modifiedMs);
      expect(renamed.changedMs).toBeGreaterThanOrEqual(before.changedMs);
      expect(renamed.fingerprint).not.toBe(before.fingerprint);
    },
  ],
  [
    "a folder's fingerprint stays when its content changes",
    async on => {
      on.person.mkdir('folder');
      const before = await entryOf(on, 'folder');
      on.person.write('folder/a.csv', '1');
      expect(await entryOf(on, 'folder')).toMatchObject({ key: before.key, fingerprint: before.fingerprint });
    },
  ],

  ...hashTrials,

  [
    'an open file gives its bytes and knows whether it is still the same',
    async ({ disk, root, person }) => {
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
    },
  ],

  [
    'what comes with a file as it is opened are all bytes that it had, whatever becomes of it',
    async ({ disk, root, person }) => {
      person.write('a.csv', 'abc');
      person.write('empty.csv', '');
      const [file, empty] = [await disk.open(root, 'a.csv'), await disk.open(root, 'empty.csv')];
      person.write('a.csv', 'abcd');
      const { whole = null } = file;
      // A disk need not read it as it is opened.
      expect(whole === null ? 'abc' : Buffer.from(whole).toString()).toBe('abc');
      expect(empty.whole?.byteLength ?? 0).toBe(0);
      expect(await file.unchanged()).toBe(false);
      await file.close();
      await empty.close();
    },
  ],

  [
    'of an open file a part can be read',
    async ({ disk, root, person }) => {
      person.write('a.csv', 'plate,well,ct');
      const part = async (from: number, to?: number): Promise<string> => {
        const file = await disk.open(root, 'a.csv');
        const text = await textOf(file.chunks(from, to));
        await file.close();
        return text;
      };
      expect(await part(6, 10)).toBe('well');
      expect(await part(11)).toBe('ct');
      expect(await part(11, 400)).toBe('ct');
      expect(await part(13)).toBe('');
      expect(await part(4, 4)).toBe('');
    },
  ],

  [
    'an open file that was replaced or removed is not unchanged',
    async ({ disk, root, person }) => {
      person.write('a.csv', 'abc');
      const file = await disk.open(root, 'a.csv');
      person.save('a.csv', 'abc');
      expect(await file.unchanged()).toBe(false);
      expect(await textOf(file.chunks())).toBe('abc');
      person.remove('a.csv');
      expect(await file.unchanged()).toBe(false);
      await file.close();
    },
  ],

  [
    'a file that a program has open for writing is told, one that is only read is not [S10, S13]',
    async ({ disk, root, person }) => {
      person.write('raw/a.csv', 'abc');
      person.write('b.csv', 'abc');
      const reading = await disk.open(root, 'b.csv');
      const held = person.holdOpen('raw/a.csv');
      expect(await disk.openForWriting(root)).toEqual(new Set(['raw/a.csv']));
      person.rename('raw/a.csv', 'c.csv');
      expect(await disk.openForWriting(root)).toEqual(new Set(['c.csv']));
      held.close();
      expect(await disk.openForWriting(root)).toEqual(new Set());
      await reading.close();
    },
  ],

  [
    'a file lends its bytes chunk by chunk, each whole until the next one is asked for',
    async ({ disk, root, person }) => {
      const text = '0123456789abcdef'.repeat(200_000);
      for (const [name, content] of Object.entries({ 'large.bin': text, empty: '', 'a.csv': 'abc' })) {
        person.write(name, content);
        const file = await disk.open(root, name);
        let came = '';
        for await (const chunk of file.lend()) {
          expect(chunk.byteLength).toBeLessThanOrEqual(1024 * 1024);
          await new Promise(setImmediate);
          came += Buffer.from(chunk).toString('latin1');
        }
        expect(came === content).toBe(true);
        await file.close();
      }
    },
  ],

  [
    'a large file is read and hashed whole, in chunks of at most 1 MiB',
    async ({ disk, root, person }) => {
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
    },
  ],
];

function shape(look: DiskScan): Record<string, string[]> {
  return Object.fromEntries(
    look.changed.map(({ path, entries }) => [
      path,
      entries.map(({ name, kind, sizeBytes }) => `${name} ${kind} ${sizeBytes}`).toSorted(),
    ]),
  );
}
