import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createNodeDisk } from '../../../main/node/node-disk.ts';
import { kindOfMount } from '../../../main/node/system/volume-kinds.ts';

const disk = createNodeDisk(join(tmpdir(), 'no records'));
const { ground } = disk;
let place: string;

beforeAll(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'benchtop-ground-')));
  await mkdir(join(place, 'full/sub/.benchtop'), { recursive: true });
  await mkdir(join(place, 'ours/.benchtop'), { recursive: true });
  await writeFile(join(place, 'full/a.csv'), 'abc');
  await writeFile(join(place, 'full/sub/b.csv'), 'b');
  await writeFile(join(place, 'full/sub/.benchtop/not ours'), 'here');
  await symlink('/etc', join(place, 'full/link'));
  await symlink(join(place, 'full'), join(place, 'way'));
});

afterAll(async () => {
  await disk.close();
  await rm(place, { recursive: true, force: true });
});

test('a place that is not there yet is told by the nearest folder that is, and nothing is made', async () => {
  const before = await readdir(place);
  const found = await ground.survey(join(place, 'way/new/deep'));
  expect(found).toMatchObject({ path: join(place, 'full/new/deep'), is: 'nothing', isWritable: true });
  expect(found.freeBytes).toBeGreaterThan(0);
  expect(await readdir(place)).toEqual(before);
});

test('folders, empty ones and files are told apart', async () => {
  expect(await ground.survey(join(place, 'full'))).toMatchObject({ is: 'folder', isEmpty: false });
  expect(await ground.survey(join(place, 'ours'))).toMatchObject({ is: 'folder', isEmpty: true });
  expect(await ground.survey(join(place, 'full/a.csv'))).toMatchObject({ is: 'file' });
  expect(await ground.survey(join(place, 'full/a.csv/below'))).toMatchObject({ is: 'file' });
});

test('walking tells names and sizes, follows no link, and stops when it is told to', async () => {
  const { files, isWhole } = await ground.walk(join(place, 'full'), 100);
  expect({ files: [...files].sort((a, b) => a.path.localeCompare(b.path)), isWhole }).toEqual({
    files: [
      { path: 'a.csv', sizeBytes: 3 },
      { path: 'sub/.benchtop/not ours', sizeBytes: 4 },
      { path: 'sub/b.csv', sizeBytes: 1 },
    ],
    isWhole: true,
  });
  expect(await ground.walk(join(place, 'full'), 2)).toMatchObject({ isWhole: false });
});

test('a folder is made with those above it, and made again it is the same', async () => {
  expect(await ground.make(join(place, 'made/deep'))).toBe(join(place, 'made/deep'));
  expect(await ground.make(join(place, 'made/deep'))).toBe(join(place, 'made/deep'));
  await expect(ground.make(join(place, 'full/a.csv/x'))).rejects.toMatchObject({ fault: { kind: 'disk-refused' } });
});

const MOUNTS = [
  '21 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw',
  '22 21 0:40 / /home/ada/lab\\040share rw - nfs4 server:/lab rw',
  '23 21 0:41 / /home/ada/lab\\040share/local rw - tmpfs tmpfs rw',
  '24 21 0:42 / /media/ada/stick rw - vfat /dev/sdb1 rw',
].join('\n');

test.each([
  ['/home/ada/notes', 'local'],
  ['/home/ada/lab share', 'network'],
  ['/home/ada/lab share/plates', 'network'],
  ['/home/ada/lab share/local/x', 'local'],
  ['/home/ada/lab shared', 'local'],
  ['/media/ada/stick/data', 'removable'],
] as const)('%s is on a %s volume', (folder, kind) => expect(kindOfMount(folder, MOUNTS)).toBe(kind));
