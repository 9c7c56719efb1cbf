import { isoMoment } from '../../../core/calendar.ts';
import { connectTo, withoutAccountAt } from '../../../engine/account/account.ts';
import type { Credential } from '../../../engine/account/credential.ts';
import type { World } from '../../../ports/world.ts';
import type { Line } from '../../../remote/api/ask.ts';

/** A connection for requests that need no account. */
export function publicLine(world: World, baseUrl: string): Line {
  return connectTo(world, withoutAccountAt(baseUrl)).line(null);
}

/** The session in the response to a sign-in, other fields ignored; null when there is none. */
export function sessionIn(answer: object, now: number): Extract<Credential, { kind: 'session' }> | null {
  const token = 'token' in answer ? answer.token : null;
  if (typeof token !== 'string' || token === '') return null;
  const organization =
    'organizationId' in answer && typeof answer.organizationId === 'string' ? answer.organizationId : '';
  const expiresAt = 'expiresAt' in answer && typeof answer.expiresAt === 'string' ? answer.expiresAt : '';
  return { kind: 'session', token, since: now, until: isoMoment(expiresAt), organization };
}
