import { Parser, type WorkerLike } from '../features/preview/stores/parser.ts';
import type { MarkdownAsks, MarkdownSummary } from './markdown-requests.ts';

/** So many texts stay read; each is a tree that may be large. */
const MOST_KEPT = 400;

/**
 * Reads many Markdown texts with one worker, one after the other. A text over which the worker is ended, because it takes
 * too long or too much, is not read again; those after it get a new worker.
 */
export class MarkdownReader {
  readonly #start: () => WorkerLike;
  readonly #longestMs: number | undefined;
  /** By text, the one that was asked for last at the end. Null: it cannot be read. */
  readonly #known = new Map<string, MarkdownSummary | null>();
  #parser: Parser<MarkdownAsks> | null = null;
  #line: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(start: () => WorkerLike, longestMs?: number) {
    this.#start = start;
    this.#longestMs = longestMs;
  }

  /** What was read already; undefined: it was not. */
  known(text: string): MarkdownSummary | null | undefined {
    return this.#known.get(text);
  }

  /**
   * Reads a text when its turn comes. @param stop aborted when the text is no longer shown. @returns null when it
   * cannot be read: then it is shown as it is written.
   */
  read(text: string, stop: AbortSignal): Promise<MarkdownSummary | null> {
    const turn = this.#line.then(() => this.#known.get(text) ?? (stop.aborted ? null : this.#ask(text)));
    this.#line = turn;
    return turn;
  }

  /** The view is closed. */
  end(): void {
    this.#isOver = true;
    this.#parser?.end();
    this.#parser = null;
  }

  async #ask(text: string): Promise<MarkdownSummary | null> {
    if (this.#isOver || this.#known.has(text)) return null;
    this.#parser ??= new Parser<MarkdownAsks>(this.#start(), this.#longestMs);
    const bytes = new TextEncoder().encode(text);
    try {
      return this.#keep(text, await this.#parser.ask('open', { bytes }, [bytes.buffer]));
    } catch {
      this.#parser?.end();
      this.#parser = null;
      return this.#keep(text, null);
    }
  }

  #keep(text: string, summary: MarkdownSummary | null): MarkdownSummary | null {
    this.#known.set(text, summary);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KEPT && oldest !== undefined) this.#known.delete(oldest);
    return summary;
  }
}
