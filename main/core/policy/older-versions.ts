import type { VersionSum } from '../../../shared/fault.ts';
import type { VersionId } from '../../../shared/ids.ts';
import type { AgreedLoss } from '../../../shared/features/edit/model.ts';

/** An older version of a file that is about to be removed. */
export interface OlderOf {
  readonly version: VersionId;
  /** Position in the history, the oldest is 0. */
  readonly order: number;
  /** Null when the service does not tell. */
  readonly sizeBytes: number | null;
  /** Whether the trash of this computer has it already. */
  readonly isKept: boolean;
}

/** How many bytes may still be downloaded: for this file, and for the trash as a whole. */
export interface RoomForOlder {
  readonly fileBytes: number;
  readonly storeBytes: number;
}

/** What happens to the older versions of a file. */
export interface OlderPlan {
  readonly kept: readonly OlderOf[];
  /** Newest first. */
  readonly fetched: readonly OlderOf[];
  readonly lost: readonly OlderOf[];
}

/**
 * Chooses the older versions that are downloaded to the trash before their file is removed at the service: newest
 * first, as many as fit. A version that is too large does not exclude smaller ones. A version of unknown size is
 * counted after its download.
 */
export function planOlder(versions: readonly OlderOf[], { fileBytes, storeBytes }: RoomForOlder): OlderPlan {
  const kept = versions.filter(({ isKept }) => isKept);
  const fetched: OlderOf[] = [];
  const lost: OlderOf[] = [];
  let left = Math.min(fileBytes - (sumOf(kept).sizeBytes ?? 0), storeBytes);
  for (const one of versions.toSorted((a, b) => b.order - a.order)) {
    if (one.isKept) continue;
    if (left <= 0 || (one.sizeBytes ?? 0) > left) lost.push(one);
    else {
      fetched.push(one);
      left -= one.sizeBytes ?? 0;
    }
  }
  return { kept, fetched, lost };
}

/** Number and total size of versions; the size is null if one of them is unknown. */
export function sumOf(versions: readonly Pick<OlderOf, 'sizeBytes'>[]): VersionSum {
  const isKnown = versions.every(({ sizeBytes }) => sizeBytes !== null);
  const sizeBytes = versions.reduce((sum, one) => sum + (one.sizeBytes ?? 0), 0);
  return { versions: versions.length, sizeBytes: isKnown ? sizeBytes : null };
}

/** Whether no more versions would be lost than a person agreed to. */
export function isLossAgreed(lost: VersionSum, version: VersionId, agreed: AgreedLoss | null): boolean {
  if (lost.versions === 0) return true;
  if (agreed === null || agreed.version !== version) return false;
  return agreed.versions === null || (lost.versions !== null && lost.versions <= agreed.versions);
}
