import { EXTRACTED_BYTES, beginExtraction, endExtraction, extract, fileOf, hasParser } from './rules/extraction.ts';
import type { Backend } from './rules/backend.ts';
import type { VersionRow } from './rules/records.ts';
import type { ObjectFiles } from './storage/object-files.ts';

const LOOK_EVERY_MS = 50;

/** Extracts text in the background, a few versions at a time, until it is stopped. */
export class ExtractionWorker {
  readonly #backend: Backend;
  readonly #objects: ObjectFiles;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(backend: Backend, objects: ObjectFiles) {
    this.#backend = backend;
    this.#objects = objects;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#takeSteps().finally(() => {
        if (!this.#stopped) this.start();
      });
    }, LOOK_EVERY_MS);
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#round;
  }

  async #takeSteps(): Promise<void> {
    const { records } = this.#backend;
    for (const version of records.extractionsDue(this.#backend.nowMs(), 200)) {
      if (this.#stopped) return;
      if (version.extractionStatus === 'pending') beginExtraction(this.#backend, version);
      else await this.#end(version);
    }
  }

  async #end(version: VersionRow): Promise<void> {
    const name = fileOf(this.#backend, version)?.name ?? '';
    const bytes = hasParser(name) ? await this.#bytes(version) : new Uint8Array();
    endExtraction(
      this.#backend,
      version,
      bytes === null ? { status: 'failed', why: 'unreadable' } : extract(name, bytes),
    );
  }

  async #bytes(version: VersionRow): Promise<Uint8Array | null> {
    try {
      return await this.#objects.firstBytes(version.objectKey, EXTRACTED_BYTES);
    } catch {
      return null;
    }
  }
}
