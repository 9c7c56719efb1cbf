import type { Handlers } from '../../shared/contract/contract.ts';
import type { Capabilities } from '../../shared/model/capabilities.ts';
import { isoTime } from '../core/calendar.ts';
import { baseUrlOf, linkTo, rememberedService } from '../engine/account.ts';
import { allLearnt } from '../engine/capabilities.ts';
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
  const link = linkTo(world, { baseUrl, key: input.key }, () => undefined);
  const [organization] = await link.api(null).organizations();
  const place = await world.secrets.write(input.key, input.store);
  journal.transaction(() => {
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

function capabilitiesOf(parts: AppParts): Capabilities {
  const { build, learnt } = allLearnt(parts);
  return {
    service: rememberedService(parts.journal.facts),
    build,
    learnt: learnt.map(({ name, text, value, at, counts }) => ({ name, text, value, at: isoTime(at), counts })),
  };
}

async function signOut({ world, engine, changed }: AppParts): Promise<null> {
  await world.secrets.remove();
  engine.renewLink();
  changed();
  return null;
}
