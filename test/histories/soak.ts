import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Dice } from '../sim/fakes/dice.ts';
import { Book } from './written-contents.ts';
import { workAndDie } from './history.ts';
import { judge } from './judge.ts';
import type { Scene } from './people.ts';
import { Story } from './story.ts';
import { answerAll, Town } from './lab.ts';

/**
 * `npm run soak -- --minutes M --seed S`: two computers and a colleague work in one folder without a break, while requests
 * fail and daemons die; every few minutes all comes to rest and is judged. Prints what the daemons weigh and cost.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const MINUTE = 60_000;
const DEEDS_AT_ONCE = 40;
const KILLING = 0.01;
/** How long people work before everything is judged. */
const BETWEEN_RESTS_MS = 3 * MINUTE;
const LINES_OF_STORY = 60;

const seed = Number(values.seed);
const minutes = Number(values.minutes);
const dice = new Dice(seed);
const scene: Scene = { dice, book: new Book(), story: new Story(), removals: 0 };
const town = await Town.open(['ada', 'ben']);
const { machines } = town;
const began = Date.now();
const sum = { rests: 0, races: 0 };
try {
  const root = await town.begin('Soak', machines);
  while (Date.now() - began < minutes * MINUTE) {
    const restAt = Math.min(Date.now() + BETWEEN_RESTS_MS, began + minutes * MINUTE);
    const [since, before] = [Date.now(), await town.requests()];
    await workUntil(restAt, root);
    const requests = Math.round(((await town.requests()) - before) / ((Date.now() - since) / MINUTE));
    await town.stabilize(machines);
    const serviceData = join(town.lab.folder, 'service');
    const { owner } = town.lab.service;
    sum.races += await judge({
      book: scene.book,
      machines,
      owner,
      root,
      serviceData,
      hadRemovals: scene.removals > 0,
    });
    scene.removals = 0;
    sum.rests += 1;
    await tell(requests);
  }
  say(
    `soak: ${minutes} minutes (seed ${seed}), ${sum.rests} times at rest with equal trees, losses: none, ` +
      `contents written ${scene.book.written}, kills ${town.kills}, faults ${town.faults}, ` +
      `overtaken by a removal ${sum.races}, open problems ${await problems()}`,
  );
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  say(`soak: FAILED (seed ${seed}): ${why}`);
  say(`  ${scene.story.last(LINES_OF_STORY)}`);
  say(`  kept: ${await town.keep(`soak-${seed}`, `${why}\n  ${scene.story.text}\n`)}`);
  process.exitCode = 1;
} finally {
  await town.close();
}
process.exit();

async function workUntil(endAt: number, root: string): Promise<void> {
  while (Date.now() < endAt) {
    await town.spread(dice, dice.pick([0, 0.02, 0.1]));
    await workAndDie(town, { machines, root, scene }, { deeds: DEEDS_AT_ONCE, killing: KILLING });
    for (const machine of machines) await answerAll(machine);
    scene.story.forgetAllBut(LINES_OF_STORY);
  }
  await town.spread(dice, 0);
}

async function tell(requests: number): Promise<void> {
  const weights = await Promise.all(
    machines.map(async machine => {
      const { rssMb, walMb } = await machine.weight();
      return `${machine.name} ${rssMb} MB, WAL ${walMb.toFixed(1)} MB`;
    }),
  );
  const minute = Math.round((Date.now() - began) / MINUTE);
  say(`minute ${minute}: ${weights.join('; ')}; ${requests} requests a minute, people's included; kills ${town.kills}`);
}

async function problems(): Promise<number> {
  const lists = await Promise.all(machines.map(machine => machine.call('problems.list', null)));
  return lists.flat().length;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
