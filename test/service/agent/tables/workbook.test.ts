import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';

import { workbook } from './workbook.ts';

const SHEET = {
  name: 'Data',
  rows: [
    ['Sample', 'OD'],
    ['A & B', 0.25],
    ['=1+1', null],
    ['', -1e-7],
  ],
};

/** A part of the workbook, read with another library than the one that wrote it. */
function part(bytes: Uint8Array, name: string): string {
  const found = unzipSync(bytes)[name];
  return found === undefined ? '' : strFromU8(found);
}

test('numbers are numeric cells and text is text, never a formula', async () => {
  const bytes = await workbook([SHEET]);
  const sheet = part(bytes, 'xl/worksheets/sheet1.xml');
  const strings = [...part(bytes, 'xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(match => match[1]);
  expect(strings).toEqual(expect.arrayContaining(['Sample', 'OD', 'A &amp; B', '=1+1']));
  expect(sheet).toMatch(/<c r="B2"[^>]*><v>0\.25<\/v>/);
  expect(sheet).toMatch(/<c r="B4"[^>]*><v>-1e-7<\/v>/);
  expect(sheet).toMatch(/<c r="A3"[^>]* t="s"/);
  expect(sheet).not.toContain('<f>');
});

test('the names of sheets are made to fit and differ', async () => {
  const names = ['a/b:c*[d]', 'A B C  D', 'x'.repeat(40), 'x'.repeat(41), ''];
  const bytes = await workbook(names.map(name => ({ name, rows: [['only']] })));
  const found = [...part(bytes, 'xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(match => match[1]);
  expect(found).toEqual(['a b c d', 'A B C D (2)', 'x'.repeat(31), `${'x'.repeat(27)} (2)`, 'Sheet']);
});

test('the same sheets give the same bytes at another time', async () => {
  const first = await workbook([SHEET]);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-01T00:00:00Z') });
  const later = await workbook([SHEET]).finally(() => vi.useRealTimers());
  expect(later).toEqual(first);
});
