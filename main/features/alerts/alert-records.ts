import { z } from 'zod';

import { type Alert, alertChannel, type AlertChannel } from '../../../shared/features/alerts/model.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Facts } from '../../journal/records/history.ts';

/** Something that people should hear of as long as it is so. */
export interface Cause {
  /** The same text as long as it is the same thing. */
  readonly key: string;
  readonly cause: string;
  readonly subject: string;
  readonly text: string;
}

/** How many of its two messages a channel has taken: none, that it began, that it is solved. */
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

/** A message that a channel is still to take. */
export interface DueMessage {
  readonly event: 'raised' | 'solved';
  readonly record: AlertRecord;
}

const FACT = 'alerts';
/** Solved ones are kept for people who look; what was not told yet is kept in any case. */
const MOST_SOLVED = 200;

/** What is recorded; what cannot be read is none: a cause that still holds is raised again. */
export function readRecords(facts: Facts): AlertRecords {
  try {
    const read = z.array(record).safeParse(JSON.parse(facts.get(FACT) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export function writeRecords(facts: Facts, records: AlertRecords): void {
  facts.set(FACT, JSON.stringify(records));
}

/** The records after a look: what is new is raised, what is over is solved, and what goes on is left alone. */
export function followed(
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

/** Without a channel nobody waits for its messages. One that is set later hears what is open then, and not the past. */
export function withoutChannels(records: AlertRecords, missing: readonly AlertChannel[]): AlertRecords {
  return missing.reduce<AlertRecords>(
    (so, channel) => so.map(one => (one.solvedAt === null ? one : withTold(one, channel, 2))),
    records,
  );
}

/** The first message that a channel is still to take, oldest alert first; null when it has taken all. */
export function nextMessage(records: AlertRecords, channel: AlertChannel): DueMessage | null {
  for (const one of records) {
    if (one.told[channel] === 0) return { event: 'raised', record: one };
    if (one.told[channel] === 1 && one.solvedAt !== null) return { event: 'solved', record: one };
  }
  return null;
}

/** The records after a channel took a message. */
export function taken(
  records: AlertRecords,
  { event, record: { id } }: DueMessage,
  channel: AlertChannel,
): AlertRecords {
  return pruned(records.map(one => (one.id === id ? withTold(one, channel, event === 'raised' ? 1 : 2) : one)));
}

function withTold(one: AlertRecord, channel: AlertChannel, count: 0 | 1 | 2): AlertRecord {
  return { ...one, told: { ...one.told, [channel]: count } };
}

/** As people and windows see them, newest first. @param channels that are set. */
export function shown(records: AlertRecords, channels: readonly AlertChannel[]): Alert[] {
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
