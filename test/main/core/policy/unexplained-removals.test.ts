import { expect, test } from 'vitest';

import { unexplainedRemovals } from '../../../../main/core/policy/unexplained-removals.ts';
import type { RemovedItem, Trace } from '../../../../main/core/policy/unexplained-removals.ts';
import type { ItemId } from '../../../../shared/ids.ts';

const gone = (trace: Trace, sinces: readonly (number | null)[], from = 1): readonly RemovedItem[] =>
  sinces.map((since, index) => ({ id: (from + index) as ItemId, trace, since }));
const QUIET = { hasOldHeads: false, newestLeft: 100 };

// prettier-ignore
test.each([
  ['what the service says was removed is explained',            gone('removal', [200, 201, 202]),                      QUIET,                               []],
  ['what it would have told of, and does not, is not',          gone('none', [1]),                                     QUIET,                               [1]],
  ['one or two that it never tells of are a colleague’s',       gone('unknown', [200, 201]),                           QUIET,                               []],
  ['three that are the newest of all are not',                  gone('unknown', [200, 201, 202]),                      QUIET,                               [1, 2, 3]],
  ['three of which one is older than what is left are',         gone('unknown', [99, 201, 202]),                       QUIET,                               []],
  ['three as old as what is left are',                          gone('unknown', [100, 100, 100]),                      QUIET,                               []],
  ['three of which one has no known time are',                  gone('unknown', [null, 201, 202]),                     QUIET,                               []],
  ['three of which nothing is left to compare are',             gone('unknown', [200, 201, 202]),                      { ...QUIET, newestLeft: null },      []],
  ['one is not beside a file that shows an older version',      gone('unknown', [1]),                                  { ...QUIET, hasOldHeads: true },     [1]],
  ['one is not beside what should have left a trace',           [...gone('none', [1]), ...gone('unknown', [1], 2)],    QUIET,                               [1, 2]],
  ['what was removed is, whatever else was lost',               [...gone('none', [1]), ...gone('removal', [1], 2)],    QUIET,                               [1]],
] as const)('%s', (_, things, signs, expected) => expect([...unexplainedRemovals(things, signs)]).toEqual(expected));
