import type { Handlers } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import type { Capabilities } from '../../shared/model/capabilities.ts';
import { accountTexts } from '../../shared/text/account.ts';
import { isoTime } from '../core/calendar.ts';
import { baseUrlOf, linkTo, rememberedService } from '../engine/account.ts';
import { isFault } from '../engine/bench.ts';
import { allLearnt } from '../engine/capabilities.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/mirrors.ts';
import type { ServiceApi } from '../remote/api/service.ts';
import type { AppParts } from './parts.ts';

/** Who is signed in. */
export function accountHandlers(
  parts: AppParts,
): Pick<Handlers, 'account.signIn' | 'account.signOut' | 'account.capabilities'> {
  return {
    'account.signIn': input => parts.engine.exclusively(() => signIn(parts, input)),
    'account.capabilities': () => Promise.resolve(capabilitiesOf(parts)),
    'account.signOut': () => parts.engine.exclusively(() => signOut(parts)),
  };
}

/** The key is tried before it is kept (spec 5.1). The organization it is bound to is pinned to the mirrors made with it. */
async function signIn(
  { world, journal, engine, changed, checkNow }: AppParts,
  input: { service: string; key: string; store: 'keyring' | 'file' | null },
): Promise<{ organization: string | null; notice: string | null }> {
  const baseUrl = baseUrlOf(input.service);
  const link = linkTo(world, { baseUrl, key: input.key });
  const organizations = await organizationsOf(link.api(null));
  if (organizations !== null) mustFitTheMirrors(journal, organizations);
  const organization = organizations?.[0] ?? null;
  const isSameKey = (await world.secrets.read()) === input.key;
  const place = await world.secrets.write(input.key, input.store);
  journal.transaction(() => {
    // What somebody else could see there is not for this one.
    if (!isSameKey) journal.catalogue.clear();
    journal.facts.set('service', baseUrl);
    journal.facts.set('organization', organization?.id ?? null);
    journal.facts.set('organizationName', organization?.name ?? null);
  });
  engine.renewLink();
  changed();
  checkNow();
  const isFallback = place === 'file' && input.store === null;
  const notice = isFallback
    ? 'This computer has no password store, so the key is kept in a file that only you can read.'
    : null;
  return { organization: organization?.name ?? null, notice };
}

/**
 * A data directory is one account's. GAP: nothing tells whose a key is, only where its person belongs; of another member
 * of the same organization the mirrors show what that person may see, and a folder that cannot be seen halts.
 */
function mustFitTheMirrors(journal: Journal, organizations: readonly { readonly id: string }[]): void {
  const mirrors = journal.mirrors.all();
  const isOf = ({ organization }: Mirror): boolean =>
    organization === null || organizations.some(({ id }) => id === organization);
  if (mirrors.length === 0 || mirrors.some(isOf)) return;
  throw new FaultError({ kind: 'bad-request', detail: accountTexts.otherAccount });
}

/** What the key is bound to, first; null when it may not ask that (spec 7, rule 1): then another call has to show that it counts. */
async function organizationsOf(api: ServiceApi): Promise<readonly { id: string; name: string }[] | null> {
  try {
    return await api.organizations();
  } catch (error) {
    if (!isFault(error, 'scope', 'not-allowed')) throw error;
  }
  await api.roots();
  return null;
}

function capabilitiesOf(parts: AppParts): Capabilities {
  const { build, learnt } = allLearnt(parts);
  return {
    service: rememberedService(parts.journal.facts),
    build,
    learnt: learnt.map(({ name, text, value, at, counts }) => ({ name, text, value, at: isoTime(at), counts })),
  };
}

async function signOut({ world, journal, engine, changed }: AppParts): Promise<null> {
  await world.secrets.remove();
  journal.transaction(() => journal.catalogue.clear());
  engine.renewLink();
  changed();
  return null;
}
