import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { requirePresent } from '../../../shared/assert.ts';
import { residentMb } from '../commands.ts';
import { finding } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { preparedLab } from '../lab/prepare-lab.ts';
import { builtProduct } from '../lab/product.ts';
import { startEngine, untilSo } from '../lab/running-engine.ts';
import type { RunningEngine } from '../lab/running-engine.ts';
import type { Ground, Row } from '../row.ts';
import type { LeanService } from '../servers.ts';
import { planTree, treeOf } from '../tree/plan.ts';
import type { PreparedLab } from '../lab/prepared-lab.ts';

const WATCH = fileURLToPath(new URL('../lab/heap-watch.ts', import.meta.url));
const HOURS = 6;
/** What happens in one hour, without the time between: so many looks at everything, after as many saves and renames each. */
const LOOKS_AN_HOUR = 6;
const SAVES_A_LOOK = 50;
const RENAMES_A_LOOK = 10;

/** Whether a daemon that is worked with all day takes more and more memory. */
export const g14h: Row = {
  name: 'g14h',
  what: `memory of the daemon over ${HOURS} hours of edits without the time between, 2,000 files in 100 folders`,
  measure: async ground => {
    // Small, and changed for good, so it is not shared with other rows.
    const lab = await preparedLab({ ...ground, kept: ground.folder }, treeOf(ground.isQuick ? 100 : 2000, 'tiny'));
    const file = join(ground.folder, 'heap.json');
    const lean = await lab.startService();
    process.env['NODE_OPTIONS'] = `--import=${WATCH}`;
    process.env['HEAP_WATCH_FILE'] = file;
    try {
      const product = await builtProduct(ground);
      const engine = await startEngine(product, lab.data).finally(() => delete process.env['NODE_OPTIONS']);
      try {
        return [growthOver(await hoursOfWork({ ground, lab, lean, engine, file }))];
      } finally {
        await engine.stop();
      }
    } finally {
      await lean.stop();
    }
  },
};

function growthOver(hours: readonly Hour[]): Finding {
  const heaps = hours.map(({ heapMb }) => heapMb);
  const resident = hours.map(({ residentMb: mb }) => mb);
  const notes = [
    `after the first hour and each of ${HOURS}: ${listed(heaps)} MB in use, ${listed(resident)} MB in all`,
  ];
  // In the first hour code is compiled, and what is remembered for good comes to be known.
  const ours = [slope(heaps.slice(1))];
  return finding({ what: 'what is in use grows in an hour by', unit: 'MB', ours, target: { atMost: 0.1 }, notes });
}

interface Day {
  readonly ground: Ground;
  readonly lab: PreparedLab;
  readonly lean: LeanService;
  readonly engine: RunningEngine;
  /** Where the daemon tells what it has in use. */
  readonly file: string;
}

/** What the daemon has in use after each hour, and holds in all, in MB. */
async function hoursOfWork({ ground, lab, lean, engine, file }: Day): Promise<readonly Hour[]> {
  const work = new Work(lab);
  const hours: Hour[] = [];
  for (let hour = 0; hour <= HOURS; hour += 1) {
    const before = (await lean.state()).versions;
    for (let look = 0; look < (ground.isQuick ? 2 : LOOKS_AN_HOUR); look += 1) {
      work.go();
      await engine.client.call('sync.once', null);
    }
    if ((await lean.state()).versions === before) throw new Error('nothing of what was saved was sent');
    hours.push({ heapMb: await inUse(engine, file), residentMb: residentMb(engine.pid) });
  }
  return hours;
}

interface Hour {
  readonly heapMb: number;
  readonly residentMb: number;
}

/** A person who saves files and renames others, each time the next ones. */
class Work {
  readonly #files: readonly string[];
  #at = 0;

  constructor({ folder, wish }: PreparedLab) {
    this.#files = planTree(wish).flatMap(({ path, files }) => files.map(({ name }) => join(folder, path, name)));
  }

  go(): void {
    for (let save = 0; save < SAVES_A_LOOK; save += 1) {
      const path = this.#next();
      writeFileSync(existsSync(path) ? path : `${path}.new`, `saved as number ${this.#at}\n`);
    }
    for (let rename = 0; rename < RENAMES_A_LOOK; rename += 1) {
      const path = this.#next();
      if (existsSync(path)) renameSync(path, `${path}.new`);
      else renameSync(`${path}.new`, path);
    }
  }

  #next(): string {
    this.#at += 1;
    return requirePresent(this.#files[this.#at % this.#files.length], 'a file');
  }
}

const use = z.object({ heapMb: z.number(), externalMb: z.number() });

/** What a daemon has in use after garbage was collected, in MB. */
async function inUse(engine: RunningEngine, file: string): Promise<number> {
  rmSync(file, { force: true });
  process.kill(engine.pid, 'SIGUSR2');
  await untilSo('an answer', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('}'));
  const { heapMb, externalMb } = use.parse(JSON.parse(readFileSync(file, 'utf8')));
  return heapMb + externalMb;
}

/** By how much the figures grow from one to the next, as a line through all of them. */
function slope(figures: readonly number[]): number {
  const middle = (figures.length - 1) / 2;
  const mean = figures.reduce((sum, each) => sum + each, 0) / figures.length;
  const sums = figures.map((each, at) => [(at - middle) * (each - mean), (at - middle) ** 2] as const);
  return sums.reduce((sum, [part]) => sum + part, 0) / sums.reduce((sum, [, square]) => sum + square, 0);
}

function listed(figures: readonly number[]): string {
  return figures.map(each => each.toFixed(1)).join(', ');
}
