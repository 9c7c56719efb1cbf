import { signInEndpoints } from '../../../../shared/api/calls/sign-in.ts';
import { badRequest } from '../ground/api-error.ts';
import type { Backend } from '../ground/backend.ts';
import { openInvitation, refusalOf } from './invitation-rows.ts';
import type { InvitationRow } from './invitation-rows.ts';
import { accept } from './invitations.ts';
import { addPerson, signIn } from '../people/new-people.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { CODE_TTL_SECONDS, sendCode, tryCode, spendCode, wrongCode } from './sign-in-codes.ts';

/** Section 4.11. */
export const signInRoutes: readonly Route[] = [
  route(signInEndpoints.requestCode, call => {
    sendCode(call.backend, call.body.email);
    return ok({ sent: true, expiresInSeconds: CODE_TTL_SECONDS });
  }),

  route(signInEndpoints.verifyCode, call => {
    const { email, code } = call.body;
    if (!tryCode(call.backend, email, code)) throw wrongCode();
    const user = call.backend.records.userByEmail(email);
    // GAP: the specification leaves open what a right code of an unknown address gets. It stays good for the registration.
    if (user === null) return ok({ status: 'registration-required', email });
    spendCode(call.backend, email);
    return ok({ status: 'signed-in', ...signIn(call.backend, user) });
  }),

  route(signInEndpoints.completeRegistration, call => {
    const { backend } = call;
    const { email, code, firstName, lastName, displayName, marketingConsent, invitationToken } = call.body;
    if (!tryCode(backend, email, code)) throw wrongCode();
    if (backend.records.userByEmail(email) !== null) throw badRequest('This address has an account already.');
    const invitation = invitationFor(backend, email, invitationToken ?? null);
    const name = displayName ?? `${firstName} ${lastName}`;
    const consents = { marketingConsent: marketingConsent ?? false };
    spendCode(backend, email);
    const user = addPerson(backend, { email, firstName, lastName, displayName: name }, consents);
    if (invitation !== null) accept(backend, invitation, { userId: user.id, via: 'session' });
    return ok(signIn(backend, user));
  }),
];

/** The invitation that a new person brings along. @throws ApiError 400 when it is not good for that address. */
function invitationFor(backend: Backend, email: string, token: string | null): InvitationRow | null {
  if (token === null) return null;
  const invitation = openInvitation(backend, token);
  const problem = refusalOf(backend, invitation, email);
  if (problem !== null) throw badRequest(problem);
  return invitation;
}
