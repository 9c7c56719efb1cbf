import { expect, test } from 'vitest';

import { usualLength } from './usual-times.ts';

const TIMES = { 'test/long.test.ts': 15, 'test/short.test.ts': 2, 'test/other.test.ts': 2 };

test('files take no less than the longest of them, and many of them less than one after the other', () => {
  expect(usualLength(TIMES, Object.keys(TIMES))).toBe(15);
  const many = Array.from({ length: 32 }, (_, index) => `test/${index}.test.ts`);
  expect(usualLength(Object.fromEntries(many.map(path => [path, 1])), many)).toBe(10);
});

test('files of which no time is known take no time that could be told', () => {
  expect(usualLength(TIMES, ['test/new.test.ts'])).toBe(0);
  expect(usualLength(TIMES, [])).toBe(0);
});
