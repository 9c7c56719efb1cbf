import { expect, test } from 'vitest';

import { simulate } from './simulate.ts';

test('sixty seeds in which people also free space lose nothing, remove nothing and come to rest', async () => {
  let freed = 0;
  for (let seed = 1; seed <= 60; seed++)
    await simulate({ seed, frees: true, isPlain: true, story: line => void (freed += / frees /.test(line) ? 1 : 0) });
  expect(freed).toBeGreaterThan(20);
});
