import { expect, test } from 'vitest';

import { mayOnlyRead } from '../../../main/features/zones/zone-handlers.ts';

const me = 'pc@example.org';
const mine = (role: string) => ({ principalType: 'user', userId: 1, email: me, role });
const other = (role: string) => ({ principalType: 'user', userId: 2, email: 'chen@example.org', role });
const team = (role: string) => ({ principalType: 'team', teamId: 't', displayName: 'Imaging', role });
const everybody = (role: string) => ({ principalType: 'organization', role });

test.each([
  ['who is a viewer may only read', [mine('viewer')], true],
  ['what others may do does not count', [mine('viewer'), other('editor')], true],
  ['an editor may send', [mine('editor')], false],
  ['the strongest of two ways counts', [mine('viewer'), { ...mine('editor'), inherited: true }], false],
  ['what everybody in the organization may do counts', [mine('viewer'), everybody('editor')], false],
  ['who reads as one of the organization may only read', [other('admin'), everybody('viewer')], true],
  ['a team may be theirs', [mine('viewer'), team('editor')], false],
  ['who is not named may have rights that nobody tells', [other('viewer')], false],
  ['nothing told is nothing known', [], false],
] as const)('%s', (_, access, isReader) => expect(mayOnlyRead(access, me)).toBe(isReader));

test('where nobody knows who is signed in, nothing is said', () =>
  expect(mayOnlyRead([mine('viewer')], null)).toBe(false));
