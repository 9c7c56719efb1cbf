import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

import { run } from '../commands.ts';
import type { Command, Ran } from '../commands.ts';
import { finding, notMeasured } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { ourScript } from '../lab/computers.ts';
import { passAnswer } from '../lab/pass-answer.ts';
import type { PassAnswer } from '../lab/pass-answer.ts';
import { preparedLab } from '../lab/prepare-lab.ts';
import { builtProduct } from '../lab/product.ts';
import { missing } from '../peers.ts';
import { interleaved } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { treeOf } from '../tree/plan.ts';
import type { PreparedLab } from '../lab/prepared-lab.ts';

const MANY = 100_000;
const FEW = 200;

/** Nothing has changed in a folder of 100,000 files: how long does a whole process take to know? */
export const g1: Row = {
  name: 'g1',
  what: 'no-op reconcile of 100,000 files in 5,000 folders, whole process, warm, against find -printf',
  measure: async ground => {
    const without = missing('find');
    if (without !== null) return [notMeasured(g1.what, without)];
    const lab = await labOf(ground);
    const pass = await localPasses(ground, lab);
    const sources = ourScript('test/bench/lab/local-pass.ts', '--data', lab.data);
    const loading: number[] = [];
    const { ours, fromSources, find, bare } = await interleaved(ground.rounds, {
      ours: async round => {
        const { ms, loadedMs } = await pass();
        if (round >= 0) loading.push(loadedMs);
        return ms;
      },
      fromSources: async () => (await onePass(sources)).ms,
      find: async () => (await run(findOf(lab.folder))).ms,
      bare: async () => (await run({ program: process.execPath, args: ['-e', '0'] })).ms,
    });
    return [
      finding({
        what: `the engine's look at the folder in a process of its own, ${lab.wish.files} files`,
        unit: 'ms',
        ours,
        peer: { name: 'find -printf', samples: find },
        target: { atMost: 1.2 },
        notes: [
          'Node, the engine, the journal and a complete pass without the service (test/bench/lab/local-pass.ts), bundled as',
          'the product is when it is installed; `sync --once` asks the service for each folder, too: see below',
        ],
      }),
      finding({ what: 'of that, to start Node and load the code', unit: 'ms', ours: loading }),
      finding({ what: 'of that, to start Node alone', unit: 'ms', ours: bare }),
      finding({ what: 'the same from the sources, which are some hundred files', unit: 'ms', ours: fromSources }),
      ...(await bothSides(ground, lab)),
    ];
  },
};

/** With both sides: every folder is asked for at the service, which no peer on one disk does. */
async function bothSides(ground: Ground, lab: PreparedLab): Promise<readonly Finding[]> {
  const product = await builtProduct(ground);
  const lean = await lab.startService();
  try {
    const before = (await lean.state()).requests;
    const { ours, find } = await interleaved(ground.rounds, {
      ours: async () => (await run(product.command(lab.data, 'sync', '--once'))).ms,
      find: async () => (await run(findOf(lab.folder))).ms,
    });
    const each = ((await lean.state()).requests - before) / (ground.rounds + 1);
    return [
      finding({
        what: '`sync --once` with the service, which is asked for each folder',
        unit: 'ms',
        ours,
        peer: { name: 'find -printf', samples: find },
        notes: [`${Math.round(each)} requests each to the lean service, which shares the cores`],
      }),
    ];
  } finally {
    await lean.stop();
  }
}

/** The same when the system remembers nothing of the disk. */
export const g3: Row = {
  name: 'g3',
  what: 'the same, cold cache, against cold find',
  measure: async ground => {
    const without = missing('find') ?? (canDropCaches() ? null : 'the system does not let us drop its caches');
    if (without !== null) return [notMeasured(g3.what, without)];
    const lab = await labOf(ground);
    const pass = await localPasses(ground, lab);
    const cold = async (command: () => Promise<Ran>): Promise<number> => {
      dropCaches();
      // What any program needs to run is warm again: the disk is measured, not how Node is loaded.
      await run({ program: process.execPath, args: ['-e', '0'] });
      return (await command()).ms;
    };
    const { ours, find } = await interleaved(
      ground.rounds,
      { ours: () => cold(pass), find: () => cold(() => run(findOf(lab.folder))) },
      { warmsUp: false },
    );
    return [
      finding({
        what: `the engine's look at the folder in a process of its own, cold, ${lab.wish.files} files`,
        unit: 'ms',
        ours,
        peer: { name: 'find -printf', samples: find },
        target: { atMost: 0.9 },
        notes: ['the code of the engine is read from the cold disk, too'],
      }),
    ];
  },
};

/** The lab that these rows share. */
export function labOf(ground: Ground): Promise<PreparedLab> {
  return preparedLab(ground, treeOf(ground.isQuick ? FEW : MANY, 'tiny'));
}

/** Makes passes over the folder alone, each in a process of its own, of the product as it is installed. */
export async function localPasses(ground: Ground, lab: PreparedLab): Promise<() => Promise<Ran & PassAnswer>> {
  const product = await builtProduct(ground);
  return () => onePass(product.pass(lab.data));
}

/** @throws Error when it found something to do. */
async function onePass(command: Command): Promise<Ran & PassAnswer> {
  const ran = await run({ ...command, keepsOutput: true });
  return { ...passAnswer(ran.stdout), ...ran };
}

/** The yardstick: every name with what tells whether it changed. What it prints goes nowhere. */
export function findOf(folder: string): Command {
  return { program: 'find', args: [folder, '-printf', '%P\\t%i\\t%s\\t%T@\\t%C@\\n'] };
}

function canDropCaches(): boolean {
  try {
    dropCaches();
    return true;
  } catch {
    return false;
  }
}

function dropCaches(): void {
  spawnSync('sync');
  writeFileSync('/proc/sys/vm/drop_caches', '3');
}
