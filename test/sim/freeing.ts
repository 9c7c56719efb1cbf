import type { Story } from './actors.ts';
import { FOLDER } from './computer.ts';
import type { Computer } from './computer.ts';
import type { Dice } from './dice.ts';

/** Somebody wants room: some paths here whose space is to be freed; empty: nobody does. */
export function pathsToFree(computer: Computer, dice: Dice, story: Story): readonly string[] {
  if (!computer.isAlive || !dice.chance(0.4)) return [];
  const all = Object.keys(computer.texts());
  const paths = all.filter(() => dice.chance(0.4)).map(path => `${FOLDER}/${path}`);
  if (paths.length > 0) story(`${computer.name} frees ${paths.join(', ')}`);
  return paths;
}
