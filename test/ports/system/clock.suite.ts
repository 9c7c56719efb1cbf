import { expect, test } from 'vitest';

import type { Clock } from '../../../main/ports/clock.ts';

/** A clock on trial; `pass` lets time go on while a caller sleeps. */
export interface ClockOnTrial {
  readonly clock: Clock;
  readonly pass: () => Promise<void>;
}

/** What every clock must do. */
export function clockSuite(kind: string, begin: () => ClockOnTrial): void {
  test(`${kind}: a sleep takes at least as long as asked, by both clocks`, async () => {
    const { clock, pass } = begin();
    const [now, elapsed] = [clock.now(), clock.elapsed()];
    const slept = clock.sleep(30);
    await pass();
    await slept;
    expect(clock.elapsed() - elapsed).toBeGreaterThanOrEqual(30);
    expect(clock.now() - now).toBeGreaterThanOrEqual(29);
  });

  test(`${kind}: sleeps end in the order of their length`, async () => {
    let seen: { readonly order: readonly string[]; readonly lateMs: number };
    let left = 20;
    // A program that the system holds up finds several timers due at once, and Node does not order those.
    do seen = await sleepThree(begin());
    while (seen.lateMs > 4 && (left -= 1) > 0);
    expect(seen.order).toEqual(['none', 'short', 'long']);
  });

  test(`${kind}: an aborted sleep throws the reason of its signal, at once`, async () => {
    const { clock } = begin();
    const reason = new Error('woken');
    await expect(clock.sleep(1_000_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    const control = new AbortController();
    const sleeping = clock.sleep(1_000_000, control.signal);
    control.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
  });

  test(`${kind}: an abort after the sleep has no effect`, async () => {
    const { clock, pass } = begin();
    const control = new AbortController();
    const slept = clock.sleep(1, control.signal);
    await pass();
    await slept;
    expect(() => control.abort(new Error('too late'))).not.toThrow();
  });

  test(`${kind}: local time is so many minutes east of UTC as a place on earth can be`, () => {
    const minutes = begin().clock.minutesEast(Date.UTC(2026, 10, 20));
    expect(Number.isInteger(minutes)).toBe(true);
    expect(Math.abs(minutes)).toBeLessThanOrEqual(14 * 60);
  });

  test(`${kind}: now is a time of our days`, () => {
    expect(begin().clock.now()).toBeGreaterThan(Date.UTC(2026, 0));
  });
}

/** Three sleeps side by side: in which order they end, and by how much the worst of them is later than asked. */
async function sleepThree({ clock, pass }: ClockOnTrial): Promise<{ order: string[]; lateMs: number }> {
  const order: string[] = [];
  let lateMs = 0;
  const began = clock.elapsed();
  const sleep = async (name: string, ms: number): Promise<void> => {
    await clock.sleep(ms);
    order.push(name);
    lateMs = Math.max(lateMs, clock.elapsed() - began - ms);
  };
  const sleeps = [sleep('long', 60), sleep('short', 5), sleep('none', 0)];
  await pass();
  await Promise.all(sleeps);
  return { order, lateMs };
}
