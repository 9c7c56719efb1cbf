import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { listFolders } from '../../../main/node/disk/read/list-folders.ts';

let top: string;

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'list-folders-'));
});
afterEach(() => rm(top, { recursive: true, force: true }));

test('only folders that are seen and no links are listed, in the order of people', async () => {
  for (const name of ['run 10', 'run 9', '.hidden', 'Ärzte']) await mkdir(join(top, name));
  await writeFile(join(top, 'file.txt'), 'x');
  await symlink(top, join(top, 'circle'));
  expect(listFolders(top, 100)).toEqual({
    state: 'read',
    folders: ['Ärzte', 'run 9', 'run 10'].map(name => ({ name, path: join(top, name) })),
    isWhole: true,
  });
});

test('a folder with more folders than may be listed says that it has more', async () => {
  for (const name of ['a', 'b', 'c']) await mkdir(join(top, name));
  const found = listFolders(top, 2);
  expect([found.folders.length, found.isWhole]).toEqual([2, false]);
});

test.each([
  ['a file', 'file.txt'],
  ['a folder that is not there', 'nothing'],
])('%s has no folders and is told as unreadable', async (_, name) => {
  await writeFile(join(top, 'file.txt'), 'x');
  expect(listFolders(join(top, name), 100)).toEqual({ state: 'unreadable', folders: [], isWhole: false });
});
