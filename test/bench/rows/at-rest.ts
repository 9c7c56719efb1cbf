import { setTimeout as sleep } from 'node:timers/promises';

import { weigh } from '../commands.ts';
import { finding } from '../findings.ts';
import { builtProduct } from '../lab/product.ts';
import { startEngine } from '../lab/running-engine.ts';
import type { Row } from '../row.ts';
import { labOf } from './no-op.ts';

/** Two polls, and the look at everything that one of them may make. */
const REST_MS = 130_000;
const SETTLES_MS = 20_000;

/** What the daemon costs while nothing happens. */
export const rest: Row = {
  name: 'rest',
  what: 'processor and requests of the daemon while nothing happens, 100,000 files in 5,000 folders, a poll a minute',
  measure: async ground => {
    const lab = await labOf(ground);
    const lean = await lab.startService();
    const shares: number[] = [];
    const requests: number[] = [];
    try {
      const engine = await startEngine(await builtProduct(ground), lab.data);
      try {
        // The index of words and the first clearing up come before.
        await sleep(ground.isQuick ? 100 : SETTLES_MS);
        for (let round = 0; round < Math.min(ground.rounds, 3); round += 1) {
          const ms = ground.isQuick ? 200 : REST_MS;
          const before = [weigh(engine.pid)?.cpuMs ?? 0, (await lean.state()).requests] as const;
          await sleep(ms);
          const after = [weigh(engine.pid)?.cpuMs ?? 0, (await lean.state()).requests] as const;
          shares.push((100 * (after[0] - before[0])) / ms);
          // Asking the lean service is a request, too.
          requests.push(((after[1] - before[1] - 1) * 3_600_000) / ms);
        }
      } finally {
        await engine.stop();
      }
    } finally {
      await lean.stop();
    }
    return [
      finding({ what: 'of one core', unit: '%', ours: shares, target: { atMost: 0.5 } }),
      finding({ what: 'requests in an hour', unit: 'requests', ours: requests, target: { atMost: 600 } }),
    ];
  },
};
