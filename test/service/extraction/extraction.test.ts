import { pdfOf } from '../../preview/files/pdf.ts';
import { portableDocumentText } from './converters/portable-document.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';

import { textIn } from '../../../main/search/text-extraction.ts';
import { readAsText } from '../../../shared/preview/text-reading.ts';
import { type Extracted, extract } from '../rules/files/extraction.ts';
import { TextExtractor } from './text-extractor.ts';

const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url));

const extractor = new TextExtractor();
afterAll(() => extractor.close());

function fixture(name: string): Uint8Array {
  return readFileSync(FIXTURES + name);
}

function extracted(name: string): Promise<Extracted> {
  return extractor.extract(name, fixture(name));
}

async function textOf(name: string, content: string | Uint8Array = fixture(name)): Promise<string> {
  const bytes = typeof content === 'string' ? strToU8(content) : content;
  const result = await extractor.extract(name, bytes);
  return result.status === 'done' ? result.text : `(${result.status})`;
}

const KEEP = 'Keep everything at 4 °C. Use 90 µL of lysis buffer';
const WELLS = 'Well\tSample\tDose (µM)\tCt\nA1\tuntreated\t0';

type Row = readonly [name: string, status: Extracted['status'], first: string, further?: string];

/** What each real file becomes: its status, what its text begins with, and something from further down. */
const FORMATS: readonly Row[] = [
  ['lysis.pdf', 'done', 'Lysis of adherent cells\nMira Sand', 'a pore of 30 Å'],
  ['lysis.docx', 'done', 'Lysis of adherent cells\nMira Sand', 'Tris-HCl pH 7.5\t1 M\t50 mM'],
  ['lysis-2.docx', 'done', 'Lysis of adherent cells\nMira Sand', 'Measured by BCA on three days.'],
  ['lysis.docm', 'done', 'Lysis of adherent cells\nMira Sand', KEEP],
  ['lysis.odt', 'done', 'Lysis of adherent cells\nMira Sand', 'two blots. (Measured by BCA on three days.)'],
  ['lysis.epub', 'done', 'Lysis of adherent cells\n\nMira Sand', KEEP],
  ['lysis.html', 'done', 'Lysis of adherent cells\n\nMira Sand', 'NaCl              5 M     150 mM'],
  ['lysis.xml', 'done', 'poppler 22.12.0', '1. Wash twice with cold PBS.'],
  ['lysis.adoc', 'done', 'Lysis of adherent cells', 'α-tubulin is the control'],
  ['lysis.tex', 'done', 'Lysis of adherent cells\n\nMira Sand', 'NaCl\t5 M\t150 mM'],
  ['lysis.md', 'done', '# Lysis of adherent cells', '| NaCl            | 5 M   | 150 mM |'],
  ['lysis.json', 'done', '{"pandoc-api-version":[1,22,2,1]'],
  ['assay.yaml', 'done', 'assay: kinase\ntemperature: 37 °C'],
  ['lysis.doc', 'deferred', ''],
  [
    'talk.pptx',
    'done',
    'Slide 1\nKinase assay, week 47',
    'Is 5 µM enough?\nSay that the first plate was lost.\n\nSlide 3',
  ],
  ['talk.pptm', 'done', 'Slide 1\nKinase assay, week 47', 'Dose (µM)\tActivity (%)\n0\t100'],
  [
    'talk.odp',
    'done',
    'Slide 1\nKinase assay, week 47',
    'Is 5 µM enough?\nSay that the first plate was lost.\n\nSlide 3',
  ],
  [
    'talk.vtt',
    'done',
    'Mira Sand: Let us look at the kinase assay first.',
    'down to 41 %, at 50 µM to 12 %.\nThanks & goodbye.',
  ],
  [
    'mail.eml',
    'done',
    'Subject: Plate 7 is ready – 3 µL short\nFrom: Aiko Mori <aiko@example.org>',
    'Attached: plate 7.csv\n\nDear Mira,\n\nplate 7 is read at 37 °C.',
  ],
  ['mail-html.eml', 'done', 'Subject: Freezer −80 °C alarm', 'Alarm\n\nFreezer 2 is at −61 °C.'],
  [
    'plate.xlsx',
    'done',
    `Sheet: Ct values\n${WELLS}.00\t19.94`,
    'Sheet: Kinetics\nTime (min)\tAbsorbance 450 nm\tTemperature (°C)',
  ],
  ['plate.xlsm', 'done', `Sheet: Ct values\n${WELLS}.00\t19.94`, 'Sheet: Kinetics'],
  ['plate.xls', 'done', `Sheet: Ct values\n${WELLS}.00\t19.94`, 'Sheet: Kinetics'],
  ['plate.ods', 'done', `Sheet: Ct values\n${WELLS}.00\t19.94`, 'Sheet: Kinetics'],
  ['comma.csv', 'done', `Table: separator comma, decimal point, 10 rows, 4 columns\n${WELLS}\t19.94`],
  ['semicolon-1252.csv', 'done', `Table: separator semicolon, decimal comma, 10 rows, 4 columns\n${WELLS}\t19.94`],
  ['pipe.csv', 'done', `Table: separator pipe, decimal comma, 10 rows, 4 columns\n${WELLS}\t19.94`],
  ['tab-utf16.tsv', 'done', `Table: separator tab, decimal point, 10 rows, 4 columns\n${WELLS}\t19.94`],
  ['lysis-1252.txt', 'done', 'Lysis at 4 °C with 90 µL per well.'],
  ['lysis-utf16-mark.txt', 'done', 'Lysis at 4 °C with 90 µL per well.'],
  ['lysis-utf16le.txt', 'done', 'Lysis at 4 °C with 90 µL per well.'],
  ['protocol-utf16be.txt', 'done', 'Протокол выделения белка'],
  ['protocol-1251.txt', 'done', 'Протокол выделения белка', '90 мкл буфера'],
  [
    'page.png',
    'done',
    'Caption stand-in, no vision model looked at it: a PNG picture, 331 × 220 pixels, named “page.png”.',
  ],
  [
    'page.jpg',
    'done',
    'Caption stand-in, no vision model looked at it: a JPEG picture, 331 × 220 pixels, named “page.jpg”.',
  ],
  [
    'page.gif',
    'done',
    'Caption stand-in, no vision model looked at it: a GIF picture, 331 × 220 pixels, named “page.gif”.',
  ],
  [
    'page.webp',
    'done',
    'Caption stand-in, no vision model looked at it: a WebP picture, 331 × 220 pixels, named “page.webp”.',
  ],
  [
    'scan.pdf',
    'done',
    'Caption stand-in, no vision model looked at it: a scan of 1 page without text, named “scan.pdf”.',
  ],
  ['locked.pdf', 'failed', 'This PDF file cannot be read: No password given'],
  ['stack.tif', 'deferred', ''],
  ['raw.zip', 'deferred', ''],
];

test.each(FORMATS.map(row => ({ row, name: row[0], status: row[1] })))(
  'the real file $name is $status',
  async ({ row }) => {
    const [name, status, first, further = ''] = row;
    const result = await extracted(name);
    const said = result.status === 'done' ? result.text : result.status === 'failed' ? result.why : '';
    expect({ status: result.status, first: said.slice(0, first.length) }).toEqual({ status, first });
    expect(said).toContain(further);
  },
);

test('every real file stands in the table', () => {
  const names = readdirSync(FIXTURES).filter(name => !name.startsWith('.') && name !== 'README.md');
  expect(FORMATS.map(([name]) => name).toSorted()).toEqual(names.toSorted());
});

describe('what is broken', () => {
  test.each([
    'lysis.docx',
    'lysis.docm',
    'lysis.odt',
    'lysis.epub',
    'talk.pptx',
    'talk.odp',
    'plate.xlsx',
    'plate.ods',
    'plate.xls',
    'lysis.xml',
    'page.png',
    'page.jpg',
    'page.gif',
    'page.webp',
  ])('%s, cut short, has failed with a reason', async name => {
    const whole = fixture(name);
    const cut = whole.subarray(0, /page/.test(name) ? 6 : Math.floor(whole.length * 0.6));
    const result = await extractor.extract(name, cut);
    expect(result).toEqual({ status: 'failed', why: expect.stringMatching(/^This \w+ file cannot be read: .{5,}/) });
  });

  test.each([
    'pdf',
    'docx',
    'pptx',
    'odt',
    'odp',
    'epub',
    'xlsx',
    'ods',
    'xml',
    'eml',
    'vtt',
    'png',
    'jpg',
    'gif',
    'webp',
    'tex',
  ])('plain words under the name of a .%s have failed', async extension => {
    expect(await extractor.extract(`a.${extension}`, strToU8('These are only words.'))).toMatchObject({
      status: 'failed',
    });
  });

  test.each(['md', 'txt', 'json', 'csv', 'tsv', 'html', 'adoc', 'tex', 'vtt', 'xls'])(
    'bytes that are no text have failed as .%s',
    async extension => {
      const bytes = Uint8Array.from({ length: 999 }, (_, index) => (index * 37) % 256);
      expect(await extractor.extract(`a.${extension}`, bytes)).toMatchObject({ status: 'failed' });
    },
  );

  test('an encrypted document has failed, and says so', async () => {
    const bytes = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
    expect(await extractor.extract('a.docx', bytes)).toEqual({
      status: 'failed',
      why: 'This DOCX file cannot be read: it is encrypted, or in an older format',
    });
  });

  test('a package without its main part has failed', async () => {
    const bytes = zipSync({ 'word/other.xml': strToU8('<a/>') });
    expect(await extractor.extract('a.docx', bytes)).toMatchObject({
      why: expect.stringMatching(/has no word\/document\.xml/),
    });
  });
});

test.each(['a.tiff', 'a.h5', 'a.parquet', 'a.trc', 'a.doc', 'a.ppt', 'a.zip', 'a.bin', 'noextension', '.hidden'])(
  '%s has no text worth extracting',
  async name => expect(await extractor.extract(name, strToU8('anything'))).toEqual({ status: 'deferred' }),
);

describe('delimited files are read by their content', () => {
  test.each([
    [
      'a sep= line is honoured',
      'sep=|\na|b\n1|2,5',
      'Table: separator pipe (declared), decimal comma, 2 rows, 2 columns\na\tb\n1\t2.5',
    ],
    [
      '… in quotes as well',
      '"sep=;"\r\na;b\r\n1;2,5',
      'Table: separator semicolon (declared), decimal comma, 2 rows, 2 columns\na\tb\n1\t2.5',
    ],
    [
      '… whatever sign it names',
      'sep=:\na:b\n1:2',
      'Table: separator “:” (declared), decimal point, 2 rows, 2 columns\na\tb\n1\t2',
    ],
    [
      'decimal commas do not part columns',
      '1,5;2,5\n3,5;4,5',
      'Table: separator semicolon, decimal comma, 2 rows, 2 columns\n1.5\t2.5\n3.5\t4.5',
    ],
    [
      'commas part columns without decimals',
      '1,2,3\n4,5,6',
      'Table: separator comma, decimal point, 2 rows, 3 columns\n1\t2\t3\n4\t5\t6',
    ],
    [
      'quoted decimal commas between commas',
      'a,b\n"x, y","1,5"\nz,"2,5"',
      'Table: separator comma, decimal comma, 3 rows, 2 columns\na\tb\nx, y\t1.5\nz\t2.5',
    ],
    [
      'a preface does not mislead',
      'Reader 3\nDate: 2026\n\nWell;OD;Note\nA1;0,1;fine, really\nA2;1.234,5;x',
      'Table: separator semicolon, decimal comma, 5 rows, 3 columns\nReader 3\nDate: 2026\nWell\tOD\tNote\nA1\t0.1\tfine, really\nA2\t1234.5\tx',
    ],
    [
      'lists inside of fields do not mislead',
      'Gene,Terms\nABC,"a;b;c"\nDEF,"d;e"',
      'Table: separator comma, decimal point, 3 rows, 2 columns\nGene\tTerms\nABC\ta;b;c\nDEF\td;e',
    ],
    [
      'a line end in a quoted field is a blank',
      'a,b\n"one\ntwo",2',
      'Table: separator comma, decimal point, 2 rows, 2 columns\na\tb\none two\t2',
    ],
    ['one column is a table too', 'name\nx\ny', 'Table: separator comma, decimal point, 3 rows, 1 columns\nname\nx\ny'],
    ['nothing is nothing', ' \n', ''],
  ])('%s', async (_, content, text) => expect(await textOf('a.csv', content)).toBe(text));

  test('what an instrument calls .xls is often a table or a page', async () => {
    expect(await textOf('a.xls', 'Well\tOD\nA1\t0.1\n')).toContain('separator tab');
    expect(await textOf('a.xls', '<table><tr><td>Well<td>OD</table>')).toBe('Well   OD');
  });
});

describe('details', () => {
  test('an XML file is read in the encoding it names', async () => {
    const bytes = Uint8Array.from([
      ...strToU8('<?xml version="1.0" encoding="ISO-8859-1"?><a unit="x">5 '),
      0xb5,
      ...strToU8('L</a>'),
    ]);
    expect(await textOf('a.xml', bytes)).toBe('5 µL');
  });

  test('attributes count where there is no text, as in instruments’ XML', async () => {
    expect(await textOf('a.xml', '<run><param name="wavelength" value="450"/><note>ok</note></run>')).toBe(
      'wavelength 450\nok',
    );
  });

  test('entities that multiply are not expanded', async () => {
    const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const text = await textOf('a.xml', `<!DOCTYPE a [<!ENTITY e0 "ha">${entities}]><a>&e20;</a>`);
    expect(text.length).toBeLessThan(1000);
  });

  test('AsciiDoc reads nothing outside of the file', async () => {
    expect(await textOf('a.adoc', `= T\n\ninclude::${FIXTURES}lysis.md[]\n`)).not.toContain('adherent');
  });

  test('formulas and units of LaTeX stay readable, commands do not show', async () => {
    const source = String.raw`\documentclass{article}\usepackage{siunitx}\begin{document}
      \section{Rates}\label{sec:r} At \SI{37}{\degreeCelsius} $k = \frac{a}{b}\,\mu$M \cite{me}, see \href{https://example.org}{the page}. % no
      \end{document}`;
    expect(await textOf('a.tex', source)).toBe('Rates\n\nAt 37 °C k = a/b µM , see the page.');
  });

  test('scripts and styles of a page do not count', async () => {
    expect(await textOf('a.html', '<title>T</title><style>p{}</style><script>let x</script><p>Word')).toBe('T\n\nWord');
  });
});

test('what a form was filled with is part of the text of a PDF', async () => {
  const field = '<< /Type /Annot /Subtype /Widget /Rect [110 768 200 786] /FT /Tx /T (dose) /V (50 ug) >>';
  const bytes = pdfOf([{ lines: ['Dose:'], notes: [field] }], { catalog: '/AcroForm << /Fields [] >>' });
  expect(await portableDocumentText(bytes, 'form.pdf')).toBe('Dose: 50 ug');
});

describe('one reader of encodings and tables for all', () => {
  /** A table of three rows in letters of its own, as a program of that country writes it. */
  const TABLES = {
    'Shift-JIS': 'jo6XvyyUWpN4LIm3k3gKg1SDk4N2g4uI6iwwLjUsMjUKg1SDk4N2g4uT8SwwLjcsMjYK',
    'Windows-1251': 'z/Du4eAs1O7tLNLl7O/l8ODy8/DgCu/l8OLg/ywwLjUsMjUK4vLu8OD/LDAuNywyNgo=',
  } as const;

  test.each(Object.entries(TABLES))(
    'a table in %s: extraction here and there, search and preview',
    async (_, base64) => {
      const bytes = Buffer.from(base64, 'base64');
      const preview = readAsText({ name: 'a.csv', bytes, isCut: false, most: 10 });
      if (preview.is !== 'table') throw new Error('it is no table');
      const rows = [preview.columns.map(name => name ?? ''), ...preview.rows];
      const extracted = await extractor.extract('a.csv', bytes);
      const text = extracted.status === 'done' ? extracted.text : '';
      expect(text.split('\n').slice(1)).toEqual(rows.map(fields => fields.join('\t')));
      expect(extract('a.csv', bytes)).toEqual(extracted);
      expect(textIn(bytes)?.trim().split('\n')).toEqual(rows.map(fields => fields.join(',')));
    },
  );

  test.each(['protocol-1251.txt', 'lysis-1252.txt', 'lysis-utf16le.txt', 'semicolon-1252.csv', 'tab-utf16.tsv'])(
    '%s has the same text in a service that is only in memory',
    async name => expect(extract(name, fixture(name))).toEqual(await extracted(name)),
  );

  test('bytes that are no text fail there as well', () => {
    expect(extract('a.txt', Uint8Array.of(80, 0, 0, 75, 1))).toMatchObject({ status: 'failed' });
  });
});
