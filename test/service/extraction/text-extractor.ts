import { Worker } from 'node:worker_threads';

import { z } from 'zod';

import type { Extracted } from '../rules/extraction.ts';
import { familyOf } from './formats.ts';
import { READY } from './ready.ts';

export interface ExtractionLimits {
  /** How long one file may take. */
  readonly timeoutMs: number;
  /** How much JavaScript memory one file may take, in MiB. What is unpacked lies outside and has limits of its own. */
  readonly heapMb: number;
  /** Larger files are not converted. */
  readonly sizeBytes: number;
  /** How long the thread and the parsers in its memory stay when there is nothing to do. */
  readonly idleMs: number;
}

const LIMITS: ExtractionLimits = { timeoutMs: 30_000, heapMb: 512, sizeBytes: 64 * 1024 * 1024, idleMs: 20_000 };

const extractedSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), text: z.string() }),
  z.object({ status: z.literal('deferred') }),
  z.object({ status: z.literal('failed'), why: z.string() }),
]);

interface Thread {
  readonly worker: Worker;
  /** When it takes files, or has ended before it could. */
  readonly ready: Promise<void>;
}

const BROKEN_OFF = { status: 'failed', why: 'The conversion broke off.' } as const;

/**
 * Extracts texts in a thread of its own, one file at a time. A file that takes too long, too much memory or the whole
 * thread with it has failed; the next one gets a new thread.
 */
export class TextExtractor {
  readonly #limits: ExtractionLimits;
  #thread: Thread | null = null;
  /** Told how the file under way ended. */
  #end: ((extracted: Extracted) => void) | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(limits: Partial<ExtractionLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** How much of a file is needed to extract its text: nothing, or all of it and a byte more, to know its size. */
  neededBytes(name: string): number {
    return familyOf(name) === null ? 0 : this.#limits.sizeBytes + 1;
  }

  /** Never rejects: whatever goes wrong is a failure of the file. */
  extract(name: string, bytes: Uint8Array): Promise<Extracted> {
    if (familyOf(name) === null) return Promise.resolve({ status: 'deferred' });
    if (bytes.length > this.#limits.sizeBytes) {
      const limitMb = Math.floor(this.#limits.sizeBytes / 1024 / 1024);
      return Promise.resolve({ status: 'failed', why: `Files over ${limitMb} MiB are not converted.` });
    }
    const result = this.#last.then(() => this.#converted(name, bytes));
    this.#last = result;
    return result;
  }

  /** Ends the thread; files under way or waiting have failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stayAwake();
    await this.#thread?.worker.terminate();
    await this.#last;
  }

  async #converted(name: string, bytes: Uint8Array): Promise<Extracted> {
    if (this.#isClosed) return BROKEN_OFF;
    this.#stayAwake();
    const thread = (this.#thread ??= this.#newThread());
    // Loading the parsers' thread is not the file's time.
    await thread.ready;
    if (this.#thread !== thread) return BROKEN_OFF;
    const { timeoutMs } = this.#limits;
    const timer = setTimeout(() => {
      this.#end?.({ status: 'failed', why: `The conversion took longer than ${timeoutMs / 1000} seconds.` });
      void this.#drop(thread);
    }, timeoutMs);
    try {
      return await new Promise<Extracted>(resolve => {
        this.#end = resolve;
        thread.worker.postMessage({ name, bytes });
      });
    } finally {
      clearTimeout(timer);
      this.#end = null;
      if (!this.#isClosed) this.#idle = setTimeout(() => void this.#drop(thread), this.#limits.idleMs);
    }
  }

  #stayAwake(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  #newThread(): Thread {
    const worker = new Worker(new URL('./extraction-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // What parsers print about a file is nobody's business, but must be taken, or it would wait in memory.
    worker.stdout.resume();
    worker.stderr.resume();
    let setReady = (): void => undefined;
    const ready = new Promise<void>(resolve => {
      setReady = resolve;
    });
    const thread: Thread = { worker, ready };
    const broken = (why: string): void => {
      setReady();
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#end?.({ status: 'failed', why });
    };
    worker.on('message', (message: unknown) => {
      if (message === READY) setReady();
      // What a thread says after its time is over is not about the file that is under way now.
      else if (this.#thread === thread) this.#end?.(extractedSchema.parse(message));
    });
    worker.on('error', thrown => broken(`The conversion broke off: ${messageOf(thrown)}`));
    worker.on('exit', () => broken(BROKEN_OFF.why));
    return thread;
  }

  /** The next file gets a new thread, whether or not this one has ended yet. */
  async #drop(thread: Thread): Promise<void> {
    if (this.#thread === thread) this.#thread = null;
    await thread.worker.terminate();
  }
}

/** Extracts the text of a single file, in a thread that is there for this file only. */
export async function extractText(name: string, bytes: Uint8Array): Promise<Extracted> {
  const extractor = new TextExtractor();
  try {
    return await extractor.extract(name, bytes);
  } finally {
    await extractor.close();
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
