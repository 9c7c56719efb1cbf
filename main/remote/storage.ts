import { FaultError } from '../../shared/fault.ts';
import { MINUTE } from '../../shared/units.ts';
import type { Http, HttpBody, HttpResponse } from '../ports/http.ts';

/** Milliseconds without a byte after which a transfer is given up; there is no total limit (T27). */
const IDLE_MS = MINUTE;

/** The object storage behind presigned addresses. It never sees the API key, and no redirect is followed. */
export class Storage {
  readonly #http: Http;
  readonly #serviceIsLoopback: boolean;

  constructor(http: Http, baseUrl: string) {
    this.#http = http;
    this.#serviceIsLoopback = isLoopback(hostOf(baseUrl));
  }

  /** Puts the bytes of a new file. Exactly these headers: others may be signed away (T7). */
  async put(url: string, contentType: string, body: HttpBody): Promise<void> {
    this.#check(url);
    const response = await this.#http.send({
      method: 'PUT',
      url,
      headers: { 'Content-Type': contentType },
      body,
      idleMs: IDLE_MS,
    });
    await response.discard();
    refuse(response);
  }

  /** The bytes at an address. */
  async get(url: string): Promise<HttpResponse> {
    this.#check(url);
    const response = await this.#http.send({ method: 'GET', url, headers: {}, body: null, idleMs: IDLE_MS });
    if (response.status !== 200) await response.discard();
    refuse(response);
    return response;
  }

  /** The service may name any host; only https is followed, or loopback when the service itself is there (S44, X4). */
  #check(url: string): void {
    const host = hostOf(url);
    const isPlain = url.startsWith('http://');
    const allowed = isLoopback(host)
      ? this.#serviceIsLoopback
      : !isPlain && url.startsWith('https://') && !isPrivate(host);
    if (allowed) return;
    const detail = `the service named an address for the bytes that is not safe to use (${isPlain ? 'http' : 'host'} ${host})`;
    throw new FaultError({ kind: 'refused', status: 0, messages: [detail] });
  }
}

function refuse({ status, headers }: HttpResponse): void {
  if (status >= 200 && status < 300) return;
  if (status === 429 || status === 503) {
    const seconds = Number(headers.get('retry-after') ?? '5');
    throw new FaultError({ kind: 'busy', retryAfterMs: (Number.isFinite(seconds) ? seconds : 5) * 1000 });
  }
  if (status === 403 || status === 404 || status === 410) throw new FaultError({ kind: 'link-expired' });
  if (status >= 500) throw new FaultError({ kind: 'failing', status, messages: [] });
  const messages = [`The storage behind the service answered ${status}.`];
  throw new FaultError({ kind: 'refused', status, messages });
}

/** The host of an address, lower case, without brackets and port; empty when there is none. */
export function hostOf(url: string): string {
  const match = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(url);
  return (match?.[1] ?? '').replace(/^\[|\]$/g, '').toLowerCase();
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function isPrivate(host: string): boolean {
  return (
    /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|0\.)/.test(host) ||
    /^(f[cd]|fe80)/.test(host) ||
    host === ''
  );
}
