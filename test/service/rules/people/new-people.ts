import { changeAccount, defaultOrganizationOf } from './account-rows.ts';
import type { AccountRow } from './account-rows.ts';
import { audit } from './audit.ts';
import type { Backend } from '../ground/backend.ts';
import { foundOrganization } from './founding.ts';
import { join } from './memberships.ts';
import type { UserRow } from '../ground/records.ts';
import { sessionFor } from './sessions.ts';

/** Saves a new person, who belongs to no organization yet. */
export function addPerson(backend: Backend, person: Omit<UserRow, 'id'>, account: Partial<AccountRow>): UserRow {
  const user = { id: backend.records.nextUserId(), ...person };
  backend.records.saveUser(user);
  changeAccount(backend.records, user.id, account);
  return user;
}

/** Signs a person in, in the organization that is the default. Who belongs to none gets one of her or his own. */
export function signIn(backend: Backend, user: UserRow): ReturnType<typeof sessionFor> {
  const organizationId = homeOf(backend, user);
  const line = { organizationId, userId: user.id, via: 'session', targetId: null } as const;
  audit(backend, { id: backend.uuid(), action: 'signedIn', ...line });
  return sessionFor(backend, { userId: user.id, organizationId });
}

/** The organization a person finds after signing in; a new one for who belongs to none. */
export function homeOf(backend: Backend, user: UserRow): string {
  const known = defaultOrganizationOf(backend.records, user.id);
  if (known !== null) return known;
  const organization = { id: backend.uuid(), name: `${user.displayName}'s lab` };
  foundOrganization(backend.records, {
    organization,
    ownerId: user.id,
    knowledgeBaseId: backend.uuid(),
    shareId: backend.uuid(),
    nowMs: backend.nowMs(),
  });
  join(backend, { organizationId: organization.id, userId: user.id, role: 'Owner' });
  return organization.id;
}
