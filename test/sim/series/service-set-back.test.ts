import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { perTier } from '../../setup/run/effort.ts';
import { simulate } from './simulate.ts';

const FIRST_SEED = 40_000;
const RUNS = perTier({ everyday: 5, proof: 15 });

let copies: string;

beforeAll(() => {
  copies = mkdtempSync(join(tmpdir(), 'benchtop-set-back-'));
});

afterAll(() => rmSync(copies, { recursive: true }));

test(`${RUNS} seeds from ${FIRST_SEED}: records that are set back in the middle of everything lose nothing [C7]`, async () => {
  let steps = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++)
    steps += (await simulate({ seed, copies, isPlain: true })).steps;
  expect(steps).toBeGreaterThan(RUNS);
});
