import { requirePresent } from '../../../../shared/assert.ts';
import type { Reply, Tester } from '../subject.ts';

/** What the token endpoint answers. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type: string;
  readonly scope: string;
}

/** The authorization page as a browser holds it. */
export interface OpenPage {
  readonly visit: string;
  readonly cookie: string;
  readonly html: string;
}

export const REDIRECT_URI = 'http://127.0.0.1:47110/callback';
export const VERIFIER = 'a-verifier-that-is-long-enough-to-be-accepted-0001';

/** An application that lets people sign in with the browser; the browser is played here too. */
export class Application {
  readonly service: Tester;
  readonly clientId: string;

  private constructor(service: Tester, clientId: string) {
    this.service = service;
    this.clientId = clientId;
  }

  /** Registers one. */
  static async register(service: Tester): Promise<Application> {
    const reply = await register(service, { client_name: 'Benchtop <test>', redirect_uris: [REDIRECT_URI] });
    const { client_id: clientId } = reply.json as unknown as { client_id: string };
    return new Application(service, clientId);
  }

  /** The address of the authorization page, with some of the query otherwise. */
  async addressOf(changes: { readonly [name: string]: string | null } = {}): Promise<string> {
    const query = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: REDIRECT_URI,
      state: 'a state',
      code_challenge: await challengeOf(VERIFIER),
      code_challenge_method: 'S256',
      ...changes,
    };
    const kept = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null);
    return this.#at(`/oauth/authorize?${new URLSearchParams(kept).toString()}`);
  }

  /** Asks for the authorization page. */
  async authorize(changes: { readonly [name: string]: string | null } = {}): Promise<Reply> {
    const url = await this.addressOf(changes);
    return this.service.raw({ method: 'GET', url, headers: {}, body: '' });
  }

  /** Opens the authorization page. */
  async open(changes: { readonly [name: string]: string | null } = {}): Promise<OpenPage> {
    const { status, text, headers } = await this.authorize(changes);
    if (status !== 200) throw new Error(`The page was answered ${status}: ${text}`);
    const visit = requirePresent(/name="visit" value="([^"]+)"/.exec(text)?.[1], 'the id of the visit');
    return { visit, cookie: headers.get('set-cookie')?.split(';')[0] ?? '', html: text };
  }

  /** Sends the form of the page. */
  async send(
    page: OpenPage,
    fields: { readonly [name: string]: string },
    headers: { readonly [name: string]: string } = { cookie: page.cookie },
  ): Promise<Reply> {
    return this.#form('/oauth/authorize', { visit: page.visit, ...fields }, headers);
  }

  /** Lets a person choose herself or himself on the page and allow; where the browser is sent back to. */
  async allow(displayName: string): Promise<URL> {
    const page = await this.open();
    const reply = await this.send(page, { decision: 'allow', person: personOn(page, displayName) });
    return backFrom(reply);
  }

  /** Asks for tokens with a code. */
  async trade(code: string, changes: { readonly [name: string]: string } = {}): Promise<Reply> {
    const fields = { grant_type: 'authorization_code', client_id: this.clientId, code, redirect_uri: REDIRECT_URI };
    return this.#form('/oauth/token', { ...fields, code_verifier: VERIFIER, ...changes });
  }

  async refresh(refreshToken: string, changes: { readonly [name: string]: string } = {}): Promise<Reply> {
    const fields = { grant_type: 'refresh_token', client_id: this.clientId, refresh_token: refreshToken };
    return this.#form('/oauth/token', { ...fields, ...changes });
  }

  async revoke(token: string): Promise<Reply> {
    return this.#form('/oauth/revoke', { token });
  }

  /** The whole way: the page, the consent, the code, the tokens. */
  async signIn(displayName: string): Promise<Tokens> {
    const back = await this.allow(displayName);
    return tokensIn(await this.trade(back.searchParams.get('code') ?? ''));
  }

  async #form(
    path: string,
    fields: { readonly [name: string]: string },
    headers: { readonly [name: string]: string } = {},
  ): Promise<Reply> {
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    return this.service.raw({ method: 'POST', url: this.#at(path), headers: form, body });
  }

  #at(path: string): string {
    return new URL(path, this.service.subject.baseUrl).href;
  }
}

/** Asks for the registration of an application. */
export async function register(service: Tester, metadata: unknown): Promise<Reply> {
  return service.raw({
    method: 'POST',
    url: new URL('/oauth/register', service.subject.baseUrl).href,
    headers: { 'content-type': 'application/json' },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  });
}

/** Where an answer sends the browser. */
export function backFrom(reply: Reply): URL {
  if (reply.status !== 303) throw new Error(`Nobody was sent back: ${reply.status} ${reply.text}`);
  return new URL(reply.headers.get('location') ?? '');
}

/** The tokens of an answer that has some. */
export function tokensIn(reply: Reply): Tokens {
  if (reply.status !== 200) throw new Error(`There are no tokens: ${reply.status} ${reply.text}`);
  return reply.json as unknown as Tokens;
}

/** What the form sends for a person, by the name on the page. */
export function personOn(page: OpenPage, displayName: string): string {
  const found = new RegExp(`value="([^"]+)"> ${displayName},`).exec(page.html)?.[1];
  return requirePresent(found, `${displayName} on the page`);
}

/** BASE64URL(SHA256(verifier)), as PKCE has it. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
