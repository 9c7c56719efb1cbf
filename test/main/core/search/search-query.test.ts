import { expect, test } from 'vitest';

import { dayStart, isoMs, isoTime } from '../../../../main/core/calendar.ts';
import { isEmpty, comparableText, readQuery } from '../../../../main/core/search/search-query.ts';
import { partsOfHtml, snippetOf } from '../../../../main/core/search/snippet.ts';

const read = (text: string) => readQuery(text, dayStart);

test('words, words in a row and filters are told apart', () =>
  expect(read('Dose "Plate 7" type:CSV tag:qPCR in:"RNA seq" before:2026-10-01 after:2025')).toEqual({
    query: {
      words: ['dose', 'plate 7'],
      types: ['csv'],
      tags: ['qpcr'],
      folders: ['rna seq'],
      beforeMs: Date.UTC(2026, 9, 1),
      afterMs: Date.UTC(2025, 0, 1),
    },
    troubles: [],
  }));

test.each(['type:.csv', 'type:*.csv'])('%s means the same as type:csv', text =>
  expect(read(text).query.types).toEqual(['csv']),
);

test.each([
  ['run:7.csv', ['run:7.csv']],
  ['http://x.example.org/a', ['http://x.example.org/a']],
  ['"', []],
  ['"no end', ['no end']],
  ['   ', []],
])('%j has the words %j', (text, words) => expect(read(text).query.words).toEqual(words));

test.each(['before:', 'before:soon', 'before:2026-02-30', 'after:2026-13', 'type:', 'tag:', 'in:""'])(
  '%s is said to be wrong, and takes nothing away',
  text => {
    const { query, troubles } = read(`plate ${text}`);
    expect(troubles).toMatchObject([{ filter: text.slice(0, text.indexOf(':')) }]);
    expect(query.words).toEqual(['plate']);
  },
);

test('capitals, accents and the form of a text make no difference', () => {
  expect(comparableText('ÜBERSICHT Café')).toBe(comparableText('ubersicht cafe\u{301}'));
  expect(read('Übersicht').query.words).toEqual(['ubersicht']);
});

test('a pasted page is no question of a million words', () =>
  expect(read('word '.repeat(100_000)).query.words.length).toBeLessThanOrEqual(16));

test('nothing typed is nothing asked', () => {
  expect(isEmpty(read('  ').query)).toBe(true);
  expect(isEmpty(read('type:csv').query)).toBe(false);
});

test('the surroundings of a word are one line around it', () => {
  const text = `${'before '.repeat(40)}the EC50 of\n\tcompound 7${' after'.repeat(40)}`;
  const parts = snippetOf(text, ['ec50']) ?? [];
  expect(parts.map(({ isMatch }) => isMatch)).toEqual([false, true, false]);
  expect(parts[1]?.text).toBe('EC50');
  expect(parts[2]?.text).toContain(' of compound 7 after');
  expect(parts.map(part => part.text).join('').length).toBeLessThan(140);
  expect(snippetOf('nothing of it', ['ec50'])).toBeNull();
});

test("of the service's snippets only the marks mean something", () =>
  expect(partsOfHtml('a <b>dose</b> &lt;i&gt; &amp; <img src=x onerror=alert(1)>b<script>c</script>')).toEqual([
    { text: 'a ', isMatch: false },
    { text: 'dose', isMatch: true },
    { text: ' <i> & bc', isMatch: false },
  ]));

test.each(['2026-11-20T14:03:07.042Z', '1970-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'])(
  '%s is the same moment for us as for the calendar',
  text => {
    expect(isoMs(text)).toBe(Date.parse(text));
    expect(isoTime(isoMs(text) ?? 0)).toBe(text);
  },
);

test('a day begins where it begins, and there is none that does not exist', () => {
  expect(dayStart(2026, 2, 28)).toBe(Date.UTC(2026, 1, 28));
  expect(dayStart(2024, 2, 29)).toBe(Date.UTC(2024, 1, 29));
  expect([dayStart(2026, 2, 29), dayStart(2026, 0, 1), dayStart(2026, 4, 31), dayStart(2026, 12, 32)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
