import * as fs from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { digestsAfter } from '../../../main/core/scan/scan-result.ts';
import { scanFolders } from '../../../main/node/disk/read/scan-folders.ts';
import { type ShareWithThread, takeShare } from '../../../main/node/disk/read/walk-together.ts';
import type { DiskScan } from '../../../main/ports/disk.ts';
import { beginRealDisk } from './suite/disk-on-trial.ts';
import { type DiskOnTrial, expectFault } from './suite/disk-trial.ts';

// What a walk by two threads must not do otherwise than one by a single thread.

/** So many known folders make a walk large enough for two; most of them need not be there any more. */
const MANY = 300;
const THERE = 40;

let on: DiskOnTrial;

beforeEach(async () => {
  on = await beginRealDisk();
  for (let run = 0; run < THERE; run += 1) on.person.write(`day ${run % 7}/run ${run}/a.csv`, `${run}`);
  // A minute later nothing of this is young.
  const later = Date.now() + 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await on.end();
});

async function knownBy(): Promise<Map<string, string>> {
  const digests = digestsAfter(new Map(), await scanFolders(on.root, new Map()));
  const gone = Array.from({ length: MANY }, (_, run) => [`gone ${run}`, 'some digest'] as const);
  return new Map([...digests, ...gone]);
}

/** As a person works in a folder: edits, something new and deep, something gone, something moved, a link instead of a folder. */
function work(): void {
  on.person.write('day 1/run 1/a.csv', 'edited');
  on.person.write('day 2/new/deep/er/b.csv', '1');
  on.person.remove('day 3/run 3');
  on.person.rename('day 4', 'moved');
  on.person.rename('day 5/run 5', 'elsewhere');
  on.person.symlink('day 5/run 5', '../elsewhere');
}

function meaning({ changed, unread, ...rest }: DiskScan): object {
  const told = changed.map(({ path, digest, entries }) => ({
    path,
    digest,
    names: entries.map(({ name }) => name).toSorted(),
  }));
  return { ...rest, told: told.toSorted((one, other) => (one.path < other.path ? -1 : 1)), unread: unread.toSorted() };
}

const inThisThread: ShareWithThread = ask => Promise.resolve().then(() => takeShare(ask));

test.each([
  [
    'a second thread that is there at once and reads all of it',
    (ask => Promise.resolve(takeShare(ask))) as ShareWithThread,
  ],
  ['one that comes when all was read', inThisThread],
  ['one that fails', (() => Promise.reject(new Error('out of memory'))) as ShareWithThread],
  ['one that takes a folder and dies', takesOneAndDies],
])('with %s a look finds what a single thread finds', async (_, second) => {
  const known = await knownBy();
  expect(meaning(await scanFolders(on.root, known, { second }))).toMatchObject({ told: [], isRestless: false });
  work();
  const alone = meaning(await scanFolders(on.root, known));
  expect(alone).toMatchObject({ isRestless: false, isPartial: false });
  expect(meaning(await scanFolders(on.root, known, { second }))).toEqual(alone);
});

async function takesOneAndDies({ board }: Parameters<ShareWithThread>[0]): Promise<never> {
  Atomics.add(board.cells, 0, 1);
  Atomics.compareExchange(board.cells, 4, 0, 1);
  await Promise.resolve();
  throw new Error('the thread ended');
}

test('parents come before their children in what two threads found', async () => {
  const known = await knownBy();
  work();
  const { changed } = await scanFolders(on.root, known, { second: ask => Promise.resolve(takeShare(ask)) });
  const seen = new Set<string>();
  for (const { path } of changed) {
    expect([...seen].filter(earlier => earlier.startsWith(`${path}/`))).toEqual([]);
    seen.add(path);
  }
  expect(changed.map(({ path }) => path)).toContain('day 2/new/deep/er');
});

test('the threads of the disk tell the same as one, look after look', { timeout: 60_000 }, async () => {
  vi.restoreAllMocks();
  await new Promise(resolve => setTimeout(resolve, 2100));
  const known = await knownBy();
  for (let turn = 0; turn < 10; turn += 1) {
    on.person.write(`day ${turn % 7}/turn ${turn}/in/b.csv`, '1');
    on.person.remove(`day ${turn % 7}/run ${turn}`);
    const together = await on.disk.scan(on.root, known);
    const alone = await scanFolders(on.root, known);
    const names = (look: DiskScan): object => ({
      unread: look.unread,
      told: look.changed.map(({ path }) => path).toSorted(),
    });
    expect(names(together)).toEqual(names(alone));
    for (const { path, digest } of together.changed) known.set(path, digest);
  }
});

test('a root whose marker goes while two threads look is lost', async () => {
  const known = await knownBy();
  const second: ShareWithThread = ask => {
    on.person.remove('.benchtop/root.json');
    return Promise.resolve(takeShare(ask));
  };
  await expectFault(scanFolders(on.root, known, { second }), {
    kind: 'root-lost',
    path: on.root.path,
    why: 'no-marker',
  });
});

test.each([
  ['day 1', 'day 2'],
  ['day 2', 'day 1'],
])('a file moved from %s to %s right after that was found as known is not missed', async (from, to) => {
  on.person.write(`${from}/wanders.csv`, '1');
  const long = new Date(1_600_000_000_000);
  for (const folder of [from, to]) fs.utimesSync(join(on.root.path, folder), long, long);
  const digests = await knownBy();
  let isMoved = false;
  class Listening extends Map<string, string> {
    override get(asked: string): string | undefined {
      if (asked === to && !isMoved) {
        isMoved = true;
        on.person.rename(`${from}/wanders.csv`, `${to}/wanders.csv`);
      }
      return super.get(asked);
    }
  }
  const { changed } = await scanFolders(on.root, new Listening(digests));
  const told = new Map(changed.map(({ path, entries }) => [path, entries.map(({ name }) => name)]));
  // Either it was where it was known when that folder was read, or it is seen where it is now.
  const isSeen = told.has(from) ? told.get(to)?.includes('wanders.csv') === true : told.size === 0;
  expect([isMoved, isSeen]).toEqual([true, true]);
});
