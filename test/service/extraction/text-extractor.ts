import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import type { Extracted } from '../rules/files/extraction.ts';
import { familyOf } from './formats.ts';
import { READY } from './process-ready.ts';

export interface ExtractionLimits {
  /** How long one file may take. */
  readonly timeoutMs: number;
  /** How much JavaScript memory one file may take, in MiB. What is unpacked lies outside and has limits of its own. */
  readonly heapMb: number;
  /** Larger files are not converted. */
  readonly sizeBytes: number;
  /** How long the process and the parsers in its memory stay when there is nothing to do. */
  readonly idleMs: number;
}

const LIMITS: ExtractionLimits = { timeoutMs: 30_000, heapMb: 512, sizeBytes: 64 * 1024 * 1024, idleMs: 20_000 };

const extractedSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), text: z.string() }),
  z.object({ status: z.literal('deferred') }),
  z.object({ status: z.literal('failed'), why: z.string() }),
]);

interface Reader {
  readonly child: ChildProcess;
  /** When it takes files, or has ended before it could. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
}

const BROKEN_OFF = { status: 'failed', why: 'The conversion broke off.' } as const;
/** Nothing else ends the process from within. */
const OUT_OF_MEMORY = 'The conversion broke off: it took too much memory.';

const ENTRY = fileURLToPath(new URL('extraction-process.ts', import.meta.url));

/**
 * Extracts texts in a process of its own, one file at a time. A file that takes too long, too much memory or the whole
 * process with it has failed; the next one gets a new one. No thread, because one that runs out of memory may end
 * everything around it, too.
 */
export class TextExtractor {
  readonly #limits: ExtractionLimits;
  #reader: Reader | null = null;
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

  /** Never rejects: any error of the conversion becomes a failure of the file. */
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

  /** Ends the process; files under way or waiting have failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stayAwake();
    if (this.#reader !== null) await ending(this.#reader);
    await this.#last;
  }

  async #converted(name: string, bytes: Uint8Array): Promise<Extracted> {
    if (this.#isClosed) return BROKEN_OFF;
    this.#stayAwake();
    const reader = (this.#reader ??= this.#newReader());
    // Loading the parsers is not the file's time.
    await reader.ready;
    if (this.#reader !== reader) return BROKEN_OFF;
    const { timeoutMs } = this.#limits;
    const timer = setTimeout(() => {
      this.#end?.({ status: 'failed', why: `The conversion took longer than ${timeoutMs / 1000} seconds.` });
      void this.#drop(reader);
    }, timeoutMs);
    try {
      return await new Promise<Extracted>(resolve => {
        this.#end = resolve;
        // A failed send needs no handling: when the process has ended, its `exit` event reports that.
        reader.child.send({ name, bytes }, () => undefined);
      });
    } finally {
      clearTimeout(timer);
      this.#end = null;
      if (!this.#isClosed) this.#idle = setTimeout(() => void this.#drop(reader), this.#limits.idleMs);
    }
  }

  #stayAwake(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  #newReader(): Reader {
    const child = fork(ENTRY, [], {
      execArgv: [`--max-old-space-size=${this.#limits.heapMb}`],
      serialization: 'advanced',
      // Parsers print warnings about the content of files, which has no place in the output of the service.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let setReady = (): void => undefined;
    const ready = new Promise<void>(resolve => (setReady = resolve));
    const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
    const reader: Reader = { child, ready, ended };
    child.on('message', (message: unknown) => {
      if (message === READY) setReady();
      // What it says after its time is over is not about the file that is under way now.
      else if (this.#reader === reader) this.#end?.(extractedSchema.parse(message));
    });
    const broken = (why: string): void => {
      setReady();
      if (this.#reader !== reader) return;
      this.#reader = null;
      this.#end?.({ status: 'failed', why });
    };
    child.on('error', thrown => broken(`The conversion broke off: ${thrown.message}`));
    child.on('exit', () => broken(this.#isClosed ? BROKEN_OFF.why : OUT_OF_MEMORY));
    return reader;
  }

  /** The next file gets a new process, whether or not this one has ended yet. */
  async #drop(reader: Reader): Promise<void> {
    if (this.#reader === reader) this.#reader = null;
    await ending(reader);
  }
}

async function ending({ child, ended }: Reader): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Extracts the text of a single file, in a process that is there for this file only. */
export async function extractText(name: string, bytes: Uint8Array): Promise<Extracted> {
  const extractor = new TextExtractor();
  try {
    return await extractor.extract(name, bytes);
  } finally {
    await extractor.close();
  }
}
