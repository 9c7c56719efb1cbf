import { expect, test } from 'vitest';

import { withFewerCells } from '../../../shared/preview/formats/fewer-cells.ts';
import { sectionLines } from '../../../shared/preview/formats/section-lines.ts';
import type { FileSections } from '../../../shared/preview/formats/sections.ts';

const tableOf = (rows: number, columns: number): FileSections => ({
  sections: [
    {
      is: 'table',
      title: 'Values',
      columns: Array.from({ length: columns }, (_, at) => String(at)),
      rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => '1')),
      total: rows,
    },
  ],
  isCut: false,
});

test('a wide table has no more rows than a page lays out well, and says that there are more', () => {
  const fewer = withFewerCells(tableOf(1000, 200), 20_000);
  expect(fewer.isCut).toBe(true);
  expect(sectionLines(fewer)).toHaveLength(103);
  expect(sectionLines(fewer).at(-1)).toBe('The first 100 of 1,000 rows.');
});

test('a table that is no wider than most stays as it is', () => {
  const read = tableOf(1000, 20);
  expect(withFewerCells(read, 20_000)).toEqual(read);
});
