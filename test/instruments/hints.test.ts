import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createDirectSources } from '../../main/node/source/node-sources.ts';
import { createHasher } from '../../main/node/source/there-sources.ts';
import type { Hint, Watcher } from '../../main/ports/watcher.ts';
import { openZones } from '../../main/features/zones/engine/open-zones.ts';
import type { Zones } from '../../main/features/zones/engine/zones.ts';
import { FaultError } from '../../shared/fault.ts';
import type { ServiceId } from '../../shared/ids.ts';
import { zoneWish } from '../../shared/features/zones/model.ts';
import { Dice } from '../sim/fakes/dice.ts';
import { FakeClock } from '../sim/fakes/fake-clock.ts';
import { silentLog } from '../sim/fakes/silent-log.ts';

// Zones that are kept going, with a clock that moves only when told and events that come only when told.

let folder: string;
let clock: FakeClock;
let zones: Zones;
let hint: ((hint: Hint) => void) | null;
/** When it was tried to reach the service, on the clock of the test. */
let tries: number[];
/** What looking at the folder comes to; null: it works. */
let broken: Error | null;

const watcher: Watcher = {
  watch: async (_, onHint) => {
    hint = onHint;
    return { close: async () => void (hint = null) };
  },
};

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hints-')));
  mkdirSync(join(folder, 'run'));
  writeFileSync(join(folder, 'run', 'a.dat'), 'a');
  clock = new FakeClock();
  hint = null;
  tries = [];
  broken = null;
  const ledger = { lines: async function* () {}, last: async () => null, append: async () => undefined };
  const sources = createDirectSources('linux');
  // The file system of the tests counts as a local disk, even if it is none.
  const local: typeof sources.open = at => {
    const source = sources.open(at);
    return {
      list: path => source.list(path),
      stat: path => source.stat(path),
      isWritten: path => source.isWritten(path),
      read: path => source.read(path),
      survey: async () => {
        if (broken !== null) throw broken;
        return { ...(await source.survey()), volume: 'local' };
      },
    };
  };
  zones = await openZones({
    path: ':memory:',
    world: {
      clock: clock.portFor(),
      random: new Dice(1),
      log: silentLog,
      sources: { hasher: createHasher, open: local },
      ledger,
      watcher,
    },
    computer: 'bench',
    version: '0.0.0',
    link: () => {
      tries.push(clock.elapsed());
      return Promise.reject(new FaultError({ kind: 'offline', detail: 'nobody' }));
    },
    mirrors: () => [],
    changed: () => undefined,
  });
  const wish = zoneWish.parse({ name: 'Orbi', folder, destination: 'KB', exclude: ['private/'] });
  await zones.add(wish, { destination: 'kb' as ServiceId, remotePath: 'KB', organization: null });
});

afterEach(async () => {
  await zones.close();
  rmSync(folder, { recursive: true });
});

const waiting = (): number | undefined => zones.list()[0]?.files.waiting;
const bytes = (): number | undefined => zones.list()[0]?.waitingBytes;

/** The first look is over, and it rests until the next. */
async function started(): Promise<void> {
  zones.start();
  await vi.waitUntil(() => hint !== null && clock.nextDueMs() !== null);
  expect(waiting()).toBe(1);
}

/** What happens at once has happened, and it rests again. */
async function afterMs(ms: number): Promise<void> {
  clock.advanceBy(ms);
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve));
  await vi.waitUntil(() => clock.nextDueMs() !== null);
}

test('where a local disk says that something changed, that place is looked at long before the next look', async () => {
  await started();
  appendFileSync(join(folder, 'run', 'a.dat'), 'more');
  mkdirSync(join(folder, 'run', 'unheard'));
  writeFileSync(join(folder, 'run', 'unheard', 'b.dat'), 'b');
  hint?.({ folder: '' });
  hint?.({ folder: 'run' });
  await vi.waitUntil(() => (clock.nextDueMs() ?? Infinity) - clock.elapsed() < 3000);
  await afterMs(2500);
  await vi.waitUntil(() => bytes() === 5);
  expect(clock.elapsed()).toBeLessThan(5000);
});

test('without a word the next look finds it all the same, and what a rule leaves out wakes nobody', async () => {
  await started();
  mkdirSync(join(folder, 'private'));
  writeFileSync(join(folder, 'private', 'b.dat'), 'b');
  writeFileSync(join(folder, 'run', 'c.dat'), 'c');
  hint?.({ folder: 'private' });
  hint?.({ folder: null });
  await afterMs(2500);
  expect(waiting()).toBe(1);
  await afterMs(10_000);
  await vi.waitUntil(() => waiting() === 2);
});

test('after a while in which nothing could be written down, it goes on within the time that this took', async () => {
  await started();
  await afterMs(20_000);
  broken = new Error('database or disk is full');
  for (let second = 0; second < 40; second++) await afterMs(1000);
  expect(zones.list()[0]).toMatchObject({ state: 'cannot-record', trouble: { kind: 'cannot-record' } });
  broken = null;
  tries.length = 0;
  for (let second = 0; second < 60; second++) await afterMs(1000);
  expect(zones.list()[0]?.state).not.toBe('cannot-record');
  expect(tries.length).toBeGreaterThan(0);
});

test('how long it waits after a fault depends on how long that lasts, not on how often it was asked to try', async () => {
  await started();
  await afterMs(31_000);
  for (let ask = 0; ask < 30; ask++) await zones.run('z1', false);
  const asked = tries.length;
  expect(asked).toBeGreaterThan(30);
  for (let second = 0; second < 35; second++) await afterMs(1000);
  expect(tries.length).toBeGreaterThan(asked);
});

test('a folder that was away is listened to anew once it is back', async () => {
  await started();
  renameSync(folder, `${folder} away`);
  await afterMs(11_000);
  await expect.poll(() => hint).toBeNull();
  renameSync(`${folder} away`, folder);
  await afterMs(11_000);
  await expect.poll(() => hint).not.toBeNull();
});
