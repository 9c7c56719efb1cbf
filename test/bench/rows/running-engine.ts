import { renameSync } from 'node:fs';
import { join } from 'node:path';

import { residentMb, run, weigh } from '../commands.ts';
import { finding, median, memoryFinding, notMeasured } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { linkedComputer } from '../lab/computers.ts';
import { startPasses } from '../lab/passes.ts';
import { preparedLab } from '../lab/prepare-lab.ts';
import { builtProduct } from '../lab/product.ts';
import { startEngine, untilAtRest, untilSo } from '../lab/running-engine.ts';
import { missing } from '../peers.ts';
import { copyUp } from '../rclone.ts';
import { interleaved } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { treeOf } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';
import type { PreparedLab } from '../lab/prepared-lab.ts';
import { findOf, labOf } from './no-op.ts';
import { onStage, perSecond, SENDING_RATIO, toDisk } from './small-files.ts';
import type { Stage } from './small-files.ts';

/** The look of an engine that runs already. */
export const g2: Row = {
  name: 'g2',
  what: 'the same inside a running engine, against find -printf',
  measure: async ground => {
    const without = missing('find');
    if (without !== null) return [notMeasured(g2.what, without)];
    const lab = await labOf(ground);
    const engine = startPasses(lab);
    try {
      const { ours, find } = await interleaved(ground.rounds, {
        ours: async () => (await engine.pass('none')).ms,
        find: async () => (await run(findOf(lab.folder))).ms,
      });
      return [
        finding({
          what: `a complete look at the folder by a running engine, ${lab.wish.files} files`,
          unit: 'ms',
          ours,
          peer: { name: 'find -printf', samples: find },
          target: { atMost: 0.7 },
          notes: ['what the loop does after a save of a file whose folder is not known (test/bench/lab/local-pass.ts)'],
        }),
      ];
    } finally {
      await engine.end();
    }
  },
};

/** 10,000 small files leave a computer whose engine runs. */
export const g6b: Row = {
  name: 'g6b',
  what: 'send 10,000 files of 1 to 50 KB by an engine that runs, against rclone to S3',
  measure: ground => onStage(g6b, ground, sending),
};

async function sending({ ground, product, wish, lean, s3 }: Stage): Promise<readonly Finding[]> {
  const [peaks, processor]: [number[], number[]] = [[], []];
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const remote = await lean.makeFolder(`round ${round}`);
      const place = join(ground.folder, `ours ${round}`);
      const computer = await linkedComputer(place, { baseUrl: lean.baseUrl, remote, product });
      const engine = await startEngine(product, computer.data);
      try {
        writeTree(join(place, 'new'), wish);
        await toDisk();
        const wanted = (await lean.state()).confirmed + wish.files;
        const before = lean.cpuMs;
        renameSync(join(place, 'new'), join(computer.folder, 'new'));
        const ms = await untilSo('sending', async () => (await lean.state()).confirmed >= wanted, 25);
        processor.push((lean.cpuMs - before) / 1000);
        peaks.push(weigh(engine.pid)?.peakMb ?? 0);
        return perSecond(wish, { ms });
      } finally {
        await engine.stop();
      }
    },
    rclone: async round => {
      const folder = join(ground.folder, `rclone ${round}`);
      writeTree(folder, wish);
      await toDisk();
      return perSecond(wish, await run(copyUp(s3.url, folder, `round-${round}`, ground.folder)));
    },
  });
  return [
    finding({
      what: `a folder of ${wish.files} files that is moved in is sent by the daemon`,
      unit: 'files/s',
      ours: samples.ours,
      peer: { name: 'rclone copy to S3', samples: samples.rclone },
      target: { atLeast: SENDING_RATIO },
      notes: [
        'from the move until the service has the last one; rclone includes its start, which takes it 0.05 s',
        `the lean service took ${median(processor).toFixed(2)} s of processor for it`,
      ],
    }),
    memoryFinding({ what: 'most memory of the daemon meanwhile', ours: peaks, target: { atMost: 160 } }),
  ];
}

/** What an engine holds in memory when nothing happens. */
export const g14: Row = {
  name: 'g14',
  what: 'memory of the engine process, idle at 100,000 files in 5,000 folders',
  measure: async ground => [await idling(ground, await labOf(ground), 110)],
};

/** The same with ten times as many; making that lab takes minutes. */
export const g14m: Row = {
  name: 'g14m',
  what: 'memory of the engine process, idle at 1,000,000 files in 50,000 folders',
  isLong: true,
  measure: async ground => {
    const lab = await preparedLab(ground, treeOf(ground.isQuick ? 400 : 1_000_000, 'tiny'));
    return [await idling(ground, lab, 220)];
  },
};

/** The daemon on a lab, after it has looked at everything and then rested. */
export async function idling(ground: Ground, lab: PreparedLab, atMost: number): Promise<Finding> {
  const product = await builtProduct(ground);
  const lean = await lab.startService();
  const samples: number[] = [];
  const peaks: number[] = [];
  try {
    for (let round = 0; round < Math.min(ground.rounds, 3); round += 1) {
      const engine = await startEngine(product, lab.data);
      if (!ground.isQuick) await untilAtRest(engine);
      samples.push(residentMb(engine.pid));
      peaks.push(weigh(engine.pid)?.peakMb ?? 0);
      await engine.stop();
    }
  } finally {
    await lean.stop();
  }
  const notes = [`at most ${Math.round(Math.max(...peaks))} MB before, while it looked at everything`];
  const what = `memory of the daemon that rests, ${lab.wish.files} files`;
  return memoryFinding({ what, ours: samples, target: { atMost }, notes });
}
