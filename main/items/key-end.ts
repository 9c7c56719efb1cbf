import type { KeyEnd } from '../../shared/features/account/model.ts';
import { DAY } from '../../shared/units.ts';
import { isoMoment, isoTime } from '../core/calendar.ts';
import type { Facts } from '../journal/records/history.ts';

const SAID = 'keyEndSaid';
const LEARNT = 'keyEndLearnt';

/** How long before its end a key's expiry is announced. */
export const ANNOUNCE_MS = 14 * DAY;

/** When the signed-in key expires, according to the service or else to a person. Empty for a session. */
export function keyEnd(facts: Facts): KeyEnd {
  const [learnt, said] = [facts.get(LEARNT), facts.get(SAID)];
  if (learnt !== null) return { at: learnt, by: 'service' };
  return said === null ? { at: null, by: null } : { at: said, by: 'person' };
}

/** The expiry if it is close or past; null: not yet, or not known. */
export function keyEndsSoon(facts: Facts, now: number): number | null {
  const at = isoMoment(keyEnd(facts).at ?? '');
  return at !== null && at - now <= ANNOUNCE_MS ? at : null;
}

/** A person entered the expiry; null: not known. */
export function sayKeyEnd(facts: Facts, at: string | null): void {
  facts.set(SAID, at);
}

/** The key was replaced. */
export function forgetKeyEnd(facts: Facts): void {
  facts.set(SAID, null);
  facts.set(LEARNT, null);
}

/** The service told the expiry, ms since the epoch; null: never. */
export function rememberKeyEnd(facts: Facts, at: number | null): void {
  facts.set(LEARNT, at === null ? null : isoTime(at));
}
