import type { Journal } from '../journal/journal.ts';

import { forgetOrigins } from '../features/chat/files/origins.ts';
import { WorkingCopyRecords } from '../features/chat/files/working-copies.ts';
import { setChatAside, takeChatBack } from '../features/chat/chat.ts';
import { forgetExports } from '../features/organization/export.ts';
import { forgetSharing } from '../features/sharing/read-access.ts';
import { knownPerson, PERSON_EMAIL, PERSON_NAME } from '../items/signed-in-person.ts';
import type { KnownPerson, PersonRecords } from '../items/known-person.ts';

/** What all features record for the signed-in person. */
export function personRecords({ facts, catalogue }: Journal): PersonRecords {
  const write = ({ name, email }: KnownPerson): void => {
    facts.set(PERSON_NAME, name);
    facts.set(PERSON_EMAIL, email);
  };
  return {
    remember: person => {
      write(person);
      if (person.email === null) return;
      takeChatBack(facts, person.email);
      new WorkingCopyRecords(facts).takeBack(person.email);
    },
    forget: () => {
      const { email } = knownPerson(facts);
      setChatAside(facts, email);
      if (email !== null) new WorkingCopyRecords(facts).setAside(email);
      forgetOrigins(facts);
      write({ name: null, email: null });
      forgetSharing(facts);
      forgetExports(facts);
      catalogue.clear();
    },
  };
}
