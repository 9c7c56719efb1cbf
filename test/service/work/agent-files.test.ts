import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { extract } from '../rules/files/extraction.ts';
import { cellsOf } from './agent-files.ts';

// What chat reads of a table is its text as extraction wrote it.

test.each([
  ['15-shift-jis.csv', ['試料', '濃度', '温度']],
  ['09-quoted-comma-decimals.csv', ['a', 'b']],
])('chat has the cells of %s, whatever it is written in', (name, first) => {
  const extracted = extract(name, readFileSync(new URL(`../../preview/files/cases/${name}`, import.meta.url)));
  const cells = cellsOf(name, extracted.status === 'done' ? extracted.text : '');
  expect(cells?.[0]).toEqual(first);
  expect(cells?.length).toBeGreaterThan(1);
});
