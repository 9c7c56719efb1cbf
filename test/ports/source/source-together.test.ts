import type * as FileSystem from 'node:fs';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { createDirectSources } from '../../../main/node/source/node-sources.ts';

const calls = vi.hoisted(() => ({ open: 0, most: 0 }));

vi.mock('node:fs', async original => {
  const real = await original<typeof FileSystem>();
  type Done = (...told: unknown[]) => void;
  const lstat = (...asked: [...unknown[], Done]): void => {
    const done = asked.pop() as Done;
    calls.open += 1;
    calls.most = Math.max(calls.most, calls.open);
    const counted: Done = (...told) => {
      calls.open -= 1;
      done(...told);
    };
    (real.lstat as Done)(...asked, counted);
  };
  return { ...real, lstat };
});

test('a folder of an instrument that hangs as it is listed would keep few threads of the pool', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'benchtop-together-')));
  try {
    mkdirSync(join(folder, 'run'));
    for (let file = 0; file < 300; file += 1) writeFileSync(join(folder, 'run', `${file}.csv`), 'x');
    let listed = 0;
    for await (const entries of createDirectSources(process.platform).open(join(folder, 'run')).list(''))
      listed += entries.length;
    expect(listed).toBe(300);
    expect(calls.most).toBeGreaterThan(1);
    expect(calls.most).toBeLessThanOrEqual(4);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
