import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { digestsAfter } from '../../../../main/core/scan/scan-result.ts';
import { DiskThread, type ThreadManner } from '../../../../main/node/threads/disk-thread.ts';
import { canHold } from '../../../../main/node/disk/volume/open-folder.ts';
import { scanFolders } from '../../../../main/node/disk/read/scan-folders.ts';
import { createPoolShare } from '../../../../main/node/disk/job-pool.ts';
import { createNodeDisk } from '../../../../main/node/node-disk.ts';
import type { DiskScan } from '../../../../main/ports/disk.ts';
import { perTier } from '../../../setup/run/effort.ts';
import { inShell, makePipe, ON_POSIX } from '../../../setup/on-posix.ts';
import { beginRealDisk } from '../suite/disk-on-trial.ts';
import { ABC, type DiskOnTrial, entryOf, expectFault, expectKind, fresh, NOWHERE, stage } from '../suite/disk-trial.ts';

// What only a real disk can show.

let on: DiskOnTrial;
const at = (path: string): string => join(on.root.path, path);

beforeEach(async () => {
  on = await beginRealDisk({ isInThreads: true });
});
afterEach(() => on.end());

/** Known digests whose asking is a moment in the middle of a look: it comes right after a folder was read. */
function atFolder(path: string, act: () => void): ReadonlyMap<string, string> {
  let isDone = false;
  class Listening extends Map<string, string> {
    override get(asked: string): undefined {
      if (asked !== path || isDone) return undefined;
      isDone = true;
      act();
      return undefined;
    }
  }
  return new Listening();
}

function filesIn(look: DiskScan): string[] {
  const inFolder = ({ path, entries }: DiskScan['changed'][number]): string[] =>
    entries.filter(entry => entry.kind === 'file').map(entry => (path === '' ? entry.name : `${path}/${entry.name}`));
  return look.changed.flatMap(inFolder).toSorted();
}

test('of 10,000 files at rest, the second look gives no changed folder', { timeout: 60_000 }, async () => {
  for (let folder = 0; folder < 500; folder += 1) {
    fs.mkdirSync(at(`run ${folder}`));
    for (let file = 0; file < 20; file += 1) fs.writeFileSync(at(`run ${folder}/${file}.csv`), `${file}`);
  }
  const first = await on.disk.scan(on.root, new Map());
  expect([first.changed.length, filesIn(first).length]).toEqual([501, 10_000]);
  let known = digestsAfter(new Map(), first);
  // What is younger than two seconds is given again.
  await expect
    .poll(
      async () => {
        const look = await on.disk.scan(on.root, known);
        known = digestsAfter(known, look);
        return look.changed.length;
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe(0);
  on.person.write('run 77/7.csv', 'X');
  const last = await on.disk.scan(on.root, known);
  expect(last.changed.map(folder => folder.path)).toEqual(['run 77']);
  expect([known.size, last.unread]).toEqual([501, []]);
});

test('a terabyte of holes is told from a file, and a small file with holes is a file [L13]', async () => {
  for (const [name, sizeBytes] of [['disk.img', 1024 ** 4] as const, ['small.bin', 1024 ** 2] as const]) {
    on.person.write(name, 'begins');
    fs.truncateSync(at(name), sizeBytes);
  }
  expect((await entryOf(on, 'disk.img')).isHollow).toBe(true);
  expect((await entryOf(on, 'small.bin')).isHollow).toBeUndefined();
});

const MANY = perTier({ everyday: 10_000, proof: 100_000 });

test(
  'a folder of very many files is looked at in seconds, and without news told in one line [L20]',
  { timeout: 120_000 },
  async () => {
    fs.mkdirSync(at('many'));
    // A shell makes them in a tenth of the time.
    inShell(`seq ${MANY} | xargs touch -d 2020-01-01`, at('many'));
    const began = performance.now();
    const first = await on.disk.scan(on.root, new Map());
    expect(first.changed.find(({ path }) => path === 'many')?.entries).toHaveLength(MANY);
    expect(performance.now() - began).toBeLessThan(60_000);
    await new Promise(resolve => setTimeout(resolve, 2500));
    const known = digestsAfter(new Map(), first);
    const second = await on.disk.scan(on.root, known);
    const third = await on.disk.scan(on.root, digestsAfter(known, second));
    expect(third.changed).toEqual([]);
  },
);

test('a thousand folders within each other are walked to the end [L20]', async () => {
  let folder = on.root.path;
  for (let depth = 0; depth < 1000; depth += 1) fs.mkdirSync((folder += '/d'));
  fs.writeFileSync(`${folder}/a.csv`, 'deep');
  const look = await on.disk.scan(on.root, new Map());
  expect(look.changed).toHaveLength(1001);
  expect(filesIn(look).at(-1)?.endsWith('/d/a.csv')).toBe(true);
  expect(await on.disk.hash(on.root, `${'d/'.repeat(1000)}a.csv`)).not.toBeNull();
});

test('a fresh change is given again until it is old enough to be told from a second one', async () => {
  on.person.write('a.csv', '1');
  const first = await on.disk.scan(on.root, new Map());
  const second = await on.disk.scan(on.root, digestsAfter(new Map(), first));
  expect(second.changed.map(folder => folder.path)).toEqual(['']);
});

test('a small file is read as it is opened, in one question to its thread, and a large one is not', async () => {
  fs.writeFileSync(at('small.csv'), 'abc');
  fs.writeFileSync(at('large.csv'), new Uint8Array(300 * 1024));
  const asked = vi.spyOn(DiskThread.prototype, 'ask');
  const [small, large] = [await on.disk.open(on.root, 'small.csv'), await on.disk.open(on.root, 'large.csv')];
  expect([Buffer.from(small.whole ?? []).toString(), large.whole]).toEqual(['abc', null]);
  await small.close();
  expect(asked.mock.calls.map(([job]) => job)).toEqual(['open', 'open']);
  asked.mockRestore();
  await large.close();
});

test('an edit that keeps size and mtime is still seen', async () => {
  on.person.write('a.csv', 'one');
  const before = await entryOf(on, 'a.csv');
  const { atime, mtime } = fs.statSync(at('a.csv'));
  on.person.write('a.csv', 'two');
  fs.utimesSync(at('a.csv'), atime, mtime);
  expect((await entryOf(on, 'a.csv')).fingerprint).not.toBe(before.fingerprint);
});

test('a marker that goes while the look is under way makes the root lost', async () => {
  on.person.write('a/b.csv', '1');
  const known = atFolder('a', () => on.person.remove('.benchtop/root.json'));
  await expectFault(scanFolders(on.root, known), { kind: 'root-lost', path: on.root.path, why: 'no-marker' });
});

test('a root that is exchanged for an empty folder while the look is under way is lost', async () => {
  on.person.write('a/b.csv', '1');
  const known = atFolder('', () => {
    on.person.rename('', '/elsewhere');
    fs.mkdirSync(on.root.path);
  });
  await expectFault(scanFolders(on.root, known), { kind: 'root-lost', path: on.root.path, why: 'no-marker' });
});

test.each([
  ['a', 'b'],
  ['b', 'a'],
])('a file moved from folder %s to %s while the look is under way is not missed', async (from, to) => {
  on.person.write('a/keep.csv', '1');
  on.person.write('b/keep.csv', '1');
  on.person.write(`${from}/wanders.csv`, '1');
  const known = atFolder(to, () => on.person.rename(`${from}/wanders.csv`, `${to}/wanders.csv`));
  expect(filesIn(await scanFolders(on.root, known))).toContain(`${to}/wanders.csv`);
});

test('a look that files wander through all the time says that it is restless; one that they rested in does not', async () => {
  on.person.write('a/keep.csv', '1');
  on.person.write('b/keep.csv', '1');
  on.person.write('a/wanders.csv', '1');
  const long = new Date(Date.now() - 60_000);
  for (const folder of ['', 'a', 'b']) fs.utimesSync(at(folder), long, long);
  expect((await scanFolders(on.root, new Map())).isRestless).toBe(false);
  let isInA = true;
  class Wandering extends Map<string, string> {
    override get(asked: string): undefined {
      if (asked !== (isInA ? 'b' : 'a')) return undefined;
      const [from, to] = isInA ? ['a', 'b'] : ['b', 'a'];
      isInA = !isInA;
      on.person.rename(`${from}/wanders.csv`, `${to}/wanders.csv`);
      return undefined;
    }
  }
  expect((await scanFolders(on.root, new Wandering())).isRestless).toBe(true);
});

test('a folder that vanishes while the look is under way is neither read nor unreadable', async () => {
  on.person.write('a/b.csv', '1');
  const look = await scanFolders(
    on.root,
    atFolder('', () => on.person.remove('a')),
  );
  expect([look.changed.map(({ path }) => path), look.unreadable]).toEqual([[''], []]);
});

test('a folder exchanged for a link while the look is under way is not followed [S31]', async () => {
  on.person.write('a/b.csv', '1');
  on.person.write('/outside/secret.csv', '1');
  const known = atFolder('', () => {
    on.person.remove('a');
    on.person.symlink('a', '/outside');
  });
  expect(filesIn(await scanFolders(on.root, known))).not.toContain('a/secret.csv');
});

test.runIf(process.platform === 'linux')('names that are not valid text are shown as other, each once', async () => {
  for (const bytes of [[0xff], [0xfe], [0x61, 0xff]]) {
    fs.writeFileSync(Buffer.concat([Buffer.from(`${on.root.path}/`), Buffer.from(bytes)]), 'x');
  }
  on.person.write('\uFFFD', 'a real name');
  const look = await on.disk.scan(on.root, new Map());
  const entries = look.changed[0]?.entries.map(({ name, kind }) => `${name} ${kind}`).toSorted();
  expect(entries).toEqual(
    ['a\uFFFD other', '\uFFFD file', '\uFFFD\uFFFD other', '\uFFFD\uFFFD\uFFFD other'].toSorted(),
  );
});

test.runIf(ON_POSIX)('devices, pipes and sockets are shown as other and never waited for [S32]', async () => {
  makePipe(at('pipe'));
  expect(await on.disk.entry(on.root, 'pipe')).toMatchObject({ kind: 'other', sizeBytes: 0 });
  expect(await on.disk.hash(on.root, 'pipe')).toBeNull();
  await expectKind(on.disk.open(on.root, 'pipe'), 'stale');
});

test('a file that replaces another keeps its permissions', async () => {
  on.person.write('run.sh', 'old');
  fs.chmodSync(at('run.sh'), 0o750);
  const { fingerprint } = await entryOf(on, 'run.sh');
  await stage(on, 's1', 'new');
  await on.disk.place(on.root, { ...fresh('s1', 'run.sh'), expected: fingerprint, old: NOWHERE });
  expect([fs.statSync(at('run.sh')).mode & 0o777, on.person.read('run.sh')]).toEqual([0o750, 'new']);
});

test('a new file has the permissions that any program would give it', async () => {
  await stage(on, 's1', 'new');
  await on.disk.place(on.root, fresh('s1', 'a.csv'));
  on.person.write('b.csv', 'by another program');
  expect(fs.statSync(at('a.csv')).mode).toBe(fs.statSync(at('b.csv')).mode);
});

test('our own folder is closed to others', () => {
  expect(fs.statSync(at('.benchtop')).mode & 0o077).toBe(0);
});

test('a link in place of our own folder is refused [S31]', async () => {
  on.person.rename('.benchtop', '/ours');
  on.person.symlink('.benchtop', '/ours');
  await expectFault(stage(on, 's1', 'x'), { kind: 'root-lost', path: on.root.path, why: 'no-marker' });
  await expectKind(on.disk.mark(on.root.path, on.root.marker), 'disk-refused');
});

test('a root reached through a link is inspected as the folder it leads to', async () => {
  fs.symlinkSync(on.root.path, `${on.root.path}-link`);
  const facts = await on.disk.inspect(`${on.root.path}-link`);
  fs.rmSync(`${on.root.path}-link`);
  expect(facts).toMatchObject({ trouble: null, realPath: on.root.path, marker: on.root.marker });
});

test('a damaged marker is no marker', async () => {
  fs.writeFileSync(at('.benchtop/root.json'), '{"v":1,"ro');
  expect(await on.disk.inspect(on.root.path)).toMatchObject({ marker: null });
  await expectFault(on.disk.scan(on.root, new Map()), { kind: 'root-lost', path: on.root.path, why: 'no-marker' });
});

test('what waits when the disk is closed is told so, and the disk can be used again', async () => {
  on.person.write('large.bin', 'x'.repeat(64 * 1024 * 1024));
  const hashing = on.disk.hash(on.root, 'large.bin');
  const [closed] = await Promise.allSettled([hashing, on.disk.close()]);
  expect(closed).toMatchObject({ status: 'rejected', reason: { fault: { kind: 'bug' } } });
  expect((await on.disk.hash(on.root, 'large.bin'))?.entry.sizeBytes).toBe(64 * 1024 * 1024);
});

test('a look is answered while a large file is hashed', async () => {
  const file = fs.openSync(at('large.bin'), 'w');
  fs.ftruncateSync(file, 400 * 1024 * 1024);
  fs.closeSync(file);
  const order: string[] = [];
  await Promise.all([
    on.disk.hash(on.root, 'large.bin').then(() => order.push('hash')),
    on.disk.scan(on.root, new Map()).then(() => order.push('look')),
  ]);
  expect(order).toEqual(['look', 'hash']);
});

test('a file that changes while it is hashed has no hash', async () => {
  const file = fs.openSync(at('large.bin'), 'w');
  fs.ftruncateSync(file, 200 * 1024 * 1024);
  const hashing = on.disk.hash(on.root, 'large.bin');
  const keepWriting = setInterval(() => fs.writeSync(file, 'x', 0), 1);
  expect(await hashing).toBeNull();
  clearInterval(keepWriting);
  fs.closeSync(file);
});

test('what a crash left unfinished in the store is listed as unfinished, and what is not ours is left out', async () => {
  const data = `${on.root.path}-data`;
  const other = createNodeDisk(data);
  await (await other.stageInStore('fetched-1')).write(Buffer.from('abc'));
  fs.mkdirSync(join(data, 'store', 'folder'));
  fs.writeFileSync(join(data, 'store', '.DS_Store'), 'x');
  expect(await other.listStored()).toMatchObject([{ name: 'fetched-1', isFinished: false }]);
  await other.dropStored('fetched-1');
  expect(await other.listStored()).toEqual([]);
  await other.close();
  fs.rmSync(data, { recursive: true });
});

test('two disks on two data directories do not share a store', async () => {
  const other = createNodeDisk(`${on.root.path}-data`);
  const staging = await other.stageInStore('kept-1');
  await staging.write(Buffer.from('x'));
  await staging.finish();
  await other.close();
  fs.rmSync(`${on.root.path}-data`, { recursive: true });
  expect(on.person.stored('kept-1')).toBeNull();
});

function setup(): ThreadManner {
  return { dataDirectory: `${on.root.path}-data`, isHolding: canHold(), poolShare: createPoolShare() };
}

test('a thread that is asked nothing for a while ends, and is there again for the next question', async () => {
  const thread = new DiskThread({ ...setup(), endsAfterMs: 1 });
  fs.writeFileSync(at('a.csv'), 'abc');
  for (let round = 0; round < 2; round++) {
    expect(await thread.ask('hash', [on.root, 'a.csv'])).toMatchObject({ sha256: ABC });
    await vi.waitFor(() => expect(thread.isRunning).toBe(false));
  }
  await thread.close();
});

test('a question that comes while the thread ends is answered', async () => {
  const thread = new DiskThread({ ...setup(), endsAfterMs: 0 });
  fs.writeFileSync(at('a.csv'), 'abc');
  for (let round = 0; round < 20; round++) {
    expect(await thread.ask('hash', [on.root, 'a.csv'])).toMatchObject({ sha256: ABC });
    if (round % 2 === 1) await new Promise(resolve => setTimeout(resolve, round / 10));
  }
  await thread.close();
});

const SMALL_VOLUME = fileURLToPath(new URL('./on-small-volume.ts', import.meta.url));

/** Mounting needs rights that most build containers do not give; there the fake disk alone stands for this. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0;

test.each(canMount ? ['a volume of 1 MiB'] : [])(
  'on %s: full is said, what is there stays, another volume inside is not entered',
  () => {
    const text = execFileSync('unshare', ['-rm', process.execPath, SMALL_VOLUME, on.root.path], { encoding: 'utf8' });
    expect(JSON.parse(text)).toEqual({
      unreadable: [{ path: 'inside', code: 'EXDEV' }],
      folders: [''],
      names: ['a.csv', 'inside'],
      full: { kind: 'disk-full', path: '.benchtop/stage/s1' },
      elsewhere: { kind: 'disk-refused', path: 'inside/c.csv', code: 'EXDEV' },
      kept: 'old',
      staged: ['s2'],
      isSmall: true,
    });
  },
);
