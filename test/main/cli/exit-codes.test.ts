import { expect, test } from 'vitest';

import { exitCodeOfFault, exitCodeOfReport } from '../../../main/cli/runner/exit-codes.ts';
import { POLICY } from '../../../shared/fault.ts';
import { openItem, report } from './samples.ts';

const stopped = (kind: string) => ({ stopped: { kind, text: 'It stopped.' } });
const held = { held: [openItem({ reason: 'removal-hold' })] };
const blocked = { blocked: [openItem()] };
const conflicted = { conflicted: [openItem({ reason: 'conflict' })] };
const guarded = { guarded: true };

test.each([
  ['nothing to do is 0', report(), 0],
  ['a hold alone is 0', report(held), 0],
  ['a blocked item is 3', report(blocked), 3],
  ['a conflict is 3', report(conflicted), 3],
  ['a hold does not hide a conflict', report({ ...held, ...conflicted }), 3],
  ['a guard is 5', report(guarded), 5],
  ['a guard goes before blocked and conflicted', report({ ...guarded, ...blocked, ...conflicted }), 5],
  ['an error goes before a guard', report({ ...stopped('bug'), ...guarded, ...blocked }), 1],
  ['offline is 75, before guard and blocked', report({ ...stopped('offline'), ...guarded, ...blocked }), 75],
  ['busy is 75', report(stopped('busy')), 75],
  ['signed out is 4, before all others', report({ ...stopped('signed-out'), ...guarded, ...blocked }), 4],
  ['ended access is 4', report(stopped('access-ended')), 4],
  ['a fault this command line does not know is 1', report(stopped('toString')), 1],
])('sync: %s', (_, given, expected) => expect(exitCodeOfReport(given)).toBe(expected));

test('every fault has its exit code', () => {
  const codes = Object.fromEntries(Object.keys(POLICY).map(kind => [kind, exitCodeOfFault(kind)]));
  expect(codes).toEqual({
    offline: 75,
    busy: 75,
    failing: 75,
    'signed-out': 4,
    'access-ended': 4,
    scope: 1,
    'not-allowed': 1,
    gone: 1,
    stale: 1,
    refused: 1,
    'link-expired': 75,
    'disk-full': 75,
    'disk-refused': 1,
    'root-lost': 1,
    'wider-audience': 3,
    'older-versions': 3,
    'old-version': 3,
    'set-back': 3,
    'bad-request': 1,
    bug: 1,
  });
});
