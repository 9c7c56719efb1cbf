import { expect, test } from 'vitest';

import type { FileRow } from '../../shared/model/file-row.ts';
import { type SortColumn, sortRows } from '../../renderer/views/files/sort-rows.ts';
import { plain } from '../end-to-end/sample-tree.ts';

const ROWS: readonly FileRow[] = [
  { ...plain('plate10.csv', 'file'), sizeBytes: 10, modifiedAt: '2026-11-20T08:00:00Z', badge: 'blocked' },
  { ...plain('Zebrafish', 'folder') },
  { ...plain('plate2.csv', 'file'), sizeBytes: 30, modifiedAt: '2026-11-18T08:00:00Z', extraction: 'done' },
  { ...plain('assays', 'folder'), badge: 'uploading' },
  { ...plain('Plate3.csv', 'file'), sizeBytes: null, modifiedAt: null, extraction: 'deferred' },
];

test.each<[SortColumn, 'ascending' | 'descending', string]>([
  ['name', 'ascending', 'assays Zebrafish plate2.csv Plate3.csv plate10.csv'],
  ['name', 'descending', 'Zebrafish assays plate10.csv Plate3.csv plate2.csv'],
  ['size', 'ascending', 'assays Zebrafish plate10.csv plate2.csv Plate3.csv'],
  ['size', 'descending', 'assays Zebrafish plate2.csv plate10.csv Plate3.csv'],
  ['modified', 'descending', 'assays Zebrafish plate10.csv plate2.csv Plate3.csv'],
  ['sync', 'ascending', 'assays Zebrafish plate10.csv plate2.csv Plate3.csv'],
  ['text', 'ascending', 'assays Zebrafish Plate3.csv plate2.csv plate10.csv'],
])('by %s, %s: folders first, what has no value last', (column, direction, expected) => {
  expect(
    sortRows(ROWS, { column, direction })
      .map(row => row.name)
      .join(' '),
  ).toBe(expected);
});
