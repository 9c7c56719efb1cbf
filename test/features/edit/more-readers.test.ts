import { expect, test } from 'vitest';

import { questionTexts } from '../../../shared/features/edit/text.ts';
import { EVERYBODY } from '../../../shared/features/sharing/effective-access.ts';

const { widerTitle } = questionTexts.move;
const ben = { key: 'user ben', name: 'Ben Okafor' };

test('people who could read more are counted', () => {
  expect(widerTitle([ben])).toBe('1 more reader after the move');
  expect(widerTitle([ben, { key: 'user cleo', name: 'Cleo Marchetti' }])).toBe('2 more readers after the move');
});

test('a whole organization is not counted as one more reader', () => {
  expect(widerTitle([ben, { key: EVERYBODY, name: 'everybody in the organization' }])).toBe(
    'The whole organization can read it after the move',
  );
});
