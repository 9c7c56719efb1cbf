import { z } from 'zod';

import type { SessionAnswer } from '../../../../shared/api/calls/organizations.ts';
import type { Backend } from '../ground/backend.ts';
import { isoTime } from '../ground/shapes.ts';

/** The only algorithm there is: what a token says about its algorithm decides nothing. */
const HEADER = encoded({ alg: 'HS256', typ: 'JWT' });

const claimsSchema = z.object({
  sub: z.string().regex(/^\d{1,10}$/),
  org: z.uuid(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
});

/** Whom a session stands for. */
export interface Session {
  readonly userId: number;
  readonly organizationId: string;
}

/** A new JWT for a person in an organization, signed with HS256; how long it works is a switch. */
export function sessionFor(backend: Backend, { userId, organizationId }: Session): SessionAnswer {
  const seconds = Math.floor(backend.nowMs() / 1000);
  const exp = seconds + backend.switches().sessionTtlSeconds;
  const claims = { sub: String(userId), org: organizationId, iat: seconds, exp, jti: backend.uuid() };
  const signed = `${HEADER}.${encoded(claims)}`;
  const token = `${signed}.${backend.secrets.mark(signed)}`;
  return { token, tokenType: 'Bearer', expiresAt: isoTime(exp * 1000), userId, organizationId };
}

/** Whom a JWT stands for; null when it is forged, expired or of another algorithm. */
export function sessionOf(backend: Backend, token: string): Session | null {
  const [header, body, signature, ...more] = token.split('.');
  if (header !== HEADER || body === undefined || more.length > 0) return null;
  if (!isSame(backend.secrets.mark(`${header}.${body}`), signature ?? '')) return null;
  const claims = claimsSchema.safeParse(decoded(body));
  if (!claims.success || backend.nowMs() >= claims.data.exp * 1000) return null;
  return { userId: Number(claims.data.sub), organizationId: claims.data.org };
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

/** JSON of plain ASCII as base64url. */
function encoded(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}
