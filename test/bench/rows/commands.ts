import { join } from 'node:path';

import { run } from '../commands.ts';
import type { Command } from '../commands.ts';
import { finding, median } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { linkedComputer } from '../lab/computers.ts';
import { builtProduct } from '../lab/product.ts';
import { startEngine, untilAtRest } from '../lab/running-engine.ts';
import { interleaved } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { LeanService, startOwn } from '../servers.ts';
import { planTree, treeOf } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';

const TARGET = { wallMs: 150, processorMs: 120 };
/** One start is short: so many make a sample. */
const STARTS = 5;

/** What a person waits for who asks a daemon something. */
export const command: Row = {
  name: 'command',
  what: '`status` and `why` where a daemon runs, whole process, beside a Node that does nothing',
  measure: async ground => {
    const product = await builtProduct(ground);
    const lean = new LeanService(await startOwn('lean'));
    const place = join(ground.folder, 'computer');
    const remote = await lean.makeFolder('mirrored');
    const computer = await linkedComputer(place, { baseUrl: lean.baseUrl, remote, product });
    const wish = treeOf(ground.isQuick ? 20 : 1000, 'tiny');
    writeTree(computer.folder, wish);
    const engine = await startEngine(product, computer.data);
    try {
      if (!ground.isQuick) await untilAtRest(engine);
      const [folder] = planTree(wish).filter(({ files }) => files.length > 0);
      const path = join(computer.folder, folder?.path ?? '', folder?.files[0]?.name ?? '');
      return [
        ...(await asking(ground, '`status`', product.command(computer.data, 'status'))),
        ...(await asking(ground, '`why` a file', product.command(computer.data, 'why', path))),
      ];
    } finally {
      await engine.stop();
      await lean.stop();
    }
  },
};

async function asking(ground: Ground, what: string, ours: Command): Promise<readonly Finding[]> {
  const processor: number[] = [];
  const bare: Command = { program: process.execPath, args: ['-e', '0'] };
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const starts = await startsOf(ours);
      if (round >= 0) processor.push(median(starts.map(({ cpuMs }) => cpuMs)));
      return median(starts.map(({ ms }) => ms));
    },
    node: async () => median((await startsOf(bare)).map(({ ms }) => ms)),
  });
  return [
    finding({
      what: `${what}, from its start to its end`,
      unit: 'ms',
      ours: samples.ours,
      target: { atMost: TARGET.wallMs },
      notes: [`a Node that does nothing took ${median(samples.node).toFixed(0)} ms`],
    }),
    finding({ what: `processor time of ${what}`, unit: 'ms', ours: processor, target: { atMost: TARGET.processorMs } }),
  ];
}

async function startsOf(wanted: Command) {
  const ran = [];
  for (let start = 0; start < STARTS; start += 1) ran.push(await run(wanted));
  return ran;
}
