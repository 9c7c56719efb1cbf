import { expect, test } from 'vitest';

import { authorNames } from '../../../main/items/author-names.ts';
import { FaultError } from '../../../shared/fault.ts';
import { NOT_A_MEMBER, UNNAMED } from '../../../shared/text/people.ts';

const READERS = [
  { key: 'user 1', name: 'Ada Moreau' },
  { key: 'user 2', name: UNNAMED },
  { key: 'team 77', name: 'Imaging' },
];

/** The service's list of members, and how often it was asked for. */
function directory(members: readonly (readonly [string, string])[] | FaultError) {
  const asked: string[] = [];
  const api = {
    members: async (organization: string) => {
      asked.push(organization);
      if (members instanceof FaultError) throw members;
      return new Map(members);
    },
  };
  return { api, asked };
}

test('authors are named by who can open the file, and nothing else is asked where that names all of them', async () => {
  const { api, asked } = directory([]);
  const nameOf = await authorNames(api, { readers: READERS, authors: ['1', null, '1'], organization: 'lab' });
  expect([nameOf('1'), nameOf(null)]).toEqual(['Ada Moreau', null]);
  expect(asked).toEqual([]);
});

test('who cannot open the file any more is named by the list of members, and who is not in it is said not to be', async () => {
  const { api, asked } = directory([
    ['2', 'Ben Okafor'],
    ['3', ''],
  ]);
  const authors = ['1', '2', '3', '4'];
  const nameOf = await authorNames(api, { readers: READERS, authors, organization: 'lab' });
  expect(authors.map(nameOf)).toEqual(['Ada Moreau', 'Ben Okafor', UNNAMED, NOT_A_MEMBER]);
  expect(asked).toEqual(['lab']);
});

test('where the service tells no members, or it is not known which organization, an author is never a number', async () => {
  const { api } = directory(new FaultError({ kind: 'not-allowed', messages: [] }));
  const refused = await authorNames(api, { readers: null, authors: ['4'], organization: 'lab' });
  expect(refused('4')).toBe(UNNAMED);
  const nowhere = await authorNames(api, { readers: null, authors: ['4'], organization: null });
  expect(nowhere('4')).toBe(UNNAMED);
});
