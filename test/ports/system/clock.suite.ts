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
    const { clock, pass } = begin();
    const order: string[] = [];
    const sleeps = [
      clock.sleep(60).then(() => order.push('long')),
      clock.sleep(5).then(() => order.push('short')),
      clock.sleep(0).then(() => order.push('none')),
    ];
    await pass();
    await Promise.all(sleeps);
    expect(order).toEqual(['none', 'short', 'long']);
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
