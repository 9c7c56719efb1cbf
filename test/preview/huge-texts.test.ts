import { setFlagsFromString } from 'node:v8';

import { expect, test } from 'vitest';

// When a process has met many patterns, the next ones are made without care: they remember each sign they went over.
setFlagsFromString('--no-regexp-optimization');
const { readJson } = await import('../../shared/preview/json.ts');
const { lookAtDrawing } = await import('../../shared/preview/drawing.ts');

test.each([
  ['one text of twenty million signs', `["${'a\\n'.repeat(10_000)}${'x'.repeat(20_000_000)}"]`],
  ['twenty million spaces', `[${' '.repeat(20_000_000)}1]`],
  ['a number of a hundred thousand digits', `[${'7'.repeat(100_000)}]`],
])('%s is read, however much was read before', (_, text) => expect(readJson(text).size).toBe(2));

test('a drawing with twenty million spaces in a tag has its size', () => {
  expect(lookAtDrawing(`<svg ${' '.repeat(20_000_000)} width="5" height="3"/>`)).toEqual({
    is: 'fine',
    width: 5,
    height: 3,
  });
});

test.each(['<!--', '<![CDATA[', '<svg ', '<a "'])(
  'two hundred thousand times %s, never closed, is no drawing, and soon known not to be one',
  text => expect(lookAtDrawing(text.repeat(200_000))).toEqual({ is: 'none' }),
);

test('what stands in comments, texts and quotes is no part of a drawing', () => {
  const inside =
    '<!-- <svg> --><svg width="2" height="1" data-a="<b> > \'"><![CDATA[<use href="#a"/>]]><g id=\'a>b\'/></svg>';
  expect(lookAtDrawing(inside)).toEqual({ is: 'fine', width: 2, height: 1 });
});
