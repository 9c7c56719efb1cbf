import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase } from '../../../main/journal/storage/database.ts';
import { journalOn } from '../../../main/journal/journal.ts';
import { residentMb } from '../commands.ts';
import { finding, median } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { startPasses } from '../lab/passes.ts';
import { preparedLab } from '../lab/prepare-lab.ts';
import { builtProduct } from '../lab/product.ts';
import { startEngine, untilAtRest } from '../lab/running-engine.ts';
import { makeItems } from '../made-journal.ts';
import type { Ground, Row } from '../row.ts';
import { treeOf } from '../tree/plan.ts';
import type { PreparedLab } from '../lab/prepared-lab.ts';
import { spentIn } from './at-rest.ts';
import { questions } from './journal.ts';
import { localPasses } from './no-op.ts';
import { searchesAmong } from './search.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const FEW = [400, 800, 1600];
/** Two polls of a minute each, after what a start spends. */
const REST_MS = 120_000;

/** Linear, and as much more as two measurements of the same differ. */
const LINEAR = { atMost: 1.05 };
/** What costs something while nothing happens grows less than that. */
const SUBLINEAR = { atMost: 0.9 };

interface Cost {
  readonly unit: string;
  readonly figure: number;
  readonly target: { readonly atMost: number };
}

/**
 * How costs grow with the number of files: the slope in logarithms, 1 where ten times as many files cost ten times as
 * much, 0 where they cost the same. Looks, memory and the cost of rest are those of the whole product on labs of each size;
 * journals and indexes are made directly.
 */
export const growth: Row = {
  name: 'growth',
  what: 'how looks, memory, the cost of rest, the journal and the search grow from 10,000 over 100,000 to 1,000,000 files',
  isLong: true,
  measure: async ground => {
    const sizes = ground.isQuick ? FEW : SIZES;
    const tables: ReadonlyMap<string, Cost>[] = [];
    for (const files of sizes) {
      ground.say(`${files} files`);
      const lab = await preparedLab(ground, treeOf(files, 'tiny'));
      tables.push(
        new Map([...(await looksOf(ground, lab)), ...(await restOf(ground, lab)), ...recordsOf(ground, files)]),
      );
    }
    return [...(tables[0] ?? [])].map(([what, { unit, target }]) => {
      const costs = tables.map(table => table.get(what)?.figure ?? 0);
      const steps = sizes.map((files, at) => `${files}: ${Number((costs[at] ?? 0).toPrecision(3))} ${unit}`);
      return exponent(what, { sizes, costs, target, notes: [steps.join(', ')] });
    });
  },
};

async function looksOf(ground: Ground, lab: PreparedLab): Promise<readonly (readonly [string, Cost])[]> {
  const pass = await localPasses(ground, lab);
  const alone = await each(ground, async () => (await pass()).ms);
  const lean = await lab.startService();
  const engine = startPasses(lab);
  try {
    const here = await each(ground, async () => (await engine.pass('none')).ms);
    const both = await each(ground, async () => (await engine.pass('everything')).ms);
    return [
      linear('a look at the folder in a process of its own', alone),
      linear('a look at the folder by a running engine', here),
      linear('a look at everything on both sides by a running engine', both),
    ];
  } finally {
    await engine.end();
    await lean.stop();
  }
}

/** The median of as many rounds as are asked for, after one that warms up. */
async function each(ground: Ground, measure: () => Promise<number>): Promise<number> {
  await measure();
  const samples: number[] = [];
  while (samples.length < Math.min(ground.rounds, 3)) samples.push(await measure());
  return median(samples);
}

async function restOf(ground: Ground, lab: PreparedLab): Promise<readonly (readonly [string, Cost])[]> {
  const lean = await lab.startService();
  try {
    const engine = await startEngine(await builtProduct(ground), lab.data);
    try {
      if (!ground.isQuick) await untilAtRest(engine);
      const ms = ground.isQuick ? 200 : REST_MS;
      // After a start there is more to spend than comes.
      await sleep(ms);
      const { percent, requestsAnHour } = await spentIn(ms, engine, lean);
      return [
        ['memory of the daemon that rests', { unit: 'MB', figure: residentMb(engine.pid), target: SUBLINEAR }],
        ['of one core, while nothing happens', { unit: '%', figure: percent, target: SUBLINEAR }],
        ['requests in an hour, while nothing happens', { unit: 'requests', figure: requestsAnHour, target: SUBLINEAR }],
      ];
    } finally {
      await engine.stop();
    }
  } finally {
    await lean.stop();
  }
}

function recordsOf(ground: Ground, files: number): readonly (readonly [string, Cost])[] {
  const folder = join(ground.folder, String(files));
  mkdirSync(folder);
  const path = join(folder, 'journal.db');
  const mirror = makeItems(path, { files, folders: files / 20 });
  const began = performance.now();
  const db = openDatabase(path, { isKnownWhole: true });
  const openMs = performance.now() - began;
  try {
    const answers = questions(journalOn(db), mirror, ground.rounds);
    return [
      ['size of the journal', { unit: 'MB', figure: statSync(path).size / 1024 / 1024, target: LINEAR }],
      linear('opening the journal', openMs),
      ...answers.flatMap(one => ('ours' in one ? [linear(one.what, one.ours.median)] : [])),
      linear('95 % of searches for a name', median(searchesAmong({ ...ground, folder }, files).ours)),
    ];
  } finally {
    db.close();
  }
}

function linear(what: string, ms: number): readonly [string, Cost] {
  return [what, { unit: 'ms', figure: ms, target: LINEAR }];
}

/** The slope over all sizes, from the first to the last. */
function exponent(what: string, { sizes, costs, ...rest }: Grown): Finding {
  const grown = (steps: readonly number[]): number => Math.log((steps.at(-1) ?? 1) / (steps[0] ?? 1));
  // What costs nothing at one end, such as processor time below what the system counts in, has no logarithm.
  const slope = costs.every(cost => cost > 0) ? grown(costs) / grown(sizes) : 0;
  return finding({ what, unit: 'exponent', ours: [slope], ...rest });
}

interface Grown {
  readonly sizes: readonly number[];
  /** One for each size. */
  readonly costs: readonly number[];
  readonly target: { readonly atMost: number };
  readonly notes: readonly string[];
}
