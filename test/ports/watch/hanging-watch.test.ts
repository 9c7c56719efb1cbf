import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { answeringWatcher } from '../../../main/node/patient-ports.ts';
import { Answers } from '../../../main/node/patient-calls.ts';
import { WatchingThreads } from '../../../main/node/watch/watching-threads.ts';
import type { Hint } from '../../../main/ports/watcher.ts';
import { hangThreadsIn } from '../../setup/hanging/hanging-calls.ts';
import { HANGING_WATCH, HangingFolder } from '../../setup/hanging/hanging.ts';
import { ON_LINUX } from '../../setup/on-posix.ts';

// Two watched folders on volumes of their own, of which one lets no call come back, in the threads that watch.

const DYING_WATCH = new URL('../../setup/hanging/dying-watch-thread.ts', import.meta.url);
const PATIENCE_MS = 5000;

let base: string;
let hung: string;
let well: string;
let hanging: HangingFolder;
let threads: WatchingThreads;
/** Resolves when the folder that hangs says something again; null: it does. */
let silence: PromiseWithResolvers<void> | null;

beforeEach(() => {
  if (!ON_LINUX) return;
  base = realpathSync(mkdtempSync(join(tmpdir(), 'benchtop-watch-')));
  for (const name of ['data', 'well', 'hung/deep']) mkdirSync(join(base, name), { recursive: true });
  [hung, well] = [join(base, 'hung'), join(base, 'well')];
  hangThreadsIn(join(base, 'data'));
  hanging = new HangingFolder(join(base, 'data'));
  silence = null;
  threads = threadsOf(HANGING_WATCH);
});
afterEach(async () => {
  if (!ON_LINUX) return;
  hanging.end();
  await threads.close();
  rmSync(base, { recursive: true, force: true });
});

function threadsOf(entry: URL): WatchingThreads {
  const volumeOf = (path: string): Promise<string> => Promise.resolve(path === hung ? 'share' : 'disk');
  return new WatchingThreads({ manner: 'folders', volumeOf, entry });
}

/** The watcher as the product puts it together, where a folder is silent when the test says so. */
function watcher() {
  const ask = async (path: string): Promise<void> => (path === hung ? await silence?.promise : undefined);
  return answeringWatcher(threads, new Answers(ask, { patienceMs: PATIENCE_MS, freshMs: 0 }));
}

function heardIn(): { heard: (string | null)[]; onHint: (hint: Hint) => void } {
  const heard: (string | null)[] = [];
  return { heard, onHint: ({ folder }) => void heard.push(folder) };
}

test.runIf(ON_LINUX)('a folder that hangs as it begins to be watched is named, another one is watched', async () => {
  hanging.begin(hung);
  const watching = watcher();
  const stopped = watching.watch(hung, () => undefined).catch((thrown: unknown) => thrown);
  const { heard, onHint } = heardIn();
  const other = await watching.watch(well, onHint);
  silence = Promise.withResolvers();
  writeFileSync(join(well, 'a.csv'), 'a');
  await expect.poll(() => heard).toContain('');
  expect(await stopped).toMatchObject({ fault: { kind: 'disk-refused', path: hung, code: 'ETIMEDOUT' } });
  expect([watching.how?.(hung), watching.how?.(well)]).toEqual(['not', 'events']);
  await other.close();
  // It answers again, and is watched.
  hanging.end();
  silence.resolve();
  silence = null;
  await (await watching.watch(hung, () => undefined)).close();
});

test.runIf(ON_LINUX)(
  'a folder that hangs while it is watched holds up nothing, and says that events may be lost when it answers',
  async () => {
    const watching = watcher();
    const [there, here] = [heardIn(), heardIn()];
    const ones = [await watching.watch(hung, there.onHint), await watching.watch(well, here.onHint)];
    hanging.begin(hung);
    // What is made is looked at by the thread, which hangs there.
    mkdirSync(join(hung, 'made'));
    let latest = performance.now();
    let longestMs = 0;
    const beating = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - latest);
      latest = performance.now();
    }, 5);
    for (let index = 0; index < 3; index += 1) {
      writeFileSync(join(well, `${index}.csv`), 'a');
      await expect.poll(() => here.heard.splice(0)).toContain('');
    }
    // Longer than a thread may be late without a word.
    await new Promise(resolve => setTimeout(resolve, 400));
    clearInterval(beating);
    expect(longestMs).toBeLessThan(PATIENCE_MS);
    expect(there.heard).toEqual([]);
    hanging.end();
    await expect.poll(() => there.heard).toEqual(expect.arrayContaining(['', 'made', null]));
    await Promise.all(ones.map(each => each.close()));
  },
);

test.runIf(ON_LINUX)('what watches is closed though a volume hangs', async () => {
  const watching = watcher();
  await watching.watch(hung, () => undefined);
  hanging.begin(hung);
  mkdirSync(join(hung, 'made'));
  const began = performance.now();
  await threads.close();
  expect(performance.now() - began).toBeLessThan(5000);
});

test.runIf(ON_LINUX)('folders of one volume share a thread, which ends with the last of them', async () => {
  const watching = watcher();
  const [one, other] = [heardIn(), heardIn()];
  mkdirSync(join(base, 'well too'));
  const first = await watching.watch(well, one.onHint);
  const second = await watching.watch(join(base, 'well too'), other.onHint);
  await first.close();
  writeFileSync(join(base, 'well too', 'a.csv'), 'a');
  await expect.poll(() => other.heard).toContain('');
  await second.close();
  expect([watching.how?.(well), watching.how?.(join(base, 'well too'))]).toEqual(['not', 'not']);
});

test.runIf(ON_LINUX)(
  'where the thread that watches dies, it is said that events are lost and nothing is watched',
  async () => {
    threads = threadsOf(DYING_WATCH);
    const watching = watcher();
    const { heard, onHint } = heardIn();
    const one = await watching.watch(well, onHint);
    await expect.poll(() => heard).toEqual([null]);
    expect(watching.how?.(well)).toBe('not');
    await one.close();
  },
);
