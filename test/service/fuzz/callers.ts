import { z } from 'zod';

import type { LocalService } from '../local-service.ts';

/** A person, or a client without credentials, that sends requests. */
export interface Caller {
  readonly name: string;
  readonly headers: { readonly [name: string]: string };
  /** 0: not signed in. */
  readonly userId: number;
  /** The organizations this caller belongs to or once did; grows when an invitation is accepted. */
  readonly organizations: Set<string>;
  /** Of those who signed in by themselves. */
  readonly email?: string;
}

const organizationsAnswer = z.array(z.object({ id: z.string() }));
const mails = z.array(z.object({ to: z.string(), kind: z.string(), secret: z.string() }));
const signedIn = z.object({ token: z.string(), userId: z.int() });

/** Everyone with a key, the owners and one member also signed in by themselves, and three who may nothing. */
export async function callersOf(service: LocalService): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const user of service.users) {
    const headers = { 'x-api-key': user.apiKey };
    const organizations = await organizationsOf(service, headers);
    callers.push({ name: `key of ${user.email}`, headers, userId: user.userId, organizations });
    const session = await sessionHeaders(service, user);
    const known = { userId: user.userId, organizations, email: user.email };
    if (session !== null) callers.push({ ...known, name: `session of ${user.email}`, headers: session });
  }
  const nobody = { userId: 0, organizations: new Set<string>() };
  return [
    ...callers,
    { name: 'nobody', headers: {}, ...nobody },
    { name: 'a made-up key', headers: { 'x-api-key': 'svc_live_made_up' }, ...nobody },
    { name: 'a made-up token', headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }, ...nobody },
  ];
}

/** The same callers, with those signed in again whose session has run out. Who can sign in no more stays as he is. */
export async function renewed(service: LocalService, callers: readonly Caller[]): Promise<Caller[]> {
  const fresh: Caller[] = [];
  for (const caller of callers) {
    const { status } = await fetch(`${service.baseUrl}/organizations`, { headers: caller.headers });
    const isOver = status === 401 && caller.email !== undefined;
    const session = isOver ? await sessionHeaders(service, { ...caller, email: caller.email }) : null;
    fresh.push(session === null ? caller : { ...caller, headers: session });
  }
  return fresh;
}

/** The organizations that a caller belongs to at this moment. */
export async function organizationsOf(service: LocalService, headers: Caller['headers']): Promise<Set<string>> {
  const response = await fetch(`${service.baseUrl}/organizations`, { headers });
  const parsed = organizationsAnswer.safeParse(await response.json());
  return new Set(parsed.success ? parsed.data.map(({ id }) => id) : []);
}

/** Signs in with the code that the local outbox shows; null when the account is gone, or now is another person's. */
async function sessionHeaders(
  service: LocalService,
  { userId, email }: { readonly userId: number; readonly email: string },
): Promise<Caller['headers'] | null> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(service.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  };
  await post('/account/MagicLink/Request', { email });
  const mail = (await outboxOf(service)).find(each => each.to === email && each.kind === 'sign-in-code');
  const session = signedIn.safeParse(await post('/account/MagicLink/Verify', { email, code: mail?.secret }));
  return session.success && session.data.userId === userId ? { authorization: `Bearer ${session.data.token}` } : null;
}

/** The mail of the service, newest first: codes and tokens that were sent to people. */
export async function outboxOf(service: LocalService): Promise<z.infer<typeof mails>> {
  const response = await fetch(new URL('/outbox', service.baseUrl));
  return mails.parse(await response.json());
}
