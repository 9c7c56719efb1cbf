import { z } from 'zod';

import { FaultError } from '../../../shared/fault.ts';
import { connectionTexts as texts } from '../../../shared/features/connections/text.ts';
import { isoMoment } from '../../core/calendar.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import { mayAsk } from '../../remote/account/oauth.ts';
import { refused } from '../../items/resolve-id.ts';

// GAP: how these answers look is not shown (spec 2.14). Their bodies come in snake case, so that is tried first.

const word = z.string().min(1).max(4000).nullish().catch(null);

/** How an authorization begins. */
export const startAnswer = z.object({
  auth_id: word,
  authId: word,
  id: word,
  authorization_url: word,
  authorizationUrl: word,
  url: word,
  state: word,
  expires_at: word,
  expiresAt: word,
});

const sessionAnswer = z.object({ status: word, connection_id: word, connectionId: word, error: word, message: word });

/** What has to be known of an authorization to go on with it. Nothing of it is ever logged or kept. */
export interface Begun {
  readonly authId: string;
  /** To be opened in the browser. */
  readonly url: string;
  /** What who comes back has to bring. */
  readonly state: string;
  /** When the service ends it, in milliseconds since the epoch; null when it does not say. */
  readonly endsMs: number | null;
}

/**
 * What the service answered, if a browser may be sent there: https only, with a state to tell who comes back. The service
 * redeems the code and only for the one who began, so there is no verifier of ours; a challenge that it makes itself must
 * be one that does not give its secret away (RFC 7636). @throws FaultError `bad-request`.
 */
export function begunBy(answer: z.output<typeof startAnswer>, baseUrl: string): Begun {
  const authId = answer.auth_id ?? answer.authId ?? answer.id ?? null;
  const url = answer.authorization_url ?? answer.authorizationUrl ?? answer.url ?? null;
  if (authId === null || url === null) throw refused(texts.authorizing.noAddress);
  if (!mayAsk(url, baseUrl)) throw refused(texts.authorizing.strangeAddress);
  const fields = new URL(url).searchParams;
  const state = answer.state ?? fields.get('state');
  if (state === null || state === '' || (fields.get('state') ?? state) !== state)
    throw refused(texts.authorizing.noState);
  if (fields.has('code_challenge') && fields.get('code_challenge_method') !== 'S256')
    throw refused(texts.authorizing.strangeAddress);
  return { authId, url, state, endsMs: isoMoment(answer.expires_at ?? answer.expiresAt ?? '') };
}

/** How far the service is with it. */
export type SessionState =
  | { readonly name: 'pending' }
  | { readonly name: 'completed'; readonly connection: string | null }
  | { readonly name: 'refused'; readonly message: string | null }
  | { readonly name: 'expired' };

/** Asks the service. A word that nobody here knows means that it is not over. @throws FaultError. */
export async function sessionOf(line: Line, authId: string): Promise<SessionState> {
  const answer = await calls.getAuthorizationSession(line, { path: { authId } }, sessionAnswer);
  switch ((answer.status ?? '').toLowerCase()) {
    case 'completed':
    case 'complete':
    case 'connected':
    case 'succeeded':
      return { name: 'completed', connection: answer.connection_id ?? answer.connectionId ?? null };
    case 'expired':
      return { name: 'expired' };
    case 'failed':
    case 'denied':
    case 'error':
    case 'cancelled':
    case 'canceled':
      return { name: 'refused', message: answer.message ?? answer.error ?? null };
    default:
      return { name: 'pending' };
  }
}

/** The service's or the provider's words, which may be anybody's. */
export function shortened(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : text.slice(0, 300);
}

/** Whether waiting on makes sense: nothing answered, or not properly. */
export function mayPass(error: unknown): boolean {
  return error instanceof FaultError && ['offline', 'busy', 'failing'].includes(error.fault.kind);
}
