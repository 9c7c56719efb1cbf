import { seeded } from '../sample/seeded.ts';

/** Chance from a seed: the same seed gives the same choices. */
export class Dice {
  readonly #next: () => number;
  readonly #nextDigit: () => number;

  constructor(seed: number) {
    const source = seeded(seed);
    this.#next = () => source.next();
    const digits = seeded(seed + 0x10000);
    this.#nextDigit = () => Math.floor(digits.next() * 16);
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

  /** A UUID; drawn apart from everything else, so that how many are needed changes no other choice. */
  uuid(): string {
    const digits = Array.from({ length: 30 }, () => this.#nextDigit().toString(16)).join('');
    const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(12, 15)}`, `8${digits.slice(15, 18)}`];
    return [...parts, digits.slice(18)].join('-');
  }
}
