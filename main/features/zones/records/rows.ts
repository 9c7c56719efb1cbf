import type { Fault } from '../../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import type { Row } from './zones-db.ts';
import type { FileState, Target, ZoneItem } from './file-records.ts';

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
    stamp: textOf(row, 'stamp'),
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
