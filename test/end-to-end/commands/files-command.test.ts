import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Computer, type Lab, openLab, succeed } from '../benchtop.ts';

// What the window does with files, from the command line, with and without a daemon.

let lab: Lab;
let bench: Computer;

beforeAll(async () => {
  lab = await openLab();
  bench = await lab.computer('bench');
  await bench.mirror('Knowledge Base');
}, 120_000);

afterAll(() => lab?.close());

const files = (...args: readonly string[]) => bench.run(['files', ...args]);
const there = async () => [...(await lab.service.owner.files(lab.service.knowledgeBase)).keys()].sort();

test('files are put, renamed, moved, described and removed, and one undo brings back what was removed', async () => {
  const outside = join(lab.folder, 'outside');
  await mkdir(join(outside, 'run 9/deep'), { recursive: true });
  await writeFile(join(outside, 'a.csv'), 'one\n');
  await writeFile(join(outside, 'run 9/deep/big.bin'), Buffer.alloc(1_200_000, 7));
  const put = await files('put', join(outside, 'a.csv'), join(outside, 'run 9'), '--to', bench.folder, '--json');
  expect(put.json).toEqual({ v: 1, files: 2, sizeBytes: 1_200_004, renamed: [], left: [] });
  const again = await succeed(files('put', join(outside, 'a.csv'), '--to', bench.folder));
  expect(again.stderr).toContain("'a.csv' is there already, so this one is 'a (2).csv'.");
  await bench.sync();
  expect(await there()).toEqual(['a (2).csv', 'a.csv', 'run 9/deep/big.bin']);

  expect((await succeed(files('new-folder', bench.folder, 'Day 1'))).stdout).toBe('Day 1\n');
  expect((await succeed(files('rename', join(bench.folder, 'a.csv'), 'b.csv'))).stdout).toBe('b.csv\n');
  await bench.sync();
  const moved = await files('move', join(bench.folder, 'b.csv'), '--to', join(bench.folder, 'Day 1'), '--json');
  expect(moved.json).toMatchObject({ v: 1, moved: [{ path: 'Day 1/b.csv' }], left: [] });
  await bench.sync();
  expect(await bench.read('Day 1/b.csv')).toBe('one\n');

  await succeed(files('describe', join(bench.folder, 'Day 1/b.csv'), '--description', 'Plate 9', '--tag', 'qpcr'));
  const known = await succeed(files('details', join(bench.folder, 'Day 1/b.csv')));
  expect(known.json).toMatchObject({
    v: 1,
    described: { description: 'Plate 9', tags: expect.arrayContaining(['qpcr']) },
    pending: null,
  });

  const asked = await files('remove', join(bench.folder, 'Day 1'));
  expect([asked.code, asked.stderr.split('\n')]).toEqual([
    3,
    [
      'This would remove 1 file and 1 folder, 4 B. To do it, add --yes.',
      'It is removed at the service at once, with the next sync.',
      expect.stringMatching(/^Whoever can open it there loses it: Mira Halden/),
      '',
    ],
  ]);
  const removed = await files('remove', join(bench.folder, 'Day 1'), '--yes', '--json');
  const { undo } = removed.json as { readonly undo: readonly string[] };
  expect((await bench.files()).has('Day 1/b.csv')).toBe(false);
  await succeed(bench.run(['undo', undo[0] ?? '']));
  expect(await bench.read('Day 1/b.csv')).toBe('one\n');
});

test('what cannot be is said in one sentence, and nothing is changed', async () => {
  const before = await bench.files();
  const dots = await files('rename', join(bench.folder, 'a (2).csv'), '..');
  expect([dots.code, dots.stderr]).toEqual([1, expect.stringContaining('nothing can be called that')]);
  const nowhere = await files('rename', join(bench.folder, 'none.csv'), 'x.csv');
  expect(nowhere.stderr).toContain("none.csv' is neither here nor at the service");
  const unread = await files('put', join(lab.folder, 'nothing here'), '--to', bench.folder);
  expect(unread.stderr).toContain("nothing here' cannot be read");
  expect(await bench.files()).toEqual(before);
});
