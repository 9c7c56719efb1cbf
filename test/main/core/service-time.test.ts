import { expect, test } from 'vitest';

import { isSameTime, plainTime, rememberedTime } from '../../../main/core/service-time.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const WHOLE = '2026-11-20T10:00:00Z';

test('a time that tells milliseconds is remembered as it is', () => {
  expect(rememberedTime('2026-11-20T10:00:00.120Z', null, AT)).toBe('2026-11-20T10:00:00.120Z');
});

test('a time in whole seconds is doubted until its second is surely over [R19]', () => {
  const first = rememberedTime(WHOLE, null, AT);
  expect(isSameTime(WHOLE, first)).toBe(false);
  const within = rememberedTime(WHOLE, first, AT + 1999);
  expect(within).toBe(first);
  expect(rememberedTime(WHOLE, within, AT + 2000)).toBe(WHOLE);
  expect(plainTime(first)).toBe(WHOLE);
});

test('another time, or a clock that was set back, begins a doubt of its own', () => {
  const first = rememberedTime(WHOLE, null, AT);
  expect(rememberedTime('2026-11-20T10:00:05Z', first, AT + 60_000)).toBe(`2026-11-20T10:00:05Z?${AT + 60_000}`);
  expect(rememberedTime(WHOLE, first, AT - 60_000)).toBe(`${WHOLE}?${AT - 60_000}`);
});

test('a second that is days ago is over, and what is no time is never equal to another reading', () => {
  expect(rememberedTime(WHOLE, null, AT + 100_000_000)).toBe(WHOLE);
  expect(isSameTime('yesterday', rememberedTime('yesterday', null, AT))).toBe(false);
  expect(isSameTime(null, null)).toBe(false);
});
