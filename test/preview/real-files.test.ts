import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { documentAsks } from '../../renderer/features/preview/document/document-requests.ts';
import { stackAsks } from '../../renderer/features/preview/stack/stack-requests.ts';
import { AS_FOUND, tableAsks } from '../../renderer/features/preview/table/table-requests.ts';
import { workbookAsks } from '../../renderer/features/preview/workbook/workbook-requests.ts';
import { missingIn, openPdf, pageOf } from '../../shared/preview/pdf/pdf-document.ts';
import { documentLines } from '../../shared/preview/plain/document-lines.ts';

// Files that other programs wrote, each with what makes it unlike those of the other tests.

function real(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(new URL(`files/real/${name}`, import.meta.url)));
}

describe('a workbook with a title over all columns, money, conditions, times, a hidden sheet and a chart', () => {
  test.each([
    ['XlsxWriter', 'xlsxwriter.xlsx', 4],
    ['LibreOffice', 'libreoffice.xlsx', 5],
  ])('by %s shows what the program shows', (_, name, sheets) => {
    const asks = workbookAsks();
    const book = asks.open({ bytes: real(name) });
    expect(book.sheets.length).toBe(sheets);
    expect(book.sheets.filter(sheet => sheet.isHidden).map(sheet => sheet.name)).toEqual(['Hidden']);
    const { merged, unknown } = asks.sheet({ at: 0, hasHeader: false });
    expect([merged?.length, unknown]).toEqual([4, 0]);
    const rows = asks.rows({ from: 0, to: 25 }).map(({ fields }) => fields);
    expect(rows[0]).toEqual(['ELISA plate 7, read 22 Nov 2026']);
    expect(rows[4]).toEqual(['A2', '0.173', '0.041', '22/11/2026 09:01:30', '110.0%', '€ 1,234.50']);
    expect(rows[16]).toEqual(['IC50 of x']);
    expect(rows[17]?.[0]).toBe('$(5.50)');
    expect(rows[17]?.slice(3, 8)).toEqual(['36:00:00', '1.23E+04', 'text in text fmt', '3 mg/mL', 'low']);
    expect(rows[18]?.slice(0, 4)).toEqual(['TRUE', '#DIV/0!', 'ab', 'link']);
    expect(rows[18]?.slice(5, 7)).toEqual(['1E-07', '1E+15']);
    expect(rows[19]?.slice(6, 9)).toEqual(['1.2M', '00005', '1 234.50']);
  });
});

test('a document by pandoc: a note, formulas, a list in a list', () => {
  expect(documentLines(documentAsks.open({ name: 'a.docx', bytes: real('pandoc.docx') }).blocks)).toEqual([
    '# Title of the protocol',
    'Text with a footnote.[1] And math: E=mc2 and',
    '∫01x2\u2009dx=1/3',
    'Reagent\tVolume',
    'PBS\t10 mL',
    'DMSO\t5 µL',
    '1. one',
    '2. two',
    '  a. nested a',
    '  b. nested b',
    '3. three',
    '• link and code',
    'quote',
    'block code',
    'line 2',
    'Term',
    'Definition',
    '[1]  The footnote text.',
  ]);
});

describe('pictures by libtiff', () => {
  test('of the large kind, the high byte first, as differences packed by LZW', async () => {
    const asks = stackAsks();
    asks.open({ bytes: real('libtiff-bigtiff.tif') });
    expect(await asks.plane({ at: 0 })).toMatchObject({ width: 160, height: 120, bits: 16, least: 0, most: 65_533 });
  });

  test('in tiles packed as JPEG, of which the first colours are shared', async () => {
    const sizes: (readonly number[])[] = [];
    const asks = stackAsks(async packed => {
      sizes.push([packed[0] ?? 0, packed[1] ?? 0, packed.length]);
      return { width: 64, height: 64, pixels: new Uint8ClampedArray(64 * 64 * 4).fill(7) };
    });
    asks.open({ bytes: real('libtiff-jpeg-tiles.tif') });
    expect(await asks.plane({ at: 0 })).toMatchObject({ width: 160, isColoured: true, least: 7, most: 7 });
    expect(sizes.map(([one, other]) => [one, other])).toEqual(Array.from({ length: 6 }, () => [0xff, 0xd8]));
  });
});

test('a scanned page packed as JBIG2 is known to lack its picture', async () => {
  const page = await pageOf(await openPdf(real('jbig2.pdf')), 0);
  await page.getOperatorList();
  expect(missingIn(page)).toBe(1);
});

test.each([
  ['libreoffice-utf16.csv', 'utf-16le', '\t'],
  ['libreoffice-1252.csv', 'windows-1252', ';'],
])('a table by LibreOffice: %s', (name, encoding, separator) => {
  const asks = tableAsks();
  const summary = asks.open({ name, bytes: real(name), isCut: false, choice: AS_FOUND });
  expect([summary.encoding, summary.decision.separator]).toEqual([encoding, separator]);
  const rows = asks.rows({ from: 0, to: 30 }).map(({ fields }) => fields);
  expect(rows.some(fields => fields.includes('€ 1,234.50') && fields.includes('110.0%'))).toBe(true);
});
