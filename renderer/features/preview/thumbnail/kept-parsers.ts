import { SECOND } from '../../../../shared/units.ts';
import type { Parser } from '../stores/parser.ts';
import type { Asks } from '../stores/protocol.ts';

/** A worker waits so long for the next file of its kind. */
const WAITS_MS = 5 * SECOND;
/** The answer about a file that has left the list is still awaited for so long: ending the worker would cost more. */
const LEAVES_MS = SECOND;

interface Kept {
  readonly parser: Parser<Asks>;
  ending: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Workers that read files for small pictures, one of a kind, kept for the next file: starting one takes a quarter of a second
 * of processor, and a list has many files of a few kinds.
 */
export class KeptParsers<K extends string> {
  readonly #start: (kind: K) => Parser<Asks>;
  readonly #kept = new Map<K, Kept>();

  constructor(start: (kind: K) => Parser<Asks>) {
    this.#start = start;
  }

  /**
   * Asks the worker of a kind, one file at a time. @param signal the answer is not wanted any longer: what takes longer than a
   * second more is ended. @throws AbortError then; or what reading the file threw, with the worker ended.
   */
  async ask<A extends Asks, R>(kind: K, signal: AbortSignal, ask: (parser: Parser<A>) => Promise<R>): Promise<R> {
    signal.throwIfAborted();
    const mine = this.#of(kind);
    let leaving: ReturnType<typeof setTimeout> | undefined;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        leaving = setTimeout(() => reject(new DOMException('', 'AbortError')), LEAVES_MS);
      };
    });
    signal.addEventListener('abort', leave);
    try {
      // Each kind has a worker of its own, which answers the questions of that kind.
      const answer = await Promise.race([ask(mine.parser as unknown as Parser<A>), left]);
      mine.ending = setTimeout(() => this.#end(kind), WAITS_MS);
      return answer;
    } catch (thrown) {
      // What broke on one file is not asked about the next.
      this.#end(kind);
      throw thrown;
    } finally {
      signal.removeEventListener('abort', leave);
      clearTimeout(leaving);
    }
  }

  #of(kind: K): Kept {
    const kept = this.#kept.get(kind) ?? { parser: this.#start(kind), ending: undefined };
    clearTimeout(kept.ending);
    this.#kept.set(kind, kept);
    return kept;
  }

  #end(kind: K): void {
    this.#kept.get(kind)?.parser.end();
    this.#kept.delete(kind);
  }
}
