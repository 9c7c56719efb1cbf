import type { Handlers } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import type { InvitationInfo } from '../../../shared/features/account/model.ts';
import { invitationTexts } from '../../../shared/features/account/invitation-text.ts';
import { rememberedService } from '../../engine/account/account.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { calls } from '../../remote/api/calls.ts';
import { publicLine } from './sign-in/sign-in-answers.ts';
import { tokenIn } from './invitation-link.ts';
import type { AppContext } from '../../items/app-context.ts';
import { knownPerson } from '../../items/signed-in-person.ts';
import { allowedService } from './sign-in/sign-in.ts';

/** Invitations received as a link. */
export function invitationHandlers(context: AppContext): Pick<Handlers, 'invitation.look' | 'invitation.accept'> {
  return {
    'invitation.look': ({ link, service }) => look(context, tokenIn(link), service),
    'invitation.accept': ({ link }) => accept(context, tokenIn(link)),
  };
}

const GONE: InvitationInfo = {
  state: 'gone',
  organization: null,
  email: null,
  role: null,
  invitedBy: null,
  expiresAt: null,
  signedInAs: null,
};

async function look(context: AppContext, token: string, service: string | null): Promise<InvitationInfo> {
  const { world, journal } = context;
  const baseUrl = service === null ? rememberedService(journal.facts) : allowedService(context, service);
  if (baseUrl === null) throw badRequest(invitationTexts.noService);
  const signedInAs = knownPerson(journal.facts).email;
  try {
    const found = await calls.getInvitation(publicLine(world, baseUrl), { path: { token } });
    const email = found.email ?? null;
    const isOthers = signedInAs !== null && email !== null && signedInAs.toLowerCase() !== email.toLowerCase();
    return {
      state: found.isExpired === true ? 'expired' : isOthers ? 'other-email' : 'pending',
      organization: found.organizationName ?? null,
      email,
      role: found.role ?? null,
      invitedBy: found.invitedBy ?? null,
      expiresAt: found.expiresAt ?? null,
      signedInAs,
    };
  } catch (error) {
    if (isFault(error, 'gone')) return { ...GONE, signedInAs };
    throw error;
  }
}

/** @throws FaultError `refused` with the service's message. */
async function accept(context: AppContext, token: string): Promise<{ organization: string }> {
  const link = await context.engine.connection();
  const joined = await calls.acceptInvitation(link.line(null), { path: { token } });
  const all = await link.api(null).organizations();
  const found = all.find(({ id }) => id === joined.organizationId);
  if (found === undefined) throw new FaultError({ kind: 'failing', status: 200, messages: [invitationTexts.refused] });
  // A person without an organization acts in this one from now on.
  const { facts } = context.journal;
  if (facts.get('organization') === null) {
    facts.set('organization', found.id);
    facts.set('organizationName', found.name);
  }
  context.changed();
  return { organization: found.name };
}
