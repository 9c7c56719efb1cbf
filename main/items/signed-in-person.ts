import { FaultError } from '../../shared/fault.ts';
import type { AccountInfo } from '../../shared/features/account/model.ts';
import { type Credential, credentialOf, endOf, secretOf } from '../engine/account/credential.ts';
import type { Facts } from '../journal/records/history.ts';
import { getAccount } from '../remote/api/calls/account.ts';
import type { Line } from '../remote/api/ask.ts';
import { validateToken } from '../remote/api/calls/beyond.ts';
import type { AppContext } from './app-context.ts';

/** What was learnt of the person who is signed in, to be told while the service does not answer. */
export interface KnownPerson {
  readonly name: string | null;
  readonly email: string | null;
}

/** What is recorded for the person who is signed in. */
export interface PersonRecords {
  /** Keeps their name and address; what they left unsent here before is theirs again. In a transaction. */
  remember(person: KnownPerson): void;
  /** Sets aside what is theirs alone, and forgets what they could see at the service (S51). In a transaction. */
  forget(): void;
}

export const PERSON_NAME = 'personName';
export const PERSON_EMAIL = 'personEmail';

export function knownPerson(facts: Facts): KnownPerson {
  return { name: facts.get(PERSON_NAME), email: facts.get(PERSON_EMAIL) };
}

/** What is signed in with. @throws FaultError `signed-out` when nothing is. */
export async function credentialNow({ world }: AppContext): Promise<Credential> {
  const secret = await world.secrets.read();
  if (secret === null) throw new FaultError({ kind: 'signed-out' });
  return credentialOf(secret);
}

/** The last signs of the key that is signed in with; null when it is no key. */
export async function keyEndNow(context: AppContext): Promise<string | null> {
  return endOf(await credentialNow(context));
}

/** The service's number for the person; null when it does not tell. */
export async function userOf(line: Line, credential: Credential): Promise<number | null> {
  const { valid, userId } = await validateToken(line, { body: { token: secretOf(credential) } });
  return valid === false ? null : (userId ?? null);
}

/** The address of who is signed in: what was learnt, else the service is asked; null when it does not tell. */
export async function addressOf(context: AppContext, line: Line): Promise<string | null> {
  const { facts } = context.journal;
  const known = knownPerson(facts);
  if (known.email !== null) return known.email;
  const person = await personOf(line, await credentialNow(context));
  if (person !== null) context.person.remember(person);
  return person?.email ?? null;
}

export type Person = Pick<AccountInfo, 'name' | 'email' | 'isEmailConfirmed'>;

/** The person behind a credential, as the service tells; null where it does not. */
export async function personOf(line: Line, credential: Credential): Promise<Person | null> {
  return orNull(async () => {
    const user = await userOf(line, credential);
    if (user === null) return null;
    const { displayName, email, emailConfirmed } = await getAccount(line, { path: { appUserId: user } });
    return { name: displayName ?? null, email: email ?? null, isEmailConfirmed: emailConfirmed ?? null };
  });
}

/** What a service need not have, and a key need not be allowed. */
export async function orNull<T>(ask: () => Promise<T | null>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind !== 'signed-out') return null;
    throw error;
  }
}
