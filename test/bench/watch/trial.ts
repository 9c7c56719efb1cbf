import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { folderWatcher } from '../../../main/node/watch/folder-watcher.ts';
import { residentMb } from '../commands.ts';
import { nowMs } from '../one-clock.ts';
import { planTree, treeOf } from '../tree/plan.ts';
import { burstDone } from './protocol.ts';
import type { Burst, TrialAnswer } from './protocol.ts';

/**
 * `node test/bench/watch/trial.ts --root DIR --files N [--burst N]`: watches a tree of `writeTree` with the product's
 * watcher, as it works in its thread, while another thread changes thousands of files, and counts the changes after which
 * no program was told to look into their folder. In the last burst this thread is blocked, so that the system loses events.
 */
const { values } = parseArgs({
  options: { root: { type: 'string' }, files: { type: 'string' }, burst: { type: 'string', default: '10000' } },
});
const root = values.root ?? '';
const folders = planTree(treeOf(Number(values.files), 'tiny')).map(({ path }) => path);
const many = Number(values.burst);
/** A hint that has not come after this time is counted as missed. */
const PATIENCE_MS = 3000;
const BLOCKED_MS = 4000;

/** When each folder was last hinted at, and when it was last said that events were lost. */
const hinted = new Map<string, number>();
let lostAt = 0;
const began = performance.now();
const watching = await folderWatcher.watch(root, ({ folder }) => {
  if (folder === null) lostAt = nowMs();
  else hinted.set(folder, nowMs());
});
const readyMs = performance.now() - began;
const changer = new Worker(new URL('changer.ts', import.meta.url));
const bursts: { what: string; changes: number; missed: number }[] = [];
const few = folders.slice(0, 100);
for (const kind of ['create', 'modify', 'delete'] as const) {
  await trial(`burst ${kind}`, { kind, root, folders: few, count: many, prefix: 'burst' });
}
await trial('new folders, three deep', { kind: 'new folders', root, folders: few, count: many / 20, prefix: 'deep' });
const overflowSaidMs = await overflow();
await watching.close();
await changer.terminate();
const answer: TrialAnswer = {
  folders: folders.length,
  readyMs,
  residentMb: residentMb(process.pid),
  bursts,
  overflowSaidMs,
};
process.stdout.write(`${JSON.stringify(answer)}\n`);

async function trial(what: string, wish: Burst): Promise<void> {
  const changed = await made(wish);
  await untilTold(changed);
  bursts.push({ what, changes: wish.count, missed: missedOf(changed).length });
}

/** Blocks this thread while more happens than the system remembers for it (16,384 events). */
async function overflow(): Promise<number | null> {
  const count = 2 * many;
  const changing = made({ kind: 'create', root, folders, count, prefix: 'overflow' });
  // The wish is on its way before the blockage begins.
  await sleep(10);
  const until = nowMs() + BLOCKED_MS;
  while (nowMs() < until);
  const changed = await changing;
  await untilTold(changed);
  bursts.push({ what: 'while the watching thread was blocked', changes: count, missed: missedOf(changed).length });
  return lostAt > until ? lostAt - until : null;
}

async function made(wish: Burst): Promise<ReadonlyMap<string, number>> {
  const done = new Promise<unknown>(resolve => changer.once('message', resolve));
  changer.postMessage(wish);
  return new Map(burstDone.parse(await done).changed);
}

async function untilTold(changed: ReadonlyMap<string, number>): Promise<void> {
  for (const giveUpAt = nowMs() + PATIENCE_MS; nowMs() < giveUpAt && missedOf(changed).length > 0;) await sleep(20);
}

/** Folders that changed after the last hint to look into them, or at everything. */
function missedOf(changed: ReadonlyMap<string, number>): readonly string[] {
  return [...changed]
    .filter(([folder, at]) => Math.max(hinted.get(folder) ?? 0, lostAt) < at)
    .map(([folder]) => folder);
}
