import { z } from 'zod';

import type { Input } from '../../../shared/contract.ts';
import type {
  AuthorizationOutcome,
  AuthorizationStart,
  ConnectionInfo,
} from '../../../shared/features/connections/model.ts';
import { connectionTexts as texts } from '../../../shared/features/connections/text.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import { isoMoment, isoTime } from '../../core/calendar.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { CallbackServer, CallbackPage, CallbackFields } from '../../ports/callback-server.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import type { AppContext } from '../../items/app-context.ts';
import { changeAndRead } from '../../items/change-and-verify.ts';
import { mayAsk } from '../../remote/account/oauth.ts';
import { activeOrganization } from '../../items/current-organization.ts';
import { connectionsIn } from './read-connection.ts';

/** How long an authorization in the browser may take. */
const WITHIN_MS = 5 * MINUTE;
/** Delays between polls: short at first, longer later, in milliseconds. */
const PAUSES_MS = [2, 3, 5, 10].map(seconds => seconds * SECOND);

/** What ends the waiting: a callback, the service's state, or null when cancelled. */
type Ending = { readonly visit: CallbackFields } | { readonly session: SessionState } | null;

interface UnderWay {
  readonly ticket: string;
  readonly outcome: Promise<AuthorizationOutcome>;
  readonly giveUp: () => Promise<void>;
}

/** An authorization that is waited for. */
interface Waiting {
  readonly line: Line;
  readonly begun: Begun;
  /** Connections that existed before. */
  readonly before: readonly ConnectionInfo[];
  /** The connection to be authorized again; null: a new one. */
  readonly connection: string | null;
}

/**
 * Authorizations of connections in the system's browser: one at a time, each with a local callback server that
 * closes after its first visit. The service makes the address and redeems the callback; we check that the callback
 * belongs to the authorization begun here. A service that ends it on a page of its own is noticed by polling. Code,
 * state and address are secrets: never logged or stored.
 */
export class Authorizations {
  readonly #context: AppContext;
  #current: UnderWay | null = null;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** @throws FaultError when it cannot begin; no callback server is left open then. */
  async begin(wish: Input<'connections.authorize'>): Promise<AuthorizationStart> {
    await this.close();
    const { world } = this.#context;
    if (world.callbackServers === undefined) throw badRequest(texts.authorizing.noDoors);
    const { line } = await activeOrganization(this.#context);
    const before = await connectionsIn(line, null);
    const comes = arrival();
    let begun: Begun | null = null;
    const callbackServer = await world.callbackServers.open(visit => {
      comes.resolve({ visit });
      return pageFor(visit, begun);
    });
    try {
      begun = await this.#start(line, wish, callbackServer);
      const ticket = world.random.uuid();
      const leftMs = Math.min(WITHIN_MS, Math.max(0, (begun.endsMs ?? Infinity) - world.clock.now()));
      const outcome = this.#outcomeOf(
        { line, begun, before, connection: wish.connection },
        { comes, callbackServer, leftMs },
      );
      outcome.catch(() => undefined);
      const giveUp = async (): Promise<void> => {
        comes.resolve(null);
        await outcome.catch(() => undefined);
      };
      this.#current = { ticket, outcome, giveUp };
      return { ticket, url: begun.url, until: isoTime(world.clock.now() + leftMs) };
    } catch (error) {
      await callbackServer.close();
      throw error;
    }
  }

  /**
   * @throws FaultError `bad-request` for a ticket other than the last one; the error of completing the authorization.
   */
  outcome(ticket: string): Promise<AuthorizationOutcome> {
    if (this.#current?.ticket !== ticket) return Promise.reject(badRequest(texts.authorizing.unknownTicket));
    return this.#current.outcome;
  }

  async giveUp(ticket: string): Promise<void> {
    if (this.#current?.ticket === ticket) await this.#current.giveUp();
  }

  /** Cancels the authorization in progress. */
  async close(): Promise<void> {
    await this.#current?.giveUp();
    this.#current = null;
  }

  async #start(
    line: Line,
    { connection, provider, groups, tenant }: Input<'connections.authorize'>,
    callbackServer: CallbackServer,
  ) {
    const body = {
      provider_id: provider,
      ...(groups === null ? {} : { capability_groups: groups }),
      redirect_uri: callbackServer.url,
      consent: true,
      ...(connection === null ? { create_new: true } : { connection_id: connection }),
      ...(tenant === null ? {} : { tenant }),
    };
    // GAP: what stands in the path for a connection that does not exist yet is not documented; we send its provider.
    const path = { connectionId: connection ?? provider };
    const answer = await calls.startAuthorization(line, { path, body }, startAnswer);
    return begunBy(answer, line.connection.account.baseUrl);
  }

  async #outcomeOf(
    waiting: Waiting,
    { comes, callbackServer, leftMs }: { comes: Arrival; callbackServer: CallbackServer; leftMs: number },
  ): Promise<AuthorizationOutcome> {
    const { clock } = this.#context.world;
    const enough = new AbortController();
    clock.sleep(leftMs, enough.signal).then(
      () => comes.resolve(null),
      () => undefined,
    );
    void this.#poll(waiting, comes, enough.signal);
    const ending = await comes.promise;
    enough.abort();
    try {
      if (ending === null) return { name: 'over' };
      return await ('visit' in ending ? this.#visited(ending.visit, waiting) : endedBy(ending.session, waiting));
    } finally {
      // Keep it open until its page has been sent to the browser.
      void clock.sleep(SECOND).then(() => callbackServer.close());
    }
  }

  /** Polls the service's state. A poll that fails is repeated. */
  async #poll({ line, begun }: Waiting, comes: Arrival, enough: AbortSignal): Promise<void> {
    for (let looks = 0; ; looks++) {
      try {
        await this.#context.world.clock.sleep(PAUSES_MS[Math.min(looks, PAUSES_MS.length - 1)] ?? MINUTE, enough);
        const session = await sessionOf(line, begun.authId);
        if (enough.aborted) return;
        if (session.name !== 'pending') return comes.resolve({ session });
      } catch (error) {
        if (enough.aborted) return;
        if (mayPass(error)) continue;
        if (isFault(error, 'gone')) return comes.resolve({ session: { name: 'expired' } });
        // A callback may still come, and completing it tells more.
        return;
      }
    }
  }

  async #visited(visit: CallbackFields, waiting: Waiting): Promise<AuthorizationOutcome> {
    const { line, begun } = waiting;
    if (visit.get('state') !== begun.state) {
      this.#context.world.log.error('connections.mismatch', {});
      return { name: 'mismatch' };
    }
    const error = visit.get('error');
    if (error !== undefined) return { name: 'refused', message: shortened(visit.get('error_description') ?? error) };
    const [code, issuer] = [visit.get('code'), visit.get('iss')];
    if (code === undefined || code === '') return { name: 'refused', message: null };
    const body = { auth_id: begun.authId, code, state: begun.state, ...(issuer === undefined ? {} : { issuer }) };
    try {
      const session = await changeAndRead({
        ask: () => calls.completeAuthorization(line, { body }),
        read: () => sessionOf(line, begun.authId),
        isSeen: now => now.name === 'completed',
      });
      return await endedBy(session, waiting);
    } catch (failure) {
      if (!isFault(failure, 'refused')) throw failure;
      return {
        name: 'refused',
        message: shortened(failure.fault.kind === 'refused' ? failure.fault.messages.join(' ') : null),
      };
    }
  }
}

/** Success means that the service lists the connection. */
async function endedBy(session: SessionState, { line, before, connection }: Waiting): Promise<AuthorizationOutcome> {
  if (session.name === 'refused') return { name: 'refused', message: shortened(session.message) };
  if (session.name !== 'completed') return { name: 'expired' };
  const known = new Set(before.map(({ id }) => id));
  const id = session.connection ?? connection;
  const now = await connectionsIn(line, null);
  const found = now.find(each => (id === null ? !known.has(each.id) : each.id === id) && each.archivedAt === null);
  if (found === undefined) throw badRequest(texts.authorizing.notShown);
  return { name: 'connected', connection: found };
}

interface Arrival {
  readonly promise: Promise<Ending>;
  readonly resolve: (ending: Ending) => void;
}

/** A promise of the first event only. */
function arrival(): Arrival {
  let resolve: (ending: Ending) => void = () => undefined;
  const promise = new Promise<Ending>(done => (resolve = done));
  return { promise, resolve: ending => resolve(ending) };
}

function pageFor(visit: CallbackFields, begun: Begun | null): CallbackPage {
  const { back } = texts.authorizing;
  if (begun === null || visit.get('state') !== begun.state) return back.stopped;
  return visit.has('error') ? back.refused : back.done;
}

// GAP: the shape of these answers is not documented. Request bodies use snake case, so that is tried first.

const word = z.string().min(1).max(4000).nullish().catch(null);

/** Answer to the start of an authorization. */
const startAnswer = z.object({
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
interface Begun {
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
function begunBy(answer: z.output<typeof startAnswer>, baseUrl: string): Begun {
  const authId = answer.auth_id ?? answer.authId ?? answer.id ?? null;
  const url = answer.authorization_url ?? answer.authorizationUrl ?? answer.url ?? null;
  if (authId === null || url === null) throw badRequest(texts.authorizing.noAddress);
  if (!mayAsk(url, baseUrl)) throw badRequest(texts.authorizing.strangeAddress);
  const fields = new URL(url).searchParams;
  const state = answer.state ?? fields.get('state');
  if (state === null || state === '' || (fields.get('state') ?? state) !== state)
    throw badRequest(texts.authorizing.noState);
  if (fields.has('code_challenge') && fields.get('code_challenge_method') !== 'S256')
    throw badRequest(texts.authorizing.strangeAddress);
  return { authId, url, state, endsMs: isoMoment(answer.expires_at ?? answer.expiresAt ?? '') };
}

/** The service's state of the authorization. */
type SessionState =
  | { readonly name: 'pending' }
  | { readonly name: 'completed'; readonly connection: string | null }
  | { readonly name: 'refused'; readonly message: string | null }
  | { readonly name: 'expired' };

/** Asks the service. An unknown state means that it is not over. @throws FaultError. */
async function sessionOf(line: Line, authId: string): Promise<SessionState> {
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

/** Shortens a message from the service or the provider, which is untrusted. */
function shortened(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : text.slice(0, 300);
}

/** Whether to go on polling: the service did not answer, or not properly. */
function mayPass(error: unknown): boolean {
  return error instanceof FaultError && ['offline', 'busy', 'failing'].includes(error.fault.kind);
}
