import { z } from 'zod';

import { type Alert, alertChannel, type AlertChannel } from '../../../shared/features/alerts/model.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Facts } from '../../journal/records/history.ts';

/** A problem that people are alerted about while it lasts. */
export interface Cause {
  /** Identifies the problem: equal as long as it is the same one. */
  readonly key: string;
  readonly cause: string;
  readonly subject: string;
  readonly text: string;
}

/** How many of an alert's two messages (raised, resolved) a channel has delivered. */
const told = z.union([z.literal(0), z.literal(1), z.literal(2)]);

const record = z.object({
  id: z.string(),
  key: z.string(),
  cause: z.string(),
  subject: z.string(),
  text: z.string(),
  raisedAt: z.number(),
  solvedAt: z.number().nullable(),
  told: z.object({ command: told, webhook: told }),
});
export type AlertRecord = z.infer<typeof record>;

/** Oldest first. */
export type AlertRecords = readonly AlertRecord[];

/** A message that a channel has to deliver. */
export interface DueMessage {
  readonly event: 'raised' | 'solved';
  readonly record: AlertRecord;
}

const FACT = 'alerts';
/** Resolved alerts kept for viewing; alerts with undelivered messages are always kept. */
const MOST_SOLVED = 200;

/** Reads the recorded alerts. An invalid record counts as none: a cause that still holds is raised again. */
export function readRecords(facts: Facts): AlertRecords {
  return z.array(record).safeParse(jsonOrNull(facts.get(FACT))).data ?? [];
}

export function writeRecords(facts: Facts, records: AlertRecords): void {
  facts.set(FACT, JSON.stringify(records));
}

/** Updates the records with the causes that hold now: raises new ones, resolves those that are over. */
export function updateRecords(
  records: AlertRecords,
  causes: readonly Cause[],
  { now, newId }: { readonly now: number; readonly newId: () => string },
): AlertRecords {
  const holding = new Map(causes.map(cause => [cause.key, cause]));
  const solved = records.map(one => (one.solvedAt === null && !holding.has(one.key) ? { ...one, solvedAt: now } : one));
  for (const { key, solvedAt } of records) if (solvedAt === null) holding.delete(key);
  const raised = [...holding.values()].map(({ key, cause, subject, text }) => {
    const nothing = { command: 0, webhook: 0 } as const;
    return { id: newId(), key, cause, subject, text, raisedAt: now, solvedAt: null, told: nothing };
  });
  return pruned([...solved, ...raised]);
}

function pruned(records: AlertRecords): AlertRecords {
  const isOver = ({ solvedAt, told: { command, webhook } }: AlertRecord): boolean =>
    solvedAt !== null && command === 2 && webhook === 2;
  let spare = records.filter(isOver).length - MOST_SOLVED;
  return records.filter(one => !isOver(one) || spare-- <= 0);
}

/**
 * Marks messages of channels that are not set up as delivered. A channel set up later is told only what is open then.
 */
export function withoutChannels(records: AlertRecords, missing: readonly AlertChannel[]): AlertRecords {
  return missing.reduce<AlertRecords>(
    (so, channel) => so.map(one => (one.solvedAt === null ? one : withTold(one, channel, 2))),
    records,
  );
}

/** The next message for a channel, oldest alert first; null: none. */
export function nextMessage(records: AlertRecords, channel: AlertChannel): DueMessage | null {
  for (const one of records) {
    if (one.told[channel] === 0) return { event: 'raised', record: one };
    if (one.told[channel] === 1 && one.solvedAt !== null) return { event: 'solved', record: one };
  }
  return null;
}

/** Marks a message as delivered by a channel. */
export function markDelivered(
  records: AlertRecords,
  { event, record: { id } }: DueMessage,
  channel: AlertChannel,
): AlertRecords {
  return pruned(records.map(one => (one.id === id ? withTold(one, channel, event === 'raised' ? 1 : 2) : one)));
}

function withTold(one: AlertRecord, channel: AlertChannel, count: 0 | 1 | 2): AlertRecord {
  return { ...one, told: { ...one.told, [channel]: count } };
}

/** The alerts as the contract shows them, newest first. @param channels those that are set up. */
export function alertsOf(records: AlertRecords, channels: readonly AlertChannel[]): Alert[] {
  return records.toReversed().map(one => ({
    id: one.id,
    cause: one.cause,
    subject: one.subject,
    text: one.text,
    raisedAt: isoTime(one.raisedAt),
    solvedAt: one.solvedAt === null ? null : isoTime(one.solvedAt),
    untold: alertChannel.options.filter(channel => channels.includes(channel) && nextMessage([one], channel) !== null),
  }));
}
