import { expect, test } from 'vitest';

import { choosePoll } from '../../../../main/core/policy/poll-schedule.ts';
import type { FolderState } from '../../../../main/core/policy/poll-schedule.ts';
import type { ItemId } from '../../../../shared/ids.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function folder(id: number, state: Partial<FolderState> = {}): FolderState {
  return { folder: id as ItemId, lookedAt: NOW - HOUR, activeAt: null, isWanted: false, cost: 2, ...state };
}

const many = (count: number, state: Partial<FolderState> = {}): FolderState[] =>
  Array.from({ length: count }, (_, index) => folder(index, state));

function chosen(folders: readonly FolderState[], requests: number): readonly number[] | 'everything' {
  const look = choosePoll(folders, { now: NOW, requests });
  return look.kind === 'everything' ? 'everything' : look.folders;
}

test('what fits into the budget is everything', () => {
  expect(choosePoll(many(4), { now: NOW, requests: 9 })).toEqual({ kind: 'everything', cost: 8 });
});

test('without a budget only what is wanted or hot is looked at', () => {
  const folders = [...many(5), folder(7, { isWanted: true }), folder(8, { activeAt: NOW - 59 * MINUTE })];
  expect(chosen(folders, 0)).toEqual([7, 8]);
  expect(chosen([...many(5), folder(8, { activeAt: NOW - HOUR })], 0)).toEqual([]);
});

test('at most twenty folders are hot: those in which something happened last', () => {
  const folders = Array.from({ length: 30 }, (_, index) => folder(index, { activeAt: NOW - index * MINUTE }));
  expect(chosen(folders, 0)).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('what is left is saved up until it is worth a look, unless it is enough for all', () => {
  expect(choosePoll(many(9), { now: NOW, requests: 7, atLeast: 8 })).toEqual({ kind: 'some', folders: [], cost: 0 });
  expect(choosePoll(many(9), { now: NOW, requests: 8, atLeast: 8 })).toMatchObject({ cost: 8 });
  expect(choosePoll(many(3), { now: NOW, requests: 7, atLeast: 8 })).toEqual({ kind: 'everything', cost: 6 });
});

test('the rest comes in turns: what was not seen for the longest time first, a new folder before all', () => {
  const folders = [folder(1, { lookedAt: NOW - 5 }), folder(2, { lookedAt: NOW - 9 }), folder(3, { lookedAt: null })];
  expect(chosen(folders, 4)).toEqual([3, 2]);
});

test('5,000 folders are each seen within a day, at no more than 600 requests an hour [R26]', () => {
  let folders: readonly FolderState[] = many(5000, { lookedAt: NOW });
  let saved = 60;
  const spent: number[] = [];
  let [mostAnHour, longestUnseen] = [0, 0];
  for (let minute = 1; minute <= 25 * 60; minute++) {
    const now = NOW + minute * MINUTE;
    // Nine requests a minute, two of them for the hint and the mirror's own folder.
    saved = Math.min(60, saved + 9) - 2;
    const look = choosePoll(folders, { now, requests: Math.max(0, saved), atLeast: 30 });
    saved -= look.cost;
    spent.push(look.cost + 2);
    const listed = look.kind === 'some' ? new Set(look.folders) : null;
    folders = folders.map(state => (listed?.has(state.folder) === false ? state : { ...state, lookedAt: now }));
    mostAnHour = Math.max(
      mostAnHour,
      spent.slice(-60).reduce((sum, cost) => sum + cost, 0),
    );
    if (minute % 60 === 0) longestUnseen = Math.max(...folders.map(({ lookedAt }) => now - (lookedAt ?? 0)));
  }
  expect(mostAnHour).toBeLessThanOrEqual(600);
  expect(longestUnseen).toBeLessThanOrEqual(24 * HOUR);
});
