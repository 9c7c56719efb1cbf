import { proposalsFor, sweep } from '../agent/tidy/tidy.ts';
import type { Proposal, TidyFile } from '../agent/tidy/tidy.ts';
import type { Backend } from '../rules/ground/backend.ts';
import { organizationSettings } from '../rules/people/organization-settings.ts';
import type { FileRow } from '../rules/ground/records.ts';
import { arrivals, reviews, sweeps } from '../rules/files/tidying.ts';
import type { ArrivalRow, ReviewRow } from '../rules/files/tidying.ts';
import type { TextIndex } from '../storage/text-index.ts';
import { Background } from './background.ts';
import { ownerOf, surroundingsOf, tidyFile } from './tidy-surroundings.ts';

export interface TidyWorkerParts {
  readonly backend: Backend;
  readonly texts: TextIndex;
  reportBug(thrown: unknown): void;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Auto-tidy, for organizations that have switched it on (spec 2.9): looks at each file that arrived, once its text is
 * there, and once a week at all of them. It only proposes.
 */
export class TidyWorker {
  readonly #parts: TidyWorkerParts;
  readonly #background: Background;

  constructor(parts: TidyWorkerParts) {
    this.#parts = parts;
    this.#background = new Background(() => this.#round(), parts.reportBug);
  }

  start(): void {
    this.#background.start();
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    await this.#background.stop();
  }

  /** Looks at all files of all organizations that want it, now; how many proposals are new. */
  sweepNow(): number {
    return this.#wanting().reduce((sum, organizationId) => sum + this.#sweep(organizationId), 0);
  }

  async #round(): Promise<void> {
    const { backend } = this.#parts;
    for (const arrival of backend.records.rows(arrivals)) {
      if (this.#background.isStopped) return;
      this.#look(arrival);
    }
    for (const organizationId of this.#wanting()) {
      const last = backend.records.row(sweeps, organizationId);
      // The first week begins when auto-tidy was switched on.
      if (last === null) backend.records.putRow(sweeps, { id: organizationId, sweptMs: backend.nowMs() });
      else if (backend.nowMs() - last.sweptMs >= WEEK_MS) this.#sweep(organizationId);
    }
    await Promise.resolve();
  }

  #wanting(): readonly string[] {
    const rows = this.#parts.backend.records.rows(organizationSettings);
    return rows.filter(row => row.kbAutotidyEnabled).map(row => row.id);
  }

  #look(arrival: ArrivalRow): void {
    const { backend, texts } = this.#parts;
    const file = backend.records.file(arrival.id);
    if (file !== null && this.#isWaiting(file)) return;
    backend.records.transaction(() => {
      backend.records.dropRow(arrivals, arrival.id);
      const owner = file === null ? null : ownerOf(backend, file);
      const seen = file === null || owner === null ? null : tidyFile(owner, file, texts);
      if (owner === null || seen === null) return;
      this.#keep(arrival.organizationId, [seen], proposalsFor(seen, surroundingsOf(owner)));
    });
  }

  #isWaiting(file: FileRow): boolean {
    const { records } = this.#parts.backend;
    const version = file.latestVersionId === null ? null : records.version(file.latestVersionId);
    return version?.extractionStatus === 'pending' || version?.extractionStatus === 'running';
  }

  #sweep(organizationId: string): number {
    const { backend, texts } = this.#parts;
    return backend.records.transaction(() => {
      let count = 0;
      for (const files of byOwner(backend, organizationId)) {
        const owner = files[0] === undefined ? null : ownerOf(backend, files[0]);
        if (owner === null) continue;
        const seen = files.map(file => tidyFile(owner, file, texts)).filter(file => file !== null);
        count += this.#keep(organizationId, seen, [...sweep(seen, surroundingsOf(owner))]);
      }
      backend.records.putRow(sweeps, { id: organizationId, sweptMs: backend.nowMs() });
      return count;
    });
  }

  /** Saves what is proposed for files in place of what was open; what was rejected once is not proposed again. */
  #keep(organizationId: string, files: readonly TidyFile[], proposals: readonly Proposal[]): number {
    const { records } = this.#parts.backend;
    const known = files.flatMap(file => records.rows(reviews, { fileId: file.id }));
    const keptKeys = new Set(known.filter(row => row.status !== 'approved').map(keyOf));
    const wanted = new Set(proposals.map(keyOf));
    for (const row of known) {
      if (row.status === 'pending' && !wanted.has(keyOf(row))) records.dropRow(reviews, row.id);
    }
    const fresh = proposals.filter(proposal => !keptKeys.has(keyOf(proposal)));
    for (const proposal of fresh) records.putRow(reviews, this.#row(organizationId, proposal));
    return fresh.length;
  }

  #row(organizationId: string, proposal: Proposal): ReviewRow {
    const { backend } = this.#parts;
    const about = { id: backend.uuid(), organizationId, status: 'pending', createdMs: backend.nowMs() } as const;
    return { ...about, ...proposal, decidedMs: null, decidedBy: null };
  }
}

/** The same change of the same file, as it was: what was proposed for another state of the file is another proposal. */
function keyOf({ fileId, kind, before, after }: Pick<Proposal, 'fileId' | 'kind' | 'before' | 'after'>): string {
  return JSON.stringify([fileId, kind, before, after]);
}

function byOwner({ records }: Backend, organizationId: string): Iterable<readonly FileRow[]> {
  const groups = new Map<number, FileRow[]>();
  for (const file of records.filesOf(organizationId)) {
    groups.set(file.ownerId, [...(groups.get(file.ownerId) ?? []), file]);
  }
  return groups.values();
}
