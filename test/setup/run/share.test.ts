import { expect, test } from 'vitest';

import { paceOf, shareOf } from './share.ts';

const FILES = Array.from({ length: 40 }, (_, index) => `test/${index}.test.ts`);
const TIMES = Object.fromEntries(FILES.map(path => [path, 8]));

test('no more is run than the time allows, and half of that on a computer that is half as quick', () => {
  // 40 files of 8 seconds take 100 seconds beside each other.
  expect(shareOf(FILES, TIMES, { seconds: 100, pace: 1, draw: 'a' })).toHaveLength(28);
  expect(shareOf(FILES, TIMES, { seconds: 100, pace: 2, draw: 'a' })).toHaveLength(14);
  expect(shareOf(FILES, TIMES, { seconds: 1000, pace: 1, draw: 'a' }).toSorted()).toEqual(FILES.toSorted());
});

test('a file that takes longer than the time is left out, and shorter ones still run', () => {
  const times = { ...TIMES, 'test/0.test.ts': 200 };
  const share = shareOf(FILES, times, { seconds: 50, pace: 1, draw: 'a' });
  expect(share).not.toContain('test/0.test.ts');
  expect(share.length).toBeGreaterThan(10);
});

test('the same commit runs the same files, and the next ones bring each file its turn', () => {
  const share = (draw: string): readonly string[] => shareOf(FILES, TIMES, { seconds: 50, pace: 1, draw });
  expect(share('a')).toEqual(share('a'));
  const run = new Set(Array.from({ length: 30 }, (_, commit) => share(`${commit}`)).flat());
  expect(run.size).toBe(FILES.length);
});

test('the pace is what files took beside what they usually take, and never quicker than usual', () => {
  expect(paceOf(FILES, TIMES, 250)).toBe(2.5);
  expect(paceOf(FILES, TIMES, 50)).toBe(1);
  expect(paceOf(['test/new.test.ts'], {}, 50)).toBe(1);
});
