import { expect, test } from 'vitest';

import { rowsOf } from '../../../main/features/sharing/access-rows.ts';
import { UNNAMED, UNNAMED_TEAM } from '../../../shared/text/people.ts';

test('one person is one row, whether an entry has the number or only the address', () => {
  const access = [{ userId: 5, email: 'Jonas@halden.example', displayName: 'Jonas', role: 'viewer' }];
  const shares = [{ id: 'e1', principalType: 'user', email: 'jonas@halden.example', role: 'editor' }];
  const rows = rowsOf(access, shares, null);
  expect(rows).toMatchObject([{ key: 'user:5', name: 'Jonas', role: 'editor' }]);
  expect(rows[0]?.sources).toHaveLength(2);
});

test('an entry that names an address and nothing else is a person, and not everybody', () => {
  expect(rowsOf([{ email: 'aiko@halden.example', role: 'viewer' }], [], null)).toMatchObject([
    { principal: { kind: 'user' } },
  ]);
});

test('a person or a team whose name is not told is said so, and never called by a number', () => {
  const access = [
    { userId: 5, role: 'viewer' },
    { teamId: '77777777-0000-4000-8000-000000000001', role: 'viewer' },
  ];
  expect(rowsOf(access, [], null).map(({ name }) => name)).toEqual([UNNAMED, UNNAMED_TEAM]);
});
