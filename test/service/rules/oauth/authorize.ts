import { isDeleted } from '../people/account-rows.ts';
import { audit } from '../people/audit.ts';
import type { Backend } from '../ground/backend.ts';
import { homeOf } from '../people/new-people.ts';
import { fieldsOf, pageAnswer, sendTo } from './answers.ts';
import type { PlainAnswer, PlainRequest } from './answers.ts';
import { redirectUriOf } from './clients.ts';
import { SCOPE, resourceOf } from './metadata.ts';
import { authorizePage, problemPage } from './page.ts';
import type { Choice } from './page.ts';
import { oauthClients, oauthGrants, oauthVisits } from '../people/oauth-rows.ts';
import type { OauthClient, OauthGrant, OauthVisit } from '../people/oauth-rows.ts';
import { issueCode } from './tokens.ts';
import { isSame } from '../people/sessions.ts';
import { sendCode, tryCode, spendCode } from '../accounts/sign-in-codes.ts';

const VISIT_TTL_SECONDS = 600;
const COOKIE = 'svc_authorize';

/** Shows the page on which a person lets an application in (RFC 6749, section 4.1.1; PKCE by S256 is required). */
export function showAuthorization(backend: Backend, request: PlainRequest): PlainAnswer {
  const fields = fieldsOf(request.target.split('?')[1] ?? '');
  const client = backend.records.row(oauthClients, fields.get('client_id') ?? '');
  if (client === null) return problem('No application is registered under this client_id.');
  const redirectUri = redirectUriOf(client, fields.get('redirect_uri'));
  // The browser is never redirected to an unregistered address, not even with a refusal.
  if (redirectUri === null) return problem('The application did not register this redirect_uri.');
  const state = fields.get('state') ?? null;
  const back = { redirectUri, state };
  const refusal = refusalOf(backend, fields);
  if (refusal !== null) return sendBack(backend, back, refusal);
  const browser = cookieOf(request) ?? backend.secrets.token();
  const visit: OauthVisit = {
    id: backend.secrets.token(),
    clientId: client.id,
    redirectUri,
    state,
    scope: SCOPE,
    challenge: fields.get('code_challenge') ?? '',
    browser: backend.secrets.digest(browser),
    expiresMs: backend.nowMs() + VISIT_TTL_SECONDS * 1000,
  };
  forgetOldVisits(backend);
  backend.records.putRow(oauthVisits, visit);
  const cookie = `${COOKIE}=${browser}; HttpOnly; SameSite=Strict; Path=/oauth; Max-Age=${VISIT_TTL_SECONDS}`;
  return page(backend, visit, { note: null, cookie });
}

function forgetOldVisits({ records, nowMs }: Backend): void {
  for (const visit of records.rows(oauthVisits)) {
    if (nowMs() >= visit.expiresMs) records.dropRow(oauthVisits, visit.id);
  }
}

/** Takes the decision of the page: to allow, to deny, or to have a code sent first. */
export function decideAuthorization(backend: Backend, request: PlainRequest): PlainAnswer {
  const fields = fieldsOf(request.body);
  const visit = visitOf(backend, request, fields.get('visit') ?? '');
  if (visit === null) return problem('This page is no longer good. Begin again in the application.', 403);
  const email = (fields.get('email') ?? '').trim().toLowerCase();
  const decision = fields.get('decision');
  if (decision === 'deny') {
    backend.records.dropRow(oauthVisits, visit.id);
    return sendBack(backend, visit, ['access_denied', 'The person did not let the application in.']);
  }
  if (decision === 'send-code') {
    if (!email.includes('@')) return page(backend, visit, { note: 'Say which address the code goes to.' });
    sendCode(backend, email);
    return page(backend, visit, { note: 'A code was sent. It works for ten minutes.', email });
  }
  if (decision !== 'allow') return page(backend, visit, { note: 'Choose to allow or to deny.', email });
  const code = (fields.get('code') ?? '').trim();
  const chosen = code === '' ? chosenPerson(backend, fields.get('person') ?? '') : personByCode(backend, email, code);
  if (typeof chosen === 'string') return page(backend, visit, { note: chosen, email });
  return allow(backend, visit, chosen);
}

type Whose = Pick<OauthGrant, 'userId' | 'organizationId'>;

function allow(backend: Backend, visit: OauthVisit, { userId, organizationId }: Whose): PlainAnswer {
  const { clientId, scope } = visit;
  const made = { id: backend.uuid(), clientId, scope, createdMs: backend.nowMs() };
  const grant: OauthGrant = { ...made, userId, organizationId, revokedMs: null, ended: false };
  backend.records.putRow(oauthGrants, grant);
  backend.records.dropRow(oauthVisits, visit.id);
  const line = { organizationId, userId, via: 'oauth', targetId: clientId } as const;
  audit(backend, { id: backend.uuid(), action: 'applicationAllowed', ...line });
  return back(backend, visit, { code: issueCode(backend, grant, visit) });
}

/** Why a request cannot be decided, as error and description; null when it can. */
function refusalOf(backend: Backend, fields: ReadonlyMap<string, string>): readonly [string, string] | null {
  if (fields.get('response_type') !== 'code') return ['unsupported_response_type', 'response_type has to be code.'];
  const challenge = fields.get('code_challenge') ?? '';
  if (fields.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    return ['invalid_request', 'A code_challenge with the method S256 is required.'];
  }
  const scopes = (fields.get('scope') ?? SCOPE).split(' ').filter(scope => scope !== '');
  if (scopes.some(scope => scope !== SCOPE)) return ['invalid_scope', `The only scope is ${SCOPE}.`];
  const resource = fields.get('resource');
  if (resource !== undefined && resource !== resourceOf(backend) && resource !== backend.origin()) {
    return ['invalid_target', `The only resource is ${resourceOf(backend)}.`];
  }
  return null;
}

/**
 * The visit a form belongs to, when it comes from the page we showed in this browser. Another page can neither read the
 * visit's id nor send our cookie along, and a browser says where a form comes from.
 */
function visitOf(backend: Backend, request: PlainRequest, id: string): OauthVisit | null {
  const origin = request.header('origin');
  if (origin !== undefined && origin !== `http://${request.header('host') ?? ''}`) return null;
  const visit = backend.records.row(oauthVisits, id);
  const browser = cookieOf(request);
  if (visit === null || browser === null || backend.nowMs() >= visit.expiresMs) return null;
  return isSame(visit.browser, backend.secrets.digest(browser)) ? visit : null;
}

function cookieOf(request: PlainRequest): string | null {
  const pairs = (request.header('cookie') ?? '').split(';').map(pair => pair.trim().split('='));
  const value = pairs.find(([name]) => name === COOKIE)?.[1] ?? '';
  return /^[\w-]{43}$/.test(value) ? value : null;
}

/** Whom a choice of the page names, or what is wrong with it. */
function chosenPerson(backend: Backend, value: string): Whose | string {
  const [userId, organizationId = ''] = value.split(' ');
  const membership = backend.records.membership(organizationId, Number(userId));
  return membership ?? 'Choose who you are, or sign in with a code.';
}

function personByCode(backend: Backend, email: string, code: string): Whose | string {
  if (!tryCode(backend, email, code)) return 'The code is wrong, was used or has expired.';
  const user = backend.records.userByEmail(email);
  if (user === null) return 'There is no account for this address yet.';
  spendCode(backend, email);
  return { userId: user.id, organizationId: homeOf(backend, user) };
}

function page(
  backend: Backend,
  visit: OauthVisit,
  more: { readonly note: string | null; readonly email?: string; readonly cookie?: string },
): PlainAnswer {
  const client: OauthClient | null = backend.records.row(oauthClients, visit.clientId);
  const { id: visitId, redirectUri } = visit;
  const { note, email = '', cookie } = more;
  const shown = { visitId, redirectUri, applicationName: client?.name ?? '', choices: choicesOf(backend), note, email };
  const { hostname, origin } = new URL(redirectUri);
  // A policy has no words for an IPv6 address.
  const goesTo = hostname.startsWith('[') ? 'http:' : origin;
  return pageAnswer(200, { html: authorizePage(shown), goesTo, ...(cookie === undefined ? {} : { cookie }) });
}

/** Everyone here with each of the organizations he or she belongs to. */
function choicesOf({ records }: Backend): readonly Choice[] {
  const everyone = Array.from({ length: records.nextUserId() - 1 }, (_, index) => records.user(index + 1));
  return everyone.flatMap(user => {
    if (user === null || isDeleted(records, user.id)) return [];
    return records.membershipsOf(user.id).map(({ organizationId, role }) => {
      const label = `${user.displayName}, ${role} of ${records.organization(organizationId)?.name ?? ''}`;
      return { value: `${user.id} ${organizationId}`, label };
    });
  });
}

function problem(words: string, status = 400): PlainAnswer {
  return pageAnswer(status, { html: problemPage(words) });
}

type Back = Pick<OauthVisit, 'redirectUri' | 'state'>;

function sendBack(backend: Backend, to: Back, [error, description]: readonly [string, string]): PlainAnswer {
  return back(backend, to, { error, error_description: description });
}

/** Sends the browser back to the application, with our name (RFC 9207). */
function back(
  backend: Backend,
  { redirectUri, state }: Back,
  values: { readonly [name: string]: string },
): PlainAnswer {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  url.searchParams.set('iss', backend.origin());
  return sendTo(url.href);
}
