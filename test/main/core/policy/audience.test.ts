import { expect, test } from 'vitest';

import { EVERYBODY, newReaders } from '../../../../main/core/policy/audience.ts';

const ada = { key: 'user 1', name: 'Ada' };
const ben = { key: 'user 2', name: 'Ben' };
const team = { key: 'team 7', name: 'Imaging' };
const all = { key: EVERYBODY, name: 'everybody in the organization' };

test('who could read a thing before is not new', () => {
  expect(newReaders([ada, ben], [ben])).toEqual([]);
});

test('a person and a team are each somebody new', () => {
  expect(newReaders([ada], [ada, ben, team])).toEqual([ben, team]);
});

test('everybody includes each single one, and is named alone', () => {
  expect(newReaders([ada], [ada, ben, team, all])).toEqual([all]);
});

test('where everybody could read, nobody is new', () => {
  expect(newReaders([all], [ada, team])).toEqual([]);
});

test('a member of a team that could read counts as new, because nobody tells who is in it', () => {
  expect(newReaders([team], [ada])).toEqual([ada]);
});
