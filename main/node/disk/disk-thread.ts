import { Worker } from 'node:worker_threads';

import { FaultError } from '../../../shared/fault.ts';
import { SECOND } from '../../../shared/units.ts';
import type { Answered, Asked, JobName, Jobs } from './thread-jobs.ts';

interface Waiting {
  readonly resolve: (answer: Jobs[JobName]['answer']) => void;
  readonly reject: (thrown: unknown) => void;
}

/** Nearly all that a walk makes is done with at once: more room for it makes no walk shorter, and is kept for good. */
const YOUNG_MB = 4;
/** It holds some 10 MB, and starts in some hundredths of a second; a file that settles is asked about twice within this. */
const ENDS_AFTER_MS = 10 * SECOND;

/**
 * One worker thread for walking and hashing. Started when first asked, again after it died or was asked nothing for a
 * while; does not keep us running.
 */
export class DiskThread {
  readonly #waiting = new Map<number, Waiting>();
  readonly #endsAfterMs: number;
  #worker: Worker | null = null;
  #ending: NodeJS.Timeout | undefined;
  #lastId = 0;

  /** @param endsAfterMs how long it waits for the next question. */
  constructor(endsAfterMs = ENDS_AFTER_MS) {
    this.#endsAfterMs = endsAfterMs;
  }

  /** Whether it is there, and holds memory. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  ask<N extends JobName>(job: N, ask: Jobs[N]['ask']): Promise<Jobs[N]['answer']> {
    clearTimeout(this.#ending);
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, job, ask } as Asked);
    });
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
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread-main.ts', import.meta.url), {
      execArgv: [],
      name: 'disk',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.on('message', (answered: Answered) => this.#settle(worker, answered));
    worker.on('error', error => this.#lose(worker, String(error)));
    worker.on('exit', code => this.#lose(worker, `exit code ${code}`));
    return worker;
  }

  #settle(worker: Worker, answered: Answered): void {
    const waiting = this.#waiting.get(answered.id);
    this.#waiting.delete(answered.id);
    if (this.#waiting.size === 0) this.#rest(worker);
    if (answered.ok) waiting?.resolve(answered.answer);
    else waiting?.reject(new FaultError(answered.fault));
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#ending = setTimeout(() => void this.#end(), this.#endsAfterMs).unref();
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
