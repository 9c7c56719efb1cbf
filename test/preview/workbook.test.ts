import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';

import { formatOf, numberFormat } from '../../shared/preview/office/number-format.ts';
import { openWorkbook } from '../../shared/preview/office/workbook.ts';
import { columnLetters } from '../../shared/preview/office/sheet-text.ts';
import { UnreadableError } from '../../shared/preview/unreadable.ts';
import { workbookAsks } from '../../renderer/features/preview/workbook/workbook-requests.ts';
import { writeExcel } from '../service/agent/tables/workbook.ts';
import { office, plateWorkbook, titledWorkbook, workbookOf, plantSize } from './files/office.ts';

const cellsOf = (bytes: Uint8Array, at = 0): readonly (readonly string[])[] => {
  const asks = workbookAsks();
  asks.open({ bytes });
  const { total } = asks.sheet({ at, hasHeader: false });
  return asks.rows({ from: 0, to: Math.min(total, 50) }).map(({ fields }) => fields);
};

describe('values are shown as the workbook shows them', () => {
  test.each([
    ['General', 0.1 + 0.2, '0.3'],
    ['General', 1e-12, '1E-12'],
    ['General', 123456789012, '1.23457E+11'],
    ['0', 2.5, '3'],
    ['0.00', -1.005, '-1.01'],
    ['#,##0.0', 1234567.89, '1,234,567.9'],
    ['0.##', 1.5, '1.5'],
    ['0.0%', 0.1234, '12.3%'],
    ['0.00E+00', 0.000123, '1.23E-04'],
    ['0.00;[Red](0.00);"-"', -3, '(3.00)'],
    ['0.00;[Red](0.00);"-"', 0, '-'],
    ['0.0" µM"', 12.34, '12.3 µM'],
    ['[$€-407]#,##0.00', 5, '€5.00'],
    ['000', 7, '007'],
    ['yyyy-mm-dd', 46348, '2026-11-22'],
    ['dd.mm.yyyy hh:mm:ss', 46348.5, '22.11.2026 12:00:00'],
    ['dddd d mmmm', 46348, 'Sunday 22 November'],
    ['h:mm AM/PM', 0.75, '6:00 PM'],
    ['[h]:mm', 1.5, '36:00'],
    ['mm:ss.0', 0.000_696_759, '01:00.2'],
    ['yyyy-mm-dd', -1, '-1'],
    ['"done"', 3, 'done'],
    // As Excel, LibreOffice and XlsxWriter write them.
    ['[>=0.5]"high";[<0.5]"low"', 0.25, 'low'],
    ['[>=0.5]"high";[<0.5]"low";General', 0.75, 'high'],
    ['[<1]0.00;0.0', 12, '12.0'],
    ['0.0,,"M"', 1_234_567, '1.2M'],
    ['# ##0.00', 1234.5, '1 234.50'],
    ['# ##0', -12, '-12'],
    ['000-00-0000', 123_456_789, '123-45-6789'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', 0, '$-'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', -5.5, '$(5.50)'],
    ['#.##', 0.5, '.5'],
    ['General', 1e-7, '1E-07'],
    ['General', -0.000_012_34, '-1.234E-05'],
    ['General', 0.0123, '0.0123'],
  ])('%s of %d', (code, value, shown) => expect(numberFormat(code, false)(value)).toBe(shown));

  test('days are counted from 1904 where the workbook says so', () =>
    expect(formatOf('m/d/yy', true)(0)).toBe('1904-01-01'));

  test('columns have the letters of spreadsheets', () =>
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']));
});

describe('sheets', () => {
  test('a plate is read with its dates, per cents and formulas, and its hidden sheet is said to be hidden', () => {
    const asks = workbookAsks();
    const book = asks.open({ bytes: plateWorkbook() });
    expect(book.sheets).toEqual([
      { name: 'Plate 7', isHidden: false },
      { name: 'Standards & blanks', isHidden: false },
      { name: 'Calibration', isHidden: true },
    ]);
    const sheet = asks.sheet({ at: 0, hasHeader: true });
    expect(sheet).toMatchObject({ total: 48, isCut: false, unknown: 0 });
    expect(sheet.columns.map(({ name }) => name)).toEqual([
      'Well',
      'Sample',
      'Read at',
      'OD450',
      'Viability',
      'IC50 (M)',
    ]);
    expect(asks.rows({ from: 0, to: 1 })).toEqual([
      { number: 1, fields: ['A1', 'DMSO', '2026-11-19 09:00', '0.080', '4.2%', '8.00E-09'] },
    ]);
    asks.order({ sortBy: 3, isDescending: true, filter: 'Staurosporine' });
    expect(asks.rows({ from: 0, to: 1 })[0]?.fields[1]).toBe('Staurosporine µM');
    // What stands in the third row stands there.
    asks.sheet({ at: 1, hasHeader: false });
    expect(asks.rows({ from: 0, to: 3 }).map(({ fields }) => fields)).toEqual([[''], [''], ['', 'Blank', '0.051']]);
    expect(asks.sheet({ at: 2, hasHeader: false }).total).toBe(0);
  });

  test('what another program writes is read', async () => {
    const made = await writeExcel([
      [{ value: 'Reagent' }, { value: 'Received' }],
      [{ value: 'Tris "pure"\n1 M' }, { value: new Date('2026-11-20T00:00:00Z'), format: 'yyyy-mm-dd' }],
      [
        { value: true, type: Boolean },
        { value: 2.25, format: '0.0' },
      ],
    ]).toBuffer();
    expect(cellsOf(new Uint8Array(made))).toEqual([
      ['Reagent', 'Received'],
      ['Tris "pure"\n1 M', '2026-11-20'],
      ['TRUE', '2.3'],
    ]);
  });

  test('which cells are one is told, as far as it is sensible', () => {
    const cells = '<row r="1"><c r="A1"><v>1</v></c></row>';
    const merged = ['A1:C2', 'B4', 'C1:A1', 'A0:B1', 'nonsense'];
    const book = openWorkbook(workbookOf([{ name: 'S', rows: cells, merged }]));
    expect(book.shown(0).merged).toEqual([
      { row: 0, column: 0, rows: 2, columns: 3 },
      { row: 3, column: 1, rows: 1, columns: 1 },
    ]);
  });

  test('a title over many columns makes none of them wide', () => {
    const asks = workbookAsks();
    asks.open({ bytes: titledWorkbook() });
    const { columns, merged } = asks.sheet({ at: 0, hasHeader: false });
    expect(columns[0]?.signs).toBeLessThan(12);
    expect(merged?.length).toBe(5);
  });

  test('signs that are written as numbers are signs', () => {
    const asks = workbookAsks();
    const rows = '<row><c t="inlineStr"><is><t>a_x0009_b_x005F_c_xyz</t></is></c><c t="s"><v>0</v></c></row>';
    asks.open({ bytes: workbookOf([{ name: 'S', rows }], { shared: ['1_x000D_2'] }) });
    asks.sheet({ at: 0, hasHeader: false });
    expect(asks.rows({ from: 0, to: 1 })[0]?.fields).toEqual(['a\tb_c_xyz', '1\r2']);
  });

  test('a formula is never worked out: without a value it stands as it is, and is counted', () => {
    const asks = workbookAsks();
    asks.open({
      bytes: workbookOf([
        { name: 'S', rows: '<row><c><f>WEBSERVICE("http://a.example")</f></c><c t="e"><v>#DIV/0!</v></c></row>' },
      ]),
    });
    expect(asks.sheet({ at: 0, hasHeader: false }).unknown).toBe(1);
    expect(asks.rows({ from: 0, to: 1 })[0]?.fields).toEqual(['=WEBSERVICE("http://a.example")', '#DIV/0!']);
  });
});

describe('bad workbooks end in a sentence', () => {
  const plate = plateWorkbook();
  const ole = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600)]);
  const locked = Uint8Array.from([...ole, ...[...'EncryptedPackage'].flatMap(sign => [sign.charCodeAt(0), 0])]);
  test.each([
    ['a cut one', plate.subarray(0, plate.length - 200), 'ends too early'],
    ['one with a password', locked, 'protected with a password'],
    ['an old one that is empty', ole, 'ends too early'],
    ['a text', new TextEncoder().encode('a;b\n1;2'), 'another kind of file'],
    ['another archive', office({ 'a.txt': 'a' }), 'another kind of file'],
    ['one without sheets', workbookOf([]), 'no sheet'],
    [
      'laughs a billion times',
      office({ 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY a "aa">]><workbook>&a;</workbook>' }),
      'text of its own',
    ],
    ['one that ends inside', office({ 'xl/workbook.xml': '<workbook><sheets>' }), 'ends too early'],
  ])('%s', (_, bytes, sentence) => expect(() => workbookAsks().open({ bytes })).toThrow(sentence));

  test('a sheet that unpacks to a gigabyte is not unpacked [S22]', () => {
    const bytes = workbookOf([{ name: 'S', rows: '' }]);
    const bomb = plantSize(bytes, 'xl/worksheets/sheet1.xml', 1_000_000_000);
    expect(() => workbookAsks().open({ bytes: bomb })).toThrow('unpacks to far more');
  });

  const sheets = 'application/vnd.oasis.opendocument.spreadsheet';
  const openDocument = (content: string): Uint8Array =>
    office({ mimetype: sheets, 'META-INF/manifest.xml': '<manifest/>', 'content.xml': content });
  const binary = office({ '[Content_Types].xml': '<Types>xl/workbook.bin</Types>', 'xl/workbook.bin': 'x' });
  test.each([
    [
      'ods',
      'unpacks to a gigabyte',
      plantSize(openDocument('<a/>'), 'content.xml', 1_000_000_000),
      'unpacks to far more',
    ],
    ['ods', 'laughs a billion times', openDocument('<!DOCTYPE a [<!ENTITY a "aa">]><a>&a;</a>'), 'text of its own'],
    ['ods', 'ends inside', openDocument('<office:document-content><office:body>'), 'ends too early'],
    ['xlsb', 'unpacks to a gigabyte', plantSize(binary, 'xl/workbook.bin', 1_000_000_000), 'unpacks to far more'],
    ['xlsb', 'holds other bytes than it says', binary, 'ends too early'],
    [
      'xls',
      'is a page with entities',
      strToU8('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aa">]><a/>'),
      'of its own',
    ],
    ['xls', 'is a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0), 'another kind of file'],
    ['xls', 'is a container of zeros', ole, 'ends too early'],
  ])('one of .%s that %s [S22]', (ending, _, bytes, sentence) =>
    expect(() => workbookAsks().open({ bytes, name: `a.${ending}` })).toThrow(sentence),
  );

  test('elements inside of each other without end are refused or read in time, in each format [S22]', () => {
    const deep = '<table:table-row>'.repeat(200_000);
    const began = performance.now();
    const read = (bytes: Uint8Array): unknown => {
      try {
        const asks = workbookAsks();
        asks.open({ bytes, name: 'a.ods' });
        return asks.sheet({ at: 0, hasHeader: false }).total;
      } catch (thrown) {
        return thrown instanceof UnreadableError ? 'refused' : thrown;
      }
    };
    const content = `<office:document-content><table:table table:name="S">${deep}</table:table></office:document-content>`;
    const openOne = read(openDocument(content));
    const excelOne = read(workbookOf([{ name: 'S', rows: '<row>'.repeat(200_000) }]));
    expect([openOne, excelOne].every(each => each === 'refused' || typeof each === 'number')).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('only the sheet that is asked for is unpacked: where another one is damaged, it is read all the same', () => {
    const cell = '<row r="1"><c r="A1"><v>1</v></c></row>';
    const parts = unzipSync(
      workbookOf([
        { name: 'Good', rows: cell },
        { name: 'Bad', rows: cell },
      ]),
    );
    const bad = parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array();
    const book = openWorkbook(zipSync({ ...parts, 'xl/worksheets/sheet2.xml': bad.subarray(0, -20) }));
    expect(book.sheets.map(({ name }) => name)).toEqual(['Good', 'Bad']);
    expect([book.shown(0).text, book.stored(0).values]).toEqual(['1', '1']);
    expect(() => book.shown(1)).toThrow('ends too early');
  });

  test('a sheet that says it is small stays small, whatever it unpacks to', () => {
    const zeros = zipSync({ 'xl/workbook.xml': new Uint8Array(4_000_000) });
    const asks = workbookAsks();
    expect(() => asks.open({ bytes: plantSize(zeros, 'xl/workbook.xml', 100) })).toThrow('ends too early');
  });

  test('cells in the last row and the last column there are do not fill what is between', () => {
    const began = performance.now();
    const asks = workbookAsks();
    asks.open({
      bytes: workbookOf([
        { name: 'S', rows: '<row r="1048576"><c r="A1048576"><v>1</v></c><c r="XFD1048576"><v>1</v></c></row>' },
      ]),
    });
    expect(asks.sheet({ at: 0, hasHeader: false })).toMatchObject({ total: 1_048_576, isCut: true });
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
