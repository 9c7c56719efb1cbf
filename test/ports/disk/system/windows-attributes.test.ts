import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { copyDurably } from '../../../../main/node/disk/write/copy-file.ts';
import { createDirectSources } from '../../../../main/node/source/node-sources.ts';
import { READ_ONLY, windowsFiles, type WindowsFiles } from '../../../../main/node/system/windows-files.ts';
import type { Placement } from '../../../../main/ports/disk.ts';
import { beginRealDisk } from '../suite/disk-on-trial.ts';
import { type DiskOnTrial, entryOf, expectKind, LATE, NOWHERE, stage } from '../suite/disk-trial.ts';
import { openSharing } from './open-sharing.ts';

// What Windows gives a file besides its bytes, and what it tells of programs that have one open.

const HIDDEN = 2;
const SYSTEM = 4;
/** What each file of these tests may be given. */
const GIVEN = [
  ['hidden', HIDDEN],
  ['read-only', READ_ONLY],
  ['hidden, of the system and read-only', HIDDEN | SYSTEM | READ_ONLY],
] as const;
const ALL = HIDDEN | SYSTEM | READ_ONLY;

describe.runIf(process.platform === 'win32')('on Windows', () => {
  let on: DiskOnTrial;
  let windows: WindowsFiles;
  const at = (path: string): string => join(on.root.path, path);
  const given = (path: string): number => (windows.given(path) ?? 0) & ALL;
  const give = (path: string, bits: number): void => windows.give(at(path), (windows.given(at(path)) ?? 0) | bits);

  beforeEach(async () => {
    const asked = await windowsFiles();
    if (asked === null) throw new Error('Windows cannot be asked here');
    windows = asked;
    on = await beginRealDisk();
    on.person.write('a.csv', 'old');
  });
  afterEach(() => on.end());

  const replace = async (old: Placement['old']): Promise<void> => {
    const { fingerprint } = await entryOf(on, 'a.csv');
    await stage(on, 's1', 'new');
    await on.disk.place(on.root, { staged: 's1', path: 'a.csv', expected: fingerprint, old, lateStoreName: LATE });
  };

  describe.each(GIVEN)('a file that is %s', (_, bits) => {
    beforeEach(() => give('a.csv', bits));

    test('is replaced, and the new one is so too', async () => {
      await replace(NOWHERE);
      expect([on.person.read('a.csv'), given(at('a.csv'))]).toEqual(['new', bits]);
      expect([on.person.stagedNames(), on.person.storedNames()]).toEqual([[], []]);
    });

    test('is replaced, and stays so beside the new one', async () => {
      await replace({ to: 'sibling', path: 'b.csv' });
      expect([on.person.read('a.csv'), given(at('a.csv'))]).toEqual(['new', bits]);
      expect([on.person.read('b.csv'), given(at('b.csv'))]).toEqual(['old', bits]);
    });

    test('is replaced, and comes back as it was from the store', async () => {
      await replace({ to: 'store', storeName: 'kept-1' });
      await on.disk.restore(on.root, 'kept-1', 'back.csv');
      expect([on.person.read('a.csv'), given(at('a.csv'))]).toEqual(['new', bits]);
      expect([on.person.read('back.csv'), given(at('back.csv'))]).toEqual(['old', bits]);
      expect(on.person.storedNames()).toEqual([]);
    });

    test('is moved, also into another folder and by the case of its name alone', async () => {
      on.person.mkdir('sub');
      const { key } = await entryOf(on, 'a.csv');
      await on.disk.move(on.root, 'a.csv', 'sub/b.csv', key);
      await on.disk.move(on.root, 'sub/b.csv', 'sub/B.csv', key);
      expect([on.person.read('sub/B.csv'), given(at('sub/B.csv')), on.person.read('a.csv')]).toEqual([
        'old',
        bits,
        null,
      ]);
    });

    test('goes to the store when it is removed at the service, and comes back', async () => {
      const { fingerprint } = await entryOf(on, 'a.csv');
      await on.disk.store(on.root, 'a.csv', fingerprint, 'kept-1');
      expect([on.person.read('a.csv'), on.person.stored('kept-1')]).toEqual([null, 'old']);
      await on.disk.restore(on.root, 'kept-1', 'a.csv');
      expect([on.person.read('a.csv'), given(at('a.csv')), on.person.storedNames()]).toEqual(['old', bits, []]);
      const { fingerprint: again } = await entryOf(on, 'a.csv');
      await on.disk.store(on.root, 'a.csv', again, 'kept-2');
      await on.disk.dropStored('kept-2');
      expect(on.person.storedNames()).toEqual([]);
    });

    test('is copied with what it is, as it is to another volume', async () => {
      await copyDurably(at('a.csv'), at('copy.csv'));
      expect([on.person.read('copy.csv'), given(at('copy.csv'))]).toEqual(['old', bits]);
    });

    test('is let go of', async () => {
      await on.disk.free(on.root, 'a.csv', (await entryOf(on, 'a.csv')).fingerprint);
      expect([existsSync(at('a.csv')), on.person.stagedNames()]).toEqual([false, []]);
    });

    test('that cannot be replaced because a program has it open is as it was', async () => {
      const close = await openSharing(at('a.csv'), 'r', 'rw');
      try {
        await expectKind(replace(NOWHERE), 'disk-refused');
      } finally {
        close();
      }
      expect([on.person.read('a.csv'), given(at('a.csv'))]).toEqual(['old', bits]);
    });

    test('is swept from the staging folder', async () => {
      on.person.leaveLinked('a.csv', 's1.old');
      on.person.leaveStaged('s2', 'half');
      chmodSync(at('.benchtop/stage/s2'), 0o444);
      await on.disk.sweep(on.root);
      expect([on.person.stagedNames(), on.person.read('a.csv'), given(at('a.csv'))]).toEqual([[], 'old', bits]);
    });
  });

  test('a folder that is read-only, as Explorer marks those with a look of their own, is removed', async () => {
    on.person.mkdir('sub');
    give('sub', READ_ONLY);
    expect([await on.disk.removeFolder(on.root, 'sub'), existsSync(at('sub'))]).toEqual([true, false]);
  });

  // By what another program does with a file, and what it lets others do.
  test.each([
    ['reads it and lets others do everything', 'r', 'rwd', { isWritten: false, isHeld: false }],
    ['reads it and lets others read and write', 'r', 'rw', { isWritten: false, isHeld: true }],
    ['reads it and lets nobody do anything', 'r', '', { isWritten: true, isHeld: true }],
    ['writes it and lets others do everything', 'w', 'rwd', { isWritten: true, isHeld: false }],
    ['writes it and lets others read', 'w', 'r', { isWritten: true, isHeld: true }],
    ['writes it and lets others read and write', 'w', 'rw', { isWritten: true, isHeld: true }],
  ] as const)('of a program that %s the truth is told', async (_, access, sharing, told) => {
    const source = createDirectSources('win32').open(on.root.path);
    const close = await openSharing(at('a.csv'), access, sharing);
    try {
      expect({ isWritten: windows.isBeingWritten(at('a.csv')), isHeld: windows.isHeld(at('a.csv')) }).toEqual(told);
      expect([await source.isWritten('a.csv'), await on.disk.isHeld(on.root, 'a.csv')]).toEqual([
        told.isWritten,
        told.isHeld,
      ]);
    } finally {
      close();
    }
    expect([windows.isBeingWritten(at('a.csv')), windows.isHeld(at('a.csv'))]).toEqual([false, false]);
  });

  test('Node’s own handles let others do everything; what is gone is neither written nor held', async () => {
    const source = createDirectSources('win32').open(on.root.path);
    for (const [how, isWritten] of [
      ['r', false],
      ['r+', true],
      ['a', true],
    ] as const) {
      const file = openSync(at('a.csv'), how);
      expect([how, windows.isBeingWritten(at('a.csv')), windows.isHeld(at('a.csv'))]).toEqual([how, isWritten, false]);
      closeSync(file);
    }
    expect([windows.isBeingWritten(at('gone')), windows.isHeld(at('gone')), await source.isWritten('gone')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await source.isWritten('gone/too')).toBe(false);
  });
});
