import { FaultError } from '../../../../shared/fault.ts';
import type { SecretPlace, SignedIn } from '../../../../shared/features/account/sign-in-model.ts';
import { accountTexts } from '../../../../shared/features/account/text.ts';
import { signInTexts } from '../../../../shared/features/account/sign-in-text.ts';
import { accountWith, linkTo, rememberedService } from '../../../engine/account/account.ts';
import { isFault } from '../../../engine/context/mirror-context.ts';
import { credentialText } from '../../../engine/account/credential.ts';
import type { Credential } from '../../../engine/account/credential.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Mirror } from '../../../journal/records/mirrors.ts';
import type { RemoteOrganization } from '../../../remote/api/service-answers.ts';
import type { ServiceApi } from '../../../remote/api/service.ts';
import { mustAllowService } from '../../settings/managed.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { forgetKeyEnd } from '../../../items/key-end.ts';
import { chosenOf, mustBeTheirRecords, rememberOwner, standingOf } from './account-standing.ts';

/** A credential to sign in with, from the service or pasted by a person. */
export interface Entrant {
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
export async function enter(context: AppContext, entrant: Entrant): Promise<SignedIn> {
  const { baseUrl, credential, store } = entrant;
  const { world, journal, engine, changed, checkNow } = context;
  mustAllowService(context.managed, baseUrl, rememberedService(journal.facts));
  const link = linkTo(world, accountWith(baseUrl, credential));
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
  engine.renewLink();
  context.sessions.wake();
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
