import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { startCommand } from '../setup/child.ts';
import type { Output } from '../setup/child.ts';
import { interleaved } from './rounds.ts';
import { keptResult } from './kept-results.ts';
import { ROWS } from './rows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'benchtop-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

function bench(...args: readonly string[]): Promise<Output> {
  return startCommand({ args: ['test/bench/run.ts', ...args], folder: root }, '').output;
}

test('a row on tiny data prints a ratio and a verdict for each figure, and keeps what it found', async () => {
  const { stdout, stderr, code } = await bench('g2', '--quick', '--rounds', '1', '--results', folder);
  expect({ code, failed: /could not be/.test(stdout), stderr: stderr.slice(-400) }).toMatchObject({
    code: 0,
    failed: false,
  });
  expect(stdout).toMatch(
    /ours [\d.,]+ ms, find -printf [\d.,]+ ms, ratio [\d.,]+; target at most 0.7 x: (reached|missed)/,
  );
  const kept = keptResult.parse(JSON.parse(readFileSync(join(folder, 'g2.json'), 'utf8')));
  expect(kept).toMatchObject({ row: 'g2', isQuick: true, rounds: 1, findings: [{ target: { atMost: 0.7 } }] });
  expect(kept.machine.node).toBe(process.versions.node);
}, 60_000);

test('a row that is not there is named, and nothing is measured', async () => {
  expect(await bench('g1', 'g99')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no g99') });
});

test('every row has a name of its own', () => {
  expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length);
});

test('contestants take turns, each second round in the opposite order, and a first round is not counted', async () => {
  const turns: string[] = [];
  const taking = (name: string) => async (round: number) => {
    turns.push(`${name}${round}`);
    return round;
  };
  const samples = await interleaved(2, { a: taking('a'), b: taking('b') });
  expect(turns).toEqual(['b-1', 'a-1', 'a0', 'b0', 'b1', 'a1']);
  expect(samples).toEqual({ a: [0, 1], b: [0, 1] });
});
