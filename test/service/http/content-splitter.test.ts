import fc from 'fast-check';
import { expect, test } from 'vitest';

import { runs } from '../../setup/run/effort.ts';
import { ContentSplitter } from './content-splitter.ts';

/** What the splitter gives when a text arrives in pieces of these lengths. */
function split(text: string, lengths: readonly number[]): { content: string; rest: unknown; field: string | null } {
  const splitter = new ContentSplitter();
  const bytes = Buffer.from(text, 'utf8');
  const found: Uint8Array[] = [];
  let at = 0;
  for (const length of lengths) {
    found.push(...splitter.push(bytes.subarray(at, at + length)));
    at += length;
  }
  found.push(...splitter.push(bytes.subarray(at)));
  return { content: Buffer.concat(found).toString('utf8'), rest: splitter.rest(), field: splitter.field() };
}

const wellFormed = fc.string({ unit: 'grapheme', maxLength: 60 });

test('whatever the pieces, the content comes out whole and the rest is kept', () => {
  const body = fc.record({ content: wellFormed, changeSummary: wellFormed, nested: fc.jsonValue() });
  fc.assert(
    fc.property(
      body,
      fc.boolean(),
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 80 }),
      (fields, pretty, lengths) => {
        const { content, ...others } = fields;
        const ordered = { changeSummary: others.changeSummary, content, nested: others.nested };
        const found = split(JSON.stringify(ordered, null, pretty ? 2 : 0), lengths);
        expect(found).toEqual({
          content,
          field: 'content',
          rest: JSON.parse(JSON.stringify({ ...others, content: null })),
        });
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('escapes of every kind are undone, also when a piece ends inside of one', () => {
  const escaped = String.raw`{"contentBase64":"\"\\\/\b\f\n\r\t\u00b5\ud83e\uddea\u2028"}`;
  for (let cut = 0; cut < escaped.length; cut += 1) {
    expect(split(escaped, [cut])).toMatchObject({ content: '"\\/\b\f\n\r\tµ🧪\u2028', field: 'contentbase64' });
  }
});

test('half a character becomes the replacement character', () => {
  const halves = ['\\ud83e', '\\uddea', '\\ud83ex', '\\ud83e\\ud83e\\uddea'];
  const contents = halves.map(half => split(`{"content":"${half}"}`, []).content);
  expect(contents).toEqual(['\uFFFD', '\uFFFD', '\uFFFDx', '\uFFFD🧪']);
});

test('a content inside another value is not the content', () => {
  const text = '{"a":{"content":"x"},"b":["content","y"],"c":"content","content":"z"}';
  expect(split(text, [])).toEqual({
    content: 'z',
    field: 'content',
    rest: { a: { content: 'x' }, b: ['content', 'y'], c: 'content', content: null },
  });
});

test.each([
  '{"content":"x',
  '{"content":"x"',
  '{"content":"\\q"}',
  '{"content":"\\u12x4"}',
  '{content:"x"}',
  '["content","x"',
])('the malformed body %s is refused', text => {
  expect(() => split(text, [])).toThrow('The request body is not valid JSON.');
});

test('two contents in one body exclude each other', () => {
  expect(() => split('{"content":"a","contentBase64":"YQ=="}', [])).toThrow('exclude each other');
});
