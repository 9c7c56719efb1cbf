import { join } from 'node:path';

import { openJournal } from '../../../main/journal/journal.ts';
import type { Story } from './actors.ts';
import type { Computer } from '../world/computer.ts';
import type { Dice } from '../fakes/dice.ts';

/** Copies of the records of a run's computers, to which they are set back once. */
export class RecordCopies {
  readonly #of: {
    readonly folder: string | undefined;
    readonly seed: number;
    readonly dice: Dice;
    readonly story: Story;
  };
  readonly #copies = new Map<string, string>();

  /** @param of without a folder nothing is copied, and nothing set back. */
  constructor(of: { folder: string | undefined; seed: number; dice: Dice; story: Story }) {
    this.#of = of;
  }

  async take(computers: readonly Computer[]): Promise<void> {
    const { folder, seed } = this.#of;
    if (folder === undefined) return;
    for (const { name, journal } of computers) {
      const path = join(folder, `${seed}-${name}.db`);
      await journal.copyTo(path);
      this.#copies.set(name, path);
    }
  }

  /** May put the copy in the place of the records, as a person would. True: done, and the computer must be restarted. */
  maybeSetBack(computer: Computer): boolean {
    const copy = this.#copies.get(computer.name);
    if (copy === undefined || !this.#of.dice.chance(0.5)) return false;
    this.#copies.delete(computer.name);
    this.#of.story(`${computer.name}'s records are set back`);
    computer.journal = openJournal(copy);
    // As a backup says of itself.
    for (const { id } of computer.journal.mirrors.all()) computer.journal.mirrors.setEpoch(id, -1);
    return true;
  }
}
