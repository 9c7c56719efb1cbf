import type { Random } from '../../../main/ports/random.ts';

/** Seeded chance: the same seed gives the same numbers everywhere. Generator: sfc32, seeded through splitmix32. */
export class Dice implements Random {
  readonly seed: number;
  readonly #state: Uint32Array;

  /** @param seed any integer; its lower 32 bits count. */
  constructor(seed: number) {
    this.seed = seed;
    const mix = splitmix32(seed);
    this.#state = Uint32Array.of(mix(), mix(), mix(), 1);
    for (let round = 0; round < 12; round += 1) this.#word();
  }

  next(): number {
    return this.#word() / 2 ** 32;
  }

  /** An integer from 0 up to, but not including, `limit` (at least 1). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the list. @throws RangeError when it is empty. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('Nothing to pick from');
    return list[this.below(list.length)] as T;
  }

  /** The list in another order. */
  shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }

  /** Dice of their own for one purpose, so that drawing more there changes nothing here. */
  fork(): Dice {
    return new Dice(this.#word());
  }

  uuid(): string {
    const [one, two, three, four] = [this.#digits(), this.#digits(), this.#digits(), this.#digits()];
    const variant = '89ab'.charAt(this.below(4));
    return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-${variant}${three.slice(1, 4)}-${three.slice(4)}${four}`;
  }

  /** Eight hexadecimal digits. */
  #digits(): string {
    return this.#word().toString(16).padStart(8, '0');
  }

  #word(): number {
    const state = this.#state;
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    const sum = (a + b + counter) >>> 0;
    state[3] = counter + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + sum;
    return sum;
  }
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state ^ (state >>> 16);
    word = Math.imul(word, 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
}
