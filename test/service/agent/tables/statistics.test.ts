import fc from 'fast-check';
import { expect, test } from 'vitest';

import { runs, seedOr } from '../../../setup/run/effort.ts';
import { describe } from './statistics.ts';

const SEED = seedOr(1);
const OPTIONS = { numRuns: runs(200), seed: SEED };

const measured = fc.double({ min: -1e6, max: 1e6, noNaN: true });

test('three numbers are described as on paper', () =>
  expect(describe([2, 4, 9])).toEqual({ n: 3, mean: 5, sd: Math.sqrt(13), median: 4, min: 2, max: 9 }));

test.each([
  ['no number has no mean', [], { n: 0, mean: null, sd: null, median: null, min: null, max: null }],
  ['one number has no spread', [3], { n: 1, mean: 3, sd: null, median: 3, min: 3, max: 3 }],
  ['an even count takes the middle of two', [1, 10, 2, 4], { n: 4, median: 3, min: 1, max: 10 }],
  ['a mean that overflows is not told', [1.7e308, 1.7e308], { mean: null, sd: null, median: 1.7e308 }],
] as const)('%s', (_, values, expected) => expect(describe(values)).toMatchObject(expected));

test('a large offset does not change the spread', () =>
  expect(describe([1e9 + 1, 1e9 + 2, 1e9 + 3]).sd).toBeCloseTo(1, 9));

/** The textbook, in whole thousandths so that nothing is rounded: BigInt sums, no step shared with the code. */
function exactly(thousandths: readonly number[]): { mean: number; sd: number | null; median: number } {
  const all = thousandths.map(BigInt);
  const n = BigInt(all.length);
  const sum = all.reduce((total, each) => total + each, 0n);
  const squares = all.reduce((total, each) => total + each * each, 0n);
  const below = (one: bigint): number => all.filter(other => other < one).length;
  const upTo = (one: bigint): number => all.filter(other => other <= one).length;
  // A value is in the middle when at most half lie below it and at most half above.
  const middles = all.filter(each => below(each) * 2 <= all.length && upTo(each) * 2 >= all.length);
  const low = middles.reduce((one, other) => (other < one ? other : one));
  const high = middles.reduce((one, other) => (other > one ? other : one));
  return {
    mean: Number(sum) / all.length / 1000,
    sd: all.length < 2 ? null : Math.sqrt(Number(n * squares - sum * sum) / all.length / (all.length - 1)) / 1000,
    median: Number(low + high) / 2000,
  };
}

test(`mean, spread and median agree with exact sums (seed ${SEED})`, () => {
  const thousandths = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(thousandths, values => {
      const found = describe(values.map(value => value / 1000));
      const exact = exactly(values);
      expect(found.mean).toBeCloseTo(exact.mean, 8);
      expect(found.median).toBeCloseTo(exact.median, 8);
      expect(found.sd === null).toBe(exact.sd === null);
      expect(found.sd ?? 0).toBeCloseTo(exact.sd ?? 0, 6);
    }),
    OPTIONS,
  );
});

test(`the order of the numbers does not matter to what is told (seed ${SEED})`, () =>
  fc.assert(
    fc.property(fc.array(measured, { minLength: 2, maxLength: 30 }), values => {
      const [one, other] = [describe(values), describe([...values].reverse())];
      expect([other.n, other.median, other.min, other.max]).toEqual([one.n, one.median, one.min, one.max]);
      expect(other.mean).toBeCloseTo(one.mean ?? 0, 6);
    }),
    OPTIONS,
  ));
