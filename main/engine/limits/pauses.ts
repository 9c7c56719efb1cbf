import type { MirrorId } from '../../../shared/ids.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Journal } from '../../journal/journal.ts';
import { powerCause } from './power.ts';
import type { PowerCause } from './power.ts';

/** How long nothing is done, in milliseconds since the epoch; null: until a person ends it. */
export interface Pause {
  readonly until: number | null;
  /** What caused the pause; a person when left out. */
  readonly why?: PowerCause;
}

/** A pass ended early because its mirror was paused. A step that it began is finished, or recovered later. */
export class PausedDuringPass extends Error {}

/** The stored value of a pause without an end; any other value is its end. */
const WITHOUT_END = 'yes';

/** Pauses one mirror, or with null all of them. Survives a restart. */
export function pauseMirror(facts: Facts, mirror: MirrorId | null, { until }: Pause): void {
  facts.set(factName(mirror), until === null ? WITHOUT_END : String(until));
}

/** Ends the pause of one mirror; with null the pause of all, and every mirror's own. */
export function resumeMirror({ facts, mirrors }: Pick<Journal, 'facts' | 'mirrors'>, mirror: MirrorId | null): void {
  facts.set(factName(mirror), null);
  if (mirror === null) for (const { id } of mirrors.all()) facts.set(factName(id), null);
}

/** The clock was set back by this many milliseconds: pauses with an end must not become longer. */
export function shiftPauses({ facts, mirrors }: Pick<Journal, 'facts' | 'mirrors'>, ms: number): void {
  for (const mirror of [null, ...mirrors.all().map(({ id }) => id)]) {
    const until = Number(facts.get(factName(mirror)) ?? Number.NaN);
    if (!Number.isNaN(until)) pauseMirror(facts, mirror, { until: until + ms });
  }
}

/** The pause of all mirrors; null when there is none, or its time is over. */
export function pauseOfAll(facts: Facts, now: number): Pause | null {
  return read(facts, null, now) ?? pauseByPower(facts);
}

/** The pause for running on battery or on a metered connection, if a person wants that. Ends with its cause. */
function pauseByPower(facts: Facts): Pause | null {
  const why = powerCause(facts, 'pause');
  return why === null ? null : { until: null, why };
}

/** Whether and until when a mirror does nothing, for any reason. */
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
