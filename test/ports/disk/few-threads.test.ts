import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { beginRealDisk } from './suite/disk-on-trial.ts';
import type { DiskOnTrial } from './suite/disk-trial.ts';

// A thread takes longer to start than most commands have to do: how many a disk starts for what.

let on: DiskOnTrial;
let started: number;
const count = (): void => void (started += 1);

beforeEach(async () => {
  process.on('worker', count);
  on = await beginRealDisk({ isInThreads: true });
  started = 0;
});
afterEach(async () => {
  process.off('worker', count);
  await on.end();
});

function filesNamed(many: number): readonly string[] {
  const names = Array.from({ length: many }, (_, at) => `${at}.csv`);
  for (const name of names) writeFileSync(join(on.root.path, name), name);
  return names;
}

const hashAll = (names: readonly string[]) => Promise.all(names.map(name => on.disk.hash(on.root, name, 8)));

test('one thread answers what a folder is, reads it and hashes the files of one save', async () => {
  const names = filesNamed(30);
  const { path, marker } = on.root;
  for (const epoch of [1, 2]) {
    expect((await on.disk.inspect(path)).trouble).toBeNull();
    await on.disk.mark(path, marker, epoch);
    expect((await on.disk.scan(on.root, new Map())).isRestless).toBeDefined();
    expect((await hashAll(names)).filter(hashed => hashed === null)).toEqual([]);
  }
  expect(started).toBe(0);
});

test('one thread makes folders and tells how much room there is, one after the other', async () => {
  await on.disk.scan(on.root, new Map());
  const made = ['a', 'b', 'c'].map(name => on.disk.makeFolder(on.root, name));
  const room = on.disk.space(on.root.path);
  await Promise.all(made);
  expect((await room).freeBytes).toBeGreaterThan(0);
  expect(started).toBe(0);
});

test('what is done while a large file is hashed has a thread of its own', async () => {
  filesNamed(1);
  await on.disk.scan(on.root, new Map());
  const hashed = on.disk.hash(on.root, '0.csv', 2 ** 30);
  await on.disk.makeFolder(on.root, 'a');
  expect(await hashed).not.toBeNull();
  expect(started).toBe(1);
});

test('many small files are hashed by two', async () => {
  const names = filesNamed(600);
  expect((await hashAll(names)).filter(hashed => hashed === null)).toEqual([]);
  expect(started).toBe(1);
});

test('a disk that is closed starts no thread for the small files that wait', async () => {
  const names = filesNamed(60);
  await on.disk.scan(on.root, new Map());
  const hashed = Promise.allSettled(names.map(name => on.disk.hash(on.root, name, 8)));
  await on.disk.close();
  expect((await hashed).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  expect(started).toBe(0);
});
