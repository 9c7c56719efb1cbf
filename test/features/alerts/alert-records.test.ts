import { expect, test } from 'vitest';

import {
  type AlertRecords,
  type Cause,
  updateRecords,
  nextMessage,
  readRecords,
  markDelivered,
  withoutChannels,
} from '../../../main/features/alerts/alert-records.ts';
import type { Facts } from '../../../main/journal/records/history.ts';

const disk: Cause = { key: 'disk-low:/a', cause: 'disk-low', subject: '/a', text: 'Little room.' };
const guard: Cause = { key: 'guard:1', cause: 'guard', subject: 'Lab', text: 'An answer is needed.' };

let ids = 0;
const look = (records: AlertRecords, causes: readonly Cause[], now: number): AlertRecords =>
  updateRecords(records, causes, { now, newId: () => `a${(ids += 1)}` });

/** Everything a channel is told from records as they are, in order. */
function told(
  records: AlertRecords,
  channel: 'command' | 'webhook',
): { readonly said: string[]; readonly after: AlertRecords } {
  const said: string[] = [];
  let after = records;
  for (let due = nextMessage(after, channel); due !== null; due = nextMessage(after, channel)) {
    said.push(`${due.event} ${due.record.cause} ${due.record.raisedAt}`);
    after = markDelivered(after, due, channel);
  }
  return { said, after };
}

test('a cause is told once however long it holds, and once more when it is solved', () => {
  let records = look([], [disk], 1);
  const first = told(records, 'command');
  expect(first.said).toEqual(['raised disk-low 1']);
  records = look(look(first.after, [disk], 2), [{ ...disk, text: 'Still less room.' }], 3);
  expect(told(records, 'command').said).toEqual([]);
  expect(records[0]?.text).toBe('Little room.');
  records = look(records, [], 4);
  expect(told(records, 'command').said).toEqual(['solved disk-low 1']);
});

test('a cause that comes back is another alert', () => {
  const over = told(look(told(look([], [disk], 1), 'command').after, [], 2), 'command').after;
  expect(told(look(over, [disk], 3), 'command').said).toEqual(['raised disk-low 3']);
});

test('a channel that was out of reach hears all of it, in order, and the other one hears nothing twice', () => {
  const one = told(look([], [disk], 1), 'command').after;
  const two = told(look(one, [guard], 2), 'command');
  expect(two.said).toEqual(['solved disk-low 1', 'raised guard 2']);
  expect(told(two.after, 'webhook').said).toEqual(['raised disk-low 1', 'solved disk-low 1', 'raised guard 2']);
});

test('a channel that is set later hears what is open then, and not the past', () => {
  const past = withoutChannels(look(look([], [disk], 1), [guard], 2), ['command', 'webhook']);
  expect(told(past, 'webhook').said).toEqual(['raised guard 2']);
});

test('of what is solved and told only the newest are kept; what was not told is kept in any case', () => {
  let records: AlertRecords = look([], [guard], 0);
  for (let at = 1; at <= 300; at += 1) {
    records = look(records, [guard, { ...disk, key: `disk-low:${at}` }], at);
    records = told(records, 'command').after;
    if (at !== 7) records = told(records, 'webhook').after;
  }
  expect(records.length).toBeLessThanOrEqual(203);
  expect(records.some(({ solvedAt }) => solvedAt === null)).toBe(true);
});

test.each([null, '', 'nonsense', '{}', '[{"id":1}]'])('records that read %j are none', text => {
  const facts = { get: () => text } as unknown as Facts;
  expect(readRecords(facts)).toEqual([]);
});
