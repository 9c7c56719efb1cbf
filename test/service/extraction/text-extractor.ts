import { Worker } from 'node:worker_threads';

import { z } from 'zod';

import type { Extracted } from '../rules/extraction.ts';
import { familyOf } from './formats.ts';

export interface ExtractionLimits {
  /** How long one file may take. */
  readonly timeoutMs: number;
  /** How much JavaScript memory one file may take, in MiB. What is unpacked lies outside and has limits of its own. */
  readonly heapMb: number;
  /** Larger files are not converted. */
  readonly sizeBytes: number;
}

const LIMITS: ExtractionLimits = { timeoutMs: 30_000, heapMb: 512, sizeBytes: 64 * 1024 * 1024 };

const extractedSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), text: z.string() }),
  z.object({ status: z.literal('deferred') }),
  z.object({ status: z.literal('failed'), why: z.string() }),
]);

/**
 * Extracts texts in a thread of its own, one file at a time. A file that takes too long, too much memory or the whole
 * thread with it has failed; the next one gets a new thread.
 */
export class TextExtractor {
  readonly #limits: ExtractionLimits;
  #thread: Worker | null = null;
  /** Told how the file under way ended. */
  #end: ((extracted: Extracted) => void) | null = null;
  #last: Promise<unknown> = Promise.resolve();
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
    await this.#thread?.terminate();
    await this.#last;
  }

  async #converted(name: string, bytes: Uint8Array): Promise<Extracted> {
    if (this.#isClosed) return { status: 'failed', why: 'The conversion broke off.' };
    const thread = (this.#thread ??= this.#newThread());
    const { timeoutMs } = this.#limits;
    const timer = setTimeout(() => {
      this.#end?.({ status: 'failed', why: `The conversion took longer than ${timeoutMs / 1000} seconds.` });
      void this.#drop(thread);
    }, timeoutMs);
    try {
      return await new Promise<Extracted>(resolve => {
        this.#end = resolve;
        thread.postMessage({ name, bytes });
      });
    } finally {
      clearTimeout(timer);
      this.#end = null;
    }
  }

  #newThread(): Worker {
    const thread = new Worker(new URL('./extraction-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // What parsers print about a file is nobody's business, but must be taken, or it would wait in memory.
    thread.stdout.resume();
    thread.stderr.resume();
    const broken = (why: string): void => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#end?.({ status: 'failed', why });
    };
    thread.on('message', (message: unknown) => {
      // What a thread says after its time is over is not about the file that is under way now.
      if (this.#thread === thread) this.#end?.(extractedSchema.parse(message));
    });
    thread.on('error', thrown => broken(`The conversion broke off: ${messageOf(thrown)}`));
    thread.on('exit', () => broken('The conversion broke off.'));
    return thread;
  }

  /** The next file gets a new thread, whether or not this one has ended yet. */
  async #drop(thread: Worker): Promise<void> {
    if (this.#thread === thread) this.#thread = null;
    await thread.terminate();
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
