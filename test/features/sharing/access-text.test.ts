import { expect, test } from 'vitest';

import { accessText } from '../../../shared/features/sharing/access-text.ts';

const brief = { id: '1', isEverybody: false, hasMe: true, others: 0, teams: 0, unknown: 0, names: [] as string[] };

test('who can open a thing is said in two words, and with names beside', () => {
  expect(accessText(brief).label).toBe('Only you');
  expect(accessText({ ...brief, others: 1, names: ['Ada'] })).toEqual({
    label: 'You + 1',
    meaning: 'You and Ada can open it.',
  });
  const many = { ...brief, others: 1204, names: ['Ada', 'Ben', 'Cem'] };
  expect(accessText(many)).toEqual({ label: 'You + 1,204', meaning: 'You, Ada, Ben, Cem and 1,201 more can open it.' });
});

test('where the service does not say who is signed in, nobody is called you', () => {
  const some = { ...brief, hasMe: false, others: 2, names: ['Ada', 'Ben'] };
  expect(accessText(some)).toEqual({ label: '2 people', meaning: 'Ada and Ben can open it.' });
  expect(accessText({ ...some, isEverybody: true }).label).toBe('Organization');
  // An answer that names no person at all is not to be relied on.
  expect(accessText({ ...brief, hasMe: false }).label).toBe('Nobody named');
});

test('a team is not counted as a person', () => {
  const shared = { ...brief, teams: 1, names: ['Imaging'] };
  expect(accessText(shared)).toEqual({ label: 'You, 1 team', meaning: 'You and Imaging can open it.' });
  expect(accessText({ ...shared, others: 2, names: ['Ada', 'Ben', 'Imaging'] }).label).toBe('You + 2, 1 team');
  expect(accessText({ ...shared, hasMe: false }).label).toBe('1 team');
  expect(accessText({ ...shared, others: 1, unknown: 1 }).label).toBe('You + 1, 1 team, 1 other');
});
