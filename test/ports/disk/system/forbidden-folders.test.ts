import * as fs from 'node:fs';
import type * as FileSystem from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { beginRealDisk } from '../suite/disk-on-trial.ts';
import { type DiskOnTrial, entryOf, expectFault, fresh, stage } from '../suite/disk-trial.ts';
import { withoutPrivileges } from './unprivileged.ts';

/** The system asks on behalf of the real user, whom we cannot put off and on again; so this answer is put in. */
const refusal = vi.hoisted((): { write: string | null } => ({ write: null }));
vi.mock('node:fs', async original => {
  const real = await original<typeof FileSystem>();
  const accessSync = (path: string, mode: number): void => {
    if (refusal.write !== null && (mode & real.constants.W_OK) !== 0) {
      throw Object.assign(new Error('access'), { code: refusal.write });
    }
    real.accessSync(path, mode);
  };
  return { ...real, accessSync };
});

let on: DiskOnTrial;
const at = (path: string): string => join(on.root.path, path);

beforeEach(async () => {
  on = await beginRealDisk();
});
afterEach(() => on.end());

test('a folder that cannot be read is unreadable, not empty and not gone', async () => {
  on.person.write('open/a.csv', '1');
  on.person.write('closed/inside/b.csv', '1');
  fs.chmodSync(at('closed'), 0);
  const look = await withoutPrivileges(on, () => on.disk.scan(on.root, new Map()));
  fs.chmodSync(at('closed'), 0o755);
  expect(look.unreadable).toEqual([{ path: 'closed', code: 'EACCES' }]);
  expect(look.changed.map(({ path }) => path).toSorted()).toEqual(['', 'open']);
  expect(look.changed.find(folder => folder.path === '')?.entries.map(entry => entry.name)).toContain('closed');
});

test('a folder whose names can be read but not what they are is unreadable as a whole', async () => {
  on.person.write('half/b.csv', '1');
  fs.chmodSync(at('half'), 0o444);
  const look = await withoutPrivileges(on, () => on.disk.scan(on.root, new Map()));
  fs.chmodSync(at('half'), 0o755);
  expect(look.unreadable).toEqual([{ path: 'half', code: 'EACCES' }]);
  expect(look.changed.map(folder => folder.path)).toEqual(['']);
});

test('a file that cannot be read is refused with its word, when hashed and when opened', async () => {
  on.person.write('a.csv', '1');
  fs.chmodSync(at('a.csv'), 0);
  await withoutPrivileges(on, async () => {
    await expectFault(on.disk.hash(on.root, 'a.csv'), { kind: 'disk-refused', path: 'a.csv', code: 'EACCES' });
    await expectFault(on.disk.open(on.root, 'a.csv'), { kind: 'disk-refused', path: 'a.csv', code: 'EACCES' });
  });
  expect(await on.disk.entry(on.root, 'a.csv')).toMatchObject({ kind: 'file', sizeBytes: 1 });
});

test('nothing is changed in a folder that must not be written', async () => {
  on.person.write('locked/a.csv', 'old');
  await stage(on, 's1', 'new');
  fs.chmodSync(at('locked'), 0o555);
  await withoutPrivileges(on, async () => {
    const refusal = { kind: 'disk-refused', code: 'EACCES' } as const;
    const { fingerprint, key } = await entryOf(on, 'locked/a.csv');
    await expectFault(on.disk.place(on.root, fresh('s1', 'locked/b.csv')), { ...refusal, path: 'locked/b.csv' });
    await expectFault(on.disk.place(on.root, { ...fresh('s1', 'locked/a.csv'), expected: fingerprint }), {
      ...refusal,
      path: 'locked/a.csv',
    });
    await expectFault(on.disk.move(on.root, 'locked/a.csv', 'a.csv', key), { ...refusal, path: 'a.csv' });
    await expectFault(on.disk.makeFolder(on.root, 'locked/new'), { ...refusal, path: 'locked/new' });
  });
  fs.chmodSync(at('locked'), 0o755);
  expect([on.person.read('locked/a.csv'), on.person.read('a.csv')]).toEqual(['old', null]);
  expect(on.person.stagedNames()).toEqual(['s1']);
});

test('a root that cannot be read is said to be so, and is never taken for an empty one', async () => {
  fs.chmodSync(on.root.path, 0);
  await withoutPrivileges(on, async () => {
    expect(await on.disk.inspect(on.root.path)).toMatchObject({ trouble: 'unreadable', code: 'EACCES' });
    const lost = { kind: 'root-lost', path: on.root.path, why: 'unreadable' } as const;
    await expectFault(on.disk.entry(on.root, 'a.csv'), lost);
    await expectFault(on.disk.scan(on.root, new Map()), lost);
  });
  fs.chmodSync(on.root.path, 0o755);
});

test('a root that cannot be written is said to be so', async () => {
  refusal.write = 'EROFS';
  expect(await on.disk.inspect(on.root.path)).toMatchObject({
    trouble: 'not-writable',
    code: 'EROFS',
    marker: on.root.marker,
  });
  refusal.write = null;
});
