import { expect, test } from 'vitest';

import { withoutFileIds } from '../../../shared/text/without-file-ids.ts';

const ID = '11111111-0000-4000-8000-000000000021';

test('a file that a message names is read by its name, its marked words included', () => {
  expect(withoutFileIds(`See [<b>plate</b> 7.csv](file:${ID}) now`)).toBe('See <b>plate</b> 7.csv now');
  expect(withoutFileIds(`id ${ID} here (file:${ID})`).trim()).toBe('id here');
});

test('an excerpt that begins or ends inside such a name keeps nothing of the id', () => {
  expect(withoutFileIds('11-0000-4000-8000-000000000021) and the rest').trim()).toBe('and the rest');
  expect(withoutFileIds('compare [plate 8.csv](file:1111-')).toBe('compare plate 8.csv');
  expect(withoutFileIds('compare [plate 8.csv](fi')).toBe('compare [plate 8.csv');
});

test('what names no file stays as it is', () => {
  const text = 'a [link](https://example.org) stays, f(x) and a plate-12 (';
  expect(withoutFileIds(text)).toBe(text);
});
