import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { FetchProgress } from '../../../shared/features/preview/model.ts';
import type { StopSignal } from '../../../shared/stop-signal.ts';
import { contentTexts as texts } from '../../../shared/features/preview/text.ts';
import { limitNow } from '../../engine/context/bandwidth-limits.ts';
import { fetchVersion } from '../../engine/act/transfer/fetch-version.ts';
import type { Http } from '../../ports/http.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { Storage } from '../../remote/transfer/storage.ts';
import { refused } from '../resolve-id.ts';
import type { AppContext } from '../app-context.ts';
import { InMemory } from './memory-content.ts';

/** Windows hear of a fetch at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;

/** One version that is fetched only to be looked at. */
export interface Fetch {
  readonly api: ServiceApi;
  readonly file: ServiceId;
  readonly version: VersionId;
  /** As the service says; null when it does not. */
  readonly sizeBytes: number | null;
  /** More is not taken. */
  readonly mostBytes: number;
  /** What is said then. */
  readonly tooLarge: string;
  /** As it was asked for, so that whoever waits knows it again; null: nobody is told. */
  readonly asked: Pick<FetchProgress, 'id' | 'version'> | null;
}

interface Underway {
  told: FetchProgress | null;
  readonly ending: AbortController;
}

/** Fetches versions into memory for as long as somebody waits for them. What is not whole counts as nothing. */
export class Fetches {
  readonly #context: Pick<AppContext, 'engine' | 'journal' | 'world'>;
  readonly #tell: (fetches: FetchProgress[]) => void;
  readonly #underway = new Set<Underway>();
  #isClosed = false;
  #toldAt = -Infinity;

  constructor(
    context: Pick<AppContext, 'engine' | 'journal' | 'world'>,
    tell: (fetches: FetchProgress[]) => void = () => undefined,
  ) {
    this.#context = context;
    this.#tell = tell;
  }

  /** All bytes. @throws FaultError `bad-request` once nobody waits any more: then nothing travels, and nothing is kept. */
  async fetch({ asked, mostBytes, tooLarge, ...wanted }: Fetch, signal?: StopSignal): Promise<Uint8Array> {
    const ending = new AbortController();
    const ends = ending.signal;
    if (signal?.aborted === true || this.#isClosed) ending.abort();
    signal?.addEventListener('abort', () => ending.abort(), { once: true });
    const into = new InMemory(mostBytes, { isOver: () => ends.aborted, tooLarge });
    const told = asked === null ? null : { ...asked, doneBytes: 0, sizeBytes: wanted.sizeBytes };
    const entry: Underway = { told, ending };
    const onWritten = (bytes: number): void => {
      if (entry.told !== null) entry.told = { ...entry.told, doneBytes: entry.told.doneBytes + bytes };
      this.#tellSometimes();
    };
    this.#underway.add(entry);
    try {
      if (ends.aborted) throw refused(texts.gone);
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

  /** Ends all. */
  close(): void {
    this.#isClosed = true;
    for (const { ending } of this.#underway) ending.abort();
  }

  /**
   * The signal has to reach the connection itself, or an answer that comes no further would keep it. Where bytes are
   * limited, all transfers share one pace, which only the engine's own storage keeps: there the next piece ends it.
   */
  async #storage(signal: AbortSignal): Promise<Storage> {
    const { engine, journal, world } = this.#context;
    const link = await engine.link();
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

/** Never resolves. @throws FaultError `bad-request` once the signal says so. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(refused(texts.gone));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
