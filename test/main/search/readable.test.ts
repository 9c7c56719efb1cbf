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

// Of some of them two megabytes took more than a minute, in which nothing else was done.
test.each(['<script>', '<style>', '<!--', '<', '<a ', '</script', '</script ', '<script></script', '<!-', '-->'])(
  'two megabytes of %j are gone through in a moment [S22]',
  text => {
    const begin = performance.now();
    wordsOf('a.html', text.repeat(2_000_000 / text.length));
    expect(performance.now() - begin).toBeLessThan(5000);
  },
);
