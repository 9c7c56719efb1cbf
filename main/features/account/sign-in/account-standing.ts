import { FaultError } from '../../../../shared/fault.ts';
import { accountTexts } from '../../../../shared/features/account/text.ts';
import { secretOf } from '../../../engine/account/credential.ts';
import type { Credential } from '../../../engine/account/credential.ts';
import type { Facts } from '../../../journal/records/history.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Line } from '../../../remote/api/ask.ts';
import { calls } from '../../../remote/api/calls.ts';
import type { RemoteOrganization } from '../../../remote/api/shapes.ts';
import { refused } from '../../../items/resolve-id.ts';

/** Whom a credential stands for, as far as the service tells. */
export interface Standing {
  /** The service's number for the person; null: not told. */
  readonly user: number | null;
  /** The organization that a key is bound to; null: not told. */
  readonly organization: string | null;
}

const UNKNOWN: Standing = { user: null, organization: null };
/** Whose records these are: the number of the person who signed in last. It outlasts a sign-out, as the records do. */
const OWNER = 'recordsOf';

/** Several organizations could be meant, and the service does not tell which one a key is bound to. */
export class WhichOrganization extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super('several organizations could be meant');
    this.names = names;
  }
}

/** Asks what a service need not tell (wire facts, section 4). It has accepted the credential in another call already. */
export async function standingOf(line: Line, credential: Credential): Promise<Standing> {
  try {
    const { valid, userId, organizationId } = await calls.validateToken(line, {
      body: { token: secretOf(credential) },
    });
    return valid === false ? UNKNOWN : { user: userId ?? null, organization: organizationId ?? null };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return UNKNOWN;
  }
}

/** What decides in which organization a person acts. */
export interface Choice {
  readonly credential: Credential;
  readonly standing: Standing;
  /** What a person wants, by id or name; null: nothing was said. */
  readonly wanted: string | null;
  /** The one that this very credential acted in before; null: none. */
  readonly before: string | null;
}

/**
 * The organization a person acts in; null when none is listed. The order of a list tells nothing.
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

/** Its name, or its id when others are called so too. */
function plainly({ id, name }: RemoteOrganization, all: readonly RemoteOrganization[]): string {
  return all.filter(other => isSameName(other.name, name)).length > 1 ? id : name;
}

function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}

/** The records of one person are not gone on with as another one. @throws FaultError `bad-request`. */
export function mustBeTheirRecords({ facts, mirrors }: Journal, { user }: Standing): void {
  const owner = facts.get(OWNER);
  if (user === null || owner === null || owner === String(user) || mirrors.all().length === 0) return;
  throw refused(accountTexts.otherPerson);
}

/** From now on the records are this person's. Not told: they stay whose they are. In a transaction. */
export function rememberOwner(facts: Facts, { user }: Standing): void {
  if (user !== null) facts.set(OWNER, String(user));
}
