import { badRequest } from '../../../shared/fault.ts';
import { keptBytes } from '../../../shared/kept-bytes.ts';
import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { FetchProgress } from '../../../shared/features/preview/model.ts';
import type { StopSignal } from '../../../shared/stop-signal.ts';
import { contentTexts, contentTexts as texts } from '../../../shared/features/preview/text.ts';
import { limitNow } from '../../engine/limits/bandwidth-limits.ts';
import { fetchVersion } from '../../engine/content/fetch-version.ts';
import type { Http } from '../../ports/http.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { Storage } from '../../remote/transfer/storage.ts';
import type { Staging } from '../../ports/disk.ts';
import type { AppContext } from '../app-context.ts';

/** Windows are told of a download at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;

/** One version downloaded only for viewing. */
export interface Fetch {
  readonly api: ServiceApi;
  readonly file: ServiceId;
  readonly version: VersionId;
  /** As the service tells; null: not told. */
  readonly sizeBytes: number | null;
  /** Size limit. */
  readonly mostBytes: number;
  /** The message when it is exceeded. */
  readonly tooLarge: string;
  /** The version as requested, to report progress; null: no reports. */
  readonly asked: Pick<FetchProgress, 'id' | 'version'> | null;
}

interface RunningFetch {
  told: FetchProgress | null;
  readonly ending: AbortController;
}

/** Downloads versions into memory while a client waits for them. An incomplete download counts as nothing. */
export class Fetches {
  readonly #context: Pick<AppContext, 'engine' | 'journal' | 'world'>;
  readonly #tell: (fetches: FetchProgress[]) => void;
  readonly #underway = new Set<RunningFetch>();
  #isClosed = false;
  #toldAt = -Infinity;

  constructor(
    context: Pick<AppContext, 'engine' | 'journal' | 'world'>,
    tell: (fetches: FetchProgress[]) => void = () => undefined,
  ) {
    this.#context = context;
    this.#tell = tell;
  }

  /** All bytes. @throws FaultError `bad-request` once no client waits any more: the download is then aborted. */
  async fetch({ asked, mostBytes, tooLarge, ...wanted }: Fetch, signal?: StopSignal): Promise<Uint8Array> {
    const ending = new AbortController();
    const ends = ending.signal;
    if (signal?.aborted === true || this.#isClosed) ending.abort();
    signal?.addEventListener('abort', () => ending.abort(), { once: true });
    const into = new InMemory(mostBytes, { isOver: () => ends.aborted, tooLarge });
    const told = asked === null ? null : { ...asked, doneBytes: 0, sizeBytes: wanted.sizeBytes };
    const entry: RunningFetch = { told, ending };
    const onWritten = (bytes: number): void => {
      if (entry.told !== null) entry.told = { ...entry.told, doneBytes: entry.told.doneBytes + bytes };
      this.#tellSometimes();
    };
    this.#underway.add(entry);
    try {
      if (ends.aborted) throw badRequest(texts.gone);
      this.#tellSometimes();
      const storage = await this.#storage(ends);
      const fetching = fetchVersion({ api: wanted.api, storage }, { ...wanted, item: null, into, onWritten });
      await Promise.race([fetching, ended(ends)]);
      return into.bytes;
    } finally {
      this.#underway.delete(entry);
      this.#tellNow();
    }
  }

  /** Aborts all downloads. */
  close(): void {
    this.#isClosed = true;
    for (const { ending } of this.#underway) ending.abort();
  }

  /**
   * The signal has to reach the connection itself, or a stalled answer would never end. With a bandwidth limit all
   * transfers share the engine's storage, which has no signal: there the next chunk ends it.
   */
  async #storage(signal: AbortSignal): Promise<Storage> {
    const { engine, journal, world } = this.#context;
    const link = await engine.connection();
    if (limitNow(journal.facts, world.clock, 'down') > 0) return link.storage;
    return new Storage(endingWith(world.http, signal), link.account.baseUrl);
  }

  #tellSometimes(): void {
    if (this.#context.world.clock.elapsed() - this.#toldAt >= TELL_EVERY_MS) this.#tellNow();
  }

  #tellNow(): void {
    this.#toldAt = this.#context.world.clock.elapsed();
    this.#tell([...this.#underway].flatMap(({ told }) => told ?? []));
  }
}

function endingWith(http: Http, signal: AbortSignal): Http {
  return { send: request => http.send({ ...request, signal }), close: () => http.close() };
}

/** Never resolves. @throws FaultError `bad-request` once the signal aborts. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(badRequest(texts.gone));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** A staging target in memory with a size limit. */
export class InMemory implements Staging {
  readonly #mostBytes: number;
  readonly #isOver: () => boolean;
  readonly #tooLarge: string;
  #chunks: Uint8Array[] = [];
  #sizeBytes = 0;

  /** @param isOver whether the download is no longer wanted. @param tooLarge the message when the limit is exceeded. */
  constructor(mostBytes: number, { isOver, tooLarge }: { readonly isOver: () => boolean; readonly tooLarge: string }) {
    this.#mostBytes = mostBytes;
    this.#isOver = isOver;
    this.#tooLarge = tooLarge;
  }

  /** All received bytes. */
  get bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#sizeBytes);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    return bytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#isOver()) throw badRequest(contentTexts.gone);
    if (this.#sizeBytes + chunk.byteLength > this.#mostBytes) throw badRequest(this.#tooLarge);
    // The writer may reuse its buffer.
    this.#chunks.push(keptBytes(chunk));
    this.#sizeBytes += chunk.byteLength;
  }

  async finish(): Promise<{ sha256: Sha256; sizeBytes: number }> {
    // A viewed file is not compared, and hashing is the job of the disk port.
    return { sha256: '' as Sha256, sizeBytes: this.#sizeBytes };
  }

  async discard(): Promise<void> {
    this.#chunks = [];
    this.#sizeBytes = 0;
  }
}

/** Recently downloaded versions, so that viewing twice downloads once. A version's bytes never change. */
export class FetchedVersions {
  readonly #mostBytes: number;
  readonly #kept = new Map<string, Uint8Array>();

  /** @param mostBytes total size; the least recently used go first. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(version: string): Uint8Array | null {
    const found = this.#kept.get(version) ?? null;
    if (found !== null) this.keep(version, found);
    return found;
  }

  keep(version: string, bytes: Uint8Array): void {
    this.#kept.delete(version);
    this.#kept.set(version, bytes);
    let all = 0;
    for (const each of this.#kept.values()) all += each.byteLength;
    for (const [oldest, each] of this.#kept) {
      if (all <= this.#mostBytes || oldest === version) break;
      all -= each.byteLength;
      this.#kept.delete(oldest);
    }
  }

  clear(): void {
    this.#kept.clear();
  }
}
