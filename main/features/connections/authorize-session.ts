import { z } from 'zod';

import { FaultError } from '../../../shared/fault.ts';
import { connectionTexts as texts } from '../../../shared/features/connections/text.ts';
import { isoMoment } from '../../core/calendar.ts';
import type { Line } from '../../remote/api/ask.ts';
import { getAuthorizationSession } from '../../remote/api/calls/connections.ts';
import { mayAsk } from '../../remote/account/oauth.ts';
import { refused } from '../../items/resolve-id.ts';

// GAP: the shape of these answers is not documented. Request bodies use snake case, so that is tried first.

const word = z.string().min(1).max(4000).nullish().catch(null);

/** Answer to the start of an authorization. */
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

/** An authorization in progress. Never logged or stored. */
export interface Begun {
  readonly authId: string;
  /** Address to open in the browser. */
  readonly url: string;
  /** State parameter that the callback has to carry. */
  readonly state: string;
  /** When the service ends it, ms since the epoch; null: not told. */
  readonly endsMs: number | null;
}

/**
 * Checks the service's answer before a browser is sent there: https only, with a state to identify the callback. The
 * service redeems the code itself, so we have no verifier; a PKCE challenge of its own must not be `plain` (RFC 7636).
 * @throws FaultError `bad-request`.
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

/** The service's state of the authorization. */
export type SessionState =
  | { readonly name: 'pending' }
  | { readonly name: 'completed'; readonly connection: string | null }
  | { readonly name: 'refused'; readonly message: string | null }
  | { readonly name: 'expired' };

/** Asks the service. An unknown state means that it is not over. @throws FaultError. */
export async function sessionOf(line: Line, authId: string): Promise<SessionState> {
  const answer = await getAuthorizationSession(line, { path: { authId } }, sessionAnswer);
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

/** Shortens a message from the service or the provider, which is untrusted. */
export function shortened(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : text.slice(0, 300);
}

/** Whether to go on polling: the service did not answer, or not properly. */
export function mayPass(error: unknown): boolean {
  return error instanceof FaultError && ['offline', 'busy', 'failing'].includes(error.fault.kind);
}
