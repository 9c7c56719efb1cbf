import { zipSync, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';

import { workbookAsks } from '../../renderer/features/preview/workbook/workbook-requests.ts';
import { formatOf, numberFormat } from '../../shared/preview/office/number-format.ts';
import { readFile } from '../../shared/preview/plain/file-reading.ts';
import { workbookOf } from './files/office.ts';

/** The rows of a sheet as the window shows them. */
function rowsOf(bytes: Uint8Array, name = 'a.xlsx'): { rows: readonly (readonly string[])[]; unknown: number } {
  const asks = workbookAsks();
  asks.open({ bytes, name });
  const { total, unknown } = asks.sheet({ at: 0, hasHeader: false });
  return { rows: asks.rows({ from: 0, to: total }).map(({ fields }) => fields), unknown };
}

const one = (cell: string, options: Parameters<typeof workbookOf>[1] = {}): Uint8Array =>
  workbookOf([{ name: 'S', rows: `<row r="1">${cell}</row>` }], options);

/** The same workbook with other parts: renamed, or with other text in them. */
function changed(bytes: Uint8Array, change: (name: string, text: string) => readonly [string, string]): Uint8Array {
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => {
    const [other, text] = change(name, new TextDecoder().decode(part));
    return [other, new TextEncoder().encode(text)] as const;
  });
  return zipSync(Object.fromEntries(parts));
}

describe('workbooks that other programs write as they may', () => {
  test('days are counted from 1904, also where newer Excel adds an extension of its own', () => {
    const book = one('<c r="A1" s="1"><v>40000</v></c>', { formats: ['yyyy-mm-dd'], is1904: true });
    const extended = changed(book, (name, text) => [
      name,
      text.replace('</workbook>', '<extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>'),
    ]);
    expect(rowsOf(extended).rows).toEqual([['2013-07-07']]);
  });

  test('a duration is the same wherever days are counted from', () => {
    const cell = '<c r="A1" s="1"><v>1.5</v></c>';
    expect(rowsOf(one(cell, { formats: ['[h]:mm:ss'], is1904: true })).rows).toEqual([['36:00:00']]);
    expect(rowsOf(one(cell, { formats: ['[h]:mm:ss'] })).rows).toEqual([['36:00:00']]);
  });

  test('a formula whose result is an empty text shows nothing, and was calculated', () => {
    const cells = '<c r="A1" t="str"><f>IF(1&gt;2,"high","")</f><v></v></c><c r="B1" t="str"><f>"a"</f><v>a</v></c>';
    expect(rowsOf(one(cells))).toEqual({ rows: [['', 'a']], unknown: 0 });
  });

  test.each([
    ['no value', '<c r="A1"><f>1+1</f></c>'],
    ['an empty value', '<c r="A1"><f>1+1</f><v></v></c>'],
    ['an empty element', '<c r="A1" s="0"><f>1+1</f><v/></c>'],
  ])('a formula that was never calculated, with %s, stands as it is written and is no zero', (_, cell) =>
    expect(rowsOf(one(cell))).toEqual({ rows: [['=1+1']], unknown: 1 }),
  );

  test('the parts may lie in another folder', () => {
    const moved = changed(one('<c r="A1"><v>42</v></c>'), (name, text) => [
      name.replace(/^xl\//, 'book/'),
      text.replaceAll('/xl/', '/book/'),
    ]);
    expect(rowsOf(moved).rows).toEqual([['42']]);
  });

  test('the relations may have another prefix', () => {
    const renamed = changed(one('<c r="A1"><v>42</v></c>'), (name, text) => [
      name,
      text.replaceAll('xmlns:r=', 'xmlns:rel=').replaceAll(' r:id=', ' rel:id='),
    ]);
    expect(rowsOf(renamed).rows).toEqual([['42']]);
  });

  test.each([
    ['backslashes between folders', (name: string) => name.replaceAll('/', '\\')],
    ['capitals in the names', (name: string) => name.toUpperCase()],
  ])('the archive may have %s', (_, rename) => {
    const renamed = changed(one('<c r="A1"><v>42</v></c>'), (name, text) => [rename(name), text]);
    expect(rowsOf(renamed).rows).toEqual([['42']]);
  });

  test('a chart that has a sheet of its own is no sheet with cells', () => {
    const book = workbookOf([
      { name: 'Chart', rows: '' },
      { name: 'Cells', rows: '<row r="1"><c r="A1"><v>1</v></c></row>' },
    ]);
    const charted = changed(book, (name, text) => [
      name,
      name.endsWith('.rels')
        ? text.replace('/worksheet" Target="worksheets/sheet1', '/chartsheet" Target="worksheets/sheet1')
        : text,
    ]);
    const asks = workbookAsks();
    expect(asks.open({ bytes: charted }).sheets).toEqual([{ name: 'Cells', isHidden: false }]);
    expect(asks.sheet({ at: 0, hasHeader: false }).total).toBe(1);
  });

  test('a table that an instrument writes under the name of a workbook is a table', () => {
    const bytes = new TextEncoder().encode('Well\tOD\nA1\t0,123\nA2\t0,456\n');
    expect(rowsOf(bytes, 'plate.xls').rows).toEqual([
      ['Well', 'OD'],
      ['A1', '0,123'],
      ['A2', '0,456'],
    ]);
  });

  test('a page with a table under the name of a workbook is that table, and its texts stay texts', () => {
    const bytes = new TextEncoder().encode(
      '<html><body><table><tr><td>Well</td><td>Id</td></tr><tr><td>A1</td><td>007</td></tr></table></body></html>',
    );
    expect(rowsOf(bytes, 'export.xls').rows).toEqual([
      ['Well', 'Id'],
      ['A1', '007'],
    ]);
  });
});

describe('number formats', () => {
  test.each([
    ['[Blue]@', 12.5, '12.5'],
    ['@', 12.5, '12.5'],
    ['0.00;@', -12.5, '-12.50'],
    ['yyyy\\-mm\\-dd;@', 46348, '2026-11-22'],
    ['0;;;@', -3, ''],
    ['0;;;@', 0, ''],
    ['"Lot "@', 7, 'Lot 7'],
    ['General" U"', 5, '5 U'],
    ['0.0" a;b"', 1, '1.0 a;b'],
  ])('%s of %d', (code, value, shown) => expect(numberFormat(code, false)(value)).toBe(shown));

  test('a formatter is made once for each format, however many numbers there are', () => {
    const began = performance.now();
    const format = formatOf('0.000', false);
    for (let at = 0; at < 200_000; at++) formatOf('0.000', false)(at / 7);
    expect(formatOf('0.000', false)).toBe(format);
    // One made for each number takes some forty times as long.
    expect(performance.now() - began).toBeLessThan(4000);
  });
});

test('of a workbook no more rows are read than are asked for, and sheets behind them are said not to be', async () => {
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`).join('');
  const bytes = workbookOf([
    { name: 'Long', rows: rows(50) },
    { name: 'Next', rows: rows(5) },
  ]);
  const reading = await readFile({ name: 'a.xlsx', kind: 'workbook', bytes, most: 20 });
  expect(reading).toMatchObject({
    is: 'workbook',
    isCut: true,
    sheets: [
      { name: 'Long', total: 50, isCut: true, rows: { length: 20 } },
      { name: 'Next', total: null, isCut: true, rows: [] },
    ],
  });
});
