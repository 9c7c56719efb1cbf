import type { Story } from './actors.ts';
import type { Computer } from '../world/computer.ts';
import type { Dice } from '../fakes/dice.ts';

/** A person, or a time server, may set the clock of a computer. */
export function maybeSetClock(computer: Computer, dice: Dice, story: Story): void {
  if (!dice.chance(0.05)) return;
  computer.skewMs = dice.pick([0, 0, 3_600_000, -3_600_000, 40_000_000_000, -40_000_000_000]);
  story(`${computer.name}'s clock is set to be ${computer.skewMs} ms ahead`);
}
