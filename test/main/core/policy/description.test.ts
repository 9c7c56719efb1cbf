import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  withEdit,
  mergeEdits,
  pendingDescription,
  type DescriptionEdit,
} from '../../../../main/core/policy/description-edits.ts';

const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
const text = fc.constantFrom('', 'one', 'two');
const now = fc.record({ description: fc.option(text), tags });

function wishFrom(from: string | null, to: string | null, add: string[], remove: string[]): DescriptionEdit {
  return {
    description: to === null ? null : { from, to },
    add: add.filter(tag => !remove.includes(tag)),
    remove,
  };
}

test('two wishes made one have the effect of both, one after the other', () => {
  fc.assert(
    fc.property(now, fc.option(text), fc.option(text), tags, tags, tags, tags, (before, one, two, ...lists) => {
      const [add1, remove1, add2, remove2] = lists;
      const first = wishFrom(before.description, one, add1, remove1);
      const second = wishFrom(one ?? before.description, two, add2, remove2);
      const apart = withEdit(withEdit(before, first), second);
      const joined = withEdit(before, mergeEdits(first, second));
      expect(joined.description).toBe(apart.description);
      expect([...joined.tags].sort()).toEqual([...apart.tags].sort());
    }),
  );
});

test.each([
  ['nothing is sent that is so already', { description: 'x', tags: ['a'] }, wishFrom(null, 'x', ['a'], ['b']), null],
  ['an empty description is none', { description: null, tags: [] }, wishFrom('', '', [], []), null],
  ['only what changes is sent', { description: 'x', tags: ['a'] }, wishFrom('x', 'y', ['a'], []), { description: 'y' }],
  [
    'tags are changed beside a foreign one',
    { description: null, tags: ['z'] },
    wishFrom(null, null, ['a'], []),
    { tags: ['z', 'a'] },
  ],
  [
    'a description that somebody else wrote is not written over',
    { description: 'theirs', tags: [] },
    wishFrom('x', 'y', [], []),
    'disputed',
  ],
] as const)('%s', (_, before, wish, sending) => expect(pendingDescription(before, wish)).toEqual(sending));
