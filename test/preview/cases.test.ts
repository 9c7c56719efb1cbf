import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { stackAsks } from '../../renderer/features/preview/stack/stack-requests.ts';
import { AS_FOUND, tableAsks } from '../../renderer/features/preview/table/table-requests.ts';
import { stackTexts } from '../../shared/features/preview/files-text.ts';
import { kindOf } from '../../shared/preview/kind.ts';
import { numberIn } from '../../shared/preview/numbers.ts';
import { type FileReading, readFile, type ReadKind } from '../../shared/preview/plain/file-reading.ts';
import { readAsText, type TextReading } from '../../shared/preview/text-reading.ts';

// Small files with right values, which other programs told (openpyxl, pdftotext) and which were read wrongly once.

const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(new URL(`files/cases/${name}`, import.meta.url)));

async function read(name: string): Promise<FileReading> {
  return readFile({ name, kind: kindOf(name) as ReadKind, bytes: bytesOf(name), most: 200 });
}

async function sheet(name: string) {
  const reading = await read(name);
  const first = reading.is === 'workbook' ? reading.sheets[0] : undefined;
  if (first === undefined) throw new Error(`${name} has no sheet`);
  return first;
}

function text(name: string): TextReading {
  return readAsText({ name, bytes: bytesOf(name), isCut: false, most: 200 });
}

test.each([
  ['01-date1904-extension.xlsx', 0, 1, '2013-07-07'],
  ['02-elapsed-1904.xlsx', 0, 0, '36:00:00'],
  ['04-other-root.xlsx', 0, 0, '42'],
  ['05-other-prefix.xlsx', 0, 0, '42'],
  ['06-hidden-digit-one.xlsx', 0, 0, '0.12'],
  ['17-text-section-number.xlsx', 0, 0, '12.5'],
  ['18-backslash-names.xlsx', 0, 0, '42'],
])('%s: the cell in row %i and column %i shows %s', async (name, row, column, value) => {
  expect((await sheet(name)).rows[row]?.[column]).toBe(value);
});

test('03-empty-text-result.xlsx: a formula that gave an empty text shows nothing and was calculated', async () => {
  const { rows, unknown } = await sheet('03-empty-text-result.xlsx');
  expect([rows[1]?.[1] ?? '', unknown]).toEqual(['', 0]);
});

test.each([
  ['07-text-box-one.docx', 'Dose 5 mg.'],
  ['07-text-box-other.docx', 'Dose 50 mg.'],
  ['14-filled-form.pdf', '50 ug'],
])('%s: its text has “%s”', async (name, words) => {
  expect((await read(name)).lines.join('\n')).toContain(words);
});

test.each([
  ['08-trailing-zero-bytes.csv', { columns: ['well', 'OD'], total: 2, zeroBytes: 64 }],
  ['10-preamble-25.csv', { columns: ['Well', 'OD', 'T'], decision: { preamble: 26, decimal: ',' } }],
  ['12-tab-table.txt', { columns: ['Well', 'OD 450', 'OD 620'], total: 3, encoding: 'utf-16le' }],
  ['15-shift-jis.csv', { columns: ['試料', '濃度', '温度'], encoding: 'shift_jis' }],
])('%s is the table that it is', (name, table) => {
  expect(text(name)).toMatchObject({ is: 'table', ...table });
  const shown = tableAsks().open({ name, bytes: bytesOf(name), isCut: false, choice: AS_FOUND });
  expect(shown.columns.map(column => column.name)).toEqual(table.columns);
});

test('09-quoted-comma-decimals.csv: commas part columns, decimal commas stand in quotes, and b comes to 12.875', () => {
  const table = text('09-quoted-comma-decimals.csv');
  if (table.is !== 'table') throw new Error('it is no table');
  expect(table.decision).toMatchObject({ separator: ',', decimal: ',' });
  const sum = table.rows.reduce((before, fields) => before + (numberIn(fields[1] ?? '', ',') ?? Number.NaN), 0);
  expect(sum).toBe(12.875);
});

test('13-tab-table.xls is a table with tabs under the name of a workbook', async () => {
  expect((await sheet('13-tab-table.xls')).rows).toEqual([
    ['Well', 'OD'],
    ['A1', '0,123'],
    ['A2', '0,456'],
  ]);
});

test('16-full-range-16-bit.tif: the contrast goes from 0 to 65535', async () => {
  const asks = stackAsks();
  asks.open({ bytes: bytesOf('16-full-range-16-bit.tif') });
  const { usual } = await asks.plane({ at: 0 });
  expect(stackTexts.range(usual.low, usual.high)).toBe('0 – 65535');
});
