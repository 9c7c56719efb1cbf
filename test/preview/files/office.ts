import { strToU8, zipSync } from 'fflate';

/** An Office document out of its parts. */
export function office(parts: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A sheet as the tests write it: rows of cells, each a piece of XML. */
export interface SheetToWrite {
  readonly name: string;
  /** What stands in `sheetData`. */
  readonly rows: string;
  readonly isHidden?: true;
  /** Cells that are one, such as `A1:C1`. */
  readonly merged?: readonly string[];
}

/** A workbook as Excel writes one. @param formats codes of number formats; the first is style 1. @param shared texts. */
export function workbookOf(
  sheets: readonly SheetToWrite[],
  {
    formats = [],
    shared = [],
    is1904 = false,
  }: { formats?: readonly string[]; shared?: readonly string[]; is1904?: boolean } = {},
): Uint8Array {
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, isHidden }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>${sheets
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${RELATION}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${formats
      .map(
        (code, at) =>
          `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`,
      )
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}">${shared.map(text => `<si><t xml:space="preserve">${text}</t></si>`).join('')}</sst>`,
  };
  for (const [at, { rows, merged = [] }] of sheets.entries()) {
    const ones = merged.map(ref => `<mergeCell ref="${ref}"/>`).join('');
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData><mergeCells>${ones}</mergeCells></worksheet>`;
  }
  return office(parts);
}

/** Which kind each part of a workbook is. */
function contentTypes(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';
  const part = (name: string, kind: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${type}${kind}+xml"/>`;
  const parts = [
    part('workbook', 'sheet.main'),
    part('styles', 'styles'),
    part('sharedStrings', 'sharedStrings'),
    ...Array.from({ length: sheets }, (_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet')),
  ];
  return `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}

/** Results of a plate as a lab keeps them: names, dates, per cents, formulas, a hidden sheet. */
export function plateWorkbook(): Uint8Array {
  const letters = 'ABCDEFGH';
  const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const names = ['Well', 'Sample', 'Read at', 'OD450', 'Viability', 'IC50 (M)'];
  const rows = Array.from({ length: 48 }, (_, at) => {
    const row = at + 2;
    const od = 0.08 + ((at * 37) % 96) / 60;
    return `<row r="${row}">${text(`A${row}`, `${letters[Math.floor(at / 12)] ?? ''}${(at % 12) + 1}`)}<c r="B${row}" t="s"><v>${at % 3}</v></c><c r="C${row}" s="1"><v>${46_345.375 + at / 1440}</v></c><c r="D${row}" s="2"><v>${od}</v></c><c r="E${row}" s="3"><f>D${row}/D$2</f><v>${od / 1.9}</v></c><c r="F${row}" s="4"><v>${od * 1e-7}</v></c></row>`;
  });
  const head = `<row r="1">${names.map((name, at) => text(`${'ABCDEF'[at] ?? ''}1`, name)).join('')}</row>`;
  return workbookOf(
    [
      { name: 'Plate 7', rows: `${head}${rows.join('')}` },
      {
        name: 'Standards &amp; blanks',
        rows: `<row r="3">${text('B3', 'Blank')}<c r="C3" s="2"><v>0.0512</v></c></row>`,
      },
      { name: 'Calibration', rows: '', isHidden: true },
    ],
    { formats: ['yyyy-mm-dd hh:mm', '0.000', '0.0%', '0.00E+00'], shared: ['DMSO', 'Compound 12', 'Staurosporine µM'] },
  );
}

/** An ELISA with a title over all columns and headings over two. @param drift of every third value. */
export function titledWorkbook(drift = 0): Uint8Array {
  const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const number = (place: string, value: number): string => `<c r="${place}" s="1"><v>${value}</v></c>`;
  const rows = Array.from({ length: 24 }, (_, at) => {
    const row = at + 4;
    const od = 0.05 + ((at * 37) % 24) / 20 + (at % 3 === 0 ? drift : 0);
    return `<row r="${row}">${text(`A${row}`, `${'AB'[Math.floor(at / 12)] ?? ''}${(at % 12) + 1}`)}${text(`B${row}`, at % 4 === 0 ? 'Standard' : `Serum ${at}`)}${number(`C${row}`, od)}${number(`D${row}`, 0.041 + (at % 5) / 1000)}${number(`E${row}`, od * 183)}</row>`;
  });
  const head = `<row r="1">${text('A1', 'IL-6 ELISA, plate 8, read on 22 November 2026')}</row><row r="2">${text('A2', 'Well')}${text('B2', 'Sample')}${text('C2', 'Absorbance')}${text('E2', 'IL-6 (pg/mL)')}</row><row r="3">${text('C3', '450 nm')}${text('D3', '570 nm')}</row>`;
  const notes = `<row r="1">${text('A1', 'Washed by hand, four times.')}</row>`;
  const merged = ['A1:E1', 'A2:A3', 'B2:B3', 'C2:D2', 'E2:E3'];
  return workbookOf(
    [
      { name: 'Plate 8', rows: `${head}${rows.join('')}`, merged },
      { name: 'Notes', rows: notes },
    ],
    { formats: ['0.000'] },
  );
}

/** A Word document whose body is this XML. */
export function documentOf(body: string): Uint8Array {
  return office({
    'word/document.xml': `${HEAD}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `${HEAD}<w:styles><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style></w:styles>`,
    'word/numbering.xml': `${HEAD}<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  });
}

const run = (text: string, style = ''): string =>
  `<w:r>${style === '' ? '' : `<w:rPr>${style}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inside: string, style = ''): string => `<w:p><w:pPr>${style}</w:pPr>${inside}</w:p>`;
const step = (text: string, level = 0): string =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="3"/></w:numPr>`);
const cell = (text: string): string => `<w:tc>${paragraph(run(text))}</w:tc>`;
const tableRow = (...cells: string[]): string => `<w:tr>${cells.map(cell).join('')}</w:tr>`;

/** A protocol as a lab writes it: a heading in another language's style, counted steps, a table, changes that were tracked. */
export function protocolDocument(): Uint8Array {
  return documentOf(
    [
      paragraph(run('Lysis of HEK293 cells'), '<w:pStyle w:val="Titel"/>'),
      paragraph(
        `${run('Keep everything on ')}${run('ice', '<w:b/>')}${run('. Spin at 4 °C, 10')}${run('4', '<w:vertAlign w:val="superscript"/>')}${run(' × ')}${run('g', '<w:i/>')}${run('.')}<w:del><w:r><w:delText>old</w:delText></w:r></w:del>`,
      ),
      paragraph(run('Steps'), '<w:pStyle w:val="berschrift2"/>'),
      step('Wash twice with cold PBS.'),
      step('Add 200 µL lysis buffer:'),
      step('scrape the cells', 1),
      step('rest for 15 min', 1),
      step('Spin, keep the supernatant.'),
      paragraph(run('Lysis buffer'), '<w:pStyle w:val="berschrift2"/>'),
      `<w:tbl>${tableRow('Reagent', 'Stock', 'Final')}${tableRow('Tris pH 7.5', '1 M', '50 mM')}${tableRow('NaCl', '5 M', '150 mM')}</w:tbl>`,
      `<w:p><w:r><w:drawing><wp:docPr id="1" name="a" descr="Gel of the lysate"/></w:drawing></w:r></w:p>`,
    ].join(''),
  );
}

/** The same archive, whose list says another size of one part. */
export function plantSize(bytes: Uint8Array, name: string, size: number): Uint8Array {
  const made = bytes.slice();
  const view = new DataView(made.buffer);
  for (let at = 0; at < made.length - 46; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    const found = new TextDecoder().decode(made.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)));
    if (found === name) view.setUint32(at + 24, size, true);
  }
  return made;
}
