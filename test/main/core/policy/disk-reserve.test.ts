import { expect, test } from 'vitest';

import { hasRoom, reserveBytes } from '../../../../main/core/policy/disk-reserve.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

test.each([
  [0, MIB],
  [10 * MIB, MIB],
  [10 * GIB, Math.floor((10 * GIB) / 50)],
  [4000 * GIB, GIB],
])('of a volume of %i bytes %i stay free', (totalBytes, reserve) => {
  expect(reserveBytes({ totalBytes })).toBe(reserve);
});

test('a file fits when the reserve stays, counting what is on its way', () => {
  const space = { freeBytes: 10 * MIB, totalBytes: 0 };
  expect(hasRoom(space, 9 * MIB)).toBe(true);
  expect(hasRoom(space, 9 * MIB + 1)).toBe(false);
  expect(hasRoom(space, 5 * MIB, 4 * MIB)).toBe(true);
  expect(hasRoom(space, 5 * MIB, 4 * MIB + 1)).toBe(false);
});
