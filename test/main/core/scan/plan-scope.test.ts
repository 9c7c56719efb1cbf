import { expect, test } from 'vitest';

import type { Item } from '../../../../main/core/item.ts';
import type { ScanResult } from '../../../../main/core/scan/scan-result.ts';
import { matchByBoth } from '../../../builders/item-index.ts';
import { agreedFile, agreedFolder, itemId, ROOT, treeOf } from '../../../builders/items.ts';
import { file, folder, listing, look } from '../../../builders/scans.ts';

function found(items: readonly Item[], seen: ScanResult): object {
  const { observations, gone } = matchByBoth(treeOf(...items), seen).matched;
  return { found: observations.map(({ scanId, parent, entry }) => `${scanId} ${parent}/${entry.name}`), gone };
}

test('a folder made again with a file of the same name in it is the one that was agreed, and so is the file', () => {
  const gone = { local: null, localPresence: 'absent' } as const;
  const items = [
    { ...agreedFolder(2, 'plates'), ...gone },
    { ...agreedFile(3, 'a.csv', itemId(2)), ...gone },
  ];
  const seen = look([listing('', folder('plates', 8)), listing('plates', file('a.csv', 9))]);
  expect(found(items, seen)).toMatchObject({ found: ['2 1/plates', '3 2/a.csv'], gone: [] });
});

test('a file made again where it was agreed to be is that one, wherever the service has it by now', () => {
  const was = agreedFile(3, 'a.csv');
  const remote = was.remote && { ...was.remote, parent: itemId(2) };
  const items = [agreedFolder(2, 'plates'), { ...was, remote, local: null, localPresence: 'absent' as const }];
  const seen = look([listing('', folder('plates', 2), file('a.csv', 9))]);
  expect(found(items, seen)).toMatchObject({ found: ['3 1/a.csv'], gone: [] });
});

test('a part of the tree tells the meaning of edits and new files, without reading the folders beside', () => {
  const beside = [agreedFolder(4, 'runs'), agreedFile(5, 'b.csv', itemId(4))];
  const tree = treeOf(agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2)), ...beside);
  const seen = look([listing('plates', file('a.csv', 3, { fingerprint: 'edited' }), file('new.csv', 9))]);
  expect([...(matchByBoth(tree, seen).part?.items.keys() ?? [])]).toEqual([ROOT, 2, 3]);
});
