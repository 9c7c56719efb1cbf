import { MIB } from '../../../shared/units.ts';
import type { CameFile, FileGet, FinishedStaging, PartialStaging, StagedPrefix } from '../../ports/disk.ts';
import type { DiskThread } from './disk-thread.ts';
import type { Bytes, Handle } from './thread-jobs.ts';

/** Bytes are gathered to this much before they go to the thread. */
const GATHER_BYTES = MIB;
/** A small file is gathered in pieces: most files are, and none needs a buffer. */
const PIECES_BYTES = 256 * 1024;

/** How a file is removed in its thread. */
interface Removable {
  /**
   * Closes it and removes it, also when it has ended before. @param file null: it has not begun.
   * @param cameNowhere see `Staging.discard`.
   */
  readonly remove: (file: Handle | null, cameNowhere: () => void) => Promise<unknown>;
}

/** A file that is open in its thread. */
interface BegunThere extends Removable {
  readonly file: Handle;
}

/** A file that begins when there is too much of it to be kept here. */
interface NewThere extends Removable {
  readonly begin: () => Promise<Handle>;
  /** Begins, writes and finishes it. */
  readonly whole: (bytes: Bytes) => Promise<FinishedStaging>;
  /** Has all of it come from a server, and finishes it; null: the thread may not. */
  readonly receive: ((from: FileGet) => Promise<CameFile>) | null;
}

/**
 * A file that is written in a thread, which also hashes it: this one only gathers what is to be written. A small one
 * goes there once, when it is complete: the way there costs more than the writing.
 */
export class ThereStaged implements PartialStaging {
  readonly receive?: (from: FileGet) => Promise<CameFile>;
  readonly #thread: DiskThread;
  readonly #there: BegunThere | NewThere;
  /** Null before it has begun there; no write waits for that. */
  #file: Promise<Handle> | null = null;
  #release = (): void => undefined;
  #pieces: Bytes[] = [];
  #buffer: Bytes | null = null;
  #gatheredBytes = 0;
  /** Memory that came back, to be filled again. */
  #spare: Bytes[] = [];
  /** The writing that is under way, of all that was handed over. Where one failed, it stays so: nothing counts that comes after. */
  #writing: Promise<void> = Promise.resolve();
  /** The same without the last buffer: one waits in the thread while another is written. */
  #writingBefore: Promise<void> = Promise.resolve();

  constructor(thread: DiskThread, there: BegunThere | NewThere) {
    this.#thread = thread;
    this.#there = there;
    if ('file' in there) void this.#hold(Promise.resolve(there.file));
    else if (there.receive !== null) this.receive = there.receive;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#buffer === null && this.#gatheredBytes + chunk.byteLength <= PIECES_BYTES) {
      // The caller may use its buffer again.
      this.#pieces.push(new Uint8Array(chunk));
      this.#gatheredBytes += chunk.byteLength;
      return;
    }
    this.#buffer ??= this.#intoOne(GATHER_BYTES);
    for (let from = 0; from < chunk.byteLength;) {
      const piece = chunk.subarray(from, from + GATHER_BYTES - this.#gatheredBytes);
      this.#buffer.set(piece, this.#gatheredBytes);
      this.#gatheredBytes += piece.byteLength;
      from += piece.byteLength;
      if (this.#gatheredBytes === GATHER_BYTES) this.#buffer = await this.#exchange(this.#buffer);
    }
  }

  async finish(): Promise<FinishedStaging> {
    const last = await this.#last();
    if (this.#file === null && 'whole' in this.#there) return this.#there.whole(last);
    const finished = await this.#thread.ask('finish', [await this.#begun(), last], { memory: [last.buffer] });
    this.#release();
    return finished;
  }

  async checkpoint(): Promise<StagedPrefix> {
    const last = await this.#last();
    return this.#thread.ask('checkpoint', [await this.#begun(), last], { memory: [last.buffer] });
  }

  async flushSoFar(): Promise<StagedPrefix> {
    return this.#thread.ask('flushSoFar', [await this.#begun()]);
  }

  async rewind(): Promise<void> {
    await this.#forget();
    await this.#thread.ask('rewind', [await this.#begun()]);
  }

  async leave(): Promise<void> {
    await this.#forget();
    await this.#thread.ask('leave', [await this.#begun()]).finally(this.#release);
  }

  async discard(cameNowhere: () => void = () => undefined): Promise<void> {
    await this.#forget();
    await this.#there.remove(await this.#file, cameNowhere).finally(this.#release);
  }

  #begun(): Promise<Handle> {
    return this.#file ?? this.#hold('file' in this.#there ? Promise.resolve(this.#there.file) : this.#there.begin());
  }

  #hold(file: Promise<Handle>): Promise<Handle> {
    this.#file = file;
    this.#release = this.#thread.hold();
    // That it could not begin is told with what is asked of it next.
    file.catch(this.#release);
    return file;
  }

  /**
   * Hands a full buffer over when the last but one was written, and goes on with another. @throws what that one threw.
   */
  async #exchange(full: Bytes): Promise<Bytes> {
    await this.#writingBefore;
    this.#gatheredBytes = 0;
    const file = await this.#begun();
    const before = this.#writing;
    const written = this.#thread.ask('write', [file, full], { memory: [full.buffer] });
    this.#writingBefore = before;
    this.#writing = Promise.all([before, written]).then(([, back]) => void this.#spare.push(back));
    this.#writing.catch(() => undefined);
    return this.#spare.pop() ?? new Uint8Array(GATHER_BYTES);
  }

  /** What was gathered last; nothing of it is left here. */
  async #last(): Promise<Bytes> {
    await this.#writing;
    const last =
      this.#buffer === null ? this.#intoOne(this.#gatheredBytes) : this.#buffer.slice(0, this.#gatheredBytes);
    this.#pieces = [];
    this.#buffer = null;
    this.#spare = [];
    this.#gatheredBytes = 0;
    return last;
  }

  #intoOne(sizeBytes: number): Bytes {
    const [only] = this.#pieces;
    if (only !== undefined && only.byteLength === sizeBytes) {
      this.#pieces = [];
      return only;
    }
    const all = new Uint8Array(sizeBytes);
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece, at);
      at += piece.byteLength;
    }
    this.#pieces = [];
    return all;
  }

  async #forget(): Promise<void> {
    this.#pieces = [];
    this.#buffer = null;
    this.#gatheredBytes = 0;
    await this.#writing.catch(() => undefined);
    this.#writing = Promise.resolve();
    this.#writingBefore = Promise.resolve();
  }
}
