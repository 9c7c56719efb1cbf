import { expect, test } from 'vitest';

import { maybeText } from '../../../main/search/text-extraction.ts';
import { FORMATS } from '../../../shared/preview/formats/formats.ts';
import { ENDINGS } from '../../../shared/preview/kind.ts';

const named = (endings: string): readonly string[] => endings.split(' ').map(ending => `a.${ending}`);

test('the words of every kind of file that is shown as a text are searched on this computer', () => {
  const { table, markdown, tree, code, text } = ENDINGS;
  const texts = [table, markdown, tree, code, text].flatMap(named);
  expect(texts.filter(name => !maybeText(name))).toEqual([]);
  expect(['README', '.bashrc', 'a.SVG', 'Makefile'].filter(name => !maybeText(name))).toEqual([]);
});

test('of measurements, the words of those are searched that are stored as texts', () => {
  const searched = Object.entries(FORMATS).filter(([, { endings }]) => named(endings).every(maybeText));
  expect(searched.map(([format]) => format)).toEqual(['fasta', 'fastq', 'genbank', 'mzml', 'prism', 'notebook']);
});

test('what is no text by its name is never opened for its words', () => {
  const { picture, stack, workbook, document, pdf } = ENDINGS;
  const others = [picture.replace(' svg', ''), stack, workbook, document, pdf, 'gz mp4 sqlite unknown'].flatMap(named);
  expect(others.filter(maybeText)).toEqual([]);
});
