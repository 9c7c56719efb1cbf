import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { KIB } from '../../../shared/units.ts';
import { filesBelow } from '../../end-to-end/benchtop.ts';
import { planTree, treeOf } from './plan.ts';
import { writeTree } from './write.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-tree-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a seed gives the same tree byte for byte, and another seed another one', async () => {
  const wish = treeOf(60, 'small', 7);
  expect(writeTree(join(folder, 'one'), wish)).toEqual(writeTree(join(folder, 'two'), wish));
  const [one, two] = [await filesBelow(join(folder, 'one')), await filesBelow(join(folder, 'two'))];
  expect([one.size, two]).toEqual([60, one]);
  expect(new Set(one.values()).size).toBe(60);
  expect(planTree(treeOf(60, 'small', 8))).not.toEqual(planTree(wish));
});

test('files have the size and the time that were planned', () => {
  const [first] = planTree(treeOf(60, 'small', 7)).filter(({ files }) => files.length > 0);
  const { path, files } = first ?? { path: '', files: [] };
  for (const { name, sizeBytes, modifiedMs } of files) {
    const { size, mtimeMs } = statSync(join(folder, 'one', path, name));
    expect([size, Math.round(mtimeMs)]).toEqual([sizeBytes, modifiedMs]);
    expect(readFileSync(join(folder, 'one', path, name), 'latin1')).toMatch(/^\d+\n/);
  }
});

test('10,000 files lie in 500 folders, at most eight deep, each with its own path', () => {
  const planned = planTree(treeOf(10_000, 'tiny'));
  const paths = new Set(planned.map(({ path }) => path));
  const depths = planned.map(({ path }) => path.split('/').length);
  const counts = planned.map(({ files }) => files.length);
  expect([paths.size, counts.reduce((sum, count) => sum + count)]).toEqual([500, 10_000]);
  expect(Math.max(...depths)).toBeLessThanOrEqual(8);
  expect(Math.max(...counts)).toBeGreaterThan(100);
});

test('the sizes of a lab have a median of 40 KB and a mean near 200 KB; small files have 1 to 50 KB', () => {
  const sizesOf = (sizes: 'lab' | 'small'): readonly number[] =>
    planTree(treeOf(20_000, sizes))
      .flatMap(({ files }) => files.map(({ sizeBytes }) => sizeBytes))
      .toSorted((a, b) => a - b);
  const [lab, small] = [sizesOf('lab'), sizesOf('small')];
  const mean = lab.reduce((sum, size) => sum + size) / lab.length / KIB;
  expect([Math.round((lab[10_000] ?? 0) / KIB / 4), Math.round(mean / 50)]).toEqual([10, 4]);
  expect([(small[0] ?? 0) >= KIB, (small.at(-1) ?? 0) <= 50 * KIB]).toEqual([true, true]);
});
