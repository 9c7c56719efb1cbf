import type { Site } from '../ground/access.ts';
import { settingsOf } from '../people/organization-settings.ts';
import type { FileRow } from '../ground/records.ts';
import { table } from '../ground/tables.ts';

/** A change that auto-tidy proposes. Times are milliseconds since the epoch. */
export type ReviewRow = {
  readonly id: string;
  readonly organizationId: string;
  readonly fileId: string;
  readonly reason: string;
  readonly status: 'pending' | 'approved' | 'rejected';
  readonly createdMs: number;
  readonly decidedMs: number | null;
  readonly decidedBy: number | null;
} & (
  | { readonly kind: 'rename'; readonly before: string; readonly after: string }
  /** Folder ids. */
  | { readonly kind: 'move'; readonly before: string | null; readonly after: string }
  | { readonly kind: 'tag'; readonly before: readonly string[]; readonly after: readonly string[] }
);

/** A file that arrived and is to be looked at; the id is the file's. */
export interface ArrivalRow {
  readonly id: string;
  readonly organizationId: string;
}

/** When an organization was swept last; the id is the organization's. */
export interface SweepRow {
  readonly id: string;
  readonly sweptMs: number;
}

export const reviews = table<ReviewRow>()('review', 'organizationId', 'fileId');
export const arrivals = table<ArrivalRow>()('arrival', 'organizationId');
export const sweeps = table<SweepRow>()('sweep');

/** SPEC 2.9: with auto-tidy on, what is uploaded is looked at; in the background, once its text is there. */
export function noteArrival(site: Site, file: FileRow): void {
  const { records } = site.backend;
  if (!settingsOf(records, file.organizationId).kbAutotidyEnabled) return;
  records.putRow(arrivals, { id: file.id, organizationId: file.organizationId });
}
