import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { Engine } from '../../../main/engine/loop/engine.ts';
import { SteadyClock } from '../../../main/engine/loop/steady-clock.ts';
import { Timekeeping } from '../../../main/engine/loop/timekeeping.ts';
import { openSafely } from '../../../main/journal/storage/open-or-restore.ts';
import { makeNodeWorld } from '../../../main/node/node-world.ts';

/**
 * `node test/bench/lab/local-pass.ts --data DIR [--asked]`: the engine alone, on the real disk and journal of a computer,
 * makes a complete pass that looks at the folder and not at the service, once or with `--asked` for each line of standard
 * input; the line `everything` has it look at all of the service, too. Prints a line of JSON for each: milliseconds, and
 * how many steps were done.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, asked: { type: 'boolean', default: false } } });
const loadedMs = performance.now();
const dataDirectory = values.data ?? '';
const outside = makeNodeWorld({ dataDirectory });
const { journal } = openSafely(join(dataDirectory, 'journal.db'));
const clock = new SteadyClock(outside.clock);
const world = { ...outside, clock };
const time = new Timekeeping(clock, journal, world.log);
const engine = new Engine({ world, time, journal, computer: 'bench', onChange: () => undefined });

async function pass(remote: 'none' | 'everything'): Promise<void> {
  const [began, spent] = [performance.now(), process.cpuUsage()];
  const { done } = await engine.exclusively(() => engine.passAll(remote));
  const { user, system } = process.cpuUsage(spent);
  const took = { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
  const answer = { ...took, folders: engine.foldersSeen, done, stopped: engine.stop?.fault.kind ?? null, loadedMs };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

if (values.asked)
  for await (const line of createInterface({ input: process.stdin })) await pass(line === 'everything' ? line : 'none');
else await pass('none');
journal.close();
await Promise.all([world.disk.close(), world.http.close()]);
