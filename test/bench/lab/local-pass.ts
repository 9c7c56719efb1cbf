import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Engine } from '../../../main/engine/engine.ts';
import { SteadyClock } from '../../../main/engine/steady-clock.ts';
import { Timekeeping } from '../../../main/engine/timekeeping.ts';
import { openSafely } from '../../../main/journal/safe-opening.ts';
import { makeNodeWorld } from '../../../main/node/node-world.ts';

/**
 * `node test/bench/lab/local-pass.ts --data DIR --passes N`: the engine alone, on the real disk and journal of a computer,
 * makes N passes that look at the folder and not at the service, as the loop does when a file was saved. Prints, as JSON,
 * what each took in milliseconds and how many steps they did.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, passes: { type: 'string', default: '1' } } });
const dataDirectory = values.data ?? '';
const outside = makeNodeWorld({ dataDirectory });
const { journal } = openSafely(join(dataDirectory, 'journal.db'));
const clock = new SteadyClock(outside.clock);
const world = { ...outside, clock };
const time = new Timekeeping(clock, journal, world.log);
const engine = new Engine({ world, time, journal, computer: 'bench', onChange: () => undefined });
const passes: number[] = [];
let steps = 0;
for (let pass = 0; pass < Number(values.passes); pass += 1) {
  const began = performance.now();
  const { done } = await engine.exclusively(() => engine.passAll({ remote: 'none' }));
  passes.push(performance.now() - began);
  steps += done;
}
const stopped = engine.stop?.fault.kind ?? null;
journal.close();
await Promise.all([world.disk.close(), world.http.close()]);
process.stdout.write(`${JSON.stringify({ passes, steps, stopped })}\n`);
