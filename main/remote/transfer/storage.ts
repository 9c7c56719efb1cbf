import { FaultError } from '../../../shared/fault.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import { isSmall } from '../../core/policy/small-files.ts';
import type { CameFile, Disk, Root, Staging } from '../../ports/disk.ts';
import type { Http, HttpBody, HttpResponse } from '../../ports/http.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import { hostOf, isLoopback, isPrivate } from '../account/hosts.ts';
import { oddAnswer } from '../api/odd-answer.ts';
import type { Throttle } from './throttle.ts';
import { UsedAddresses } from './used-addresses.ts';

/** Milliseconds without a byte after which a transfer is ended; there is no total limit (T27). */
const IDLE_MS = MINUTE;

/** The limit of each direction. */
export interface Pace {
  readonly up: Throttle;
  readonly down: Throttle;
}

/** Where bytes are put. */
export interface PutTo {
  readonly url: string;
  /** As announced. */
  readonly contentType: string;
  /** A unique key of the file that the bytes belong to. */
  readonly owner: string;
}

/** A file of a mirrored folder. */
export interface FileToPut {
  readonly root: Root;
  readonly path: string;
  /** The fingerprint that it must have. */
  readonly fingerprint: string;
  readonly sizeBytes: number;
}

/** The object storage behind presigned addresses. It never gets the API key, and no redirect is followed. */
export class Storage {
  readonly #http: Http;
  readonly #serviceHost: string;
  readonly #pace: Pace | null;
  readonly #used: UsedAddresses;

  /**
   * @param pace limits of each direction; null: none.
   * @param used the addresses of earlier uploads, by this or another connection.
   */
  constructor(http: Http, baseUrl: string, pace: Pace | null = null, used = new UsedAddresses()) {
    this.#used = used;
    this.#http = http;
    this.#serviceHost = hostOf(baseUrl);
    this.#pace = pace;
  }

  /** A body that is sent within the limit, to any address. */
  sending(body: HttpBody): HttpBody {
    if (this.#pace === null || (body instanceof Uint8Array && !this.#pace.up.isLimited)) return body;
    const chunks = body instanceof Uint8Array ? once(body) : body.chunks;
    return {
      sizeBytes: body instanceof Uint8Array ? body.byteLength : body.sizeBytes,
      chunks: this.#pace.up.paced(chunks),
    };
  }

  /**
   * Puts the bytes of a new file. Exactly these headers: the signature may not allow others (T7).
   * @throws FaultError `failing` before any byte is sent when the address had the bytes of another file.
   */
  async put({ url, contentType, owner }: PutTo, body: HttpBody): Promise<void> {
    this.#begin(url, owner);
    const response = await this.#http.send({
      method: 'PUT',
      url,
      headers: { 'Content-Type': contentType },
      body: this.sending(body),
      idleMs: IDLE_MS,
    });
    await response.discard();
    mustBeTaken(response);
  }

  /**
   * The same for a small file, which the disk sends by itself; null when it cannot, or a limit of speed holds: then nothing
   * is done.
   * @throws FaultError as `put`, and `stale` when the file changed: then nothing was sent.
   */
  putFrom(disk: Pick<Disk, 'send'>, file: FileToPut, to: PutTo): Promise<void> | null {
    const { send } = disk;
    if (send === undefined || !isCarried(file.sizeBytes, this.#pace?.up)) return null;
    return this.#putBy(send, file, to);
  }

  /** The bytes at an address. */
  async get(url: string): Promise<HttpResponse> {
    const response = await this.#open(url, {});
    if (response.status !== 200) await response.discard();
    refuse(response);
    return this.#paced(response);
  }

  /**
   * Has a small file come from an address into a staged one, which the disk receives by itself. @returns null when it
   * cannot, or a limit of speed holds: then nothing was done.
   * @throws FaultError as `get`. That it is the right file is checked by the caller.
   */
  async getInto(
    url: string,
    into: Pick<Staging, 'receive'>,
    { sizeBytes, onCame }: { readonly sizeBytes: number; readonly onCame: () => void },
  ): Promise<CameFile | null> {
    if (into.receive === undefined || !isCarried(sizeBytes, this.#pace?.down)) return null;
    this.#check(url);
    const came = await into.receive({ url, sizeBytes, idleMs: IDLE_MS, onCame });
    refuse(came);
    return came;
  }

  /**
   * The bytes at an address, with their total as the storage tells it: asked for a range, a storage tells that, and a
   * login page in its place does not. `totalBytes` is null where the storage supports no ranges.
   */
  async getCounted(url: string): Promise<HttpResponse & { readonly totalBytes: number | null }> {
    const response = await this.#open(url, { Range: 'bytes=0-' });
    const totalBytes = response.status === 206 ? wholeRange(response.headers.get('content-range') ?? '') : null;
    if (response.status === 200 || totalBytes !== null) return { ...this.#paced(response), totalBytes };
    await response.discard();
    // An empty file has no range (416), and a storage may refuse ranges.
    if (response.status !== 206 && (response.status < 400 || response.status >= 429)) refuse(response);
    return { ...(await this.get(url)), totalBytes: null };
  }

  /**
   * The bytes at an address from an offset on, if the object still has `sizeBytes` and `etag` (null: unknown); null
   * when the storage does not send exactly these.
   */
  async getRest(
    url: string,
    { fromBytes, sizeBytes, etag }: { fromBytes: number; sizeBytes: number; etag: string | null },
  ): Promise<HttpResponse | null> {
    const isStrong = etag !== null && etag.startsWith('"');
    const response = await this.#open(url, {
      Range: `bytes=${fromBytes}-`,
      ...(isStrong ? { 'If-Range': etag } : {}),
    });
    const range = response.headers.get('content-range')?.trim();
    const isSame = !isStrong || (response.headers.get('etag') ?? etag) === etag;
    if (response.status === 206 && isSame && range === `bytes ${fromBytes}-${sizeBytes - 1}/${sizeBytes}`)
      return this.#paced(response);
    await response.discard();
    // Other refusals are left to the next request, which asks for the whole file; a request to wait is thrown at once.
    if (response.status === 429 || response.status >= 500) refuse(response);
    return null;
  }

  async #putBy(
    send: NonNullable<Disk['send']>,
    { root, path, fingerprint }: FileToPut,
    { url, contentType, owner }: PutTo,
  ): Promise<void> {
    this.#begin(url, owner);
    const headers = { 'Content-Type': contentType };
    mustBeTaken(await send(root, path, { url, headers, fingerprint, idleMs: IDLE_MS }));
  }

  /** Checks an address before the bytes of a file go there. */
  #begin(url: string, owner: string): void {
    this.#check(url);
    if (!this.#used.take(url, owner)) throw oddAnswer(oddAnswers.address);
  }

  #open(url: string, headers: { readonly [name: string]: string }): Promise<HttpResponse> {
    this.#check(url);
    return this.#http.send({ method: 'GET', url, headers, body: null, idleMs: IDLE_MS });
  }

  /** A small answer is complete before a limit that is set later could matter. */
  #paced(response: HttpResponse): HttpResponse {
    const isWhole = isSmall(Number(response.headers.get('content-length') ?? Infinity));
    if (this.#pace === null || (isWhole && !this.#pace.down.isLimited)) return response;
    const { down } = this.#pace;
    const lend = (): AsyncIterable<Uint8Array> => down.paced(response.lend?.() ?? response.body);
    return { ...response, body: down.paced(response.body), lend };
  }

  /**
   * The service may name any host. Only https is accepted, and a private network only when the service itself is in
   * one; http, or this computer, only when the service is on this computer (S44).
   */
  #check(url: string): void {
    const host = hostOf(url);
    const scheme = URL.canParse(url) ? new URL(url).protocol : '';
    const isInside = isPrivate(this.#serviceHost) && !isLoopback(this.#serviceHost);
    const isSafe = scheme === 'https:' && (isInside || !isPrivate(host));
    const isWeb = scheme === 'https:' || scheme === 'http:';
    if (host !== '' && (isLoopback(host) ? isWeb && isLoopback(this.#serviceHost) : isSafe)) return;
    const detail = `the service named an address for the bytes that is not safe to use (${scheme}//${host})`;
    throw new FaultError({ kind: 'refused', status: 0, messages: [detail] });
  }
}

/** Whether a file is carried by the disk itself, where it can, and not by this thread, which keeps a limit of speed. */
function isCarried(sizeBytes: number, pace: Throttle | undefined): boolean {
  return isSmall(sizeBytes) && pace?.isLimited !== true;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** The size in `bytes 0-41/42` when the range covers everything; null for anything else. */
function wholeRange(range: string): number | null {
  const [, last, total] = /^bytes 0-(\d+)\/(\d+)$/.exec(range.trim()) ?? [];
  return last !== undefined && Number(last) + 1 === Number(total) ? Number(total) : null;
}

type StorageAnswer = Pick<HttpResponse, 'status' | 'headers'>;

/** @throws FaultError when the storage did not take the bytes. */
function mustBeTaken(answer: StorageAnswer): void {
  refuse(answer);
  // A storage sends no web pages: a proxy answered, and the bytes are not there (T26).
  if (isPage(answer)) throw new FaultError({ kind: 'failing', status: answer.status, messages: [INSTEAD] });
}

function isPage({ headers }: StorageAnswer): boolean {
  return /^\s*text\/html\b/i.test(headers.get('content-type') ?? '');
}

const INSTEAD = "Something else answered in the storage's place with a web page.";
/** The longest wait that is accepted, in seconds. */
const LONGEST_WAIT_S = 3600;

function refuse({ status, headers }: StorageAnswer): void {
  if (status >= 200 && status < 300) return;
  if (status === 429 || status === 503) {
    const seconds = Number(headers.get('retry-after') ?? '5');
    const isWait = Number.isFinite(seconds) && seconds >= 0;
    throw new FaultError({ kind: 'busy', retryAfterMs: (isWait ? Math.min(seconds, LONGEST_WAIT_S) : 5) * SECOND });
  }
  if (status === 403 || status === 404 || status === 410) throw new FaultError({ kind: 'link-expired' });
  const messages = [`The storage behind the service answered ${status}.`];
  // A redirect is never followed: the address must be used as it is. Like a proxy that requires sign-in (407) and a
  // slow connection (408), it concerns the connection and not the file, and is temporary.
  if ((status >= 300 && status < 400) || status === 407 || status === 408)
    throw new FaultError({ kind: 'failing', status, messages });
  if (status >= 500) throw new FaultError({ kind: 'failing', status, messages: [] });
  throw new FaultError({ kind: 'refused', status, messages });
}
