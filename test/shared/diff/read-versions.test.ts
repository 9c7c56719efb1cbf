import { readSections } from '../../../shared/preview/formats/readers.ts';
import { describe, expect, test } from 'vitest';

import { choosableParts, type Comparison } from '../../../shared/diff/comparison.ts';
import { compareRead } from '../../../shared/diff/read-comparison.ts';
import { readVersions } from '../../../shared/diff/read-versions.ts';
import { viewOf } from '../../../shared/diff/view.ts';
import { pdfLines } from '../../../shared/preview/pdf/pdf-lines.ts';
import { documentOf, office, plateWorkbook, titledWorkbook, workbookOf } from '../../preview/files/office.ts';
import { lockedPdf, pdfOf } from '../../preview/files/pdf.ts';
import { cellStack, tiffOf } from '../../preview/files/tiff.ts';

const BEST = { by: 'best', key: null } as const;

async function comparing(
  name: string,
  [mine, theirs, base = null]: readonly (Uint8Array | null)[],
  wish: { readonly part?: number } = {},
): Promise<Comparison> {
  const versions = { name, base: base ?? null, mine: mine ?? new Uint8Array(), theirs: theirs ?? new Uint8Array() };
  return compareRead(
    versions,
    { ...BEST, ...wish },
    await readVersions(versions, { pdf: pdfLines, sections: readSections }),
  );
}

const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (at: number, well: string, value: number): string =>
  `<row r="${at}">${text(`A${at}`, well)}<c r="B${at}" s="1"><v>${value}</v></c></row>`;
const sheet = (name: string, ...values: readonly number[]) => ({
  name,
  rows: `<row r="1">${text('A1', 'Well')}${text('B1', 'OD')}</row>${values.map((value, at) => row(at + 2, `A${at + 1}`, value)).join('')}`,
});
const book = (...sheets: readonly ReturnType<typeof sheet>[]): Uint8Array => workbookOf(sheets, { formats: ['0.00'] });

/** The least that a document is made of. */
const TEXT_PARTS = {
  'word/document.xml': '<w:document><w:body><w:p><w:r><w:t>a</w:t></w:r></w:p></w:body></w:document>',
};

describe('workbooks', () => {
  test('are compared sheet by sheet and cell by cell, with the values that are stored', async () => {
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
    expect(cells.filter(({ change }) => change !== null)).toMatchObject([{ mine: '0.6', theirs: '0.66' }]);
    expect(choosableParts(comparison)).toEqual([]);
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

  test('show a difference that the format of the cells hides', async () => {
    const comparison = await comparing('plate.xlsx', [book(sheet('A', 1.001)), book(sheet('A', 1.002))]);
    const view = viewOf(comparison);
    expect(view).toMatchObject({ kind: 'parts', view: { kind: 'table', counts: { all: 1 } } });
    const cells = view.kind === 'parts' && view.view.kind === 'table' ? view.view.rows.flatMap(each => each.cells) : [];
    expect(cells.filter(({ change }) => change !== null)).toMatchObject([{ mine: '1.001', theirs: '1.002' }]);
  });

  test('show the time of a day that only the day is shown of', async () => {
    const dated = (value: number): Uint8Array => workbookOf([sheet('A', value)], { formats: ['yyyy-mm-dd'] });
    const comparison = await comparing('plate.xlsx', [dated(46_348), dated(46_348.5)]);
    expect(JSON.stringify(viewOf(comparison))).toContain('"mine":"2026-11-22","theirs":"2026-11-22 12:00:00"');
  });

  test('show a formula that was replaced by one with the same result', async () => {
    const calculated = (formula: string): Uint8Array =>
      workbookOf([{ name: 'A', rows: `<row r="1"><c r="A1"><f>${formula}</f><v>2</v></c></row>` }]);
    const comparison = await comparing('plate.xlsx', [calculated('1+1'), calculated('4/2')]);
    expect(viewOf(comparison)).toMatchObject({
      kind: 'parts',
      parts: [
        { name: 'A', what: 'values', state: 'same' },
        { name: 'A', what: 'formulas', state: 'differs' },
      ],
      shown: 1,
      view: { kind: 'table', counts: { all: 1 } },
    });
    expect(JSON.stringify(viewOf(comparison))).toContain('"mine":"=1+1","theirs":"=4/2"');
  });

  test('show a formula that was replaced by its result', async () => {
    const one = workbookOf([{ name: 'A', rows: '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>' }]);
    const other = workbookOf([{ name: 'A', rows: '<row r="1"><c r="A1"><v>2</v></c></row>' }]);
    const comparison = await comparing('plate.xlsx', [one, other]);
    expect(viewOf(comparison)).toMatchObject({ parts: [{ state: 'same' }, { what: 'formulas', state: 'differs' }] });
  });

  test('that differ only in how they look show no difference in what is compared', async () => {
    const formatted = (code: string): Uint8Array => workbookOf([sheet('A', 1)], { formats: [code] });
    const comparison = await comparing('plate.xlsx', [formatted('0.0'), formatted('0.000')]);
    expect(viewOf(comparison)).toMatchObject({ kind: 'parts', of: 'sheets', view: { kind: 'same' } });
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
    of: 'document',
    isCut: false,
    view: { kind: 'lines', counts: { all: 2, mine: 1, theirs: 1 }, canJoin: false },
  });
});

test('documents are compared with the text beside a text box, and with comments, headers and footers', async () => {
  const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
  const box = `<w:r><w:pict><w:txbxContent><w:p>${run('Wear gloves')}</w:p></w:txbxContent></w:pict></w:r>`;
  const document = (dose: string): Uint8Array => documentOf(`<w:p>${run(`Dose ${dose}`)}${box}${run(' daily')}</w:p>`);
  const comparison = await comparing('dose.docx', [document('5 mg'), document('50 mg')]);
  expect(viewOf(comparison)).toMatchObject({
    view: {
      kind: 'lines',
      parts: [{ mine: ['Dose 5 mg daily\n'], theirs: ['Dose 50 mg daily\n'] }, { lines: ['Wear gloves\n'] }],
    },
  });
  const beside = (part: string, text: string): Uint8Array =>
    office({
      ...TEXT_PARTS,
      [`word/${part}.xml`]: `<w:x><w:p>${run(text)}</w:p></w:x>`,
    });
  for (const part of ['comments', 'header1', 'footer2']) {
    const two = [beside(part, 'Lot 7'), beside(part, 'Lot 8')];
    // oxlint-disable-next-line no-await-in-loop
    expect(JSON.stringify(viewOf(await comparing('dose.docx', two)))).toContain('Lot 8');
  }
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
