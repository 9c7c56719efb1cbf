import { externalSignInEndpoints } from '../../../../shared/api/calls/account.ts';
import type { SignInOutcome } from '../../../../shared/api/calls/account.ts';
import { badRequest } from '../ground/api-error.ts';
import type { Backend } from '../ground/backend.ts';
import { isSafeReturn, loopbackUrl } from './loopback.ts';
import { addPerson, signIn } from '../people/new-people.ts';
import type { UserRow } from '../ground/records.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isSame } from '../people/sessions.ts';
import { sendConfirmation } from '../people/email-confirmation.ts';
import { table } from '../ground/tables.ts';

/** What stands where a third party or an identity provider would: it vouches for everybody, and says what it is. */
const STAND_IN = 'local stand-in: no identity provider was asked';

const HAND_OFF_TTL_MS = 5 * 60_000;

/** A sign-in on its way through the stand-in. `id` is a digest of its code. */
interface HandOff {
  readonly id: string;
  readonly kind: 'external' | 'sso';
  readonly email: string;
  readonly state: string;
  readonly returnUrl: string | null;
  /** Only tests the provider; no session is created. */
  readonly test: boolean;
  readonly expiresMs: number;
}

const handOffs = table<HandOff>()('handOff');

/**
 * Section 4.10: sign-in through an identity provider. A real provider would ask the person in between; the stand-in
 * redirects the browser back at once with a code that works once.
 */
export const externalSignInRoutes: readonly Route[] = [
  route(externalSignInEndpoints.startExternalLogin, call => {
    const { backend } = call;
    const returnUrl = safeReturn(call.query.returnUrl);
    // GAP: the specification shows no body. Without an address the stand-in takes the first of the people here.
    const email = call.query.email ?? backend.records.user(1)?.email ?? '';
    const { code } = begin(backend, { kind: 'external', email, returnUrl, test: false });
    const callback = new URL('/api/v1/account/ExternalLoginCallback', backend.origin());
    callback.searchParams.set('code', code);
    if (returnUrl !== null) callback.searchParams.set('returnUrl', returnUrl);
    return ok({ provider: STAND_IN, redirectUrl: callback.href });
  }),

  route(externalSignInEndpoints.finishExternalLogin, call => {
    const { code, signup } = call.query;
    const returnUrl = safeReturn(call.query.returnUrl);
    const handOff = finish(call.backend, 'external', code);
    const { email } = handOff;
    const user = call.backend.records.userByEmail(email) ?? (signup ? signUp(call.backend, email) : null);
    return ok(outcome(call.backend, user, { ...handOff, returnUrl }));
  }),

  route(externalSignInEndpoints.startSingleSignOn, call => {
    const { backend } = call;
    const { email, test } = call.query;
    const returnUrl = safeReturn(call.query.returnUrl);
    const { code, state } = begin(backend, { kind: 'sso', email, returnUrl, test });
    const callback = new URL('/api/v1/account/sso-callback', backend.origin());
    callback.searchParams.set('code', code);
    callback.searchParams.set('state', state);
    return ok({ provider: STAND_IN, redirectUrl: callback.href });
  }),

  route(externalSignInEndpoints.finishSingleSignOn, call => {
    const { code, state, error } = call.query;
    if (error !== undefined) {
      return ok({ status: 'refused', provider: STAND_IN, email: null, returnUrl: null, session: null });
    }
    const handOff = finish(call.backend, 'sso', code, state);
    return ok(outcome(call.backend, call.backend.records.userByEmail(handOff.email), handOff));
  }),
];

const CALLBACKS: { readonly [path: string]: HandOff['kind'] } = {
  '/api/v1/account/sso-callback': 'sso',
  '/api/v1/account/ExternalLoginCallback': 'external',
};

/**
 * Where a browser that arrives at a callback is sent on to: the application on this computer that began, with what it
 * needs to finish. GAP: how a session comes back to an application is not shown. Null: no redirect, answer as usual.
 */
export function returnForBrowser(backend: Backend, target: string): string | null {
  const { pathname, searchParams } = new URL(target, 'http://service.invalid');
  const kind = CALLBACKS[pathname];
  const code = searchParams.get('code') ?? '';
  if (kind === undefined || code === '') return null;
  const handOff = backend.records.row(handOffs, backend.secrets.digest(code));
  if (handOff?.kind !== kind || handOff.returnUrl === null) return null;
  const url = loopbackUrl(handOff.returnUrl);
  if (url === null) return null;
  url.searchParams.set('code', code);
  const state = searchParams.get('state');
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}

function begin(
  backend: Backend,
  wanted: Omit<HandOff, 'id' | 'state' | 'expiresMs'>,
): { readonly code: string; readonly state: string } {
  const code = backend.secrets.token();
  const state = backend.secrets.token();
  const id = backend.secrets.digest(code);
  backend.records.putRow(handOffs, { id, state, expiresMs: backend.nowMs() + HAND_OFF_TTL_MS, ...wanted });
  return { code, state };
}

/** Takes a hand-off out, so that its code never works again. @throws ApiError 400 for one that is not good. */
function finish(backend: Backend, kind: HandOff['kind'], code: string, state?: string): HandOff {
  const handOff = backend.records.row(handOffs, backend.secrets.digest(code));
  const isGood = handOff?.kind === kind && backend.nowMs() < handOff.expiresMs;
  if (!isGood || (state !== undefined && !isSame(handOff.state, state))) {
    throw badRequest('This sign-in is unknown, was used or has expired. Begin again.');
  }
  backend.records.dropRow(handOffs, handOff.id);
  return handOff;
}

function outcome(backend: Backend, user: UserRow | null, { email, returnUrl, test }: HandOff): SignInOutcome {
  const told = { provider: STAND_IN, email, returnUrl };
  if (user === null) return { ...told, status: 'no-account', session: null };
  if (test) return { ...told, status: 'tested', session: null };
  return { ...told, status: 'signed-in', session: signIn(backend, user) };
}

/** The person has not yet proved that the address is theirs: a mail asks for that. */
function signUp(backend: Backend, email: string): UserRow {
  const name = email.split('@')[0] ?? email;
  const person = { email, firstName: name, lastName: '', displayName: name };
  const user = addPerson(backend, person, { emailConfirmed: false });
  sendConfirmation(backend, user);
  return user;
}

/** @throws ApiError 400 for an address elsewhere. */
function safeReturn(returnUrl: string | undefined): string | null {
  if (returnUrl === undefined) return null;
  if (!isSafeReturn(returnUrl)) throw badRequest('ReturnUrl is not valid: it leads away from this computer.');
  return returnUrl;
}
