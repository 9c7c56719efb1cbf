import { describe, expect, test } from 'vitest';

import { csvCell } from '../../../shared/features/activity/file-text.ts';
import { csvText, tsvText } from '../../../shared/text/csv.ts';
import { ORGANIZATION_FILES_TABLE } from '../../../shared/features/organization/files-text.ts';
import { nameTrouble, portableName } from '../../../shared/text/portable-name.ts';
import { parseSpeed, parseTimeOfDay, speedText, timeOfDayText } from '../../../shared/features/settings/text.ts';

describe('a name that works everywhere', () => {
  test.each([
    ['plate7.csv', 'plate7.csv'],
    ['run: 7?.csv', 'run- 7-.csv'],
    ['a/b\\c', 'a-b-c'],
    ['nul.txt', '_nul.txt'],
    ['trailing. ', 'trailing'],
    ['\u0000\u0007', '--'],
    ['...', '_'],
    ['', '_'],
    [`${'ä'.repeat(150)}.csv`, `${'ä'.repeat(98)}.csv`],
  ])('%j becomes %j, of which nothing is wrong any more', (name, expected) => {
    expect(portableName(name)).toBe(expected);
    expect(nameTrouble(portableName(name))).toBeNull();
  });

  test.each([
    ['a:b', 'the character :'],
    ['a\tb', 'a control character'],
    ['a.', 'a full stop or a space at its end'],
    ['COM1.csv', 'the name of a device on Windows'],
    ['x'.repeat(201), 'its length'],
    ['fine.csv', null],
  ])('of %j what does not work is %j', (name, trouble) => expect(nameTrouble(name)).toBe(trouble));
});

describe('a cell of a table', () => {
  test.each([
    ['plate 7.csv', 'plate 7.csv'],
    ['a,b', '"a,b"'],
    ['say "A"', '"say ""A"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', `"'=1+1"`],
    ['+49', `"'+49"`],
    ['-x', `"'-x"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    [' =1', `"' =1"`],
    ['\u202e=1', `"'\u202e=1"`],
  ])('%j is written %j in the history [S26]', (text, cell) => expect(csvCell(text)).toBe(cell));
});

describe('tables that leave Benchtop', () => {
  const FORMULAS = [
    '=1+1',
    '+A1',
    '-A1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\u202e=1',
    '\u00a0=1',
    '\u200b@x',
    '|cmd',
    '%0A=1',
  ];

  test.each(FORMULAS)('%j is calculated by none [S26]', hostile => {
    const sheet = csvText([[hostile, 'b']]).slice(1);
    const pasted = tsvText([[hostile, 'b']]);
    const listed = ORGANIZATION_FILES_TABLE.line(
      {
        id: 'f',
        name: hostile,
        folder: null,
        owner: null,
        visibility: hostile,
        sizeBytes: null,
        createdAt: null,
        updatedAt: null,
      },
      [hostile, hostile, hostile],
    );
    for (const line of [sheet, pasted, listed]) expect(line).toMatch(/^"?'/);
    expect(listed.split(',').filter(cell => /^"?'/.test(cell))).toHaveLength(5);
  });

  test.each(['-1.5', '+3', '-1,5', '-2e-7', '-', '5%', 'plate 7', ''])('%j stays as it is', text =>
    expect(tsvText([[text]])).toBe(text),
  );
});

describe('a speed and a time as people type them', () => {
  test.each([
    ['', 0],
    ['0', 0],
    ['500kB/s', 500_000],
    ['2 MB/s', 2_000_000],
    ['1,5M', 1_500_000],
    ['999', null],
    ['fast', null],
    ['-1', null],
  ])('%j is %j bytes a second', (text, speed) => expect(parseSpeed(text)).toBe(speed));

  test.each([0, 1000, 500_000, 2_000_000])('%i bytes a second are shown as they may be typed', speed =>
    expect(parseSpeed(speedText(speed))).toBe(speed),
  );

  test.each([
    ['08:00', 480],
    ['8:05', 485],
    ['23:59', 1439],
    ['24:00', null],
    ['noon', null],
  ])('%j is minute %j', (text, minute) => expect(parseTimeOfDay(text)).toBe(minute));

  test('a minute is shown as it is typed', () => expect(timeOfDayText(485)).toBe('08:05'));
});
