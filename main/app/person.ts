import type { Facts } from '../journal/history.ts';
import type { Journal } from '../journal/journal.ts';

import { forgetOrigins } from './chat-files/origins.ts';
import { WorkingCopyRecords } from './chat-files/working-copy-records.ts';
import { setChatAside, takeChatBack } from './chat/set-aside.ts';
import { forgetExports } from './organization/last-export.ts';
import { forgetSharing } from './sharing/kept.ts';

/** What was learnt of the person who is signed in, to be told while the service does not answer. */
export interface KnownPerson {
  readonly name: string | null;
  readonly email: string | null;
}

const NAME = 'personName';
const EMAIL = 'personEmail';

export function knownPerson(facts: Facts): KnownPerson {
  return { name: facts.get(NAME), email: facts.get(EMAIL) };
}

export function rememberPerson(facts: Facts, { name, email }: KnownPerson): void {
  facts.set(NAME, name);
  facts.set(EMAIL, email);
  if (email === null) return;
  takeChatBack(facts, email);
  new WorkingCopyRecords(facts).takeBack(email);
}

/** Neither a name nor what somebody could see at the service is for whoever comes next (S51). In a transaction. */
export function forgetPerson({ facts, catalogue }: Journal): void {
  const email = facts.get(EMAIL);
  setChatAside(facts, email);
  if (email !== null) new WorkingCopyRecords(facts).setAside(email);
  forgetOrigins(facts);
  rememberPerson(facts, { name: null, email: null });
  forgetSharing(facts);
  forgetExports(facts);
  catalogue.clear();
}
