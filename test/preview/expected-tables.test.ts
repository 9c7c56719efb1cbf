import { describe, expect, test } from 'vitest';

import { compareVersions } from '../../shared/diff/comparison.ts';
import { AS_FOUND, tableAsks, type TableChoice } from '../../renderer/features/preview/table/table-requests.ts';
import { textAsks } from '../../renderer/features/preview/text/text-requests.ts';
import { tableBlocks } from '../../shared/preview/table-blocks.ts';
import { decode } from '../../shared/preview/encoding.ts';
import { findEncoding } from '../../shared/preview/find-encoding.ts';
import { numberIn } from '../../shared/preview/numbers.ts';
import { decideTable, hasTable } from '../../shared/preview/table-decision.ts';
import { TableText } from '../../shared/preview/table-text.ts';
import { readAsText, type TextReading } from '../../shared/preview/text-reading.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (name: string, bytes: Uint8Array): Extract<TextReading, { is: 'table' }> => {
  const reading = readAsText({ name, bytes, isCut: false, most: 1000 });
  if (reading.is !== 'table') throw new Error(`it is read as ${reading.is}`);
  return reading;
};
const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('');

describe('tables as instruments write them', () => {
  test('zeros that fill the last block of a file are no text, and are counted', () => {
    const bytes = Uint8Array.from([...ascii('well,OD\r\nA1,0.5\r\nA2,0.6\r\n'), ...new Uint8Array(64)]);
    expect(read('a.csv', bytes)).toMatchObject({ columns: ['well', 'OD'], total: 2, zeroBytes: 64, encoding: 'utf-8' });
    expect(readAsText({ name: 'a.csv', bytes: Uint8Array.of(80, 0, 0, 75, 1), isCut: false, most: 1 }).is).toBe('none');
  });

  test('between commas a decimal comma stands in quotes', () => {
    const text = 'a,b\n"1,5","2,25"\n"3,75","4,125"\n"5,5","6,5"\n';
    const decision = decideTable(text);
    expect(decision).toMatchObject({ separator: ',', decimal: ',' });
    expect(new TableText(text, decision).figures({ fromRow: 0, toRow: 2, fromColumn: 1, toColumn: 1 }).sum).toBe(
      12.875,
    );
  });

  test('a thousand in quotes between commas is no fraction', () => {
    const decision = decideTable('gene,reads\nGAPDH,"2,345"\nACTB,"12,041"\n');
    expect(decision).toMatchObject({ separator: ',', decimal: '.' });
    expect(numberIn('2,345', decision.decimal)).toBe(2345);
  });

  test('more than twenty lines stand before a table', () => {
    const text = `${rows(25, at => `Key ${at}:;value ${at}\n`)}\nWell;OD;T\n${rows(39, at => `A${at + 1};0,${at + 101};37,1\n`)}`;
    expect(read('a.csv', ascii(text))).toMatchObject({
      columns: ['Well', 'OD', 'T'],
      total: 39,
      decision: { preamble: 26, decimal: ',' },
    });
  });

  test('a table with tabs is one whatever its name says, and the line above its header is not the header', () => {
    const text = 'Plate:\tP1\tEndpoint\nWell\tOD 450\tOD 620\nA1\t0.512\t0.041\nA2\t0.634\t0.043\nA3\t0.701\t0.040\n';
    const wide = Uint8Array.from([0xff, 0xfe, ...[...text].flatMap(sign => [sign.charCodeAt(0), 0])]);
    expect(read('a.txt', wide)).toMatchObject({
      columns: ['Well', 'OD 450', 'OD 620'],
      total: 3,
      encoding: 'utf-16le',
    });
  });

  test.each([
    ['words', 'Dear all,\nthe plate is\tready.\nBest\n'],
    ['a list that is set with tabs', 'Buffer:\tTris\nSalt:\tNaCl\nNote:\tnone\n'],
    ['two rows', 'a\t1\nb\t2\n'],
  ])('%s are no table', (_, text) => expect(hasTable(text)).toBe(false));

  test('of several tables in a file none names the columns of all', () => {
    const block = (name: string, columns: string): string => `${name}\n${columns}\nA1,0.5,3\nA2,0.6,4\n\n`;
    const text = `${block('DataType: Median', 'Location,IL-6,TNF')}${block('DataType: Count', 'Location,Beads,Events')}`;
    const reading = read('xponent.csv', ascii(text));
    expect(reading.decision).toMatchObject({ hasHeader: false, tables: 2 });
    expect(reading.rows.flat()).toContain('IL-6');
  });
});

describe('several tables in a file', () => {
  const block = (title: string, names: string, rows: string): string => `${title}\n${names}\n${rows}\n`;
  const MEDIAN = block('DataType: Median', 'Location,IL-6,TNF', 'A1,0.5,3\nA2,0.6,4\n');
  const COUNT = block('DataType: Count', 'Location,Beads', 'A1,51\nA2,62\nA3,63\n');
  const FILE = `Program,xPONENT\nSerial,42\n\n${MEDIAN}${COUNT}`;

  test('each is read with a header of its own, below its title', () => {
    const reading = read('xponent.csv', ascii(FILE));
    expect(reading.parts).toMatchObject([
      { title: 'DataType: Median', columns: ['Location', 'IL-6', 'TNF'], total: 2 },
      { title: 'DataType: Count', columns: ['Location', 'Beads'], total: 3 },
    ]);
    expect(reading.lines).toEqual([
      'Table 1 of 2: DataType: Median',
      'Location\tIL-6\tTNF',
      'A1\t0.5\t3',
      'A2\t0.6\t4',
      '',
      'Table 2 of 2: DataType: Count',
      'Location\tBeads',
      'A1\t51',
      'A2\t62',
      'A3\t63',
    ]);
  });

  test('together they are the whole text, sign by sign', () => {
    const text = `sep=,\n${FILE}\nEnd of file\n`;
    const blocks = tableBlocks(text, decideTable(text));
    expect(blocks).toHaveLength(2);
    expect(blocks.map(each => each.text).join('')).toBe(text);
  });

  test('one that begins far behind the first has a header of its own, in command, window and comparison', () => {
    const far = (beads: number): string =>
      `${block(
        'DataType: Median',
        'Location,IL-6,TNF',
        rows(8000, at => `A${at + 1},0.${at + 1000},${at}\n`),
      )}${block('DataType: Count', 'Location,Beads', `A1,51\nA2,${beads}\nA3,63\n`)}`;
    const bytes = ascii(far(62));
    expect(bytes.length).toBeGreaterThan(2 * 65_536);
    const reading = readAsText({ name: 'xponent.csv', bytes, isCut: false, most: 10_000 });
    expect(reading).toMatchObject({
      decision: { tables: 2, hasHeader: false },
      parts: [
        { title: 'DataType: Median', columns: ['Location', 'IL-6', 'TNF'], total: 8000 },
        { title: 'DataType: Count', columns: ['Location', 'Beads'], total: 3 },
      ],
    });
    const shown = tableAsks().open({ name: 'a.csv', bytes, isCut: false, choice: { ...AS_FOUND, part: 1 } });
    expect(shown).toMatchObject({ columns: [{ name: 'Location' }, { name: 'Beads' }], total: 3 });
    const versions = { name: 'a.csv', base: null, mine: bytes, theirs: ascii(far(64)) };
    expect(compareVersions(versions, { by: 'best', key: null })).toMatchObject({
      kind: 'parts',
      parts: [
        { name: 'DataType: Median', comparison: { kind: 'same' } },
        {
          name: 'DataType: Count',
          comparison: { kind: 'table', merge: { changes: [{ at: 'cell', values: { mine: '62', theirs: '64' } }] } },
        },
      ],
    });
  });

  test('of rows far down that only have a gap between them no table is made', () => {
    const text = `Well,OD\n${rows(9000, at => `A${at + 1},0.${at + 1000}\n`)}\nB1,0.5\nB2,0.6\nB3,0.7\n`;
    expect(decideTable(text)).toMatchObject({ tables: 1, hasHeader: true });
  });

  test('no more rows are read than are asked for', () => {
    const reading = readAsText({ name: 'a.csv', bytes: ascii(FILE), isCut: false, most: 3 });
    expect(reading).toMatchObject({
      isCut: true,
      parts: [{ rows: { length: 2 } }, { rows: { length: 1 }, isCut: true }],
    });
  });

  test('the window shows one of them, and all lines of the file where that is chosen', () => {
    const asks = tableAsks();
    const open = (choice: Partial<TableChoice>) =>
      asks.open({ name: 'a.csv', bytes: ascii(FILE), isCut: false, choice: { ...AS_FOUND, ...choice } });
    expect(open({})).toMatchObject({ part: 0, parts: ['DataType: Median', 'DataType: Count'], total: 2 });
    expect(open({ part: 1 })).toMatchObject({ part: 1, columns: [{ name: 'Location' }, { name: 'Beads' }], total: 3 });
    expect(asks.rows({ from: 2, to: 3 })).toEqual([{ number: 3, fields: ['A3', '63'] }]);
    expect(open({ part: 'all' })).toMatchObject({ part: null, decision: { hasHeader: false } });
  });
});

test('the window says how many zeros a file ends with, and reads it in the encoding that was chosen', () => {
  const bytes = Uint8Array.from([...ascii('well,OD\nA1,0.5\n'), ...new Uint8Array(16)]);
  const table = tableAsks();
  const open = (all: Uint8Array, encoding: TableChoice['encoding']) =>
    table.open({ name: 'a.csv', bytes: all, isCut: false, choice: { ...AS_FOUND, encoding } });
  expect(open(bytes, null)).toMatchObject({ zeroBytes: 16, total: 1 });
  expect(textAsks().open({ name: 'a.txt', bytes, isCut: false, encoding: null })).toMatchObject({ zeroBytes: 16 });
  const cyrillic = Uint8Array.from([0xcf, 0xf0, 0x2c, 0x62, 10, 0x31, 0x2c, 0x32, 10]);
  expect(open(cyrillic, null)).toMatchObject({ encoding: 'windows-1252', columns: [{ name: 'Ïð' }, {}] });
  expect(open(cyrillic, 'windows-1251')).toMatchObject({ encoding: 'windows-1251', columns: [{ name: 'Пр' }, {}] });
});

describe('code pages', () => {
  test.each([
    [
      'shift_jis',
      [
        0x8e, 0x8e, 0x97, 0xbf, 0x2c, 0x94, 0x5a, 0x93, 0x78, 0x2c, 0x89, 0xb7, 0x93, 0x78, 0xa, 0x83, 0x54, 0x83, 0x93,
        0x83, 0x76, 0x83, 0x8b, 0x88, 0xea, 0x2c, 0x30, 0x2e, 0x35, 0x2c, 0x32, 0x35, 0xa, 0x83, 0x54, 0x83, 0x93, 0x83,
        0x76, 0x83, 0x8b, 0x93, 0xf1, 0x2c, 0x30, 0x2e, 0x37, 0x2c, 0x32, 0x36, 0xa,
      ],
      '試料,濃度,温度\nサンプル一,0.5,25\nサンプル二,0.7,26\n',
    ],
    [
      'windows-1251',
      [
        0xcf, 0xf0, 0xee, 0xe1, 0xe0, 0x2c, 0xcf, 0xeb, 0xe0, 0xed, 0xf8, 0xe5, 0xf2, 0x2c, 0xf2, 0xe5, 0xec, 0xef,
        0xe5, 0xf0, 0xe0, 0xf2, 0xf3, 0xf0, 0xe0, 0x0a, 0xcf, 0xf0, 0xee, 0xe1, 0xe0, 0x0a,
      ],
      'Проба,Планшет,температура\nПроба\n',
    ],
    [
      'windows-1252',
      [...ascii('volume,'), 0xb5, ...ascii('L\ntemperature,'), 0xb0, ...ascii('C\nsample,buffer,water\n')],
      'volume,µL\ntemperature,°C\nsample,buffer,water\n',
    ],
  ] as const)('%s is found by its words', (encoding, bytes, text) => {
    const all = Uint8Array.from(bytes);
    expect(findEncoding(all).encoding).toBe(encoding);
    expect(decode(all, encoding)).toBe(text);
  });
});
