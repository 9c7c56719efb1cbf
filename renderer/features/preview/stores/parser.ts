import { previewTexts } from '../../../../shared/features/preview/pane-text.ts';
import { SECOND } from '../../../../shared/units.ts';
import type { Answer, Asks, InputOf, OutputOf, Question } from './protocol.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';

/** Longer, no parser is waited for. */
const LONGEST_MS = 10 * SECOND;

/** As much of a worker as is used. */
export interface WorkerLike {
  postMessage(question: Question, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Waiting {
  readonly give: (output: unknown) => void;
  readonly fail: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Reads a file in a worker, so that no content can stop the window. The worker has no network and no page, and it is
 * ended when an answer takes too long. Its memory cannot be measured; what goes into it is limited instead.
 */
export class Parser<A extends Asks> {
  readonly #worker: WorkerLike;
  readonly #waiting = new Map<number, Waiting>();
  readonly #longestMs: number;
  #number = 0;
  #over: Error | null = null;

  constructor(worker: WorkerLike, longestMs = LONGEST_MS) {
    this.#worker = worker;
    this.#longestMs = longestMs;
    worker.onmessage = event => this.#hear(event.data as Answer);
    worker.onerror = event => {
      event.preventDefault();
      this.#end(new UnreadableError(previewTexts.stopped.broke));
    };
  }

  /** @param transfer bytes that are given away. @throws UnreadableError with a sentence for people. */
  ask<N extends keyof A & string>(
    name: N,
    input: InputOf<A, N>,
    transfer: Transferable[] = [],
  ): Promise<OutputOf<A, N>> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      if (this.#over !== null) return reject(this.#over);
      const late = (): void => this.#end(new UnreadableError(previewTexts.stopped.time));
      const give = (output: unknown): void => resolve(output as OutputOf<A, N>);
      this.#waiting.set(number, { give, fail: reject, timer: setTimeout(late, this.#longestMs) });
      this.#worker.postMessage({ number, name, input }, transfer);
    });
  }

  /** The view is closed. Open questions are never answered. */
  end(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    this.#over = new UnreadableError('');
    this.#worker.terminate();
  }

  #hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.number);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.number);
    clearTimeout(waiting.timer);
    if ('reason' in answer) waiting.fail(new UnreadableError(answer.reason));
    else waiting.give(answer.output);
  }

  #end(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.end();
    this.#over = error;
    for (const { fail } of waiting) fail(error);
  }
}
