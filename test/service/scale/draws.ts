import { requirePresent } from '../../../shared/assert.ts';
import { seeded } from '../sample/seeded.ts';

/** Seeded draws for everything about the large sample. */
export interface Draws {
  /** In [0, 1). */
  next(): number;
  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** Log-normally distributed: the median, and how many times more is one deviation. */
  spread(median: number, factor: number): number;
}

export function drawsFrom(seed: number): Draws {
  const source = seeded(seed);
  const below = (limit: number): number => Math.floor(source.next() * limit);
  return {
    next: source.next,
    below,
    chance: probability => source.next() < probability,
    pick: list => requirePresent(list[below(list.length)], 'something to pick'),
    spread: (median, factor) => median * Math.exp(source.around(0, Math.log(factor))),
  };
}

/** UUIDs of version 4 that look random and are the same for the same seed and number. */
export function uuidsFrom(seed: number): (number: number) => string {
  return number => {
    const [a, b, c, d] = [1, 2, 3, 4].map(part => hexOf(mixed(number, Math.imul(seed + part, 0x9e3779b1))));
    const [first = '', second = '', third = '', fourth = ''] = [a, b, c, d];
    const variant = '89ab'.charAt(Number.parseInt(third.charAt(0), 16) % 4);
    return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${fourth}`;
  };
}

/** 32 bits of a number and a salt (the finisher of MurmurHash3, twice). */
export function mixed(number: number, salt: number): number {
  let word = (number ^ salt) | 0;
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    word = Math.imul(word ^ (word >>> 16), factor);
    word = Math.imul(word ^ (word >>> 13), 0x27d4eb2f) + salt;
  }
  return (word ^ (word >>> 16)) >>> 0;
}

const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexOf(word: number): string {
  return [24, 16, 8, 0].map(shift => BYTES[(word >>> shift) & 0xff]).join('');
}
