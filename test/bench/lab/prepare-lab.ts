import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { isQuiet } from '../../end-to-end/benchtop.ts';
import { freePortPair } from '../../service/http/free-ports.ts';
import type { Ground } from '../row.ts';
import { LeanService, startOwn } from '../servers.ts';
import { planTree } from '../tree/plan.ts';
import type { TreeWish } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';
import type { PreparedLab } from './prepared-lab.ts';
import { linkedComputer } from './computers.ts';
import { builtProduct } from './product.ts';
import { recordInStep } from './record-in-step.ts';
import { startEngine, untilAtRest } from './running-engine.ts';

const READY = 'ready.json';
const ready = z.object({ port: z.number() });

/**
 * A lab with this tree, out of `ground.kept` where it lies ready, else made: service and folder get the same tree, the
 * folder is linked, and what a transfer would have recorded is recorded. Then the product itself looks at both sides, and
 * finds nothing to do: otherwise there is no such lab.
 */
export async function preparedLab(ground: Ground, wish: TreeWish): Promise<PreparedLab> {
  const place = join(ground.kept, `lab-${wish.files}-${wish.folders}-${wish.sizes}-${wish.seed}`);
  const { port } = readReady(place) ?? (await make(place, wish, ground));
  return {
    place,
    data: join(place, 'data'),
    folder: join(place, 'folder 1'),
    wish,
    startService: () => filledService(port, wish),
  };
}

/**
 * Lets `work` change a lab, and puts it back as it was: its records, the mark in its folder, and the files that came.
 * If that is interrupted, the lab is prepared from scratch next time.
 */
export async function borrowed<T>(lab: PreparedLab, work: () => Promise<T>): Promise<T> {
  const [data, mark] = [lab.data, join(lab.folder, '.benchtop', 'root.json')];
  const ready = readFileSync(join(lab.place, READY));
  rmSync(join(lab.place, READY));
  cpSync(data, `${data} as it was`, { recursive: true });
  const marked = readFileSync(mark);
  const result = await work();
  rmSync(data, { recursive: true });
  renameSync(`${data} as it was`, data);
  for (const { path, files } of planTree(lab.wish)) {
    const planned = new Set(files.map(({ name }) => name));
    const there = readdirSync(join(lab.folder, path), { withFileTypes: true });
    for (const entry of there)
      if (entry.isFile() && !planned.has(entry.name)) rmSync(join(lab.folder, path, entry.name));
  }
  writeFileSync(mark, marked);
  writeFileSync(join(lab.place, READY), ready);
  return result;
}

function readReady(place: string): z.infer<typeof ready> | null {
  try {
    return ready.parse(JSON.parse(readFileSync(join(place, READY), 'utf8')));
  } catch {
    return null;
  }
}

async function make(place: string, wish: TreeWish, ground: Ground): Promise<z.infer<typeof ready>> {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const port = await freePortPair();
  ground.say(`a lab of ${wish.files} files is made; in a folder given by --keep it is there for the next run`);
  const lean = await filledService(port, wish);
  try {
    const computer = await linkedComputer(place, {
      baseUrl: lean.baseUrl,
      remote: lean.filled,
      commandsHere: ground.isQuick,
    });
    writeTree(computer.folder, wish);
    await recordInStep(computer.data, wish);
    const began = performance.now();
    for (let pass = 0; pass < 2; pass += 1) {
      const answer = await computer.sync();
      if (!isQuiet(answer)) throw new Error(`the lab is not in step: ${JSON.stringify(answer).slice(0, 400)}`);
    }
    ground.say(`the product looked at both sides, twice, in ${Math.round((performance.now() - began) / 1000)} s`);
    if (!ground.isQuick) await indexed(ground, computer.data);
    writeFileSync(join(place, `${READY}.new`), JSON.stringify({ port }));
    renameSync(join(place, `${READY}.new`), join(place, READY));
    return { port };
  } finally {
    await lean.stop();
  }
}

/** Builds the index of words: a person with this many files has had Benchtop for a while. */
async function indexed(ground: Ground, data: string): Promise<void> {
  const engine = await startEngine(await builtProduct(ground), data);
  try {
    const took = await untilAtRest(engine);
    ground.say(`the daemon made its index of words in ${Math.round(took / 1000)} s`);
  } finally {
    await engine.stop();
  }
}

async function filledService(port: number, wish: TreeWish): Promise<LeanService> {
  const filling = JSON.stringify({ name: 'Lab', wish });
  return new LeanService(await startOwn('lean', ['--port', String(port), '--fill', filling]));
}
