import fc from 'fast-check';
import { expect, test } from 'vitest';

import { splitPath } from '../../../main/items/remote-path.ts';

test.each([
  ['Knowledge Base/Plates', ['Knowledge Base', 'Plates']],
  ['Plates', ['Plates']],
  ['/Plates/', ['Plates']],
  ['a//b', ['a', 'b']],
  ['', []],
  ['///', []],
  ['a\\/b', ['a/b']],
  ['a\\/b/c\\/d', ['a/b', 'c/d']],
  ['\\/', ['/']],
  ['a\\b', ['a\\b']],
  ['a\\', ['a\\']],
  [' a / b ', [' a ', ' b ']],
])('%j names %j', (path, names) => {
  expect(splitPath(path)).toEqual(names);
});

test('names joined as they are printed are found again', () => {
  const name = fc.string({ minLength: 1 }).filter(text => !text.includes('\\'));
  fc.assert(
    fc.property(fc.array(name), names => {
      expect(splitPath(names.map(each => each.replaceAll('/', '\\/')).join('/'))).toEqual(names);
    }),
  );
});
