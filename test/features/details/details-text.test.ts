import { expect, test } from 'vitest';

import { visibilityText } from '../../../shared/features/details/text.ts';

// prettier-ignore
test.each([
  [true,  'private',      "Everyone in the organization (marked 'private' at the service)"],
  [true,  'organization', 'Everyone in the organization'],
  [true,  null,           'Everyone in the organization'],
  [false, 'private',      'Only those who are named'],
  [false, 'organization', "Only those who are named (marked 'organization' at the service)"],
  [null,  'private',      "Not told; it is marked 'private' at the service"],
  [null,  null,           null],
])('everybody can open it: %s, the word of the service: %s', (isForEverybody, visibility, said) =>
  expect(visibilityText({ isForEverybody, visibility })).toBe(said));
