import type * as FileSystem from 'node:fs';
import { basename } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type * as Exchanging from '../../../main/node/disk/write/atomic-exchange.ts';
import { beginRealDisk } from './suite/disk-on-trial.ts';
import { type DiskOnTrial, entryOf, fresh, stage } from './suite/disk-trial.ts';

// In which order bytes and names reach the disk. After a power cut only what was flushed is there, so the bytes go
// first, then the name, then the folder that holds the name.

const calls = vi.hoisted((): { made: string[]; opened: Map<number, string>; isExchanging: boolean } => ({
  made: [],
  opened: new Map(),
  isExchanging: true,
}));

vi.mock('../../../main/node/disk/write/atomic-exchange.ts', async original => {
  const real = await original<typeof Exchanging>();
  return {
    ...real,
    systemExchange: async (): Promise<Exchanging.Exchange | null> => {
      const exchange = await real.systemExchange();
      if (exchange === null || !calls.isExchanging) return null;
      return (one, other) => {
        calls.made.push(`exchange ${basename(one)} ${basename(other)}`);
        exchange(one, other);
      };
    },
  };
});

vi.mock('node:fs', async original => {
  const real = await original<typeof FileSystem>();
  type Done = (error: NodeJS.ErrnoException | null) => void;
  return {
    ...real,
    openSync: (...asked: Parameters<typeof real.openSync>): number => {
      const file = real.openSync(...asked);
      // A folder that is held open is opened again by what stands for it.
      calls.opened.set(file, real.realpathSync(asked[0]));
      return file;
    },
    fsync: (file: number, done: Done): void => {
      calls.made.push(`flush ${basename(calls.opened.get(file) ?? '?')}`);
      real.fsync(file, done);
    },
    renameSync: (from: string, to: string): void => {
      calls.made.push(`rename ${basename(from)} ${basename(to)}`);
      real.renameSync(from, to);
    },
    linkSync: (from: string, to: string): void => {
      calls.made.push(`link ${basename(from)} ${basename(to)}`);
      real.linkSync(from, to);
    },
    unlinkSync: (path: string): void => {
      calls.made.push(`unlink ${basename(path)}`);
      real.unlinkSync(path);
    },
    mkdirSync: (...asked: Parameters<typeof real.mkdirSync>): string | undefined => {
      calls.made.push(`mkdir ${basename(String(asked[0]))}`);
      return real.mkdirSync(...asked);
    },
  };
});

const STORED = { to: 'store', storeName: 'kept-1' } as const;
const SIBLING = { to: 'sibling', path: 'p/b.csv' } as const;

let on: DiskOnTrial;
beforeEach(async () => {
  on = await beginRealDisk();
  on.person.mkdir('p');
  calls.made.length = 0;
  calls.isExchanging = true;
});
afterEach(() => on.end());

/** What was done, but for the person's folders and the making of our own. */
function done(): string[] {
  return calls.made.splice(0).filter(call => !/^mkdir (p|stage|store|\.benchtop)$/.test(call));
}

test('a new file: its bytes, its name, its folder', async () => {
  await stage(on, 's1', 'new');
  await on.disk.place(on.root, fresh('s1', 'p/a.csv'));
  expect(done()).toEqual(['flush s1', 'link s1 a.csv', 'unlink s1', 'flush p']);
});

test.each([
  ['the exchange', true, ['link s1 s1.old', 'exchange s1.old a.csv', 'unlink s1']],
  ['a second name for the old ones, the rename', false, ['link a.csv s1.old', 'rename s1 a.csv']],
] as const)(
  'a replaced file: the new bytes, %s, the folder, and only then the old go',
  async (_, isExchanging, made) => {
    calls.isExchanging = isExchanging;
    on.person.write('p/a.csv', 'old');
    const { fingerprint } = await entryOf(on, 'p/a.csv');
    await stage(on, 's1', 'new');
    await on.disk.place(on.root, { ...fresh('s1', 'p/a.csv'), expected: fingerprint });
    expect(done()).toEqual(['flush s1', ...made, 'flush p', 'unlink s1.old']);
  },
);

test('a file whose old bytes are stored: they are durable in the store before the call ends', async () => {
  on.person.write('p/a.csv', 'old');
  const { fingerprint } = await entryOf(on, 'p/a.csv');
  await stage(on, 's1', 'new');
  await on.disk.place(on.root, { ...fresh('s1', 'p/a.csv'), expected: fingerprint, old: STORED });
  expect(done().slice(-3)).toEqual(['flush p', 'rename s1.old kept-1', 'flush store']);
});

test.each([
  ['the store', STORED, true, ['link s1 s1.old', 'flush stage', 'exchange s1.old a.csv', 'unlink s1', 'flush p']],
  ['the store', STORED, false, ['link a.csv s1.old', 'flush stage', 'rename s1 a.csv', 'flush p']],
  [
    'a sibling',
    SIBLING,
    true,
    ['link a.csv b.csv', 'flush p', 'link s1 s1.old', 'exchange s1.old a.csv', 'unlink s1', 'unlink s1.old', 'flush p'],
  ],
  ['a sibling', SIBLING, false, ['link a.csv b.csv', 'flush p', 'rename s1 a.csv', 'flush p']],
] as const)(
  'old bytes that are kept in %s: the name they will have is durable before theirs goes (case %#)',
  async (_, old, isExchanging, made) => {
    calls.isExchanging = isExchanging;
    on.person.write('p/a.csv', 'old');
    const { fingerprint } = await entryOf(on, 'p/a.csv');
    await stage(on, 's1', 'new');
    done();
    await on.disk.place(on.root, { ...fresh('s1', 'p/a.csv'), expected: fingerprint, old });
    expect(done().slice(0, made.length)).toEqual(made);
  },
);

test('a moved file: the new name is durable before the old one goes', async () => {
  on.person.write('p/a.csv', 'a');
  await on.disk.makeFolder(on.root, 'q');
  const { key } = await entryOf(on, 'p/a.csv');
  done();
  await on.disk.move(on.root, 'p/a.csv', 'q/b.csv', key);
  expect(done()).toEqual(['link a.csv b.csv', 'flush q', 'unlink a.csv', 'flush q', 'flush p']);
});

test('a stored file: its name in the store is durable before its old folder is', async () => {
  on.person.write('p/a.csv', 'a');
  await on.disk.store(on.root, 'p/a.csv', (await entryOf(on, 'p/a.csv')).fingerprint, 'kept-1');
  expect(done()).toEqual(['rename a.csv kept-1', 'flush store', 'flush p']);
});

test('bytes fetched into the store: bytes, name, folder', async () => {
  const staging = await on.disk.stageInStore('kept-1');
  await staging.write(Buffer.from('x'));
  await staging.finish();
  expect(done()).toEqual(['flush kept-1.part', 'rename kept-1.part kept-1', 'flush store']);
});

test('a new folder and the folder that holds it', async () => {
  await on.disk.makeFolder(on.root, 'p/q');
  expect(done()).toEqual(['mkdir q', 'flush p']);
});

test('a marker: its bytes, its name, our folder, the root', async () => {
  await on.disk.mark(on.root.path, on.root.marker);
  expect(done()).toEqual(['flush root.json.new', 'rename root.json.new root.json', 'flush .benchtop', 'flush root']);
});
