import { seeded } from '../sample/seeded.ts';

/** Chance from a seed: the same seed gives the same choices. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    const source = seeded(seed);
    this.#next = () => source.next();
  }

  /** Whether something of this probability happens. */
  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** A whole number from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor(this.#next() * below);
  }

  /** One of several values; there must be one. */
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** Some of several values, in their order, each with this probability. */
  some<T>(values: readonly T[], probability: number): T[] {
    return values.filter(() => this.chance(probability));
  }
}
