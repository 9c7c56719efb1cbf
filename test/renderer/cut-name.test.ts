import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cutName } from '../../renderer/components/items/cut-at.ts';
import { moveOf } from '../../renderer/components/list/line-grid-keys.ts';

test('of a long name the ending and what tells runs apart stay whole', () => {
  expect(cutName('2026-11-18 Okafor dose response plate 12.csv')).toEqual({
    head: '2026-11-18 Okafor dose response p',
    tail: 'late 12.csv',
  });
  expect(cutName('a folder of many runs without an ending').tail).toBe(' ending');
});

test('of a short name the ending stays, if it has one', () => {
  expect(cutName('qPCR (SYBR Green).md')).toEqual({ head: 'qPCR (SYBR Green)', tail: '.md' });
  expect(cutName('plate7.csv')).toEqual({ head: 'plate7', tail: '.csv' });
  expect(cutName('Cell lines')).toEqual({ head: 'Cell lines', tail: '' });
});

test('the two parts are the whole name, and no sign begins with one that belongs before it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), name => {
      const { head, tail } = cutName(name);
      expect(head + tail).toBe(name);
      expect(/^(?:\p{M}|\u200d)/u.test(tail) && head !== '').toBe(false);
    }),
  );
});

test('among tiles the arrows go in both directions, and in a list of lines to the side nowhere', () => {
  const press = (key: string) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false });
  const to = (key: string, across?: number) => {
    const move = moveOf(press(key), { at: 5, count: 20, page: 8, ...(across === undefined ? {} : { across }) });
    return move?.name === 'go' ? move.to : null;
  };
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(key => to(key, 4))).toEqual([4, 6, 1, 9]);
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(key => to(key))).toEqual([null, null, 4, 6]);
});
