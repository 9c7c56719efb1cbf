import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { expect, test } from 'vitest';

import { keyOf } from '../../../../main/node/disk/volume/entry.ts';
import { keepsBirthTimes, mountOf } from '../../../../main/node/disk/volume/volume.ts';

const TABLE = [
  '22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
  '40 22 0:35 /@home /home rw,relatime shared:20 - btrfs /dev/nvme0n1p3 rw,subvol=/@home',
  '41 22 0:50 / /mnt/lab\\040share rw,relatime shared:21 - nfs4 server:/export/lab rw',
  '42 22 0:51 / /mnt/lab rw,relatime - tmpfs tmpfs rw',
  '',
].join('\n');

const deviceOf = (major: bigint, minor: bigint): bigint => (major << 8n) | minor;

test.each([
  ['a disk by its device', '/srv/x', deviceOf(254n, 0n), { type: 'ext4', source: '/dev/vda' }],
  [
    'a btrfs subvolume by its mount point',
    '/home/ada/Lab',
    deviceOf(0n, 99n),
    { type: 'btrfs', source: '/dev/nvme0n1p3' },
  ],
  [
    'a share with a blank in its mount point',
    '/mnt/lab share/x',
    deviceOf(0n, 98n),
    { type: 'nfs4', source: 'server:/export/lab' },
  ],
  [
    'the longest mount point, by whole names',
    '/mnt/laboratory',
    deviceOf(0n, 97n),
    { type: 'ext4', source: '/dev/vda' },
  ],
  ['a mount point itself', '/mnt/lab', deviceOf(0n, 97n), { type: 'tmpfs', source: 'tmpfs' }],
])('the mount table finds %s', (_, path, device, mount) => {
  expect(mountOf(TABLE, { path, device })).toEqual(mount);
});

test('without a mount table there is no mount', () => {
  expect(mountOf('', { path: '/x', device: 1n })).toBeNull();
});

test.runIf(process.platform === 'linux')('a new file with the inode of a removed one is not taken for it [W5]', () => {
  const EXT4 = 0xef53;
  const TMPFS = 0x0102_1994;
  const folder = tmpdir();
  const keys = (dev: bigint): readonly string[] =>
    [1n, 2n].map(born => keyOf(folder, Object.assign(statSync(folder, { bigint: true }), { dev, birthtimeNs: born })));
  expect(keepsBirthTimes(0xfe_01n, () => EXT4)).toBe(true);
  expect(new Set(keys(0xfe_01n)).size).toBe(2);
  // Where birth times are made up a file must not get another key whenever it is looked at.
  expect(keepsBirthTimes(0xfe_02n, () => TMPFS)).toBe(false);
  expect(new Set(keys(0xfe_02n)).size).toBe(1);
});
