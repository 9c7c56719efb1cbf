import type { FileBytes } from '../formats/file-bytes.ts';

/** Parts of this size are read, in bytes: lists of planes are short, and far from each other. */
const BLOCK = 4096;
/** Where lists stand in even steps, so many are fetched at once. */
const AHEAD = 32;
/** So many parts are remembered; each list needs a few. */
const MOST_KEPT = 4096;

/** Says which bytes have to be fetched before a question can be answered. */
class MissingBytes extends Error {
  readonly from: number;
  readonly to: number;

  constructor(from: number, to: number) {
    super('Some bytes were not fetched yet.');
    this.from = from;
    this.to = to;
  }
}

/** Reads numbers at any place of a file of any length, of which only the parts that are asked for are fetched. */
export class PartsView {
  readonly byteLength: number;
  readonly #file: FileBytes;
  readonly #blocks = new Map<number, Uint8Array>();
  #last = 0;

  constructor(file: FileBytes) {
    this.#file = file;
    this.byteLength = file.sizeBytes;
  }

  /** Asks something as often as bytes are missing for it. */
  async whole<T>(question: () => T): Promise<T> {
    for (;;) {
      try {
        return question();
      } catch (thrown) {
        if (!(thrown instanceof MissingBytes)) throw thrown;
        await this.#fetch(thrown);
      }
    }
  }

  /** Has some bytes fetched at once. @throws MissingBytes while they are not here */
  need(from: number, length: number): void {
    for (let block = Math.floor(from / BLOCK); block * BLOCK < from + length; block += 1)
      if (!this.#blocks.has(block)) throw new MissingBytes(from, from + length);
  }

  getUint8(at: number): number {
    return this.#bytes(at, 1).getUint8(0);
  }

  getUint16(at: number, isLittle?: boolean): number {
    return this.#bytes(at, 2).getUint16(0, isLittle);
  }

  getUint32(at: number, isLittle?: boolean): number {
    return this.#bytes(at, 4).getUint32(0, isLittle);
  }

  getBigUint64(at: number, isLittle?: boolean): bigint {
    return this.#bytes(at, 8).getBigUint64(0, isLittle);
  }

  #bytes(at: number, length: number): DataView {
    if (at < 0 || at + length > this.byteLength) throw new RangeError('It is behind the end of the file.');
    this.need(at, length);
    const block = Math.floor(at / BLOCK);
    const own = this.#blocks.get(block) ?? new Uint8Array();
    const from = at - block * BLOCK;
    if (from + length <= own.length) return new DataView(own.buffer, own.byteOffset + from, length);
    const both = new Uint8Array(length);
    both.set(own.subarray(from));
    both.set(
      (this.#blocks.get(block + 1) ?? new Uint8Array()).subarray(0, length - (own.length - from)),
      own.length - from,
    );
    return new DataView(both.buffer);
  }

  /** Fetches what is missing, and what is likely to be asked for next. */
  async #fetch({ from, to }: MissingBytes): Promise<void> {
    if (this.#blocks.size > MOST_KEPT) this.#blocks.clear();
    const step = from - this.#last;
    this.#last = from;
    const isEven = step > BLOCK && step === this.#step;
    this.#step = step;
    const places = Array.from({ length: isEven ? AHEAD : 1 }, (_, at) => from + at * step);
    await Promise.all(places.map(place => this.#keep(place, Math.min(place + (to - from), this.byteLength))));
    if (isEven) this.#last = from + (AHEAD - 1) * step;
  }

  #step = 0;

  async #keep(from: number, to: number): Promise<void> {
    const first = Math.floor(from / BLOCK);
    const end = Math.ceil(to / BLOCK);
    if (first >= end) return;
    const bytes = await this.#file.read(first * BLOCK, Math.min(end * BLOCK, this.byteLength));
    for (let block = first; block < end; block += 1)
      this.#blocks.set(block, bytes.subarray((block - first) * BLOCK, (block - first + 1) * BLOCK));
  }
}
