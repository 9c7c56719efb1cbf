import type { FileBytes } from '../formats/file-bytes.ts';

/** Parts of this size are read, in bytes: lists of planes are short, and far from each other. */
const BLOCK = 4096;
/** Of more parts the oldest are forgotten between two questions; each list needs a few. */
const MOST_KEPT = 4096;
/** Where lists stand in even steps, so many are fetched at once, and twice as many each time that it was right. */
const [FIRST_AHEAD, MOST_AHEAD] = [32, 256];
/** What belongs to one list stands at no more places. */
const MOST_PLACES = 4;

interface Place {
  readonly from: number;
  readonly length: number;
}

/** Says which bytes have to be fetched before a question can be answered. */
class MissingBytes extends Error {
  readonly place: Place;

  constructor(place: Place) {
    super('Some bytes were not fetched yet.');
    this.place = place;
  }
}

/** Reads at any place of a file of any length, of which only the parts that are asked for are fetched. */
export class PartsView {
  readonly byteLength: number;
  readonly #file: FileBytes;
  readonly #blocks = new Map<number, Uint8Array>();
  readonly #guess = new StepGuess();
  #waits = 0;

  constructor(file: FileBytes) {
    this.#file = file;
    this.byteLength = file.sizeBytes;
  }

  /** How often bytes had to be waited for. */
  get waits(): number {
    return this.#waits;
  }

  /** Asks something as often as bytes are missing for it. */
  async whole<T>(question: () => T): Promise<T> {
    this.#forget();
    for (;;) {
      try {
        return question();
      } catch (thrown) {
        if (!(thrown instanceof MissingBytes)) throw thrown;
        await this.#fetch(thrown.place);
      }
    }
  }

  /** Some bytes. @throws MissingBytes while they are not here, RangeError when they are behind the end. */
  part(from: number, length: number): DataView {
    if (from < 0 || from + length > this.byteLength) throw new RangeError('It is behind the end of the file.');
    const blocks: Uint8Array[] = [];
    for (let block = Math.floor(from / BLOCK); block * BLOCK < from + length; block += 1) {
      const own = this.#blocks.get(block);
      if (own === undefined) throw new MissingBytes({ from, length });
      blocks.push(own);
    }
    const begin = from % BLOCK;
    const [first] = blocks;
    if (first !== undefined && begin + length <= first.length)
      return new DataView(first.buffer, first.byteOffset + begin, length);
    const bytes = new Uint8Array(length);
    for (const [at, block] of blocks.entries()) {
      const piece = at === 0 ? block.subarray(begin) : block.subarray(0, length - (at * BLOCK - begin));
      bytes.set(piece, at === 0 ? 0 : at * BLOCK - begin);
    }
    return new DataView(bytes.buffer);
  }

  /** Fetches what is missing, and what is likely to be asked for next. */
  async #fetch(place: Place): Promise<void> {
    this.#waits += 1;
    const next = this.#guess.after(place).filter(({ from }) => from < this.byteLength);
    await Promise.all([place, ...next].map(each => this.#keep(each)));
  }

  #forget(): void {
    if (this.#blocks.size <= MOST_KEPT) return;
    for (const block of [...this.#blocks.keys()].slice(0, -MOST_KEPT / 2)) this.#blocks.delete(block);
  }

  async #keep({ from, length }: Place): Promise<void> {
    const first = Math.floor(from / BLOCK);
    // Of a list its length is asked for before its rest, which may stand in the next part.
    const end = Math.ceil(Math.min(this.byteLength, from + Math.max(length, BLOCK / 2)) / BLOCK);
    const bytes = await this.#file.read(first * BLOCK, Math.min(end * BLOCK, this.byteLength));
    for (let block = first; block < end; block += 1)
      this.#blocks.set(block, bytes.subarray((block - first) * BLOCK, (block - first + 1) * BLOCK));
  }
}

/** Guesses which places are asked for next: a program that writes planes of one size writes their lists in even steps. */
class StepGuess {
  /** The last places that were asked for, the latest one last. */
  #asked: Place[] = [];
  /** The last places that belong to one list, and how far it is to those of the next one; null: it is not known. */
  #pattern: { readonly places: readonly Place[]; readonly step: number } | null = null;
  #ahead = FIRST_AHEAD;

  /** What is likely to be asked for after a place. */
  after(place: Place): readonly Place[] {
    const expected = this.#pattern === null ? null : (this.#pattern.places[0]?.from ?? 0) + this.#pattern.step;
    if (place.from === expected) this.#ahead = Math.min(MOST_AHEAD, this.#ahead * 2);
    else this.#look(place);
    if (this.#pattern === null) return [];
    const { places, step } = this.#pattern;
    const moved = (times: number): readonly Place[] =>
      places.map(({ from, length }) => ({ from: from + times * step, length }));
    this.#pattern = { places: moved(this.#ahead), step };
    return Array.from({ length: this.#ahead }, (_, times) => moved(times + 1)).flat();
  }

  /** Looks for even steps in what was asked for. */
  #look(place: Place): void {
    this.#pattern = null;
    this.#ahead = FIRST_AHEAD;
    this.#asked = [...this.#asked, place].slice(-2 * MOST_PLACES);
    const stepAt = (at: number, count: number): number =>
      (this.#asked.at(-1 - at)?.from ?? 0) - (this.#asked.at(-1 - at - count)?.from ?? 0);
    for (let count = 1; this.#asked.length > 2 * count - (count === 1 ? 0 : 1); count += 1) {
      const step = stepAt(0, count);
      // One place needs two equal steps: any two places are one step apart.
      const checked = count === 1 ? 2 : count;
      if (step <= BLOCK || !Array.from({ length: checked }, (_, at) => stepAt(at, count)).every(one => one === step))
        continue;
      this.#pattern = { places: this.#asked.slice(-count), step };
      this.#asked = [];
      return;
    }
  }
}
