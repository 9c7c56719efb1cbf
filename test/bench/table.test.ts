import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { finding, notMeasured } from './findings.ts';
import { keep } from './kept-results.ts';
import { machineAt } from './machine.ts';
import { tableOf, withTable } from './table.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-table-'));
afterAll(() => rmSync(folder, { recursive: true }));

function kept(ours: number) {
  const peer = { name: 'find', samples: [100] };
  const findings = [
    finding({ what: 'a look', unit: 'ms', ours: [ours], peer, target: { atMost: 1.2 } }),
    finding({ what: 'of that', unit: 'ms', ours: [1] }),
    notMeasured('against rclone', 'not installed: rclone'),
  ];
  const at = '2026-11-23T08:00:00.000Z';
  const run = { row: 'g1', what: 'a look', at, revision: 'abc', isQuick: false, rounds: 1, peers: {}, findings };
  return { ...run, machine: machineAt(folder) };
}

test('the table holds each figure with its limit, what could not be had, and what it was before', () => {
  keep(folder, kept(110));
  keep(join(folder, 'before'), kept(700));
  const lines = tableOf(folder)
    .split('\n')
    .map(line => line.replaceAll(/ +/g, ' '));
  expect(lines.slice(2, 4)).toEqual([
    '| G1 | a look | 110 ms | find 100 ms | 1.1 | at most 1.2 x | reached | 7 |',
    '| G1 | against rclone | | | | | not measured: not installed: rclone | |',
  ]);
  expect(lines).toContain('| G2 | never measured | | | | | | |');
});

test('only what stands between the marks is written anew', () => {
  const marks = ['<!-- the table begins: `npm run bench` writes it -->', '<!-- the table ends -->'];
  const once = withTable(`before\n${marks[0]}\nold\n${marks[1]}\nafter`, 'new');
  expect(once).toBe(`before\n${marks[0]}\n\nnew\n\n${marks[1]}\nafter`);
  expect(() => withTable('no marks', 'new')).toThrow('no place');
});
