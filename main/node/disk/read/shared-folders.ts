import { type FoldersToRead, OwnFolders } from './folders-to-read.ts';

/**
 * What two threads share of one walk: the list of known folders to read, by their numbers, of which each takes the next.
 * What was not known before stays with the thread that found it.
 */
export interface SharedWalk {
  /** Counters, see `CELL`. */
  readonly cells: Int32Array<SharedArrayBuffer>;
  /** Numbers of known folders in the order in which they were found; `NONE` from where the list ends. */
  readonly queue: Int32Array<SharedArrayBuffer>;
  /** Of each known folder: when its names last changed, or `UNREAD`. */
  readonly times: BigInt64Array<SharedArrayBuffer>;
}

const CELL = {
  /** How many of the queue are taken, and how many places of it are given out. */
  taken: 0,
  listed: 1,
  /** How many folders were found and are not finished. */
  open: 2,
  /** Another number whenever something was found or finished. */
  news: 3,
  /** Whether the second thread is in the walk: 0 not yet, 1 it is, 2 it comes too late. */
  second: 4,
  /** Whether the walk was given up. */
  givenUp: 5,
} as const;

const NONE = -1;
const UNREAD = -(2n ** 63n);
/** How long to wait for news at most, in milliseconds: then one looks whether the other thread still lives. */
const WAIT_MS = 10;

/** @param folders how many are known. */
export function createBoard(folders: number): SharedWalk {
  const bytes = (count: number, each: number): SharedArrayBuffer => new SharedArrayBuffer(count * each);
  return {
    cells: new Int32Array(bytes(Object.keys(CELL).length, Int32Array.BYTES_PER_ELEMENT)),
    queue: new Int32Array(bytes(folders, Int32Array.BYTES_PER_ELEMENT)).fill(NONE),
    times: new BigInt64Array(bytes(folders, BigInt64Array.BYTES_PER_ELEMENT)).fill(UNREAD),
  };
}

/** One thread's view of a walk that two make together. Both have to know the same folders in the same order. */
export class SharedFolders implements FoldersToRead {
  readonly #board: SharedWalk;
  readonly #known: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #own = new OwnFolders();
  #newsSeen = 0;

  constructor(board: SharedWalk, known: Iterable<string>) {
    this.#board = board;
    this.#known = [...known];
    this.#numbers = new Map(this.#known.map((path, number) => [path, number]));
  }

  next(): string | undefined {
    const { cells, queue } = this.#board;
    const own = this.#own.next();
    if (own !== undefined || Atomics.load(cells, CELL.givenUp) === 1) return own;
    this.#newsSeen = Atomics.load(cells, CELL.news);
    for (;;) {
      const taken = Atomics.load(cells, CELL.taken);
      if (taken >= Atomics.load(cells, CELL.listed)) return undefined;
      const number = Atomics.load(queue, taken);
      // Its place is given out, and it is about to be written there.
      if (number === NONE) return undefined;
      if (Atomics.compareExchange(cells, CELL.taken, taken, taken + 1) === taken) return this.#known[number];
    }
  }

  add(path: string): void {
    const { cells, queue } = this.#board;
    Atomics.add(cells, CELL.open, 1);
    const number = this.#numbers.get(path);
    if (number === undefined) this.#own.add(path);
    else Atomics.store(queue, Atomics.add(cells, CELL.listed, 1), number);
  }

  finish(path: string, mtimeNs: bigint | null): void {
    const { cells, times } = this.#board;
    const number = this.#numbers.get(path);
    if (number === undefined) this.#own.finish(path, mtimeNs);
    else if (mtimeNs !== null) times[number] = mtimeNs;
    Atomics.sub(cells, CELL.open, 1);
    Atomics.add(cells, CELL.news, 1);
    Atomics.notify(cells, CELL.news);
  }

  get isOver(): boolean {
    const { cells } = this.#board;
    return Atomics.load(cells, CELL.open) === 0 || Atomics.load(cells, CELL.givenUp) === 1;
  }

  /** Holds this thread up until there may be a next one, for a moment at most. */
  wait(): void {
    Atomics.wait(this.#board.cells, CELL.news, this.#newsSeen, WAIT_MS);
  }

  giveUp(): void {
    Atomics.store(this.#board.cells, CELL.givenUp, 1);
  }

  /** The second thread comes. False when the walk is over already. */
  join(): boolean {
    return Atomics.compareExchange(this.#board.cells, CELL.second, 0, 1) === 0;
  }

  /** The first thread ends the walk. True when the second did not come, and has nothing to tell. */
  close(): boolean {
    return Atomics.compareExchange(this.#board.cells, CELL.second, 0, 2) !== 1;
  }

  /** Of the folders that were read, when their names last changed: all known ones, and what this thread found. */
  *times(): Iterable<readonly [path: string, mtimeNs: bigint]> {
    for (const [number, mtimeNs] of this.#board.times.entries())
      if (mtimeNs !== UNREAD) yield [this.#known[number] ?? '', mtimeNs];
    yield* this.#own.times;
  }

  /** What was not known before and read by this thread. */
  get newTimes(): ReadonlyMap<string, bigint> {
    return this.#own.times;
  }

  /** The known folders that no thread read. */
  unread(): readonly string[] {
    return this.#known.filter((_, number) => this.#board.times[number] === UNREAD);
  }
}
