import type { KeyEnd } from '../../shared/features/account/model.ts';
import { DAY } from '../../shared/units.ts';
import { isoMoment, isoTime } from '../core/calendar.ts';
import type { Facts } from '../journal/records/history.ts';

const SAID = 'keyEndSaid';
const LEARNT = 'keyEndLearnt';

/** So long before its end a key is announced to end. */
export const ANNOUNCE_MS = 14 * DAY;

/** When the key that is signed in with stops working, as the service says it, else as somebody said. Of a session nothing. */
export function keyEnd(facts: Facts): KeyEnd {
  const [learnt, said] = [facts.get(LEARNT), facts.get(SAID)];
  if (learnt !== null) return { at: learnt, by: 'service' };
  return said === null ? { at: null, by: null } : { at: said, by: 'person' };
}

/** Whether it is time to say so; null: not yet, or nobody knows. Also when it is over. */
export function keyEndsSoon(facts: Facts, now: number): number | null {
  const at = isoMoment(keyEnd(facts).at ?? '');
  return at !== null && at - now <= ANNOUNCE_MS ? at : null;
}

/** Somebody knows when it ends; null: they know nothing. */
export function sayKeyEnd(facts: Facts, at: string | null): void {
  facts.set(SAID, at);
}

/** Another key is another matter. */
export function forgetKeyEnd(facts: Facts): void {
  facts.set(SAID, null);
  facts.set(LEARNT, null);
}

/** The service told when it ends, ms since the epoch; null: never. */
export function rememberKeyEnd(facts: Facts, at: number | null): void {
  facts.set(LEARNT, at === null ? null : isoTime(at));
}
