import { FaultError } from '../../shared/fault.ts';
import type { AccountInfo, KeyEnd } from '../../shared/features/account/model.ts';
import { DAY } from '../../shared/units.ts';
import { type Credential, credentialOf, endOf, secretOf } from '../engine/account/credential.ts';
import type { Facts } from '../journal/records/history.ts';
import { calls } from '../remote/api/calls.ts';
import type { Line } from '../remote/api/ask.ts';
import type { KnownPerson } from './known-person.ts';
import { isoMoment, isoTime } from '../core/calendar.ts';
import type { AppContext } from './app-context.ts';

export const PERSON_NAME = 'personName';
export const PERSON_EMAIL = 'personEmail';

export function knownPerson(facts: Facts): KnownPerson {
  return { name: facts.get(PERSON_NAME), email: facts.get(PERSON_EMAIL) };
}

/** The signed-in credential. @throws FaultError `signed-out` when there is none. */
export async function credentialNow({ world }: AppContext): Promise<Credential> {
  const secret = await world.secrets.read();
  if (secret === null) throw new FaultError({ kind: 'signed-out' });
  return credentialOf(secret);
}

/** The last characters of the signed-in key; null: not signed in with a key. */
export async function keyEndNow(context: AppContext): Promise<string | null> {
  return endOf(await credentialNow(context));
}

/** The service's number for the person; null: not told. */
export async function userOf(line: Line, credential: Credential): Promise<number | null> {
  const { valid, userId } = await calls.validateToken(line, { body: { token: secretOf(credential) } });
  return valid === false ? null : (userId ?? null);
}

/** The signed-in person's address: recorded, or from the service; null: not told. */
export async function addressOf(context: AppContext, line: Line): Promise<string | null> {
  const { facts } = context.journal;
  const known = knownPerson(facts);
  if (known.email !== null) return known.email;
  const person = await personOf(line, await credentialNow(context));
  if (person !== null) context.person.remember(person);
  return person?.email ?? null;
}

type Person = Pick<AccountInfo, 'name' | 'email' | 'isEmailConfirmed'>;

/** The person of a credential according to the service; null: not told. */
export async function personOf(line: Line, credential: Credential): Promise<Person | null> {
  return nullIfFailed(async () => {
    const user = await userOf(line, credential);
    if (user === null) return null;
    const { displayName, email, emailConfirmed } = await calls.getAccount(line, { path: { appUserId: user } });
    return { name: displayName ?? null, email: email ?? null, isEmailConfirmed: emailConfirmed ?? null };
  });
}

/** For calls a service need not offer and a key need not be allowed: null on refusal. */
export async function nullIfFailed<T>(ask: () => Promise<T | null>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind !== 'signed-out') return null;
    throw error;
  }
}

const SAID = 'keyEndSaid';
const LEARNT = 'keyEndLearnt';

/** How long before its end a key's expiry is announced. */
const ANNOUNCE_MS = 14 * DAY;

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
export function setKeyEnd(facts: Facts, at: string | null): void {
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
