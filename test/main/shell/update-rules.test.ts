import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { managedBy } from '../../../main/features/settings/managed.ts';
import {
  answerTo,
  feedOf,
  forbidsUpdates,
  isNewer,
  mayUpdate,
  type Offer,
  untilLookMs,
} from '../../../main/shell/updates/update-rules.ts';
import { HOUR, MINUTE } from '../../../shared/units.ts';

const FEED = 'https://updates.example.org/benchtop';

describe('S63: a build that is not signed never looks for updates', () => {
  test.each([
    ['unsigned builds carry no address', null, false, { may: false, why: 'not-signed' }],
    ['signed builds look', FEED, false, { may: true, feed: FEED }],
    ['S68: the policy of the computer forbids it', FEED, true, { may: false, why: 'policy' }],
    [
      'S64: an address without https is none',
      'http://updates.example.org/benchtop',
      false,
      { may: false, why: 'feed' },
    ],
    ['S64: what is no address is none', 'updates', false, { may: false, why: 'feed' }],
    ['a file is none', 'file:///srv/updates', false, { may: false, why: 'feed' }],
  ] as const)('%s', (_, feed, isForbidden, expected) => expect(mayUpdate(feed, isForbidden)).toEqual(expected));

  test.each([
    ['{"name":"benchtop","version":"1.0.0"}', null],
    [`{"updates":"${FEED}"}`, FEED],
    ['{"updates":""}', null],
    ['{"updates":true}', null],
    ['null', null],
    ['[]', null],
  ])('the address in the package.json %s is %s', (text, expected) => expect(feedOf(text)).toBe(expected));
});

describe('S64: what is offered', () => {
  const OFFER: Offer = {
    current: '1.2.0',
    offered: '1.3.0',
    isTransferring: false,
    postponedUntilMs: null,
    nowMs: 1000,
  };

  test.each([
    ['a newer version is fetched', {}, 'download'],
    ['a downgrade is refused', { offered: '1.1.9' }, 'refuse'],
    ['the same version is refused', { offered: '1.2.0' }, 'refuse'],
    ['what is no version is refused', { offered: 'newest' }, 'refuse'],
    ['a downgrade is refused also during transfers', { offered: '1.1.9', isTransferring: true }, 'refuse'],
    ['nothing is fetched during transfers', { isTransferring: true }, 'transfers'],
    ['nothing is fetched before the time a person named', { postponedUntilMs: 1001 }, 'postponed'],
    ['it is fetched once that time has come', { postponedUntilMs: 1000 }, 'download'],
  ] as const)('%s', (_, changes, expected) => expect(answerTo({ ...OFFER, ...changes })).toBe(expected));

  test('versions are ordered as semver.org says', () => {
    const inOrder = ['0.9.9', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'];
    const later = ['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.1.0', '1.10.0', '2.0.0'];
    const all = [...inOrder, ...later];
    const pairs = all.flatMap((one, index) => all.map((other, against) => [one, other, index > against] as const));
    expect(pairs.filter(([one, other, expected]) => isNewer(one, other) !== expected)).toEqual([]);
  });

  test('of two versions at most one is newer', () => {
    const version = fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12)).map(parts => parts.join('.'));
    fc.assert(fc.property(version, version, (one, other) => !(isNewer(one, other) && isNewer(other, one))));
  });
});

test('S64: looks are spread by a half to either side', () => {
  expect([0, 0.5, 0.999].map(spread => untilLookMs('usual', spread))).toEqual([3 * HOUR, 6 * HOUR, 8.994 * HOUR]);
  expect(untilLookMs('start', 0.5)).toBe(5 * MINUTE);
  expect(untilLookMs('in-the-way', 0)).toBe(5 * MINUTE);
});

test.each([
  ['nothing', { found: 'nothing' }],
  ['one that says nothing of updates', { found: 'text', text: '{"version":1}' }],
  ['one that forbids them', { found: 'text', text: '{"version":1,"updates":"off"}' }],
  ['one that allows them in a word that nobody knows', { found: 'text', text: '{"version":1,"updates":"on"}' }],
  ['one that is no JSON', { found: 'text', text: '{' }],
  ['one that cannot be read', { found: 'unreadable', why: 'It cannot be read.' }],
  ['one that anybody could have written', { found: 'not-trusted', why: 'Anybody may write it.' }],
] as const)('S68: of updates the shell reads the same in %s as the engine', (_, found) => {
  const at = { path: '/etc/benchtop/policy.json', ...found };
  expect(forbidsUpdates(at)).toBe(managedBy(at).updatesOff);
});
