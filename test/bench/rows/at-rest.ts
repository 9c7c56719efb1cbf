import { setTimeout as sleep } from 'node:timers/promises';

import { DAY, HOUR } from '../../../shared/units.ts';
import { weigh } from '../commands.ts';
import { finding } from '../findings.ts';
import { builtProduct } from '../lab/product.ts';
import { startEngine, untilAtRest } from '../lab/running-engine.ts';
import type { RunningEngine } from '../lab/running-engine.ts';
import type { Row } from '../row.ts';
import type { LeanService } from '../servers.ts';
import { labOf } from './no-op.ts';

/** Four polls, for which looks at the service save up what one of them spends; also the look at everything here. */
const REST_MS = 240_000;
const MOST_ROUNDS = 2;

/** What the daemon costs while nothing happens. */
export const rest: Row = {
  name: 'rest',
  what: 'processor, requests and bytes of the daemon while nothing happens, 100,000 files in 5,000 folders, a poll a minute',
  measure: async ground => {
    const lab = await labOf(ground);
    const lean = await lab.startService();
    const shares: number[] = [];
    const requests: number[] = [];
    const megabytes: number[] = [];
    try {
      const engine = await startEngine(await builtProduct(ground), lab.data);
      try {
        if (!ground.isQuick) await untilAtRest(engine);
        const ms = ground.isQuick ? 200 : REST_MS;
        // After a start there is more to spend than comes.
        await sleep(ms);
        for (let round = 0; round < Math.min(ground.rounds, MOST_ROUNDS); round += 1) {
          const spent = await spentIn(ms, engine, lean);
          shares.push(spent.percent);
          requests.push(spent.requestsAnHour);
          megabytes.push(spent.megabytesADay);
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
      finding({
        what: 'sent and received in a day',
        unit: 'MB',
        ours: megabytes,
        notes: ['heads included, nothing compressed'],
      }),
    ];
  },
};

/** What a daemon that rests spends. */
interface Spent {
  /** Of one core. */
  readonly percent: number;
  readonly requestsAnHour: number;
  /** Sent and received. */
  readonly megabytesADay: number;
}

/** Watches a daemon and its service for so long while nothing happens. */
export async function spentIn(
  ms: number,
  { pid }: Pick<RunningEngine, 'pid'>,
  lean: Pick<LeanService, 'state'>,
): Promise<Spent> {
  const [cpuMs, before] = [weigh(pid)?.cpuMs ?? 0, await lean.state()];
  await sleep(ms);
  const after = await lean.state();
  return {
    percent: (100 * ((weigh(pid)?.cpuMs ?? 0) - cpuMs)) / ms,
    // Asking the lean service is a request, too.
    requestsAnHour: ((after.requests - before.requests - 1) * HOUR) / ms,
    megabytesADay: ((after.bytes - before.bytes) * DAY) / ms / 1e6,
  };
}
