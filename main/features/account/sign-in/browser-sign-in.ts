import { badRequest } from '../../../../shared/fault.ts';
import type {
  BrowserOutcome,
  BrowserStart,
  BrowserWay,
  SecretPlace,
} from '../../../../shared/features/account/sign-in-model.ts';
import { signInTexts } from '../../../../shared/features/account/sign-in-text.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { isoTime } from '../../../core/calendar.ts';
import type { Credential } from '../../../engine/account/credential.ts';
import type { CallbackServer, CallbackPage, CallbackFields } from '../../../ports/callback-server.ts';
import { calls } from '../../../remote/api/calls.ts';
import { authorizeAddress, findAuthorizer, mayAsk, registerAt, tokensFor } from '../../../remote/account/oauth.ts';
import { publicLine, sessionIn } from './sign-in-answers.ts';
import { finishSignIn } from './finish-sign-in.ts';
import type { AppContext } from '../../../items/app-context.ts';

/** How long a sign-in in the browser may take. */
const WITHIN_MS = 5 * MINUTE;
/** Query parameter for our own ticket in the callback address, for protocols without a state parameter. */
const TICKET = 'benchtop';

/** What to sign in to. */
export interface BrowserWish {
  readonly baseUrl: string;
  readonly way: BrowserWay;
  readonly email: string | null;
  readonly store: SecretPlace | null;
}

interface UnderWay {
  readonly ticket: string;
  readonly outcome: Promise<BrowserOutcome>;
  readonly giveUp: () => Promise<void>;
}

/** Completes a sign-in with the browser's callback. */
type Redeem = (visit: CallbackFields) => Promise<BrowserOutcome>;

/**
 * Sign-ins in the system's browser: one at a time, each with a local callback server that closes after its first
 * visit.
 */
export class BrowserSignIns {
  readonly #context: AppContext;
  #current: UnderWay | null = null;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** @throws FaultError when it cannot begin; no callback server is left open then. */
  async begin(wish: BrowserWish): Promise<BrowserStart> {
    await this.close();
    const { world } = this.#context;
    if (world.callbackServers === undefined) throw badRequest(signInTexts.noDoors);
    const ticket = world.random.uuid();
    const stateName = wish.way === 'oauth' ? 'state' : TICKET;
    const comes = arrival();
    const callbackServer = await world.callbackServers.open(visit => {
      comes.resolve(visit);
      return pageFor(visit, stateName, ticket);
    });
    try {
      const { url, redeem } =
        wish.way === 'oauth'
          ? await this.#oauth(wish, callbackServer, ticket)
          : await this.#hosted(wish, callbackServer, ticket);
      if (!mayAsk(url, wish.baseUrl)) throw badRequest(signInTexts.strangeAddress);
      const enough = new AbortController();
      const outcome = this.#outcomeOf(comes.promise, {
        callbackServer,
        enough,
        redeem,
        isOurs: visit => visit.get(stateName) === ticket,
      });
      world.clock.sleep(WITHIN_MS, enough.signal).then(
        () => comes.resolve(null),
        () => undefined,
      );
      const giveUp = async (): Promise<void> => {
        comes.resolve(null);
        await outcome.catch(() => undefined);
      };
      outcome.catch(() => undefined);
      this.#current = { ticket, outcome, giveUp };
      return { ticket, url, until: isoTime(world.clock.now() + WITHIN_MS) };
    } catch (error) {
      await callbackServer.close();
      throw error;
    }
  }

  /** @throws FaultError `bad-request` for a ticket other than the last one; the error of completing the sign-in. */
  outcome(ticket: string): Promise<BrowserOutcome> {
    if (this.#current?.ticket !== ticket) return Promise.reject(badRequest(signInTexts.unknownTicket));
    return this.#current.outcome;
  }

  async cancel(ticket: string): Promise<void> {
    if (this.#current?.ticket === ticket) await this.#current.giveUp();
  }

  /** Cancels the sign-in in progress. */
  async close(): Promise<void> {
    await this.#current?.giveUp();
    this.#current = null;
  }

  async #outcomeOf(
    comes: Promise<CallbackFields | null>,
    at: {
      callbackServer: CallbackServer;
      enough: AbortController;
      redeem: Redeem;
      isOurs: (visit: CallbackFields) => boolean;
    },
  ): Promise<BrowserOutcome> {
    const visit = await comes;
    at.enough.abort();
    try {
      if (visit === null) return { name: 'over' };
      if (!at.isOurs(visit)) {
        this.#context.world.log.error('sign-in.mismatch', {});
        return { name: 'mismatch' };
      }
      const error = visit.get('error');
      if (error === 'no-account') return { name: 'no-account', email: null };
      if (error !== undefined) return { name: 'refused', message: shortened(visit.get('error_description')) };
      return await at.redeem(visit);
    } finally {
      // Keep it open until its page has been sent to the browser.
      void this.#context.world.clock.sleep(SECOND).then(() => at.callbackServer.close());
    }
  }

  /**
   * Sign-in through the organization's provider or a third party: the service names the address and completes the
   * callback.
   */
  async #hosted({ baseUrl, way, email, store }: BrowserWish, callbackServer: CallbackServer, ticket: string) {
    const line = publicLine(this.#context.world, baseUrl);
    const query = { ...(email === null ? {} : { email }), returnUrl: `${callbackServer.url}?${TICKET}=${ticket}` };
    const { redirectUrl } =
      way === 'sso'
        ? await calls.startSingleSignOn(line, { query: { email: email ?? '', ...query } })
        : await calls.startExternalLogin(line, { query });
    if (typeof redirectUrl !== 'string') throw badRequest(signInTexts.noAddressNamed);
    const redeem: Redeem = async visit => {
      const [code = '', state = ''] = [visit.get('code'), visit.get('state')];
      // GAP: how a service hands the session over is not documented: a code to finish with, or the token itself.
      const token = visit.get('token');
      if (token !== undefined) return this.#enter(baseUrl, sessionIn(Object.fromEntries(visit), this.#now()), store);
      const ended =
        way === 'sso'
          ? await calls.finishSingleSignOn(line, { query: { code, state } })
          : await calls.finishExternalLogin(line, { query: { code, returnUrl: query.returnUrl } });
      if (ended.status === 'no-account') return { name: 'no-account', email: ended.email ?? null };
      const session = ended.session ?? null;
      if (session === null) return { name: 'refused', message: null };
      return this.#enter(baseUrl, sessionIn(session, this.#now()), store);
    };
    return { url: redirectUrl, redeem };
  }

  /** OAuth 2.1 with PKCE. The application registers each time, because its callback server has a new port. */
  async #oauth({ baseUrl, store }: BrowserWish, callbackServer: CallbackServer, ticket: string) {
    const { http, random, callbackServers } = this.#context.world;
    const authorizer = await findAuthorizer(http, baseUrl);
    if (authorizer === null || authorizer.registerUrl === null) throw badRequest(signInTexts.noOauth);
    const { tokenUrl, resource } = authorizer;
    const redirectUri = callbackServer.url;
    const clientId = await registerAt(http, authorizer.registerUrl, redirectUri);
    const verifier = `${random.uuid()}${random.uuid()}`;
    const challenge = callbackServers?.challengeOf(verifier) ?? '';
    const redeem: Redeem = async visit => {
      const fields = {
        grant_type: 'authorization_code',
        code: visit.get('code') ?? '',
        redirect_uri: redirectUri,
        client_id: clientId,
        code_verifier: verifier,
        resource,
      };
      const { token, refresh, lastsSeconds } = await tokensFor(http, tokenUrl, fields);
      const since = this.#now();
      const until = lastsSeconds === null ? null : since + lastsSeconds * SECOND;
      return this.#enter(baseUrl, { kind: 'oauth', token, refresh, since, until, tokenUrl, clientId, resource }, store);
    };
    return { url: authorizeAddress(authorizer, { clientId, redirectUri, state: ticket, challenge }), redeem };
  }

  async #enter(baseUrl: string, credential: Credential | null, store: SecretPlace | null): Promise<BrowserOutcome> {
    if (credential === null) return { name: 'refused', message: null };
    return this.#context.engine.exclusively(() => finishSignIn(this.#context, { baseUrl, credential, store }));
  }

  #now(): number {
    return this.#context.world.clock.now();
  }
}

/** A promise of the first visit, or of null when the sign-in was cancelled first. */
function arrival(): {
  readonly promise: Promise<CallbackFields | null>;
  readonly resolve: (visit: CallbackFields | null) => void;
} {
  let resolve: (visit: CallbackFields | null) => void = () => undefined;
  const promise = new Promise<CallbackFields | null>(done => (resolve = done));
  return { promise, resolve: visit => resolve(visit) };
}

function pageFor(visit: CallbackFields, stateName: string, ticket: string): CallbackPage {
  if (visit.get(stateName) !== ticket) return signInTexts.back.stopped;
  return visit.has('error') ? signInTexts.back.refused : signInTexts.back.done;
}

/** Shortens a message from an address, which is untrusted. */
function shortened(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text.slice(0, 300);
}
