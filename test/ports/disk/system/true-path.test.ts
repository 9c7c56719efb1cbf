import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { recordsSum } from '../../../../main/node/disk/volume/marker.ts';
import { truePath } from '../../../../main/node/true-path.ts';
import { otherPathTo } from '../../../setup/other-path.ts';
import { removeFolder } from '../../../setup/remove-folder.ts';

function newFolders(): { folder: string; other: string } {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'benchtop-path-')));
  onTestFinished(() => removeFolder(base));
  const folder = join(base, 'Records');
  mkdirSync(folder);
  return { folder, other: otherPathTo(folder, base) };
}

test('a folder has one true path, whatever path it was named by', () => {
  const { folder, other } = newFolders();
  expect(other).not.toBe(folder);
  expect([truePath(other), truePath(folder)]).toEqual([folder, folder]);
});

test('of what is not there yet, the folders that are have their true path', () => {
  const { folder, other } = newFolders();
  expect(truePath(join(other, 'New', 'deeper'))).toBe(join(folder, 'New', 'deeper'));
});

test('records are the same records by any path to them', () => {
  const { folder, other } = newFolders();
  expect(recordsSum(other)).toBe(recordsSum(folder));
});
