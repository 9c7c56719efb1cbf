import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { Capabilities } from '../../../shared/features/account/capabilities-model.ts';
import type { KeyOutcome, SecretPlace } from '../../../shared/features/account/sign-in-model.ts';
import { signInTexts } from '../../../shared/features/account/sign-in-text.ts';
import { isoTime } from '../../core/calendar.ts';
import { baseUrlOf, rememberedService } from '../../engine/account/account.ts';
import { learnedCapabilities } from '../../engine/context/capabilities.ts';
import { credentialOf, credentialText } from '../../engine/account/credential.ts';
import { findAuthorizer, revoke } from '../../remote/account/oauth.ts';
import { finishSignIn, AmbiguousOrganization } from './sign-in/finish-sign-in.ts';
import { invitationHandlers } from './invitations.ts';
import { keyEnd, setKeyEnd } from '../../items/signed-in-person.ts';
import type { AppContext } from '../../items/app-context.ts';
import { profileHandlers } from './profile.ts';

type AccountCall = keyof Handlers & (`account.${string}` | `invitation.${string}`);

/** Signing in with a key, signing out, and what the service offers. */
export function accountHandlers(context: AppContext): Pick<Handlers, AccountCall> {
  return {
    ...profileHandlers(context),
    ...invitationHandlers(context),
    'account.signIn': input => context.engine.exclusively(() => signIn(context, input)),
    'account.holds': async ({ service, key }) => {
      const kept = await context.world.secrets.read().catch(() => null);
      const isSame = kept === credentialText({ kind: 'key', key });
      return { same: isSame && rememberedService(context.journal.facts) === baseUrlOf(service) };
    },
    'account.keyEnd': async () => keyEnd(context.journal.facts),
    'account.sayKeyEnd': async ({ at }) => {
      setKeyEnd(context.journal.facts, at);
      context.changed();
      return null;
    },
    'account.capabilities': () => Promise.resolve(capabilitiesOf(context)),
    'account.signOut': () => context.engine.exclusively(() => signOut(context)),
  };
}

interface KeyInput {
  readonly service: string;
  readonly key: string;
  readonly store: SecretPlace | null;
  readonly organization?: string | null | undefined;
}

async function signIn(
  context: AppContext,
  { service, key, store, organization = null }: KeyInput,
): Promise<KeyOutcome> {
  const baseUrl = baseUrlOf(service);
  // An HTTP header cannot hold such a key: the request would fail as if the service could not be reached.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new FaultError({ kind: 'bad-request', detail: signInTexts.notAKey });
  try {
    return await finishSignIn(context, { baseUrl, credential: { kind: 'key', key }, store, organization });
  } catch (error) {
    if (!(error instanceof AmbiguousOrganization)) throw error;
    return { name: 'which-organization', organizations: [...error.names] };
  }
}

function capabilitiesOf(context: AppContext): Capabilities {
  const { build, learnt } = learnedCapabilities(context);
  return {
    service: rememberedService(context.journal.facts),
    build,
    learnt: learnt.map(({ name, text, value, at, counts }) => ({ name, text, value, at: isoTime(at), counts })),
  };
}

/** Removes the credential. Never touches a file. To be called exclusively. */
export async function signOut(context: AppContext): Promise<null> {
  const { world, engine, journal, sessions, changed } = context;
  // A credential that cannot be read can still be removed.
  const secret = await world.secrets.read().catch(() => null);
  await world.secrets.remove();
  journal.transaction(() => context.person.forget());
  if (secret !== null) await endAuthorization(context, secret);
  sessions.recheck();
  engine.renewConnection();
  changed();
  return null;
}

/** Revokes an OAuth authorization, which is of no further use. An API key is left: only its owner revokes it. */
async function endAuthorization({ world, journal }: AppContext, secret: string): Promise<void> {
  const credential = credentialOf(secret);
  const service = rememberedService(journal.facts);
  if (credential.kind !== 'oauth' || service === null) return;
  try {
    const found = await findAuthorizer(world.http, service);
    if (found === null || found.revokeUrl === null) return;
    await revoke(world.http, found.revokeUrl, credential.refresh ?? credential.token, credential.clientId);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
  }
}
