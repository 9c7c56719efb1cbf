import { expect, test } from 'vitest';

import { TransferBudget } from '../../../../main/engine/limits/transfer-budget.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { FakeClock } from '../../../sim/fakes/fake-clock.ts';

/** Sends files over a line for a while, and tells how many went side by side in the end. */
async function settledAt(msPerFile: (sideBySide: number) => number, most = 16, files = 20_000): Promise<number> {
  const clock = new FakeClock();
  const budget = new TransferBudget(clock.portFor());
  const inside: ((sizeBytes: number) => void)[] = [];
  for (let sent = 0; sent < files; sent += 1) {
    while (inside.length < budget.limit(most)) inside.push(await budget.enter(most));
    clock.advanceBy(msPerFile(inside.length) / inside.length);
    inside.shift()?.(0);
  }
  return budget.limit(most);
}

test('more go side by side while that brings more', async () => {
  expect(await settledAt(() => 100)).toBe(16);
});

test('one slow moment while more are tried does not keep a distant service at fewer', async () => {
  let isSlow = true;
  const roundTrip = (count: number): number => {
    const msPerFile = 300 + (isSlow && count === 12 ? 2000 * count : 0);
    isSlow &&= count < 12;
    return msPerFile;
  };
  expect(await settledAt(roundTrip, 16, 250)).toBe(16);
});

test('where the line is full, no more go side by side than before', async () => {
  expect(await settledAt(count => 100 * count)).toBe(8);
});

test('never more than a person allows', async () => {
  expect(await settledAt(() => 100, 3)).toBe(3);
});

test('each request for patience halves what goes side by side, and each quiet minute gives one back', () => {
  const clock = new FakeClock();
  const budget = new TransferBudget(clock.portFor());
  const seen = [budget.limit(16)];
  for (let time = 0; time < 4; time += 1) {
    budget.halve();
    seen.push(budget.limit(16));
  }
  clock.advanceBy(2 * MINUTE);
  expect([...seen, budget.limit(16)]).toEqual([8, 4, 2, 1, 1, 3]);
});

test('who waits for room goes on when some is given back', async () => {
  const budget = new TransferBudget(new FakeClock().portFor());
  const leave = await budget.enter(1);
  let isInside = false;
  const next = budget.enter(1).then(() => (isInside = true));
  await Promise.resolve();
  expect(isInside).toBe(false);
  leave(10);
  await next;
  expect(isInside).toBe(true);
});
