import { expect, test } from 'vitest';

import {
  isEarlierTime,
  isSameTime,
  justNow,
  plainTime,
  rememberedTime,
} from '../../../../main/core/policy/service-time.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const at = (now: number, askedAt: number | null = null) => ({ now, askedAt });
const WHOLE = '2026-11-20T10:00:00Z';

test('a time that tells milliseconds is remembered as it is', () => {
  expect(rememberedTime('2026-11-20T10:00:00.120Z', null, at(AT))).toBe('2026-11-20T10:00:00.120Z');
});

test('a time in whole seconds is doubted until its second is surely over [R19]', () => {
  const first = rememberedTime(WHOLE, null, at(AT));
  expect(isSameTime(WHOLE, first)).toBe(false);
  const within = rememberedTime(WHOLE, first, at(AT + 1999));
  expect(within).toBe(first);
  expect(rememberedTime(WHOLE, within, at(AT + 2000))).toBe(WHOLE);
  expect(plainTime(first)).toBe(WHOLE);
});

test('another time, or a clock that was set back, begins a doubt of its own', () => {
  const first = rememberedTime(WHOLE, null, at(AT));
  expect(rememberedTime('2026-11-20T10:00:05Z', first, at(AT + 60_000))).toBe(`2026-11-20T10:00:05Z?${AT + 60_000}`);
  expect(rememberedTime(WHOLE, first, at(AT - 60_000))).toBe(`${WHOLE}?${AT - 60_000}`);
});

test('a second that is days ago is over, and what is no time is never equal to another reading', () => {
  expect(rememberedTime(WHOLE, null, at(AT + 100_000_000))).toBe(WHOLE);
  expect(isSameTime('yesterday', rememberedTime('yesterday', null, at(AT)))).toBe(false);
  expect(isSameTime(null, null)).toBe(false);
});

test('a second is over when the service’s clock and ours both say so, however wrong one of them is [R19]', () => {
  const FAR = AT + 400 * 86_400_000;
  const first = rememberedTime(WHOLE, null, at(FAR, AT));
  expect(isSameTime(WHOLE, first)).toBe(false);
  expect(isSameTime(WHOLE, rememberedTime(WHOLE, first, at(FAR + 5000, AT + 3000)))).toBe(false);
  expect(rememberedTime(WHOLE, first, at(FAR + 5000, AT + 4000))).toBe(WHOLE);
  // The clock that the service tells may be another one than the one that stamps its files.
  expect(isSameTime(WHOLE, rememberedTime(WHOLE, null, at(AT, AT + 60_000)))).toBe(false);
});

test('only what is surely from before is earlier, and a mark says nothing', () => {
  expect(isEarlierTime('2026-11-20T10:00:03Z', `2026-11-20T10:00:04Z?${AT}`)).toBe(true);
  expect(isEarlierTime('2026-11-20T10:00:04Z', '2026-11-20T10:00:04.000Z')).toBe(false);
  for (const [told, before] of [
    [null, WHOLE],
    [WHOLE, null],
    ['yesterday', WHOLE],
  ] as const)
    expect(isEarlierTime(told, before)).toBe(false);
});

test('the answer to a change of ours is read once more, however far ahead our clock is [R19]', () => {
  const FAR = AT + 400 * 86_400_000;
  const first = justNow(WHOLE, FAR);
  expect(isSameTime(WHOLE, first)).toBe(false);
  expect(rememberedTime(WHOLE, first, at(FAR + 3000, AT + 9000))).toBe(WHOLE);
  expect(justNow('2026-11-20T10:00:00.120Z', FAR)).toBe('2026-11-20T10:00:00.120Z');
});
