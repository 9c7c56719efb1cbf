import { describe, expect, test } from 'vitest';

import { wordsOf } from '../../../main/search/text-extraction.ts';

const plain = (text: string): string => wordsOf('a.html', text).replaceAll(/\s+/g, ' ').trim();

describe('of a page only its words are read', () => {
  test.each([
    ['<p>one</p><p>two</p>', 'one two'],
    ['a <script>var x = "<p>no</p>"</script> b', 'a b'],
    ['a <STYLE type=x>p { }</STYLE > b', 'a b'],
    ['a <!-- <p>no</p> --> b', 'a b'],
    ['a < b, c < d', 'a < b, c < d'],
    ['<img alt="x"', '< img alt="x"'],
    ['a <script src=x></script><b>b</b>', 'a b'],
    ['<scripture>kept</scripture>', 'kept'],
    ['<svg><style/>kept</svg>', 'kept'],
    ['a <script>never closed', 'a'],
    ['a <!-- never closed', 'a'],
    ['', ''],
  ])('%j', (text, words) => expect(plain(text)).toBe(words));

  test('a text is read as it is', () => expect(wordsOf('a.csv', '<p>a</p>')).toBe('<p>a</p>'));
});

describe('what no person searches is left out', () => {
  const packed = 'iVBORw0KGgo'.repeat(40);
  test.each([
    ['reads.fastq', '@run1:7 a\nGATTACA\n+\nIIII@II\n@run1:8 b\nTTTTTTT\n+\n@IIIIII\n', '@run1:7 a @run1:8 b'],
    ['reads.fq', 'no reads at all\n', 'no reads at all'],
    ['genome.fna', '>chr1 Aspergillus niger\nGATTACA\nGATTACA\n>chr2\nCCC\n', '>chr1 Aspergillus niger >chr2'],
    ['genome.fa', 'no records at all\n', 'no records at all'],
    ['a.eml', `Subject: gel\r\n\r\n${`${packed.slice(0, 76)}\r\n`.repeat(3)}--b--\r\n`, 'Subject: gel --b--'],
    ['a.mzML', `<binary>${packed}</binary> scan`, '<binary></binary> scan'],
    ['a.ipynb', `{"image/png": "${packed}"}`, '{"image/png": ""}'],
    ['sums.txt', `${'0123456789abcdef'.repeat(8)} run.raw`, `${'0123456789abcdef'.repeat(8)} run.raw`],
    ['a.txt', `/home/ada/${'plates/'.repeat(20)}day3`, `/home/ada/${'plates/'.repeat(20)}day3`],
  ])('of %s', (name, text, words) => expect(wordsOf(name, text).replaceAll(/\s+/g, ' ').trim()).toBe(words));

  test.each(['A'.repeat(199) + ' ', 'A', '@\n', '>'])('in five megabytes of %j in a moment', piece => {
    const text = piece.repeat(5_000_000 / piece.length);
    const begin = performance.now();
    for (const name of ['a.txt', 'a.eml', 'a.fastq', 'a.fasta']) wordsOf(name, text);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });
});

// Of some of them two megabytes took more than a minute, in which nothing else was done.
test.each(['<script>', '<style>', '<!--', '<', '<a ', '</script', '</script ', '<script></script', '<!-', '-->'])(
  'two megabytes of %j are gone through in a moment [S22]',
  text => {
    const begin = performance.now();
    wordsOf('a.html', text.repeat(2_000_000 / text.length));
    expect(performance.now() - begin).toBeLessThan(5000);
  },
);
