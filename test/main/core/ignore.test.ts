import { expect, test } from 'vitest';

import { isIgnored } from '../../../main/core/ignore.ts';

test.each([
  '.DS_Store',
  'Thumbs.db',
  'thumbs.db',
  'desktop.ini',
  '$RECYCLE.BIN',
  'System Volume Information',
  '.benchtop',
  '.Benchtop',
  '~$plan.docx',
  '.~lock.plan.odt#',
  'plan.tmp',
  'PLAN.TMP',
  'film.crdownload',
  'film.part',
  '._resource',
])('%j is never synchronised', name => {
  expect(isIgnored(name)).toBe(true);
});

test.each([
  'a.csv',
  '.gitignore',
  'tmp',
  'a.tmp.csv',
  'part',
  'lock',
  '~plan.docx',
  '$a',
  'x.DS_Store',
  '.benchtop.txt',
  'desktop.ini.bak',
  'a.party',
  '.lock#',
  '_resource',
  '',
])('%j is', name => {
  expect(isIgnored(name)).toBe(false);
});
