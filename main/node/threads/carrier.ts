import type { CameFile, CarriedAnswer, FileGet, FilePut, FinishedStaging, Root } from '../../ports/disk.ts';
import { expectedBytes } from '../disk/read/whole-file.ts';
import type { RoutedHttp } from '../net/undici-http.ts';
import { getWhole, putWhole } from '../net/whole-files.ts';
import { Burst } from './burst.ts';
import type { DiskThread } from './disk-thread.ts';
import { ThereOpened } from './remote-opened-file.ts';
import type { Bytes } from './thread-jobs.ts';

/** So many files at a time are carried by this thread, over connections that are open. */
const FEW = 4;
/**
 * So many files of a burst beyond those, too: another thread has to load HTTP first, and ends when it rests, which costs more
 * than it spares for the files of one save or one run of an instrument.
 */
const MANY = 64;

/** When files are carried by the thread of their root. */
export interface CarrierManner {
  /** How many at a time this thread carries. */
  readonly few?: number | undefined;
  /** How many of a burst it carries beyond those. */
  readonly many?: number | undefined;
}

/** What a file is staged by when it has come here. */
interface StagedBy {
  readonly root: Root;
  /** Null: it is only hashed. */
  readonly name: string | null;
  readonly whole: (bytes: Bytes) => Promise<FinishedStaging>;
}

/** Carries the small files of a root to and from servers: a few by this thread, many by that of the root. */
export class Carrier {
  readonly #http: RoutedHttp;
  readonly #few: number;
  readonly #beyond: Burst;
  #underWay = 0;

  constructor(http: RoutedHttp, { few = FEW, many = MANY }: CarrierManner = {}) {
    this.#http = http;
    this.#few = few;
    this.#beyond = new Burst(many);
  }

  /** See `Disk.send`. */
  send(thread: DiskThread, [root, path, to]: readonly [Root, string, FilePut]): Promise<CarriedAnswer> {
    return this.#carry(
      () => thread.ask('send', [root, path, to, this.#http.route]),
      async () => {
        const file = new ThereOpened(thread, [root, path], await thread.ask('open', [root, path]));
        return putWhole(this.#http, await expectedBytes(file, { path, fingerprint: to.fingerprint }), to);
      },
    );
  }

  /** See `Staging.receive`. */
  receive(thread: DiskThread, from: FileGet, { root, name, whole }: StagedBy): Promise<CameFile> {
    const { onCame, ...rest } = from;
    return this.#carry(
      () => thread.ask('receive', [root, name, rest, this.#http.route], { came: onCame }),
      () => getWhole(this.#http, from, whole),
    );
  }

  async #carry<T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> {
    const isByThread = this.#underWay >= this.#few && this.#beyond.oneMore();
    this.#underWay += 1;
    try {
      return await (isByThread ? there() : here());
    } finally {
      this.#underWay -= 1;
    }
  }
}
