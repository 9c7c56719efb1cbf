import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Dice } from '../sim/fakes/dice.ts';
import { Book } from './written-contents.ts';
import { judge } from './judge.ts';
import { Torn } from './person-programs.ts';
import { actHere, actThere } from './people.ts';
import type { Scene } from './people.ts';
import type { Town } from './lab.ts';
import type { Machine } from './machine.ts';
import { Story } from './story.ts';

const MOST_PAUSE_MS = 120;

/**
 * One history: two or three computers and a colleague work in one folder, by a seed, while requests fail and daemons are
 * killed; then all comes to rest and is judged. Real time decides what meets what, so a seed repeats the deeds only.
 * After a broken promise the town is closed and its folder kept.
 * @returns contents that went with a removal at the same moment. @throws Error with the story when a promise is broken.
 */
export async function playHistory(town: Town, seed: number): Promise<number> {
  const dice = new Dice(seed);
  const scene: Scene = { dice, book: new Book(), story: new Story(), removals: 0 };
  const machines = town.machines.slice(0, dice.pick([2, 2, 3]));
  try {
    const root = await town.begin(`History ${seed}`, machines);
    let races = 0;
    for (let burst = 1 + dice.below(3); burst > 0; burst--) {
      await misbehave(town, { machines, root, scene });
      scene.story.tell('STABILIZE');
      await town.stabilize(machines);
      races += await judge({
        book: scene.book,
        machines,
        owner: town.lab.service.owner,
        root,
        serviceData: join(town.lab.folder, 'service'),
        hadRemovals: scene.removals > 0,
      });
      scene.removals = 0;
    }
    await town.end(machines);
    return races;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const kept = await town.keep(`history-${seed}`, `${why}\n  ${scene.story.text}\n`);
    throw new Error(`history ${seed}: ${why}\n  ${scene.story.text}\n  kept: ${kept}`, { cause: error });
  }
}

/** People work while the network and the machines do not always. */
async function misbehave(
  town: Town,
  { machines, root, scene }: { machines: readonly Machine[]; root: string; scene: Scene },
): Promise<void> {
  const { dice } = scene;
  const rate = dice.pick([0, 0.05, 0.15]);
  scene.story.tell(`REQUESTS FAIL at a rate of ${rate}`);
  await town.spread(dice, rate);
  await workAndDie(
    town,
    { machines, root, scene },
    {
      deeds: 5 + dice.below(20),
      killing: dice.pick([0, 0.05, 0.1]),
      servicing: dice.pick([0, 0, 0.05]),
    },
  );
  await town.spread(dice, 0);
}

/**
 * People do so many things, one after the other; after each a daemon is killed with a chance of `killing`, and the service
 * with one of `servicing`. Both are started again while people go on.
 */
export async function workAndDie(
  town: Town,
  { machines, root, scene }: { machines: readonly Machine[]; root: string; scene: Scene },
  { deeds, killing, servicing = 0 }: { deeds: number; killing: number; servicing?: number },
): Promise<void> {
  const { dice } = scene;
  const dying: Promise<void>[] = [];
  for (let count = deeds; count > 0; count--) {
    if (dice.chance(0.3)) await actThere(town.lab.service.owner, root, scene);
    else tolerantly(() => actHere(dice.pick(machines), scene), scene);
    if (dice.chance(killing) && dying.length === 0) {
      const machine = dice.pick(machines);
      scene.story.tell(`${machine.name} dies`);
      // People go on while the machine is down.
      const isUp = (): void => scene.story.tell(`${machine.name} is up again`);
      dying.push(
        machine
          .die()
          .then(isUp)
          .finally(() => void dying.pop()),
      );
    }
    if (dice.chance(servicing)) {
      scene.story.tell('the service is killed and starts again');
      await town.restartService();
    }
    await sleep(dice.below(MOST_PAUSE_MS));
  }
  await Promise.all(dying);
}

/** A daemon may have moved a file away between a person's look and their deed. */
function tolerantly(deed: () => void, scene: Scene): void {
  try {
    deed();
  } catch (error) {
    if (error instanceof Torn || !isSystemError(error)) throw error;
    scene.story.tell(`  (${error.code})`);
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
