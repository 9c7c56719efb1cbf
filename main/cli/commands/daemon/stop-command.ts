import { setTimeout as sleep } from 'node:timers/promises';

import { stoppingTexts as texts } from '../../../../shared/text/stopping.ts';
import { SECOND } from '../../../../shared/units.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { ownRow, type Row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { gainAccess, overPipe } from '../../runner/engine-access.ts';
import { EXIT } from '../../runner/exit-codes.ts';

/** The daemon itself gives up what is under way after five. */
const GONE_WITHIN_SECONDS = 20;
const LOOK_EVERY_MS = 50;

/** Ending the daemon. */
export const stopRows: readonly Row[] = [
  ownRow('stop', { summary: 'end the daemon in order, and wait until it is gone', help: texts.about }, stop),
];

async function stop(_: object, context: CommandContext): Promise<void> {
  const access = await gainAccess(context.place());
  if (access.by === 'us') {
    access.lock.release();
    return context.tell(texts.none);
  }
  const engine = overPipe(access.transport, { isDaemon: true, close: async () => undefined });
  try {
    const { process: id } = await engine.client.call('engine.stop', null);
    if (id === null) throw new Ending(EXIT.error, texts.app);
    await gone(id);
  } finally {
    await engine.close();
  }
  context.tell(texts.stopped);
}

/** Waits for the process rather than for its socket: Windows keeps a program's file as long as it runs. @throws Ending 75. */
async function gone(id: number): Promise<void> {
  const giveUp = performance.now() + GONE_WITHIN_SECONDS * SECOND;
  while (isAlive(id)) {
    if (performance.now() > giveUp) throw new Ending(EXIT.temporary, texts.late(GONE_WITHIN_SECONDS));
    await sleep(LOOK_EVERY_MS);
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // One of another account is there, and not ours to signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
