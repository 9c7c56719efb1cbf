import { describe, expect, test } from 'vitest';

import { headOf, rowsIn, textIn } from '../../../renderer/markdown/markdown-nodes.ts';
import { toTree } from '../../../renderer/markdown/markdown-requests.ts';
import { filesIn, withContext, withMention, withoutFile, EMPTY } from '../../../renderer/features/chat/stores/draft.ts';
import { completeMention, mentionIn } from '../../../renderer/features/chat/stores/mentions.ts';
import { firstSentence, replyState, withNewest } from '../../../renderer/features/chat/stores/messages.ts';
import { isSendPress } from '../../../renderer/features/chat/stores/send-key.ts';
import { indexAt, rangeOf, topsOf } from '../../../renderer/features/chat/spans.ts';
import type { ChatMessage } from '../../../shared/features/chat/model.ts';
import { csvText, tsvText } from '../../../shared/text/csv.ts';

const message = (id: string, text = id) => ({ id, text }) as ChatMessage;

describe('a page of messages on top of what was known', () => {
  test('replaces what it says anew, and keeps the same object where nothing is new', () => {
    const old = [message('1'), message('2'), message('3', 'half')];
    const { messages, before } = withNewest(
      { messages: old, before: 'c' },
      { messages: [message('2'), message('3', 'whole')], before: 'd' },
    );
    expect(messages.map(({ text }) => text)).toEqual(['1', '2', 'whole']);
    expect(messages[1]).toBe(old[1]);
    expect(before).toBe('c');
  });

  test('stands alone where it does not meet what was known', () =>
    expect(withNewest({ messages: [message('1')], before: null }, { messages: [message('60')], before: 'd' })).toEqual({
      messages: [message('60')],
      before: 'd',
    }));
});

test.each([
  [null, 'complete'],
  ['COMPLETED', 'complete'],
  ['running', 'partial'],
  ['failed', 'failed'],
  ['queued at the bench', 'unknown'],
] as const)('a reply with the status %s is %s', (status, state) => expect(replyState({ status })).toBe(state));

test.each([
  ['## Wells\n\nThree wells. More.', 'Wells Three wells.'],
  ['See [plate 7](file:1) at 0.8. Then', 'See plate 7 at 0.8.'],
  ['', ''],
])('of %j is read out %j', (text, sentence) => expect(firstSentence(text)).toBe(sentence));

test.each([
  ['@pla', 4, 'pla'],
  ['see @plate 7', 12, 'plate 7'],
  ['(@x', 3, 'x'],
  ['ada@example.org', 15, null],
  ['@plate7.csv ', 12, null],
  ['@a\nb', 4, null],
  ['@', 1, ''],
])('in %j at %d is mentioned %j', (text, caret, query) => expect(mentionIn(text, caret)?.query ?? null).toBe(query));

test('a name takes the place of what was written of it', () =>
  expect(completeMention('see @pla now', { at: 4, query: 'pla' }, 'plate 7.csv')).toEqual({
    text: 'see @plate 7.csv now',
    caret: 17,
  }));

test.each([
  ['Enter', {}, 'enter', true],
  ['Shift+Enter', { shiftKey: true }, 'enter', false],
  ['Enter, where it begins a line', {}, 'command', false],
  ['Ctrl+Enter', { ctrlKey: true }, 'command', true],
] as const)('%s', (_, held, key, isSent) =>
  expect(isSendPress({ shiftKey: false, ctrlKey: false, metaKey: false, ...held }, key, false)).toBe(isSent),
);

test('Enter that ends the writing of a sign does not send', () =>
  expect(isSendPress({ shiftKey: false, ctrlKey: true, metaKey: false }, 'enter', true)).toBe(false));

test('a file is named once, and leaves wherever it is named', () => {
  const file = { id: 'f', name: 'a.csv' };
  const draft = withMention(withContext(EMPTY, [file, file], { file: 'f', version: null }), file);
  expect(filesIn(draft)).toEqual([{ ...file, use: 'open' }]);
  expect(withoutFile(draft, 'f')).toEqual(EMPTY);
});

test('cells of a table are taken along as they are, and a formula is no formula in a spreadsheet [S26]', () => {
  const rows = rowsIn(toTree('| a | b |\n|---|---|\n| =1+1 | -1.5 |\n| "x", y | $z^2$ |').tree.children[0] as never);
  expect(rows.slice(0, 3)).toEqual([
    ['a', 'b'],
    ['=1+1', '-1.5'],
    ['"x", y', 'z2'],
  ]);
  expect(csvText(rows.slice(0, 3)).split('\r\n')).toEqual(['\uFEFFa,b', "'=1+1,-1.5", '"""x"", y",z2', '']);
  expect(tsvText([['a\tb', 'c\nd']])).toBe('a b\tc d');
});

test('a reply of many pages is shown in part, and one that is little longer whole', () => {
  const { tree } = toTree(Array.from({ length: 40 }, () => 'word '.repeat(100)).join('\n\n'));
  expect(textIn(headOf(tree, 2000) ?? tree).length).toBeLessThan(3000);
  expect(headOf(tree, 19_000)).toBeNull();
});

test('of things of different heights those in sight and near to it are in the page', () => {
  const tops = topsOf(1000, at => (at % 2 === 0 ? 50 : 150));
  expect(tops.at(-1)).toBe(100_000);
  expect(indexAt(tops, 50)).toBe(1);
  expect(indexAt(tops, -5)).toBe(0);
  expect(rangeOf(tops, { top: 50_000, height: 800, beyond: 200 })).toEqual({ first: 498, end: 511 });
  expect(
    rangeOf(
      topsOf(0, () => 1),
      { top: 0, height: 800, beyond: 200 },
    ),
  ).toEqual({ first: 0, end: 0 });
});
