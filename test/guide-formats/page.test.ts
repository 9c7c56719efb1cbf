import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ENDINGS, kindOf, PREVIEW_KINDS } from '../../shared/preview/kind.ts';
import { formatLines, formatsPage } from './page.ts';
import { SAMPLES } from './samples.ts';

test('the page of formats says what the tables of formats say', () => {
  const page = readFileSync(new URL('../../assets/guide/formats.md', import.meta.url), 'utf8');
  expect(page, 'write it again: node test/guide-formats/write.ts').toBe(formatsPage());
});

test('every ending that is known stands in it once, and of every kind something is said', () => {
  const endings = formatLines().flatMap(line => line.endings);
  expect(new Set(endings).size).toBe(endings.length);
  expect(endings.length).toBe(Object.values(ENDINGS).join(' ').split(' ').length);
  const kinds = new Set(endings.map(ending => kindOf(`a.${ending}`)));
  expect([...kinds].toSorted()).toEqual(PREVIEW_KINDS.filter(kind => kind !== 'facts').toSorted());
  const unsaid = formatLines().filter(line => Object.values(line).includes(''));
  expect(unsaid.map(line => line.endings)).toEqual([]);
});

test('every sample is of an ending that is known, and named as its file is', () => {
  const wrong = Object.entries(SAMPLES).filter(
    ([ending, { file }]) => kindOf(`a.${ending}`) === 'facts' || !file.toLowerCase().endsWith(`.${ending}`),
  );
  expect(wrong).toEqual([]);
});
