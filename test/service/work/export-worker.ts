import { writeBundle } from '../bundle/write-bundle.ts';
import type { Backend } from '../rules/ground/backend.ts';
import { exports } from '../rules/uploads/exports.ts';
import type { ExportRow } from '../rules/uploads/exports.ts';
import type { ObjectFiles } from '../storage/object-files.ts';
import { Background } from './background.ts';
import { exportSource } from './export-source.ts';

export interface ExportWorkerParts {
  readonly backend: Backend;
  readonly objects: ObjectFiles;
  reportBug(thrown: unknown): void;
}

/** Builds export bundles, one after the other. A bundle left half built by a killed service is built again from scratch. */
export class ExportWorker {
  readonly #parts: ExportWorkerParts;
  readonly #background: Background;
  readonly #stopping = new AbortController();

  constructor(parts: ExportWorkerParts) {
    this.#parts = parts;
    this.#background = new Background(() => this.#round(), parts.reportBug);
  }

  start(): void {
    this.#background.start();
  }

  /** Breaks off what is being built, and resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#background.stop();
  }

  async #round(): Promise<void> {
    const { backend } = this.#parts;
    const open = backend.records.rows(exports).filter(({ status }) => status === 'pending' || status === 'running');
    for (const job of open) {
      if (this.#stopping.signal.aborted) return;
      if (job.dueMs <= backend.nowMs()) await this.#build(job);
    }
  }

  async #build(job: ExportRow): Promise<void> {
    const { backend, objects, reportBug } = this.#parts;
    const { signal } = this.#stopping;
    const save = (change: Partial<ExportRow>): void => backend.records.putRow(exports, { ...job, ...change });
    save({ status: 'running' });
    try {
      const source = exportSource(backend, objects, job);
      const { sizeBytes } = await writeBundle(source, objects.placeFor(job.objectKey), {
        nowMs: job.createdMs,
        signal,
      });
      save({ status: 'completed', endedMs: backend.nowMs(), sizeBytes });
    } catch (thrown) {
      if (signal.aborted) return;
      reportBug(thrown);
      save({ status: 'failed', endedMs: backend.nowMs() });
    }
  }
}
