import { setTimeout as sleep } from 'node:timers/promises';

import { FaultError } from '../../shared/fault.ts';
import { SECOND } from '../../shared/units.ts';

/** How long a folder may be silent before it counts as giving no answer. */
const PATIENCE_MS = 10 * SECOND;
/** An answer holds for so long: asking costs some microseconds, and is not done before each of thousands of calls. */
const FRESH_MS = SECOND;

/** A call on a folder whose volume gives no answer. */
export class NoAnswer extends Error {
  constructor(path: string) {
    super(`'${path}' does not answer`);
  }
}

interface FolderPatience {
  answeredAt: number;
  /** When the question that is open was asked; null: none is. */
  since: number | null;
  /** Resolves when that is answered. */
  open: Promise<void>;
  /** Work that was begun when the folder fell silent, and has not ended yet. */
  readonly left: Set<Promise<unknown>>;
}

/**
 * Asks folders whether their volumes answer. A share whose server is gone holds each call for minutes; so it is asked first,
 * with a question of which one at a time is open. Each folder has its own patience, and no other one waits.
 */
export class Answers {
  readonly #asked = new Map<string, FolderPatience>();
  readonly #patienceMs: number;
  readonly #freshMs: number;
  readonly #ask: (path: string) => Promise<unknown>;

  /**
   * @param ask asks a folder, and every answer will do, a refusal too. What hangs there may hold up nothing else. Throws
   * FaultError `disk-refused` (ETIMEDOUT) when it cannot be asked now.
   */
  constructor(
    ask: (path: string) => Promise<unknown>,
    { patienceMs = PATIENCE_MS, freshMs = FRESH_MS }: { patienceMs?: number; freshMs?: number } = {},
  ) {
    this.#patienceMs = patienceMs;
    this.#freshMs = freshMs;
    this.#ask = ask;
  }

  /** Waits until a folder answers. @throws NoAnswer when it has been silent for too long, at once when it was before. */
  async must(path: string): Promise<void> {
    const now = performance.now();
    const asked = this.#asked.get(path) ?? {
      answeredAt: -Infinity,
      since: null,
      open: Promise.resolve(),
      left: new Set(),
    };
    this.#asked.set(path, asked);
    // What was given up may still be carried out: nothing else begins before it has ended, as callers do not expect both.
    if (asked.left.size > 0) throw new NoAnswer(path);
    if (asked.since === null) {
      if (now - asked.answeredAt < this.#freshMs) return;
      this.#begin(path, asked);
      if (await within(asked.open, Math.min(this.#freshMs, this.#patienceMs))) return;
      this.#askAll();
    }
    const leftMs = (asked.since ?? now) + this.#patienceMs - performance.now();
    if (!(await within(asked.open, Math.max(0, leftMs)))) throw new NoAnswer(path);
  }

  /** Does something in a folder as long as that answers. What was begun is left to itself otherwise. @throws NoAnswer. */
  async during<T>(path: string, work: () => Promise<T>): Promise<T> {
    if (!this.#hasJustAnswered(path)) await this.must(path);
    return this.#waitFor(path, work());
  }

  #hasJustAnswered(path: string): boolean {
    const asked = this.#asked.get(path);
    if (asked === undefined || asked.since !== null || asked.left.size > 0) return false;
    return performance.now() - asked.answeredAt < this.#freshMs;
  }

  /** Waits for work under way. While it takes long, its folder is asked again and again whether it answers. */
  #waitFor<T>(path: string, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      let late: NodeJS.Timeout | undefined;
      const endWith = <V>(settle: (value: V) => void) => {
        return (value: V): void => {
          isOver = true;
          clearTimeout(late);
          settle(value);
        };
      };
      const giveUp = (thrown: unknown): void => {
        if (isOver) return;
        this.#leave(path, work);
        reject(thrown);
      };
      const patiently = (): void => {
        if (!isOver) late = setTimeout(() => void this.must(path).then(patiently, giveUp), this.#patienceMs);
      };
      patiently();
      work.then(endWith(resolve), endWith(reject));
    });
  }

  #leave(path: string, work: Promise<unknown>): void {
    const left = this.#asked.get(path)?.left;
    left?.add(work);
    const end = (): void => void left?.delete(work);
    work.then(end, end);
  }

  /** Folders whose turn comes one after the other are often on one share: they are not waited for one after the other. */
  #askAll(): void {
    for (const [path, asked] of this.#asked) if (asked.since === null) this.#begin(path, asked);
  }

  #begin(path: string, asked: FolderPatience): void {
    asked.since = performance.now();
    asked.open = this.#answer(path).then(() => {
      asked.answeredAt = performance.now();
      asked.since = null;
    });
  }

  /** Resolves when a folder answered. Where too many others are silent to ask it, it is asked again in a while. */
  async #answer(path: string): Promise<void> {
    for (;;)
      try {
        await this.#ask(path);
        return;
      } catch (thrown) {
        if (!isSilence(thrown)) return;
        await sleep(this.#freshMs, undefined, { ref: false });
      }
  }
}

function isSilence(thrown: unknown): boolean {
  return thrown instanceof FaultError && thrown.fault.kind === 'disk-refused' && thrown.fault.code === 'ETIMEDOUT';
}

/** @returns whether it came within that time. */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>(resolve => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
