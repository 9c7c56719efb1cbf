import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { isNumber, SETTING_ROWS } from '../../shared/features/settings/settings-table.ts';

test('the reference of the command line names every setting and every word that it may be', () => {
  const page = readFileSync(new URL('../../assets/guide/cli.md', import.meta.url), 'utf8');
  const words = SETTING_ROWS.flatMap(([name, row]) => [name, ...(isNumber(row) ? [] : Object.keys(row.choices))]);
  expect(words.filter(word => !page.includes(`\`${word}\``))).toEqual([]);
});

test('every setting has a line of its own in its section of the window', () => {
  const lines = SETTING_ROWS.map(([, { section, line }]) => `${section} ${line}`);
  expect(new Set(lines).size).toBe(lines.length);
});

test('the default of every number lies within its bounds', () => {
  const outside = SETTING_ROWS.filter(([, row]) => isNumber(row) && (row.start < row.least || row.start > row.most));
  expect(outside).toEqual([]);
});
