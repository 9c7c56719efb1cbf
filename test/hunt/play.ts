import { z } from 'zod';

import { kindNamed } from './kinds.ts';
import type { Report } from './reports.ts';

/**
 * The process that plays: `node test/hunt/play.ts KIND FIRST UNTIL`, started by `run.ts` with a channel. Plays one seed of the
 * kind after the other, from FIRST on, until UNTIL (milliseconds since 1970), at least one, and tells of each what came of it.
 */
const [name = '', first, until] = process.argv.slice(2);
const [from, end] = z.tuple([z.coerce.number().int(), z.coerce.number()]).parse([first, until]);
const player = await kindNamed(name).open();
for (let seed = from; seed === from || Date.now() < end; seed += 1) {
  const story: string[] = [];
  report({ seed, is: 'begun' });
  try {
    await player.play(seed, line => void story.push(line));
    report({ seed, is: 'well' });
  } catch (error) {
    report({ seed, is: 'failed', why: error instanceof Error ? error.message : String(error), story });
  }
}
await player.close?.();
process.disconnect();

/** What the process that hunts is told; each time in the form of `reports.ts`. */
function report(said: Report): void {
  process.send?.(said);
}
