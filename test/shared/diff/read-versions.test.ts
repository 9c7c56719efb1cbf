import { describe, expect, test } from 'vitest';

import { choosable, type Comparison } from '../../../shared/diff/comparison.ts';
import { compareRead } from '../../../shared/diff/read-comparison.ts';
import { readVersions } from '../../../shared/diff/read-versions.ts';
import { viewOf } from '../../../shared/diff/view.ts';
import { pdfLines } from '../../../shared/preview/pdf/pdf-lines.ts';
import { documentOf, plateWorkbook, titledWorkbook, workbookOf } from '../../preview/files/office.ts';
import { lockedPdf, pdfOf } from '../../preview/files/pdf.ts';
import { cellStack, tiffOf } from '../../preview/files/tiff.ts';

const BEST = { by: 'best', key: null } as const;

async function comparing(
  name: string,
  [mine, theirs, base = null]: readonly (Uint8Array | null)[],
  wish: { readonly part?: number } = {},
): Promise<Comparison> {
  const versions = { name, base: base ?? null, mine: mine ?? new Uint8Array(), theirs: theirs ?? new Uint8Array() };
  return compareRead(versions, { ...BEST, ...wish }, await readVersions(versions, pdfLines));
}

const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (at: number, well: string, value: number): string =>
  `<row r="${at}">${text(`A${at}`, well)}<c r="B${at}" s="1"><v>${value}</v></c></row>`;
const sheet = (name: string, ...values: readonly number[]) => ({
  name,
  rows: `<row r="1">${text('A1', 'Well')}${text('B1', 'OD')}</row>${values.map((value, at) => row(at + 2, `A${at + 1}`, value)).join('')}`,
});
const book = (...sheets: readonly ReturnType<typeof sheet>[]): Uint8Array => workbookOf(sheets, { formats: ['0.00'] });

describe('workbooks', () => {
  test('are compared sheet by sheet and cell by cell, with the values that they show', async () => {
    const comparison = await comparing('plate.xlsx', [
      book(sheet('Same', 1), sheet('Plate', 0.5, 0.6, 0.7), sheet('Notes', 1)),
      book(sheet('Same', 1), sheet('Plate', 0.5, 0.66, 0.7), sheet('Blanks', 1)),
    ]);
    const view = viewOf(comparison);
    expect(view).toMatchObject({
      kind: 'parts',
      of: 'sheets',
      parts: [
        { name: 'Same', state: 'same' },
        { name: 'Plate', state: 'differs' },
        { name: 'Blanks', state: 'theirs' },
        { name: 'Notes', state: 'mine' },
      ],
      shown: 1,
      view: { kind: 'table', key: ['Well'], counts: { all: 1 }, canJoin: false },
    });
    const cells = view.kind === 'parts' && view.view.kind === 'table' ? view.view.rows.flatMap(each => each.cells) : [];
    expect(cells.filter(({ change }) => change !== null)).toMatchObject([{ mine: '0.60', theirs: '0.66' }]);
    expect(choosable(comparison)).toEqual([]);
  });

  test('without a column that names the rows are compared by the places of their cells', async () => {
    const titled = await comparing('plate.xlsx', [titledWorkbook(), titledWorkbook(0.02)]);
    const view = viewOf(titled);
    const table = view.kind === 'parts' && view.view.kind === 'table' ? view.view : null;
    expect(table).toMatchObject({ key: ['Row'], counts: { all: 16 } });
    expect(table?.columns.map(({ name }) => name)).toEqual(['Row', 'A', 'B', 'C', 'D', 'E']);
    expect(table?.rows[0]).toMatchObject({ key: '4' });
  });

  test('with a row more and no such column are compared by lines', async () => {
    const one = { name: 'S', rows: `<row r="1">${text('A1', 'a')}</row>` };
    const two = { name: 'S', rows: `<row r="1">${text('A1', 'a')}</row><row r="2">${text('A2', 'b')}</row>` };
    const comparison = await comparing('a.xlsx', [workbookOf([one]), workbookOf([two])]);
    expect(viewOf(comparison)).toMatchObject({ view: { kind: 'lines', counts: { all: 1 } } });
  });

  test('show the sheet that is asked for', async () => {
    const two = [book(sheet('A', 1), sheet('B', 1)), book(sheet('A', 2), sheet('B', 2))];
    expect(await comparing('plate.xlsx', two, { part: 1 })).toMatchObject({ shown: 1 });
    expect(await comparing('plate.xlsx', two, { part: 7 })).toMatchObject({ shown: 0 });
  });

  test('that differ only in what no cell shows say so', async () => {
    const comparison = await comparing('plate.xlsx', [book(sheet('A', 1.001)), book(sheet('A', 1.002))]);
    expect(viewOf(comparison)).toMatchObject({ kind: 'parts', view: { kind: 'same' } });
  });
});

test('documents are compared by their text, with what both were made from', async () => {
  const document = (...lines: readonly string[]): Uint8Array =>
    documentOf(lines.map(line => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join(''));
  const comparison = await comparing('protocol.docx', [
    document('Wash twice', 'Spin', 'Rest'),
    document('Wash', 'Spin', 'Rest for 5 min'),
    document('Wash', 'Spin', 'Rest'),
  ]);
  expect(viewOf(comparison)).toMatchObject({
    kind: 'parts',
    of: 'text',
    view: { kind: 'lines', counts: { all: 2, mine: 1, theirs: 1 }, canJoin: false },
  });
});

test('PDFs are compared by their text layer, page by page', async () => {
  const pages = [{ lines: ['Plate 7'] }, { lines: ['Tm 64.2'] }];
  const other = [{ lines: ['Plate 7'] }, { lines: ['Tm 64.9'] }];
  const comparison = await comparing('report.pdf', [pdfOf(pages), pdfOf(other)]);
  const view = viewOf(comparison);
  const lines = view.kind === 'parts' && view.view.kind === 'lines' ? view.view.parts : [];
  expect(lines).toMatchObject([
    { lines: ['— 1 —\n', 'Plate 7\n', '— 2 —\n'] },
    { mine: ['Tm 64.2\n'], theirs: ['Tm 64.9\n'] },
  ]);
});

test('TIFF files are compared plane by plane', async () => {
  expect(await comparing('cells.tif', [cellStack(12, 16), cellStack(10, 16)])).toMatchObject({
    kind: 'stack',
    mine: { planes: 12 },
    theirs: { planes: 10 },
  });
});

describe('where a version cannot be read, only facts are told', () => {
  const lerc = tiffOf([{ width: 1, height: 1, bits: 8, compression: 34887, pieces: [Uint8Array.of(1)] }]);
  test.each([
    ['a PDF with a password', 'a.pdf', [pdfOf([{ lines: ['x'] }]), lockedPdf()]],
    ['a damaged workbook', 'a.xlsx', [plateWorkbook(), plateWorkbook().subarray(0, 900)]],
    ['an empty document', 'a.docx', [documentOf(''), new Uint8Array()]],
    ['a picture packed in a way that is not drawn', 'a.tif', [cellStack(2, 8), lerc]],
  ])('%s', async (_, name, versions) => {
    expect(await comparing(name, versions)).toEqual({ kind: 'facts', why: 'unreadable' });
  });

  test('but what both were made from is only left out', async () => {
    const versions = [book(sheet('A', 1)), book(sheet('A', 2)), Uint8Array.of(1)];
    expect(await comparing('a.xlsx', versions)).toMatchObject({ kind: 'parts' });
  });
});
