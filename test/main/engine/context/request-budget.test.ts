import { expect, test } from 'vitest';

import type { FolderState } from '../../../../main/core/policy/poll-schedule.ts';
import { choosePoll } from '../../../../main/core/policy/poll-schedule.ts';
import { RequestBudget } from '../../../../main/engine/limits/request-budget.ts';
import { readSettings } from '../../../../main/engine/context/settings.ts';
import { openJournal } from '../../../../main/journal/journal.ts';
import type { ItemId } from '../../../../shared/ids.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/units.ts';

const FOLDERS = 5000;
/** Of an hour. */
const POLLS = HOUR / MINUTE;
/** Its folders and its files, which fit on one page. */
const COST = 2;
const { idleRequests } = readSettings(openJournal(':memory:').facts);

/** A day of polls, a minute apart, in the order in which `poll.ts` asks: what each poll looked at and cost. */
function aDay(hot: ReadonlySet<ItemId>) {
  const time = { ms: 0 };
  const budget = new RequestBudget({ elapsed: () => time.ms }, () => idleRequests);
  const stateOf = (folder: ItemId, lookedAt: number): FolderState => {
    return { folder, lookedAt, activeAt: hot.has(folder) ? 0 : null, isWanted: false, cost: COST };
  };
  const folders = Array.from({ length: FOLDERS }, (_, at) => stateOf((at + 1) as ItemId, 0));
  const polls: { readonly requests: number; readonly listed: readonly ItemId[] }[] = [];
  for (; time.ms < DAY; time.ms += MINUTE) {
    let requests = budget.takeHint('m1') ? 1 : 0;
    const look = choosePoll(folders, {
      now: time.ms,
      requests: budget.available(),
      atLeast: budget.minUsefulBalance(),
    });
    budget.spend(look.cost);
    const listed = look.kind === 'some' ? look.folders : [];
    if (look.cost > 0) budget.spend(1);
    // One more asks for the mirror's own folder.
    if (listed.length > 0) requests += 1 + COST * listed.length;
    for (const folder of listed) folders[folder - 1] = stateOf(folder, time.ms + 1);
    polls.push({ requests, listed });
  }
  return { polls, unseen: folders.filter(({ lookedAt }) => lookedAt === 0) };
}

test('an idle hour with 5,000 folders costs at most 600 requests, and a day shows each of them [R26]', () => {
  const { polls, unseen } = aDay(new Set());
  const hours = Array.from({ length: 24 }, (_, hour) => polls.slice(hour * POLLS, (hour + 1) * POLLS));
  const asked = hours.map(each => each.reduce((sum, { requests }) => sum + requests, 0));
  expect(Math.max(...asked)).toBeLessThanOrEqual(600);
  expect(unseen).toEqual([]);
});

test('folders in which something happened are looked at with each poll for an hour, whatever else waits [R26]', () => {
  const hot = new Set([7, 2500, 4999] as ItemId[]);
  const { polls } = aDay(hot);
  for (const { listed } of polls.slice(0, POLLS)) expect(listed).toEqual(expect.arrayContaining([...hot]));
});
