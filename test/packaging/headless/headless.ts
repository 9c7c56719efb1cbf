import { join } from 'node:path';

import { openLab } from '../../end-to-end/benchtop.ts';
import type { Program } from '../../setup/program.ts';

/** What came of a sync with a packaged program. */
export interface HeadlessRun {
  readonly sent: number;
  readonly received: number;
  /** Whether the daemon fetched what a colleague had saved while it ran, and ended in order. */
  readonly daemonEnded: boolean;
}

const ROWS = Array.from({ length: 2000 }, (_, row) => `${row},${row * 7}`).join('\n');

/**
 * Has a packaged program work against the local service: signs in, sends a file, fetches one, and then again as a daemon
 * that a command asks to sync. @throws Error with what the program said.
 */
export async function runHeadless(program: Program): Promise<HeadlessRun> {
  const lab = await openLab({ program });
  try {
    const folder = await lab.service.owner.makeFolder('Packaged', lab.service.knowledgeBase);
    const [here, there] = [await lab.computer('packaged'), await lab.computer('other')];
    await here.mirror(folder);
    await there.mirror(folder);
    await here.write('plate 7/results.csv', ROWS);
    const { sent } = await here.sync();
    const { received } = await there.sync();
    if ((await there.read(join('plate 7', 'results.csv'))) !== ROWS) throw new Error('The file arrived changed.');
    const daemon = await here.daemon();
    await there.write('plate 7/notes.txt', 'looked at\n');
    await there.sync();
    await here.sync();
    if ((await here.read('plate 7/notes.txt')) !== 'looked at\n') throw new Error('The note did not come back.');
    const { code } = await daemon.stop();
    return { sent, received, daemonEnded: code === 0 };
  } finally {
    await lab.close();
  }
}
