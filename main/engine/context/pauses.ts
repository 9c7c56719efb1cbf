import type { MirrorId } from '../../../shared/ids.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Journal } from '../../journal/journal.ts';
import { powerCause } from './power.ts';
import type { PowerCause } from './power.ts';

/** Until when nothing is done, in milliseconds since the epoch; null: until a person says so. */
export interface Pause {
  readonly until: number | null;
  /** What paused it; a person when left out. */
  readonly why?: PowerCause;
}

/** A pass that was cut short because its mirror was paused meanwhile. What it began is finished or recovered later. */
export class PausedMeanwhile extends Error {}

/** The word for a pause without an end; anything else is the end. */
const WITHOUT_END = 'yes';

/** Pauses one mirror, or with null all of them. A restart keeps it. */
export function pause(facts: Facts, mirror: MirrorId | null, { until }: Pause): void {
  facts.set(factName(mirror), until === null ? WITHOUT_END : String(until));
}

/** Ends the pause of one mirror; with null that of everything, and every mirror's own. */
export function resume({ facts, mirrors }: Pick<Journal, 'facts' | 'mirrors'>, mirror: MirrorId | null): void {
  facts.set(factName(mirror), null);
  if (mirror === null) for (const { id } of mirrors.all()) facts.set(factName(id), null);
}

/** The clock was set back by so many milliseconds: a pause with an end does not last longer for it. */
export function shiftPauses({ facts, mirrors }: Pick<Journal, 'facts' | 'mirrors'>, ms: number): void {
  for (const mirror of [null, ...mirrors.all().map(({ id }) => id)]) {
    const until = Number(facts.get(factName(mirror)) ?? Number.NaN);
    if (!Number.isNaN(until)) pause(facts, mirror, { until: until + ms });
  }
}

/** The pause of everything; null when there is none, or its time is over. */
export function pauseOfAll(facts: Facts, now: number): Pause | null {
  return read(facts, null, now) ?? pauseByPower(facts);
}

/** On a battery or a connection that costs, when a person wants nothing done there. It ends by itself with that. */
function pauseByPower(facts: Facts): Pause | null {
  const why = powerCause(facts, 'pause');
  return why === null ? null : { until: null, why };
}

/** Whether and until when a mirror does nothing, for whichever reason. */
export function pauseOf(facts: Facts, mirror: MirrorId, now: number): Pause | null {
  const pauses = [read(facts, null, now), read(facts, mirror, now)].filter(one => one !== null);
  if (pauses.length === 0) return pauseByPower(facts);
  const ends = pauses.map(({ until }) => until ?? Infinity);
  const last = ends.reduce((one, other) => Math.max(one, other), -Infinity);
  return { until: last === Infinity ? null : last };
}

/** A pause without an end is never over; one with an end is over by this computer's clock. */
function read(facts: Facts, mirror: MirrorId | null, now: number): Pause | null {
  const value = facts.get(factName(mirror));
  if (value === null) return null;
  const until = /^\d+$/.test(value) ? Number(value) : null;
  return until !== null && until <= now ? null : { until };
}

function factName(mirror: MirrorId | null): string {
  return mirror === null ? 'paused' : `paused.${mirror}`;
}
