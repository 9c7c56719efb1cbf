import { expect, test } from 'vitest';

import { type ZoneCard, type ZoneState, zoneWish } from '../../../shared/features/zones/model.ts';
import { inOrderOfNeed } from '../../../renderer/features/zones/stores/order.ts';

function card(name: string, state: ZoneState, change: Partial<ZoneCard> = {}): ZoneCard {
  return {
    id: name,
    definition: zoneWish.parse({ name, folder: '/data', destination: 'Instruments' }),
    destinationId: 'd1',
    destinationPath: 'Instruments',
    state,
    trouble: null,
    volume: 'local',
    freeBytes: null,
    isSeen: true,
    checkedAt: null,
    pausedUntil: null,
    files: { waiting: 0, confirmed: 0, verified: 0, refused: 0 },
    olderUnsent: 0,
    waitingBytes: 0,
    todayBytes: 0,
    todayFiles: 0,
    oldestUnconfirmedAt: null,
    lastRun: null,
    countdown: null,
    current: null,
    safe: { files: 0, sizeBytes: 0 },
    sendingNow: [],
    unreadable: [],
    next: null,
    alerts: 0,
    ...change,
  };
}
const names = (cards: readonly ZoneCard[]): readonly string[] =>
  inOrderOfNeed(cards).map(({ definition }) => definition.name);

test('what stands still comes first, then what is reported, then what waits, then what is well', () => {
  const cards = [
    card('well', 'watching'),
    card('paused', 'paused'),
    card('alerted', 'watching', { alerts: 1 }),
    card('missing', 'folder-missing'),
  ];
  expect(names(cards)).toEqual(['missing', 'alerted', 'paused', 'well']);
});

test('of those that need a person the one that waits longest comes first', () => {
  const cards = [
    card('a new one', 'stalled', { oldestUnconfirmedAt: 2000 }),
    card('an old one', 'folder-missing', { oldestUnconfirmedAt: 1000 }),
    card('nothing waits', 'disk-low'),
  ];
  expect(names(cards)).toEqual(['an old one', 'a new one', 'nothing waits']);
});

test('a zone that begins to send keeps its place among those that are well', () => {
  const before = names([card('Zone 2', 'watching'), card('Zone 10', 'watching')]);
  expect(before).toEqual(['Zone 2', 'Zone 10']);
  expect(names([card('Zone 2', 'watching'), card('Zone 10', 'sending')])).toEqual(before);
  expect(names([card('Zone 2', 'waiting-for-run'), card('Zone 10', 'comparing')])).toEqual(before);
});
