import { actAt, actThere } from './actors.ts';
import type { Pool, Story } from './actors.ts';
import { collide } from './collide.ts';
import type { Computer } from '../world/computer.ts';
import type { Conditions } from '../world/conditions.ts';
import type { Dice } from '../fakes/dice.ts';
import type { FakeService } from '../service/fake-service.ts';
import type { Ledger } from '../world/ledger.ts';
import { actWildlyAt, actWildlyThere } from './wild-deeds.ts';

/** The people of a run, and where they work. */
export interface Folk {
  readonly computers: readonly Computer[];
  readonly service: FakeService;
  readonly root: string;
  readonly ledger: Ledger;
  readonly story: Story;
  /** The names that people give; the usual ones when it is left out. */
  readonly pool?: Pool | undefined;
}

/** A random person does a random thing, as the conditions allow. */
export function actInThisWorld(dice: Dice, { hasColleague, isWild }: Conditions, folk: Folk): void {
  const isUnusual = isWild && dice.chance(0.25);
  const { service, root, computers } = folk;
  if (hasColleague && dice.chance(0.4)) return (isUnusual ? actWildlyThere : actThere)(service, root, dice, folk);
  return (isUnusual ? actWildlyAt : actAt)(dice.pick(computers), dice, folk);
}

/** Now and then two people take the same things in hand. */
export function maybeCollide(dice: Dice, { hasColleague, isWild }: Conditions, folk: Folk): void {
  if (!isWild || !hasColleague || dice.chance(0.5)) return;
  for (let count = 1 + dice.below(3); count > 0; count--)
    collide({ ...folk, computer: dice.pick(folk.computers), dice });
}
