import fc from 'fast-check';
import { expect, test } from 'vitest';

import { recordInSlices, type RecordEntry } from '../../../../main/engine/context/record-separately.ts';
import type { Clock } from '../../../../main/ports/clock.ts';
import { runs, seedOr } from '../../../setup/run/effort.ts';
import { memoryJournal } from '../../../sim/fakes/memory-journal.ts';

const SEED = seedOr(1);
const CLOCK: Clock = { now: () => 0, elapsed: () => 0, minutesEast: () => 0, sleep: () => Promise.resolve() };

/** Entries that record a fact each; those of `bad` throw. */
function* entriesOf(set: (name: string) => void, count: number, bad: ReadonlySet<number>): Generator<RecordEntry> {
  for (let at = 0; at < count; at++)
    yield attempt =>
      attempt.each(`entry ${at}`, () => {
        set(`fact ${at}`);
        if (bad.has(at)) throw new Error(`entry ${at} cannot be recorded`);
      });
}

async function recorded(count: number, bad: readonly number[], most: number) {
  const { journal, release } = memoryJournal();
  let transactions = 0;
  const transaction = <T>(work: () => T): T => {
    transactions += 1;
    return journal.transaction(work);
  };
  const entries = entriesOf(name => journal.facts.set(name, 'recorded'), count, new Set(bad));
  const recording = { journal: { transaction, mostTogether: most }, clock: CLOCK };
  const leftOut = [...(await recordInSlices(recording, entries)).keys()];
  const facts = Array.from({ length: count }, (_, at) => journal.facts.get(`fact ${at}`));
  release();
  return { leftOut, facts, transactions };
}

test('a large observation is recorded in several transactions, a small one in one', async () => {
  expect((await recorded(10, [], 4)).transactions).toBe(3);
  expect((await recorded(10, [], 100)).transactions).toBe(1);
});

test(`however an observation is cut, the same is recorded of it and the same left out (seed ${SEED})`, async () => {
  const bad = fc.uniqueArray(fc.nat({ max: 19 }), { maxLength: 5 });
  const property = fc.asyncProperty(bad, fc.integer({ min: 1, max: 25 }), async (those, most) => {
    const [cut, whole] = [await recorded(20, those, most), await recorded(20, those, Infinity)];
    expect(cut.facts).toEqual(whole.facts);
    expect(cut.leftOut).toEqual(whole.leftOut);
    expect(whole.facts.filter(fact => fact === null)).toHaveLength(those.length);
  });
  await fc.assert(property, { numRuns: runs(50), seed: SEED });
});
