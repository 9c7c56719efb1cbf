import { describeFile } from '../extraction/describe-file.ts';
import type { TextExtractor } from '../extraction/text-extractor.ts';
import { beginExtraction, endExtraction, fileOf } from '../rules/files/extraction.ts';
import type { Extracted } from '../rules/files/extraction.ts';
import type { Backend } from '../rules/ground/backend.ts';
import type { FileRow, VersionRow } from '../rules/ground/records.ts';
import type { ObjectFiles } from '../storage/object-files.ts';
import type { TextIndex } from '../storage/text-index.ts';

const LOOK_EVERY_MS = 50;

export interface ExtractionParts {
  readonly backend: Backend;
  readonly objects: ObjectFiles;
  /** Closed by the worker when it stops. */
  readonly extractor: TextExtractor;
  readonly texts: TextIndex;
}

/** Extracts text in the background, one version after the other, until it is stopped. */
export class ExtractionWorker {
  readonly #parts: ExtractionParts;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(parts: ExtractionParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#takeSteps().finally(() => {
        if (!this.#stopped) this.start();
      });
    }, LOOK_EVERY_MS);
  }

  /** Resolves when nothing is under way any more. A version under way is begun again at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#parts.extractor.close();
    await this.#round;
  }

  async #takeSteps(): Promise<void> {
    const { backend } = this.#parts;
    for (const version of backend.records.extractionsDue(backend.nowMs(), 200)) {
      if (this.#stopped) return;
      if (version.extractionStatus === 'pending') beginExtraction(backend, version);
      else await this.#end(version);
    }
  }

  async #end(version: VersionRow): Promise<void> {
    const { backend } = this.#parts;
    const extracted = await this.#extracted(version, fileOf(backend, version)?.name ?? '');
    // Stopping breaks off what is under way, which says nothing about the file.
    if (this.#stopped) return;
    backend.records.transaction(() => this.#keep(version, extracted));
  }

  async #extracted(version: VersionRow, name: string): Promise<Extracted> {
    const { extractor, objects } = this.#parts;
    const neededBytes = extractor.neededBytes(name);
    if (neededBytes === 0) return { status: 'deferred' };
    try {
      return await extractor.extract(name, await objects.firstBytes(version.objectKey, neededBytes));
    } catch {
      return { status: 'failed', why: 'The content could not be read.' };
    }
  }

  #keep(version: VersionRow, extracted: Extracted): void {
    const { backend, texts } = this.#parts;
    endExtraction(backend, version, extracted);
    const file = fileOf(backend, version);
    if (file === null) return;
    if (extracted.status === 'failed') texts.putFailure(version.id, extracted.why);
    if (extracted.status === 'done') {
      texts.put({
        versionId: version.id,
        fileId: file.id,
        organizationId: file.organizationId,
        text: extracted.text,
      });
    }
    if (isUndescribed(file) && file.latestVersionId === version.id) this.#describe(file, extracted);
  }

  /** GAP: whether a derived description counts as a change is not said. Here `updatedAt` stays: no person changed the file. */
  #describe(file: FileRow, extracted: Extracted): void {
    const text = extracted.status === 'done' ? extracted.text : null;
    this.#parts.backend.records.saveFile({ ...file, ...describeFile(file.name, text) });
  }
}

/** SPEC 2.1: a file that arrives without description or tags gets derived ones; what a caller has set stays. */
function isUndescribed(file: FileRow): boolean {
  return (file.description ?? '').trim() === '' && file.tags.length === 0;
}
