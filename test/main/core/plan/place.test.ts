import { expect, test } from 'vitest';

import {
  baseAfterLocalMove,
  nameWithoutDetour,
  movedLocally,
  movedRemotely,
  mergeLocation,
} from '../../../../main/core/plan/merge-location.ts';
import type { Item } from '../../../../main/core/item.ts';
import { baseFacts, agreedFile, item, itemId, localFacts, remoteFacts } from '../../../builders/items.ts';
import { EXACT_NAMES } from '../../../../main/core/names/volume-names.ts';

const [BASE, LEFT, RIGHT] = [itemId(10), itemId(20), itemId(30)];

/** Where a file belongs that was in BASE as a.csv. */
function location(here: { parent?: Item['id']; name?: string }, there: { parent?: Item['id']; name?: string }): object {
  return mergeLocation(
    baseFacts({ name: 'a.csv', parent: BASE }),
    {
      local: localFacts({ name: 'a.csv', parent: BASE, ...here }),
      remote: remoteFacts({ name: 'a.csv', parent: BASE, id: 'x', ...there }),
    },
    EXACT_NAMES,
  );
}

test.each([
  ['nobody moved it', {}, {}, BASE],
  ['moved here', { parent: LEFT }, {}, LEFT],
  ['moved at the service', {}, { parent: RIGHT }, RIGHT],
  ['moved to two folders, the service wins', { parent: LEFT }, { parent: RIGHT }, RIGHT],
  ['moved to the same folder on both sides', { parent: LEFT }, { parent: LEFT }, LEFT],
] as const)('the folder: %s', (_, here, there, parent) => {
  expect(location(here, there)).toMatchObject({ parent });
});

test.each([
  ['nobody renamed it', {}, {}, { localName: 'a.csv', remoteName: 'a.csv', nameFromService: false }],
  ['renamed here', { name: 'b.csv' }, {}, { localName: 'b.csv', remoteName: 'b.csv', nameFromService: false }],
  ['renamed at the service', {}, { name: 'c.csv' }, { remoteName: 'c.csv', nameFromService: true }],
  [
    'renamed to two names, the service wins',
    { name: 'b.csv' },
    { name: 'c.csv' },
    { remoteName: 'c.csv', nameFromService: true },
  ],
  [
    'renamed to the same name on both sides',
    { name: 'b.csv' },
    { name: 'b.csv' },
    { localName: 'b.csv', remoteName: 'b.csv', nameFromService: false },
  ],
  [
    'a separator in the name from the service',
    { name: 'b\u2215c' },
    { name: 'b/c' },
    { localName: 'b\u2215c', remoteName: 'b/c', nameFromService: false },
  ],
  [
    'a separator that was typed here',
    { name: 'b\u2215c' },
    {},
    { localName: 'b\u2215c', remoteName: 'b/c', nameFromService: false },
  ],
] as const)('the name: %s', (_, here, there, expected) => {
  expect(location(here, there)).toMatchObject(expected);
});

test('folder and name merge apart from each other', () => {
  expect(location({ parent: LEFT }, { name: 'c.csv' })).toMatchObject({ parent: LEFT, remoteName: 'c.csv' });
  expect(location({ name: 'b.csv' }, { parent: RIGHT })).toMatchObject({ parent: RIGHT, remoteName: 'b.csv' });
});

test('another way to write the same letters is no rename here', () => {
  const accented = agreedFile(2, 'caf\u00e9');
  expect(movedLocally({ ...accented, local: localFacts({ name: 'cafe\u0301', content: 'content 2' }) })).toBe(false);
  expect(movedRemotely(accented)).toBe(false);
});

test('a name that was given here because another was taken is not sent as a rename', () => {
  const place = mergeLocation(
    baseFacts({ name: 'a (2).csv', remoteName: 'a.csv' }),
    {
      local: localFacts({ name: 'a (2).csv' }),
      remote: remoteFacts({ name: 'a.csv', id: 'x' }),
    },
    EXACT_NAMES,
  );
  expect(place).toMatchObject({ localName: 'a (2).csv', remoteName: 'a.csv', nameFromService: false });
});

test('stepping aside is no move, and its own name is told from a given one', () => {
  const aside = { ...agreedFile(2, 'a.csv'), local: localFacts({ name: 'a.csv (moving 2)', content: 'c' }) };
  expect(nameWithoutDetour(aside, 'a.csv (moving 2)')).toBe('a.csv');
  expect(nameWithoutDetour(aside, 'a.csv (moving 3)')).toBe('a.csv (moving 3)');
  expect(movedLocally(aside)).toBe(false);
});

test('after a move here both sides agree on the place', () => {
  const moved = item(2, {
    local: localFacts({ name: 'a.csv', parent: BASE }),
    remote: remoteFacts({ name: 'c.csv', parent: RIGHT, id: 'x' }),
    base: baseFacts({ name: 'a.csv', parent: BASE, version: 'v1', content: 'c' }),
  });
  expect(baseAfterLocalMove(moved, { parent: RIGHT, name: 'c.csv' })).toEqual(
    baseFacts({ name: 'c.csv', parent: RIGHT, version: 'v1', content: 'c' }),
  );
});

test('what came under a passing name agrees on its own, so that there is work until it has that', () => {
  const moved = item(2, {
    local: localFacts({ name: 'a.csv', parent: BASE }),
    remote: remoteFacts({ name: 'c.csv', parent: RIGHT, id: 'x' }),
    base: baseFacts({ name: 'a.csv', parent: BASE }),
  });
  const passing = { parent: RIGHT, name: 'c.csv (moving 2)' };
  expect(baseAfterLocalMove(moved, passing)).toEqual(baseFacts({ name: 'c.csv', parent: RIGHT }));
});

test('after a move here a rename made here that the service does not know yet stays a change', () => {
  const moved = item(2, {
    local: localFacts({ name: 'b.csv', parent: BASE }),
    remote: remoteFacts({ name: 'a.csv', parent: RIGHT, id: 'x' }),
    base: baseFacts({ name: 'a.csv', parent: BASE }),
  });
  expect(baseAfterLocalMove(moved, { parent: RIGHT, name: 'b.csv' })).toEqual(
    baseFacts({ name: 'a.csv', parent: RIGHT }),
  );
});

test('coming home from stepping aside under a number agrees on that number instead of sending it as a rename', () => {
  const aside = item(2, {
    local: localFacts({ name: 'a.csv (moving 2)', parent: BASE }),
    remote: remoteFacts({ name: 'a.csv', parent: RIGHT, id: 'x' }),
    base: baseFacts({ name: 'a.csv', parent: BASE }),
  });
  expect(baseAfterLocalMove(aside, { parent: RIGHT, name: 'a (2).csv' })).toEqual(
    baseFacts({ name: 'a (2).csv', remoteName: 'a.csv', parent: RIGHT }),
  );
});
