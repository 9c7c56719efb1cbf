import { badRequest, FaultError } from '../../../../shared/fault.ts';
import type { SecretPlace, SignedIn } from '../../../../shared/features/account/sign-in-model.ts';
import { accountTexts } from '../../../../shared/features/account/text.ts';
import { signInTexts } from '../../../../shared/features/account/sign-in-text.ts';
import { accountWith, connectTo, rememberedService } from '../../../engine/account/account.ts';
import { isFault } from '../../../engine/context/mirror-context.ts';
import { type Credential, credentialText, secretOf } from '../../../engine/account/credential.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Mirror } from '../../../journal/records/mirrors.ts';
import type { RemoteOrganization } from '../../../remote/api/shapes.ts';
import type { ServiceApi } from '../../../remote/api/service.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { forgetKeyEnd } from '../../../items/signed-in-person.ts';
import type { Facts } from '../../../journal/records/history.ts';
import type { Line } from '../../../remote/api/ask.ts';
import { calls } from '../../../remote/api/calls.ts';
import { mustAllowService } from '../../settings/managed.ts';

/** A credential to sign in with, from the service or pasted by a person. */
interface Entrant {
  /** Includes `/api/v1`. */
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly store: SecretPlace | null;
  /** The organization to act in, by id or name; undefined: not chosen. */
  readonly organization?: string | null;
}

/** Fact that says where the secret is stored, so that a renewed token replaces it in the same place. */
export const SECRET_PLACE = 'secretPlace';

/**
 * Tests a credential and stores it if the service accepts it. Mirrors made with it are bound to its
 * organization. @throws WhichOrganization, FaultError.
 */
export async function finishSignIn(context: AppContext, entrant: Entrant): Promise<SignedIn> {
  const { baseUrl, credential, store } = entrant;
  const { world, journal, engine, changed, checkNow } = context;
  mustAllowService(context.managed, baseUrl, rememberedService(journal.facts));
  const link = connectTo(world, accountWith(baseUrl, credential));
  const organizations = await organizationsOf(link.api(null));
  if (organizations !== null) mustFitTheMirrors(journal, organizations);
  const standing = await standingOf(link.line(null), credential);
  mustBeTheirRecords(journal, standing);
  const text = credentialText(credential);
  const isSame = (await world.secrets.read().catch(() => null)) === text;
  const before = isSame ? journal.facts.get('organization') : null;
  const organization = chosenOf(organizations ?? [], {
    credential,
    standing,
    wanted: entrant.organization ?? null,
    before,
  });
  const place = await world.secrets.write(text, store);
  journal.transaction(() => {
    if (!isSame) {
      context.person.forget();
      forgetKeyEnd(journal.facts);
    }
    rememberOwner(journal.facts, standing);
    journal.facts.set('service', baseUrl);
    journal.facts.set('organization', organization?.id ?? standing.organization);
    journal.facts.set('organizationName', organization?.name ?? null);
    journal.facts.set(SECRET_PLACE, place);
  });
  engine.renewConnection();
  context.sessions.recheck();
  changed();
  checkNow();
  return {
    name: 'signed-in',
    organization: organization?.name ?? null,
    notice: place === 'file' && store === null ? signInTexts.keptInFile : null,
    role: organization?.role ?? null,
    organizations: organizations?.length ?? null,
  };
}

/**
 * A data directory belongs to one account. GAP: a service need not tell whose a key is, only its organizations. With
 * the key of another member of the same organization the mirrors show what that member can see, and a folder they
 * cannot see stops its mirror.
 */
function mustFitTheMirrors(journal: Journal, organizations: readonly { readonly id: string }[]): void {
  const mirrors = journal.mirrors.all();
  const isOf = ({ organization }: Mirror): boolean =>
    organization === null || organizations.some(({ id }) => id === organization);
  if (mirrors.length === 0 || mirrors.some(isOf)) return;
  throw new FaultError({ kind: 'bad-request', detail: accountTexts.otherAccount });
}

/** The person's organizations; null when the key may not ask: then another call has to prove that the key is valid. */
async function organizationsOf(api: ServiceApi): Promise<readonly RemoteOrganization[] | null> {
  try {
    return await api.organizations();
  } catch (error) {
    if (!isFault(error, 'scope', 'not-allowed')) throw error;
  }
  await api.roots();
  return null;
}

/** The person and organization of a credential, as far as the service tells. */
interface Standing {
  /** The service's number for the person; null: not told. */
  readonly user: number | null;
  /** The organization that a key is bound to; null: not told. */
  readonly organization: string | null;
}

const UNKNOWN: Standing = { user: null, organization: null };
/** Fact with the number of the person who signed in last. Like the records, it is kept after signing out. */
const OWNER = 'recordsOf';

/** More than one organization is possible, and the service does not tell which one a key is bound to. */
export class AmbiguousOrganization extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super('several organizations could be meant');
    this.names = names;
  }
}

/** Asks whose credential it is, which a service need not tell. Another call has accepted it already. */
async function standingOf(line: Line, credential: Credential): Promise<Standing> {
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

/** What determines the organization in which a person acts. */
interface Choice {
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
function chosenOf(
  organizations: readonly RemoteOrganization[],
  { credential, standing, wanted, before }: Choice,
): RemoteOrganization | null {
  const byId = (id: string | null): RemoteOrganization | null => organizations.find(one => one.id === id) ?? null;
  const bound = byId(standing.organization);
  if (wanted !== null) {
    const meant = byId(wanted.toLowerCase()) ?? organizations.find(({ name }) => isSameName(name, wanted)) ?? null;
    const names = organizations.map(({ name }) => name);
    if (meant === null) throw badRequest(accountTexts.noOrganization(wanted, names));
    if (bound !== null && bound.id !== meant.id && credential.kind === 'key')
      throw badRequest(accountTexts.keyOfOther(bound.name));
    return meant;
  }
  const named = credential.kind === 'session' ? byId(credential.organization) : bound;
  const known = named ?? byId(before);
  if (known !== null || organizations.length <= 1 || credential.kind !== 'key')
    return known ?? organizations[0] ?? null;
  throw new AmbiguousOrganization(organizations.map(one => plainly(one, organizations)));
}

/** The organization's name, or its id when the name is not unique. */
function plainly({ id, name }: RemoteOrganization, all: readonly RemoteOrganization[]): string {
  return all.filter(other => isSameName(other.name, name)).length > 1 ? id : name;
}

function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}

/** Refuses to continue the records of one person as another. @throws FaultError `bad-request`. */
function mustBeTheirRecords({ facts, mirrors }: Journal, { user }: Standing): void {
  const owner = facts.get(OWNER);
  if (user === null || owner === null || owner === String(user) || mirrors.all().length === 0) return;
  throw badRequest(accountTexts.otherPerson);
}

/** Records the person as owner of the records; unchanged when the service does not tell who it is. In a transaction. */
function rememberOwner(facts: Facts, { user }: Standing): void {
  if (user !== null) facts.set(OWNER, String(user));
}
