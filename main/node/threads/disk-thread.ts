import type { Worker } from 'node:worker_threads';

import { FaultError, toFault } from '../../../shared/fault.ts';
import { SECOND } from '../../../shared/units.ts';
import { endWorker, startWorker } from './worker.ts';
import type {
  ThreadAnswer,
  ThreadQuestion,
  BytesReceived,
  ThreadNewsHeard,
  JobName,
  Jobs,
  ThreadSetup,
  ThreadNews,
} from './thread-jobs.ts';

interface PendingQuestion {
  readonly resolve: (answer: Jobs[JobName]['answer']) => void;
  readonly reject: (thrown: unknown) => void;
  readonly hear: (told: ReadonlySet<string>) => void | Promise<void>;
  readonly came: () => void;
}

/** It holds some 10 MB, and starts in some hundredths of a second; a file that settles is asked about twice within this. */
const ENDS_AFTER_MS = 10 * SECOND;

/** How a thread is started. */
export interface ThreadManner extends ThreadSetup {
  /** How long it waits for the next question. */
  readonly endsAfterMs?: number;
  /** What it runs; left out: the disk's own thread. */
  readonly entry?: URL;
}

/** How a question is asked. */
interface QuestionOptions {
  /** Memory that goes along instead of being copied. */
  readonly memory?: ArrayBuffer[];
  /** Told in the midst of it; it goes on when this has ended. */
  readonly hear?: (told: ReadonlySet<string>) => void | Promise<void>;
  /** Called when all that it receives has come. */
  readonly came?: () => void;
}

/**
 * A worker thread for the disk. Started when first asked, again after it died or was asked nothing for a while; does not keep
 * us running.
 */
export class DiskThread {
  readonly #waiting = new Map<number, PendingQuestion>();
  readonly #manner: ThreadManner;
  #worker: Worker | null = null;
  #ending: NodeJS.Timeout | undefined;
  #lastId = 0;
  /** How many files are open in it. */
  #open = 0;

  constructor(manner: ThreadManner) {
    this.#manner = manner;
  }

  /** Whether it is there, and holds memory. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Whether nothing is under way in it. */
  get isIdle(): boolean {
    return this.waiting === 0;
  }

  /** How many questions have no answer yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  ask<N extends JobName>(job: N, ask: Jobs[N]['ask'], asking: QuestionOptions = {}): Promise<Jobs[N]['answer']> {
    const { memory = [], hear = () => undefined, came = () => undefined } = asking;
    clearTimeout(this.#ending);
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, hear, came });
      worker.ref();
      const asked: ThreadQuestion<N> = { id, job, ask };
      worker.postMessage(asked, memory);
    });
  }

  /** A file was opened in it: it does not end before that is let go of. @returns lets go, once. */
  hold(): () => void {
    this.#open += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.#open -= 1;
      isHeld = false;
      if (this.#worker !== null && this.#waiting.size === 0) this.#rest(this.#worker);
    };
  }

  /** Ends the thread; what still waits is told so. */
  async close(): Promise<void> {
    await this.#end();
    this.#failAll('The disk was closed.');
  }

  async #end(): Promise<void> {
    clearTimeout(this.#ending);
    const worker = this.#worker;
    this.#worker = null;
    if (worker !== null) await endWorker(worker);
  }

  #start(): Worker {
    const { dataDirectory, isHolding, poolShare, entry } = this.#manner;
    const setup: ThreadSetup = { dataDirectory, isHolding, poolShare };
    const worker = startWorker(entry ?? new URL('../thread-main.ts', import.meta.url), 'disk', setup);
    worker.on('message', (message: ThreadAnswer | ThreadNews | BytesReceived) => {
      if ('told' in message) void this.#hear(worker, message);
      else if ('came' in message) this.#waiting.get(message.came)?.came();
      else this.#settle(worker, message);
    });
    worker.on('error', error => this.#lose(worker, String(error)));
    worker.on('exit', code => this.#lose(worker, `exit code ${code}`));
    return worker;
  }

  async #hear(worker: Worker, { id, told }: ThreadNews): Promise<void> {
    let heard: ThreadNewsHeard = { heard: id, fault: null };
    try {
      await this.#waiting.get(id)?.hear(told);
    } catch (thrown) {
      heard = { heard: id, fault: toFault(thrown) };
    }
    worker.postMessage(heard);
  }

  #settle(worker: Worker, answered: ThreadAnswer): void {
    const waiting = this.#waiting.get(answered.id);
    this.#waiting.delete(answered.id);
    if (this.#waiting.size === 0) this.#rest(worker);
    if (answered.ok) waiting?.resolve(answered.answer);
    else waiting?.reject(new FaultError(answered.fault));
  }

  #rest(worker: Worker): void {
    worker.unref();
    clearTimeout(this.#ending);
    if (this.#open === 0)
      this.#ending = setTimeout(() => void this.#end(), this.#manner.endsAfterMs ?? ENDS_AFTER_MS).unref();
  }

  #lose(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#failAll(`The disk thread ended: ${why}`);
  }

  #failAll(detail: string): void {
    for (const { reject } of this.#waiting.values()) reject(new FaultError({ kind: 'bug', detail }));
    this.#waiting.clear();
  }
}
