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

/** Somebody who wants in, with what a service gave or a person pasted. */
export interface Entrant {
  /** With `/api/v1`. */
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly store: SecretPlace | null;
  /** In which organization a person wants to act, by id or name; left out: nothing was said. */
  readonly organization?: string | null;
}

/** Where a secret is kept, as a fact: a newer token goes where the one before it is. */
export const SECRET_PLACE = 'secretPlace';

/**
 * A credential is tried before it is kept (spec 5.1). The organization it is bound to is pinned to the mirrors made with it.
 * @throws WhichOrganization, FaultError.
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
 * A data directory is one account's. GAP: a service need not tell whose a key is, only where its person belongs; of another
 * member of the same organization the mirrors then show what that person may see, and a folder that cannot be seen halts.
 */
function mustFitTheMirrors(journal: Journal, organizations: readonly { readonly id: string }[]): void {
  const mirrors = journal.mirrors.all();
  const isOf = ({ organization }: Mirror): boolean =>
    organization === null || organizations.some(({ id }) => id === organization);
  if (mirrors.length === 0 || mirrors.some(isOf)) return;
  throw new FaultError({ kind: 'bad-request', detail: accountTexts.otherAccount });
}

/** Those of the person; null when the key may not ask that (spec 7, rule 1): then another call has to show that it counts. */
async function organizationsOf(api: ServiceApi): Promise<readonly RemoteOrganization[] | null> {
  try {
    return await api.organizations();
  } catch (error) {
    if (!isFault(error, 'scope', 'not-allowed')) throw error;
  }
  await api.roots();
  return null;
}
