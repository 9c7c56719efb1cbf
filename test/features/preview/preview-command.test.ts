import { expect, test } from 'vitest';

import { readInThread } from '../../../main/cli/runner/reading-thread.ts';
import { documentOf, plantSize, plateWorkbook, protocolDocument } from '../../preview/files/office.ts';
import { lockedPdf, reportPdf } from '../../preview/files/pdf.ts';
import { cellStack } from '../../preview/files/tiff.ts';
import { makeMzml, spectrumOf } from '../../preview/formats/made/mzml.ts';
import { run } from '../../main/cli/run-here.ts';
import { AT } from '../../main/cli/samples.ts';

const BYTES = 'Plate 7\n\nwell;od\nA1;0,5\nB1;"\u001b[31mred"\n';
const OPEN = {
  is: 'open',
  name: 'plate 7.csv',
  sizeBytes: BYTES.length,
  modifiedAt: AT,
  version: null,
  sha256: null,
  mark: '1',
  content: 'c1',
  address: '/content/c1',
  from: 'here',
};

const answers = (opened: object = OPEN, text = BYTES) => ({
  'files.identify': { gives: { id: '7', kind: 'file', name: 'plate 7.csv' } },
  'content.open': { gives: opened },
  'content.read': { gives: { base64: Buffer.from(text).toString('base64') } },
  'content.close': { gives: null },
});

test('preview --text prints a table with tabs, and no character that a terminal obeys', async () => {
  const ran = await run(['preview', '--text', 'plate 7.csv'], answers());
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'well\tod\nA1\t0,5\nB1\t\\u{1b}[31mred\n', stderr: '' });
  expect(ran.events).toContain('content.close {"content":"c1"}');
});

test('preview looks into a file saved just now, of which nothing is recorded', async () => {
  const unknown = { fault: { kind: 'bad-request', detail: "'new.csv' is neither here nor at the service." } } as const;
  const script = { ...answers(), 'files.identify': unknown, 'files.locate': unknown };
  const saved = await run(['preview', '--text', 'new.csv'], { ...script, 'content.openSaved': { gives: OPEN } });
  expect(saved).toMatchObject({ exitCode: 0, stdout: 'well\tod\nA1\t0,5\nB1\t\\u{1b}[31mred\n' });
  expect(saved.events).toContain('content.openSaved {"path":"new.csv","absolute":"/bench/new.csv","mirror":null}');
  const none = await run(['preview', 'new.csv'], { ...script, 'content.openSaved': unknown });
  expect(none).toMatchObject({ exitCode: 1, stderr: "'new.csv' is neither here nor at the service.\n" });
});

test('search prints paths that every command takes', async () => {
  const find = { kind: 'file', item: '7', serviceId: null, badge: null, extraction: null, by: 'name', snippet: null };
  const place = { at: { mirror: 'm1', folder: '3' }, path: 'Lab / raw' };
  const counts = { hasMore: false, troubles: [], names: 1, texts: 0, tagged: null, unread: 0 };
  const gives = {
    ...counts,
    finds: [{ ...find, name: 'a/b.csv', place, modifiedAt: null }],
    looksInside: true,
    isBuilding: false,
  };
  const { stdout } = await run(['search', '--here', 'a'], { 'search.here': { gives } });
  expect(stdout).toMatch(/^a\/b\.csv {2}· {2}Lab\/raw\/a\\\/b\.csv/);
});

test('preview --text says when there is more', async () => {
  const ran = await run(['preview', '--text', '--lines', '1', 'plate 7.csv'], answers());
  expect(ran.stdout).toBe('well\tod\nA1\t0,5\n');
  expect(ran.stderr).toContain('Ask for more with --lines');
});

test.each([
  ['whose rows do not all fit in what was asked for', 1, 'Ask for more with --lines'],
  ['of which more lines would show nothing more', 100, 'The file holds more than what is printed.'],
])('preview --text of measurements %s says what helps', async (_, lines, sentence) => {
  const spectra = [1, 2].map((second, at) => spectrumOf({ seconds: second, mz: [100, 200], intensity: [1, 2] }, at));
  const ran = await run(['preview', '--text', '--lines', String(lines), 'a.mzML'], opened('a.mzML', makeMzml(spectra)));
  expect(ran.stderr).toContain(sentence);
});

test('preview --encoding reads a text as it is said to be written', async () => {
  const bytes = Uint8Array.from([0xcf, 0xf0, 0x2c, 0x62, 10, 0x31, 0x2c, 0x32, 10]);
  const shown = async (...more: string[]): Promise<string> =>
    (await run(['preview', '--text', ...more, 'a.csv'], opened('a.csv', bytes))).stdout;
  expect(await shown()).toBe('Ïð\tb\n1\t2\n');
  expect(await shown('--encoding', 'Windows-1251')).toBe('Пр\tb\n1\t2\n');
  const other = await run(['preview', '--text', '--encoding', 'ebcdic', 'a.csv'], opened('a.csv', bytes));
  expect(other.exitCode).toBe(2);
  expect(other.stderr).toContain('It must be one of utf-8, windows-1252');
});

test('preview prints each of several tables in a file below its title', async () => {
  const text = 'Median\nWell,OD\nA1,0.5\nA2,0.6\n\nCount\nWell,Beads\nA1,51\nA2,62\n';
  const file = opened('a.csv', new TextEncoder().encode(text));
  const ran = await run(['preview', '--text', 'a.csv'], file);
  expect(ran.stdout).toBe(
    'Table 1 of 2: Median\nWell\tOD\nA1\t0.5\nA2\t0.6\n\nTable 2 of 2: Count\nWell\tBeads\nA1\t51\nA2\t62\n',
  );
  expect(ran.stderr).toContain('Each is printed below its title.');
  expect(JSON.parse((await run(['preview', '--json', 'a.csv'], file)).stdout)).toMatchObject({
    table: {
      tables: 2,
      parts: [
        { title: 'Median', columns: ['Well', 'OD'], total: 2 },
        {
          title: 'Count',
          columns: ['Well', 'Beads'],
          rows: [
            ['A1', '51'],
            ['A2', '62'],
          ],
        },
      ],
    },
  });
});

test('preview says that tables behind the part of a long file that it reads are not known', async () => {
  const bytes = new TextEncoder().encode(`Well,OD\n${'A1,0.5\n'.repeat(2_500_000)}`);
  const ran = await run(['preview', '--text', '--lines', '2', 'a.csv'], opened('a.csv', bytes));
  expect(ran.stdout).toBe('Well\tOD\nA1\t0.5\nA1\t0.5\n');
  expect(ran.stderr).toContain(
    'The first 16.8 MB of 17.5 MB were read. What stands behind them, such as another table',
  );
});

test('preview --json says how the table is read', async () => {
  const { stdout } = await run(['preview', '--json', 'plate 7.csv'], answers());
  expect(JSON.parse(stdout)).toMatchObject({
    v: 1,
    kind: 'Table (CSV)',
    from: 'here',
    text: null,
    table: { separator: ';', decimal: ',', preamble: 2, columns: ['well', 'od'], total: 2, isCut: false },
  });
});

test('preview says what a file is, and reads nothing of it', async () => {
  const ran = await run(['preview', 'plate 7.csv'], answers());
  expect(ran.stdout).toContain('Kind: Table (CSV)\nSize: 38 bytes\nRead from: this computer');
  expect(ran.events.some(event => event.startsWith('content.read'))).toBe(false);
});

test('what is not here and not small is not downloaded unasked', async () => {
  const { content: _, address: __, from: ___, ...facts } = OPEN;
  const away = { ...facts, is: 'not-here', mayFetch: true, mostBytes: 1000 };
  const ran = await run(['preview', '--text', 'plate 7.csv'], answers(away));
  expect(ran).toMatchObject({ exitCode: 3, stdout: '' });
  expect(ran.stderr).toContain('--fetch');
});

const opened = (name: string, bytes: Uint8Array) => ({
  ...answers({ ...OPEN, name, sizeBytes: bytes.length }),
  // Each question gets its part.
  'content.read': {
    answers: (input: unknown) => {
      const { at, count } = input as { at: number; count: number };
      return { base64: Buffer.from(bytes.subarray(at, at + count)).toString('base64') };
    },
  },
});

test.each([
  [
    'a workbook sheet by sheet',
    'plate.xlsx',
    plateWorkbook(),
    ['Sheet: Plate 7', 'Well\tSample\tRead at\tOD450\tViability\tIC50 (M)', 'Sheet: Calibration (hidden)'],
  ],
  ['a Word document', 'lysis.docx', protocolDocument(), ['# Lysis of HEK293 cells', '  a. scrape the cells']],
  ['a PDF page by page', 'report.pdf', reportPdf(), ['Page 2 of 3', 'Melting temperature: 64.2 °C']],
  ['what a stack is', 'cells.tif', cellStack(), ['Planes: 12', 'They differ in: 2 channels × 6 slices × 1 time']],
])('preview --text prints %s', async (_, name, bytes, lines) => {
  const ran = await run(['preview', '--text', name], opened(name, bytes));
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout.split('\n')).toEqual(expect.arrayContaining(lines));
});

test('preview --json says what is in a workbook, a PDF and a stack, in fields of their own', async () => {
  const shape = async (name: string, bytes: Uint8Array): Promise<unknown> =>
    JSON.parse((await run(['preview', '--json', '--lines', '1', name], opened(name, bytes))).stdout);
  expect(await shape('plate.xlsx', plateWorkbook())).toMatchObject({
    v: 1,
    text: null,
    workbook: {
      sheets: [
        { name: 'Plate 7', total: 49, rows: [['Well', 'Sample', 'Read at', 'OD450', 'Viability', 'IC50 (M)']] },
        {},
        { isHidden: true },
      ],
    },
  });
  expect(await shape('report.pdf', reportPdf())).toMatchObject({
    text: { encoding: null, isCut: true },
    pdf: { pages: 3 },
  });
  expect(await shape('cells.tif', cellStack())).toMatchObject({
    picture: { width: 160, height: 160, planes: 12, pixel: { bits: 16, sizeMicrometres: 1 / 3 }, packed: 'Deflate' },
  });
});

test.each([
  ['a PDF with a password', 'a.pdf', lockedPdf(), 'protected with a password'],
  ['a workbook that ends early', 'a.xlsx', plateWorkbook().subarray(0, 900), 'ends too early'],
  ['a workbook that is a text', 'a.xlsx', new TextEncoder().encode('well;od'), 'another kind of file'],
  ['a document of parts without end', 'a.docx', documentOf('<w:tbl>'.repeat(100_000)), 'damaged'],
  ['a TIFF of nothing', 'a.tif', new Uint8Array(30), 'no TIFF picture'],
  ['an empty PDF', 'a.pdf', new Uint8Array(), 'empty'],
  [
    'a workbook that unpacks to far more',
    'a.xlsx',
    plantSize(plateWorkbook(), 'xl/worksheets/sheet1.xml', 1_000_000_000),
    'far more',
  ],
])('%s ends the command with a sentence and exit code 1', async (_, name, bytes, sentence) => {
  const began = performance.now();
  const ran = await run(['preview', '--text', name], opened(name, bytes));
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain(sentence);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a reading that takes too long is ended', async () => {
  const file = { name: 'plate.xlsx', kind: 'workbook', bytes: plateWorkbook(), most: 10 } as const;
  expect(await readInThread(file, 1)).toMatchObject({ is: 'unreadable', why: expect.stringContaining('too long') });
});

test('preview --text says how large a picture is, and prints a text that is only called one', async () => {
  const pixels = Buffer.from('89504e470d0a1a0a0000000d49484452000002800000000a0806000000', 'hex');
  const ran = await run(['preview', '--text', 'gel.png'], opened('gel.png', pixels));
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'Width × height: 640 × 10 pixels\n', stderr: '' });
  const { stdout } = await run(['preview', '--json', 'gel.png'], opened('gel.png', pixels));
  expect(JSON.parse(stdout)).toMatchObject({ picture: { width: 640, height: 10 }, text: null });
  const text = await run(['preview', '--text', 'a.png'], opened('a.png', new TextEncoder().encode('no picture\n')));
  expect(text).toMatchObject({ exitCode: 0, stdout: 'no picture\n' });
});
