import { requirePresent } from '../../../../shared/assert.ts';
import { OWNER } from '../subject.ts';
import type { Json, Reply, Sent, Tester } from '../subject.ts';

/** Steps that tests about people share. */

/** Sends a request as the person a token stands for. */
export type Ask = (method: Sent['method'], path: string, body?: unknown) => Promise<Reply>;

/** Asks with a bearer token; without one, with no credentials at all. */
export function asking(service: Tester, token: string | null): Ask {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const headers = { ...authorization, 'content-type': 'application/json' };
  return (method, path, body) =>
    service.raw({
      method,
      url: service.subject.baseUrl + path,
      headers,
      body: body === undefined ? '' : JSON.stringify(body),
    });
}

/** The mail an address got, newest first. */
export async function mailTo(service: Tester, email: string): Promise<readonly Json[]> {
  const url = new URL('/outbox', service.subject.baseUrl).href;
  const { json } = await service.raw({ method: 'GET', url, headers: {}, body: '' });
  const all = json as unknown as readonly (Json & { readonly to: string })[];
  return all.filter(mail => mail.to === email);
}

/** What stands in the newest mail to an address: a code or a token. */
export async function secretTo(service: Tester, email: string): Promise<string> {
  const [mail] = await mailTo(service, email);
  return requirePresent(mail, `a mail to ${email}`).secret;
}

/** Has a code sent to an address and reads it. */
export async function codeFor(service: Tester, email: string): Promise<string> {
  const ask = asking(service, null);
  await service.expectStatus(200, ask('POST', '/account/MagicLink/Request', { email }));
  return secretTo(service, email);
}

/** Signs one of the people in with a code; the session. */
export async function sessionOf(service: Tester, user: number): Promise<Json> {
  const email = service.subject.users[user]?.email ?? '';
  const code = await codeFor(service, email);
  return service.expectStatus(200, asking(service, null)('POST', '/account/MagicLink/Verify', { email, code }));
}

/** Asks as one of the people, signed in. */
export async function signedIn(service: Tester, user: number): Promise<Ask> {
  return asking(service, (await sessionOf(service, user)).token);
}

/** Registers a new person; the session. */
export async function registered(service: Tester, email: string, more: object = {}): Promise<Json> {
  const code = await codeFor(service, email);
  const accepted = { termsConditions: true, privacyPolicy: true };
  const body = { email, code, firstName: 'Noor', lastName: 'Silva', ...accepted, ...more };
  return service.expectStatus(200, asking(service, null)('POST', '/account/MagicLink/CompleteRegistration', body));
}

/** The id of the lab of the first people, or of another person's. */
export async function labOf(service: Tester, user: number = OWNER): Promise<string> {
  const [first] = await service.list('/organizations', user);
  return requirePresent(first, 'an organization').id;
}

/** The id of a person's membership in the lab. */
export async function membershipOf(service: Tester, user: number): Promise<string> {
  const members = await service.list(`/organizations/${await labOf(service)}/members`);
  const { userId } = requirePresent(service.subject.users[user], 'the person');
  return requirePresent(
    members.find(member => member.userId === userId),
    'the member',
  ).id;
}
