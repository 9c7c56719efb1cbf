import { expect, test, vi } from 'vitest';

import { createNodeClock } from '../../../main/node/system/node-clock.ts';
import { FakeClock } from '../../sim/fakes/fake-clock.ts';
import { clockSuite } from './clock.suite.ts';

clockSuite('real clock', () => ({ clock: createNodeClock(), pass: () => Promise.resolve() }));
clockSuite('fake clock', () => {
  const clock = new FakeClock();
  const pass = async (): Promise<void> => {
    while (clock.advance()) await Promise.resolve();
  };
  return { clock: clock.portFor(), pass };
});

test('a sleep longer than a timer can be does not end at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const days = 40 * 24 * 60 * 60 * 1000;
  let isOver = false;
  const slept = createNodeClock()
    .sleep(days)
    .then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(days - 1000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  await slept;
  vi.useRealTimers();
});

test('fake time stands still until it is told to move', async () => {
  const clock = new FakeClock();
  const port = clock.portFor();
  let isOver = false;
  void port.sleep(1000).then(() => (isOver = true));
  clock.advanceBy(999);
  await Promise.resolve();
  expect([isOver, port.elapsed()]).toEqual([false, 999]);
  clock.advanceBy(1);
  await Promise.resolve();
  expect(isOver).toBe(true);
});

test('a device may have a wrong clock that jumps, while elapsed time never goes back', () => {
  const clock = new FakeClock(1_000_000);
  let skewMs = 5000;
  const port = clock.portFor({ isAlive: true }, () => skewMs);
  expect([port.now(), port.elapsed()]).toEqual([1_005_000, 0]);
  skewMs = -500_000;
  clock.advanceBy(1);
  expect([port.now(), port.elapsed()]).toEqual([500_001, 1]);
});

test('the sleeps of a dead device neither end nor hold up the time of others', async () => {
  const clock = new FakeClock();
  const device = { isAlive: true };
  let woken = false;
  void clock
    .portFor(device)
    .sleep(10)
    .then(() => (woken = true));
  void clock.portFor().sleep(500);
  device.isAlive = false;
  expect(clock.nextDueMs()).toBe(500);
  clock.advance();
  await Promise.resolve();
  expect([woken, clock.elapsed(), clock.advance()]).toEqual([false, 500, false]);
});
