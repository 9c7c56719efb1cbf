import type { Fault } from '../../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import type { Row } from './zones-db.ts';

export type FileState = 'waiting' | 'refused' | 'confirmed' | 'verified';

/** An upload or version begun at the service for a file, recorded before each step whose effect cannot be seen afterwards. */
export interface Target {
  readonly kind: 'upload' | 'version';
  readonly file: ServiceId;
  /** The version that the service announced for an upload; null: it announced none, or a version is being made. */
  readonly version: VersionId | null;
  /** The version that a new one is based on; null: it is an upload, or not known. */
  readonly base: VersionId | null;
  /** Its path below the destination. */
  readonly at: string;
  /** Hash of the bytes sent; null: not all of them were sent, so nothing can have arrived. */
  readonly sha256: Sha256 | null;
  readonly sizeBytes: number;
  /** Fingerprint of the source when they were read. Stored targets have it under this name. */
  readonly stamp: string;
}

/** One file of a zone as recorded. */
export interface ZoneItem {
  readonly id: number;
  readonly zone: number;
  readonly run: number;
  /** Inside the zone's folder. */
  readonly path: string;
  readonly name: string;
  readonly inside: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly fingerprint: string;
  readonly changedAt: number;
  readonly gapMs: number;
  readonly quietAt: number;
  readonly isPresent: boolean;
  readonly state: FileState;
  readonly changedAfter: boolean;
  readonly target: Target | null;
  /** What arrived last; null: nothing has arrived. */
  readonly sent: {
    readonly file: ServiceId;
    readonly version: VersionId | null;
    readonly sha256: Sha256;
    readonly sizeBytes: number;
    readonly at: string;
    readonly confirmedAt: number;
    readonly verifiedAt: number | null;
  } | null;
  readonly isLabelled: boolean;
  readonly fault: Fault | null;
  readonly retryAt: number | null;
  readonly attempts: number;
}

/** Reads a row of the `file` table. It was written by this program, so its JSON is not validated again. */
export function itemOf(row: Row): ZoneItem {
  const folder = textOf(row, 'folder');
  const name = textOf(row, 'name');
  const target = textIn(row, 'target');
  const fault = textIn(row, 'fault');
  return {
    id: numberOf(row, 'id'),
    zone: numberOf(row, 'zone'),
    run: numberOf(row, 'run'),
    path: folder === '' ? name : `${folder}/${name}`,
    name,
    inside: textOf(row, 'inside'),
    sizeBytes: numberOf(row, 'size'),
    modifiedMs: numberOf(row, 'modified'),
    fingerprint: textOf(row, 'stamp'),
    changedAt: numberOf(row, 'changed_at'),
    gapMs: numberOf(row, 'gap'),
    quietAt: numberOf(row, 'quiet_at'),
    isPresent: numberOf(row, 'present') === 1,
    state: stateOf(textOf(row, 'state')),
    changedAfter: numberOf(row, 'changed_after') === 1,
    target: target === null ? null : (JSON.parse(target) as Target),
    sent: sentIn(row),
    isLabelled: numberOf(row, 'labelled') === 1,
    fault: fault === null ? null : (JSON.parse(fault) as Fault),
    retryAt: numberIn(row, 'retry_at'),
    attempts: numberOf(row, 'attempts'),
  };
}

function sentIn(row: Row): ZoneItem['sent'] {
  const file = textIn(row, 'remote');
  if (file === null) return null;
  return {
    file: file as ServiceId,
    version: textIn(row, 'version') as VersionId | null,
    sha256: textOf(row, 'sha256') as Sha256,
    sizeBytes: numberOf(row, 'sent_size'),
    at: textOf(row, 'sent_as'),
    confirmedAt: numberOf(row, 'confirmed'),
    verifiedAt: numberIn(row, 'verified'),
  };
}

function stateOf(text: string): FileState {
  return text === 'refused' || text === 'confirmed' || text === 'verified' ? text : 'waiting';
}

/** An integer column; 0 for NULL. */
export function numberOf(row: Row | null, column: string): number {
  const value = row?.[column];
  return typeof value === 'number' ? value : 0;
}

export function numberIn(row: Row | null, column: string): number | null {
  const value = row?.[column];
  return typeof value === 'number' ? value : null;
}

/** A text column; empty for NULL. */
export function textOf(row: Row | null, column: string): string {
  const value = row?.[column];
  return typeof value === 'string' ? value : '';
}

export function textIn(row: Row | null, column: string): string | null {
  const value = row?.[column];
  return typeof value === 'string' ? value : null;
}
