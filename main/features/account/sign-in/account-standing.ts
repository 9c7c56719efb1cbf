import { FaultError } from '../../../../shared/fault.ts';
import { accountTexts } from '../../../../shared/features/account/text.ts';
import { secretOf } from '../../../engine/account/credential.ts';
import type { Credential } from '../../../engine/account/credential.ts';
import type { Facts } from '../../../journal/records/history.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Line } from '../../../remote/api/ask.ts';
import { validateToken } from '../../../remote/api/calls/beyond.ts';
import type { RemoteOrganization } from '../../../remote/api/service-answers.ts';
import { refused } from '../../../items/resolve-id.ts';

/** The person and organization of a credential, as far as the service tells. */
export interface Standing {
  /** The service's number for the person; null: not told. */
  readonly user: number | null;
  /** The organization that a key is bound to; null: not told. */
  readonly organization: string | null;
}

const UNKNOWN: Standing = { user: null, organization: null };
/** Fact with the number of the person who signed in last. Like the records, it is kept after signing out. */
const OWNER = 'recordsOf';

/** More than one organization is possible, and the service does not tell which one a key is bound to. */
export class WhichOrganization extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super('several organizations could be meant');
    this.names = names;
  }
}

/** Asks whose credential it is, which a service need not tell. Another call has accepted it already. */
export async function standingOf(line: Line, credential: Credential): Promise<Standing> {
  try {
    const { valid, userId, organizationId } = await validateToken(line, { body: { token: secretOf(credential) } });
    return valid === false ? UNKNOWN : { user: userId ?? null, organization: organizationId ?? null };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return UNKNOWN;
  }
}

/** What determines the organization in which a person acts. */
export interface Choice {
  readonly credential: Credential;
  readonly standing: Standing;
  /** The organization chosen by the person, by id or name; null: none. */
  readonly wanted: string | null;
  /** The organization in which this credential acted before; null: none. */
  readonly before: string | null;
}

/**
 * The organization in which a person acts; null when the list is empty. The order of the list is not used.
 * @throws WhichOrganization, FaultError `bad-request`.
 */
export function chosenOf(
  organizations: readonly RemoteOrganization[],
  { credential, standing, wanted, before }: Choice,
): RemoteOrganization | null {
  const byId = (id: string | null): RemoteOrganization | null => organizations.find(one => one.id === id) ?? null;
  const bound = byId(standing.organization);
  if (wanted !== null) {
    const meant = byId(wanted.toLowerCase()) ?? organizations.find(({ name }) => isSameName(name, wanted)) ?? null;
    const names = organizations.map(({ name }) => name);
    if (meant === null) throw refused(accountTexts.noOrganization(wanted, names));
    if (bound !== null && bound.id !== meant.id && credential.kind === 'key')
      throw refused(accountTexts.keyOfOther(bound.name));
    return meant;
  }
  const named = credential.kind === 'session' ? byId(credential.organization) : bound;
  const known = named ?? byId(before);
  if (known !== null || organizations.length <= 1 || credential.kind !== 'key')
    return known ?? organizations[0] ?? null;
  throw new WhichOrganization(organizations.map(one => plainly(one, organizations)));
}

/** The organization's name, or its id when the name is not unique. */
function plainly({ id, name }: RemoteOrganization, all: readonly RemoteOrganization[]): string {
  return all.filter(other => isSameName(other.name, name)).length > 1 ? id : name;
}

function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}

/** Refuses to continue the records of one person as another. @throws FaultError `bad-request`. */
export function mustBeTheirRecords({ facts, mirrors }: Journal, { user }: Standing): void {
  const owner = facts.get(OWNER);
  if (user === null || owner === null || owner === String(user) || mirrors.all().length === 0) return;
  throw refused(accountTexts.otherPerson);
}

/** Records the person as owner of the records; unchanged when the service does not tell who it is. In a transaction. */
export function rememberOwner(facts: Facts, { user }: Standing): void {
  if (user !== null) facts.set(OWNER, String(user));
}
