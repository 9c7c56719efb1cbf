import { type ChildProcess, spawn } from 'node:child_process';
import type * as FileSystem from 'node:fs';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type * as Exchanging from '../../../../main/node/disk/write/atomic-exchange.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import { note } from '../../../setup/note.ts';
import { ON_LINUX, openHandles } from '../../../setup/on-posix.ts';
import { beginRealDisk } from '../suite/disk-on-trial.ts';
import {
  type DiskOnTrial,
  EMPTY,
  entryOf,
  expectFault,
  expectKind,
  fresh,
  NOWHERE,
  stage,
} from '../suite/disk-trial.ts';

// A folder on the way to a file is exchanged for a link to a folder outside, after it was looked at.

const moment = vi.hoisted((): { name: string; act: (() => void) | null } => ({ name: '', act: null }));

/** Acts once, right before a call on a name of the folder that is exchanged. */
const meeting = vi.hoisted(() => (...paths: readonly unknown[]): void => {
  const { act } = moment;
  if (act === null || !paths.some(path => String(path).endsWith(`/${moment.name}`))) return;
  moment.act = null;
  act();
});

vi.mock('node:fs', async original => {
  const real = await original<typeof FileSystem>();
  type Changing = (...asked: never[]) => unknown;
  const met = <F extends Changing>(call: F): F =>
    ((...asked: Parameters<F>) => {
      meeting(asked[0], asked[1]);
      return call(...asked);
    }) as F;
  return {
    ...real,
    openSync: met(real.openSync as Changing),
    linkSync: met(real.linkSync),
    renameSync: met(real.renameSync),
    unlinkSync: met(real.unlinkSync as Changing),
    mkdirSync: met(real.mkdirSync as Changing),
    rmdirSync: met(real.rmdirSync as Changing),
  };
});

vi.mock('../../../../main/node/disk/write/atomic-exchange.ts', async original => {
  const real = await original<typeof Exchanging>();
  const systemExchange = async (): Promise<Exchanging.Exchange | null> => {
    const exchange = await real.systemExchange();
    if (exchange === null) return null;
    return (one, other) => {
      meeting(one, other);
      exchange(one, other);
    };
  };
  return { ...real, systemExchange };
});

let on: DiskOnTrial;
let outside: string;
const at = (path: string): string => join(on.root.path, path);

beforeEach(async () => {
  on = await beginRealDisk();
  outside = `${on.root.path}-outside`;
  fs.mkdirSync(join(outside, 'made'), { recursive: true });
  fs.writeFileSync(join(outside, 'a.csv'), "another person's");
  on.person.mkdir('p');
  on.person.mkdir('q');
});
afterEach(async () => {
  moment.act = null;
  fs.rmSync(outside, { recursive: true, force: true });
  await on.end();
});

/** `p` becomes a link to the folder outside when a call on this name in it is about to be made. */
function exchangeBefore(name: string): void {
  moment.name = name;
  moment.act = () => {
    fs.renameSync(at('p'), at('p-before'));
    fs.symlinkSync(outside, at('p'));
  };
}

function isOutsideAsBefore(): void {
  expect(fs.readdirSync(outside).toSorted()).toEqual(['a.csv', 'made']);
  expect(fs.readFileSync(join(outside, 'a.csv'), 'utf8')).toBe("another person's");
}

type Deed = (on: DiskOnTrial) => Promise<unknown>;

/** What is about to be done, after what it needs was made ready. */
const DEEDS: readonly (readonly [name: string, prepare: (on: DiskOnTrial) => Promise<Deed>])[] = [
  [
    'a new file is placed',
    async it => {
      await stage(it, 's1', 'new');
      return ({ disk, root }) => disk.place(root, fresh('s1', 'p/b.csv'));
    },
  ],
  [
    'a folder is made',
    async () =>
      ({ disk, root }) =>
        disk.makeFolder(root, 'p/b.csv'),
  ],
  [
    'a file is moved into it',
    async it => {
      it.person.write('q/c.csv', 'mine');
      const { key } = await entryOf(it, 'q/c.csv');
      return ({ disk, root }) => disk.move(root, 'q/c.csv', 'p/b.csv', key);
    },
  ],
  [
    'a folder is moved into it',
    async it => {
      it.person.mkdir('q/c');
      const { key } = await entryOf(it, 'q/c');
      return ({ disk, root }) => disk.move(root, 'q/c', 'p/b.csv', key);
    },
  ],
  [
    'a stored file comes back',
    async it => {
      it.person.write('q/c.csv', 'mine');
      await it.disk.store(it.root, 'q/c.csv', (await entryOf(it, 'q/c.csv')).fingerprint, 'kept-1');
      return ({ disk, root }) => disk.restore(root, 'kept-1', 'p/b.csv');
    },
  ],
  [
    'a copy is put beside a replaced file',
    async it => {
      it.person.write('q/c.csv', 'mine');
      const { fingerprint } = await entryOf(it, 'q/c.csv');
      await stage(it, 's1', 'new');
      const old = { to: 'sibling', path: 'p/b.csv' } as const;
      return ({ disk, root }) => disk.place(root, { ...fresh('s1', 'q/c.csv'), expected: fingerprint, old });
    },
  ],
];

test.runIf(ON_LINUX).each(DEEDS)('nothing comes into the folder behind the link when %s', async (_, prepare) => {
  const deed = await prepare(on);
  exchangeBefore('b.csv');
  await deed(on).catch(mustBeFault);
  expect(moment.act).toBeNull();
  isOutsideAsBefore();
});

/** What would take away, replace or read what lies outside under the same name. */
const TAKING: typeof DEEDS = [
  [
    'a file is replaced',
    async it => {
      const { fingerprint } = await entryOf(it, 'p/a.csv');
      await stage(it, 's1', 'new');
      return ({ disk, root }) => disk.place(root, { ...fresh('s1', 'p/a.csv'), expected: fingerprint, old: NOWHERE });
    },
  ],
  [
    'a file is moved out of it',
    async it => {
      const { key } = await entryOf(it, 'p/a.csv');
      return ({ disk, root }) => disk.move(root, 'p/a.csv', 'q/b.csv', key);
    },
  ],
  [
    'a file is stored',
    async it => {
      const { fingerprint } = await entryOf(it, 'p/a.csv');
      return ({ disk, root }) => disk.store(root, 'p/a.csv', fingerprint, 'kept-1');
    },
  ],
  [
    'a file is let go',
    async it => {
      const { fingerprint } = await entryOf(it, 'p/a.csv');
      return ({ disk, root }) => disk.free(root, 'p/a.csv', fingerprint);
    },
  ],
];

test.runIf(ON_LINUX).each(TAKING)('nothing is taken from the folder behind the link when %s', async (_, prepare) => {
  on.person.write('p/a.csv', 'mine');
  const deed = await prepare(on);
  exchangeBefore('a.csv');
  await deed(on).catch(mustBeFault);
  expect(moment.act).toBeNull();
  isOutsideAsBefore();
});

test.runIf(ON_LINUX)('no folder behind the link is removed in the place of one of ours', async () => {
  on.person.mkdir('p/made');
  exchangeBefore('made');
  await on.disk.removeFolder(on.root, 'p/made');
  expect(moment.act).toBeNull();
  isOutsideAsBefore();
});

test.runIf(ON_LINUX)('no file behind the link is opened for one of ours', async () => {
  on.person.write('p/a.csv', 'abc');
  exchangeBefore('a.csv');
  const file = await on.disk.open(on.root, 'p/a.csv');
  const parts: Uint8Array[] = [];
  for await (const chunk of file.chunks()) parts.push(chunk);
  expect(Buffer.concat(parts).toString()).toBe('abc');
  expect(await file.unchanged()).toBe(false);
  await file.close();
});

test.runIf(ON_LINUX)('our own folder exchanged for a link gets nothing staged behind it', async () => {
  await stage(on, 's0', 'makes the folder');
  moment.name = 's1';
  moment.act = () => {
    fs.renameSync(at('.benchtop/stage'), at('.benchtop/before'));
    fs.symlinkSync(outside, at('.benchtop/stage'));
  };
  await stage(on, 's1', 'new').catch(mustBeFault);
  expect(moment.act).toBeNull();
  isOutsideAsBefore();
});

test.runIf(ON_LINUX)('calls that fail leave no folder and no file open', async () => {
  on.person.write('p/a.csv', 'mine');
  const { key, fingerprint } = await entryOf(on, 'p/a.csv');
  const { disk, root } = on;
  const lost = { ...root, marker: '99999999-9999-4999-8999-999999999999' };
  on.person.symlink('link', 'p');
  await stage(on, 's1', 'new');
  const calls: readonly (() => Promise<unknown>)[] = [
    ...[root, lost].flatMap(where =>
      ['p/a.csv/in/it', 'gone/a.csv', 'link/a.csv', '../a.csv', 'p/b.csv/'].flatMap(path => [
        () => disk.place(where, fresh('s1', path)),
        () => disk.place(where, fresh('nothing', path)),
        () => disk.makeFolder(where, path),
        () => disk.removeFolder(where, path),
        () => disk.move(where, 'p/a.csv', path, key),
        () => disk.move(where, path, 'p/b.csv', key),
        () => disk.store(where, path, fingerprint, 'kept-1'),
        () => disk.free(where, path, fingerprint),
        () => disk.restore(where, 'kept-1', path),
        () => disk.open(where, path),
        () => disk.entry(where, path),
      ]),
    ),
    () => disk.place(root, { ...fresh('s1', 'p/a.csv'), expected: 'another' }),
    () => disk.move(root, 'p/a.csv', 'q', key),
    () => disk.free(root, 'p/a.csv', 'another'),
    () => disk.stage(lost, 's2'),
    () => disk.resume(lost, 's2', { sizeBytes: 0, sha256: EMPTY as Sha256 }),
    () => disk.sweep(lost),
    () => disk.unmark(lost),
    () => disk.mark(`${root.path}/gone`, root.marker),
  ];
  const before = openHandles();
  let failed = 0;
  for (const call of calls) await call().catch(() => (failed += 1));
  note(`${failed} of ${calls.length} calls failed`);
  expect(failed).toBeGreaterThan(calls.length / 2);
  expect(openHandles()).toBe(before);
});

// Where folders cannot be held open: Windows, macOS, and Linux without its `/proc`.

test.each(DEEDS)('without holding folders, it is said where something may have come to when %s', async (_, prepare) => {
  const byPath = await beginRealDisk({ isHolding: false });
  await on.end();
  on = byPath;
  outside = `${on.root.path}-outside`;
  fs.mkdirSync(outside);
  for (const folder of ['p', 'q']) on.person.mkdir(folder);
  const deed = await prepare(on);
  exchangeBefore('b.csv');
  const path = join(fs.realpathSync(outside), 'b.csv');
  await expectFault(deed(on), { kind: 'disk-refused', path, code: 'PARENT_EXCHANGED' });
  expect(fs.existsSync(path)).toBe(true);
});

test('without holding folders, nothing behind a link is read for a file of ours', async () => {
  const byPath = await beginRealDisk({ isHolding: false });
  await on.end();
  on = byPath;
  outside = `${on.root.path}-outside`;
  fs.mkdirSync(outside);
  on.person.write('p/a.csv', 'mine');
  fs.linkSync(at('p/a.csv'), join(outside, 'a.csv'));
  exchangeBefore('a.csv');
  await expectKind(on.disk.open(on.root, 'p/a.csv'), 'stale');
});

function mustBeFault(thrown: unknown): void {
  if (!(thrown instanceof FaultError)) throw thrown;
}

const EXCHANGING = fileURLToPath(new URL('./exchange-repeatedly.ts', import.meta.url));

const TRIES = 400;

test.runIf(ON_LINUX)('a program that exchanges a folder for a link all the time gets no file of ours', async () => {
  fs.symlinkSync(outside, `${on.root.path}-link`);
  const program = spawn(process.execPath, [EXCHANGING, at('p'), `${on.root.path}-link`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await new Promise(resolve => program.stdout.once('data', resolve));
    const placed = await placeAgainAndAgain();
    note(`${placed} of ${TRIES} files found a folder while it was exchanged for a link again and again`);
    expect(placed).toBeGreaterThan(0);
  } finally {
    await ended(program);
    fs.rmSync(`${on.root.path}-link`, { recursive: true, force: true });
  }
  isOutsideAsBefore();
});

async function placeAgainAndAgain(): Promise<number> {
  let placed = 0;
  for (let turn = 0; turn < TRIES; turn += 1) {
    await stage(on, 's1', `turn ${turn}`);
    const result = await on.disk.place(on.root, fresh('s1', `p/turn-${turn}`)).catch(mustBeFault);
    placed += result === undefined ? 0 : 1;
  }
  return placed;
}

function ended(program: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    program.once('exit', () => resolve());
    program.stdin?.end();
  });
}
