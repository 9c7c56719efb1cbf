import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { finding } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { borrowed } from '../lab/prepare-lab.ts';
import { builtProduct } from '../lab/product.ts';
import { startEngine, untilAtRest, untilSo } from '../lab/running-engine.ts';
import type { RunningEngine } from '../lab/running-engine.ts';
import type { Ground, Row } from '../row.ts';
import { treeOf } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';
import type { PreparedLab } from '../lab/prepared-lab.ts';
import { labOf } from './no-op.ts';

const WATCH = fileURLToPath(new URL('../lab/loop-watch.ts', import.meta.url));
const ASK_EVERY_MS = 100;
const WORDS = ['p', 'pl', 'plate', 'run 1', 'mean', 'sample 12', 'csv'];

/** Whether the process that answers the window is ever late while it does other work. */
export const g17: Row = {
  name: 'g17',
  what: 'lateness of the event loop of the daemon with 100,000 files, while it sends 10,000 and somebody lists and searches',
  measure: async ground => {
    const lab = await labOf(ground);
    return borrowed(lab, () => measured(ground, lab));
  },
};

async function measured(ground: Ground, lab: PreparedLab): Promise<readonly Finding[]> {
  const wish = treeOf(ground.isQuick ? 50 : 10_000, 'tiny');
  const file = join(ground.folder, 'late.json');
  const product = await builtProduct(ground);
  const lean = await lab.startService();
  process.env['NODE_OPTIONS'] = `--import=${WATCH}`;
  process.env['LOOP_WATCH_FILE'] = file;
  try {
    const engine = await startEngine(product, lab.data).finally(() => delete process.env['NODE_OPTIONS']);
    try {
      if (!ground.isQuick) await untilAtRest(engine);
      await late(engine, file);
      await whileAsking(engine, () => sleep(ground.isQuick ? 100 : 10_000));
      const asked = await late(engine, file);
      writeTree(join(ground.folder, 'new'), wish);
      const wanted = (await lean.state()).confirmed + wish.files;
      await late(engine, file);
      renameSync(join(ground.folder, 'new'), join(lab.folder, 'moved in'));
      await whileAsking(engine, () => untilSo('sending', async () => (await lean.state()).confirmed >= wanted));
      const sending = await late(engine, file);
      // Out of the way again: a borrowed lab is given back as it was.
      renameSync(join(lab.folder, 'moved in'), join(ground.folder, 'sent'));
      return [
        ...findings('at rest, somebody lists and searches', asked, 16),
        // One commit of many records waits for the disk in the midst of it.
        ...findings(`while ${wish.files} files are sent, too`, sending, 50),
      ];
    } finally {
      await engine.stop();
    }
  } finally {
    await lean.stop();
  }
}

type Late = z.infer<typeof lateness>;
const lateness = z.object({ p50: z.number(), p99: z.number(), p999: z.number(), max: z.number() });

/** How late it was since it was last asked. */
async function late(engine: RunningEngine, file: string): Promise<Late> {
  rmSync(file, { force: true });
  process.kill(engine.pid, 'SIGUSR2');
  await untilSo('an answer', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('}'));
  return lateness.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** A person lists folders and types into the search field; the status is pushed to windows, so they do not ask for it. */
async function whileAsking(engine: RunningEngine, work: () => Promise<unknown>): Promise<void> {
  const { client } = engine;
  const working = { is: true };
  const asking = (async () => {
    const mirror = (await client.call('mirrors.list', null))[0]?.id ?? '';
    const place = { mirror, folder: null };
    const sorting = { column: 'name', direction: 'ascending' } as const;
    const lines = { from: 0, count: 100, anchor: null, chosen: [], filter: '' };
    for (let at = 0; working.is; at += 1) {
      await client.call('search.here', { text: WORDS[at % WORDS.length] ?? 'p', limit: 50 });
      await client.call('files.window', { place, sorting, ...lines });
      await client.call('files.folders', { place });
      await sleep(ASK_EVERY_MS);
    }
  })();
  try {
    await work();
  } finally {
    working.is = false;
    await asking;
  }
}

function findings(when: string, { p50, p99, p999, max }: Late, atMost: number): readonly Finding[] {
  const notes = [
    `median ${p50.toFixed(1)}, 99 % ${p99.toFixed(1)}, most ${max.toFixed(0)} ms; the machine is shared by service and harness`,
  ];
  return [
    finding({
      what: `${when}: 99.9 % of all turns come after at most`,
      unit: 'ms',
      ours: [p999],
      target: { atMost },
      notes,
    }),
  ];
}
