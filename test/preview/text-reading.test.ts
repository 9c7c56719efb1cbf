import { expect, test } from 'vitest';

import { isUnknown, kindOf } from '../../shared/preview/kind.ts';
import { readAsText } from '../../shared/preview/text-reading.ts';

const read = (name: string, text: string, most = 100) =>
  readAsText({ name, bytes: new TextEncoder().encode(text), isCut: false, most });

test('a table is read as its rows, with tabs between the fields', () => {
  expect(read('a.csv', 'well;ct\nA1;"1\t2"\nA2;3,5\n', 1)).toMatchObject({
    is: 'table',
    columns: ['well', 'ct'],
    rows: [['A1', '1\t2']],
    lines: ['well\tct', 'A1\t1 2'],
    total: 2,
    isCut: true,
  });
});

test('a text is read as its lines, and what is none as nothing', () => {
  expect(read('a.txt', 'one\r\ntwo\n')).toEqual({
    is: 'text',
    encoding: 'utf-8',
    zeroBytes: 0,
    lines: ['one', 'two'],
    isCut: false,
  });
  expect(read('a.txt', '')).toMatchObject({ is: 'text', lines: [] });
  expect(read('a.txt', '\0\u0001\u0002')).toEqual({ is: 'none' });
});

test.each([
  ['plate.CSV', 'table'],
  ['a.b.tsv', 'table'],
  ['.csv', 'facts'],
  ['README', 'text'],
  ['run.ipynb', 'sections'],
  ['gel.TIF', 'stack'],
  ['plate.xlsx', 'workbook'],
  ['old.xls', 'workbook'],
  ['SOP.docx', 'document'],
  ['paper.pdf', 'pdf'],
  ['a.unheard', 'facts'],
] as const)('%s is looked into as %s', (name, kind) => expect(kindOf(name)).toBe(kind));

test('only of what nobody knows the beginning is looked at', () =>
  expect(['a.unheard', 'a.h5', 'a.csv', 'noending'].map(isUnknown)).toEqual([true, false, false, true]));
