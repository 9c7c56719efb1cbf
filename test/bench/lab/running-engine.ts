import { setTimeout as sleep } from 'node:timers/promises';

import { connectToEngine } from '../../../main/node/net/engine-socket.ts';
import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import { connect } from '../../../shared/rpc/rpc-client.ts';
import { SECOND } from '../../../shared/units.ts';
import { startServer } from '../../setup/child.ts';
import type { Child } from '../../setup/child.ts';
import { weigh } from '../commands.ts';
import type { Ground } from '../row.ts';
import type { LeanService } from '../servers.ts';
import type { PreparedLab } from './prepared-lab.ts';
import { builtProduct } from './product.ts';
import type { Product } from './product.ts';

/** A daemon of the product, spoken to over its own socket. */
export interface RunningEngine {
  readonly client: EngineClient;
  readonly pid: number;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 120_000;

/** Starts the daemon of a data directory and waits until it is in step and watches. */
export async function startEngine(product: Product, data: string): Promise<RunningEngine> {
  const { program: command, args, environment = {} } = product.command(data, 'daemon');
  const { child } = await startServer({ command, args, folder: data, environment }, READY_WITHIN_MS);
  try {
    const client = await clientOf(data, child);
    await client.call('sync.once', null);
    return { client, pid: child.pid, stop: async () => void (await child.stop()) };
  } catch (failure) {
    await child.kill();
    throw failure;
  }
}

async function clientOf(data: string, child: Child): Promise<EngineClient> {
  const transport = await connectToEngine(data);
  if (transport === null) throw new Error(`the daemon does not answer: ${child.complaint()}`);
  return connect(transport);
}

/** How much of one core at most a daemon takes that has nothing to do, and for how many seconds in a row. */
const AT_REST = { share: 0.05, seconds: 4 };

/**
 * Waits until a daemon has nothing to do any more: after its first looks it compares the index of words with everything,
 * or makes it, and reads each file for that. How long that took, in milliseconds.
 */
export async function untilAtRest({ pid }: Pick<RunningEngine, 'pid'>): Promise<number> {
  let calm = 0;
  let before = weigh(pid)?.cpuMs ?? 0;
  return untilSo(
    'rest',
    () => {
      const now = weigh(pid)?.cpuMs ?? 0;
      calm = now - before <= AT_REST.share * SECOND ? calm + 1 : 0;
      before = now;
      return calm >= AT_REST.seconds;
    },
    SECOND,
  );
}

/** Lets a daemon run on a lab, and its service, until it rests; then something is done to it. */
export async function whileRunning<T>(
  ground: Ground,
  lab: PreparedLab,
  work: (lean: LeanService) => Promise<T>,
): Promise<T> {
  const product = await builtProduct(ground);
  const lean = await lab.startService();
  try {
    const engine = await startEngine(product, lab.data);
    try {
      if (!ground.isQuick) await untilAtRest(engine);
      return await work(lean);
    } finally {
      await engine.stop();
    }
  } finally {
    await lean.stop();
  }
}

/** Looking costs the machine something, too. */
const LOOK_EVERY_MS = 10;
const WITHIN_MS = 900_000;

/**
 * Waits until something has come about, looking every `everyMs` milliseconds; how long that took, in milliseconds.
 * @throws Error after a quarter of an hour.
 */
export async function untilSo(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  everyMs = LOOK_EVERY_MS,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - began;
    if (performance.now() - began > WITHIN_MS) throw new Error(`${what} did not come about within ${WITHIN_MS} ms`);
    await sleep(everyMs);
  }
}
