import type { VersionSum } from '../../../shared/fault.ts';
import type { VersionId } from '../../../shared/ids.ts';
import type { AgreedLoss } from '../../../shared/features/edit/model.ts';

/** An older version of a file that is to be removed. */
export interface OlderOf {
  readonly version: VersionId;
  /** Its place in the history, oldest 0. */
  readonly order: number;
  /** Null when the service does not tell. */
  readonly sizeBytes: number | null;
  /** Whether it is kept on this computer already. */
  readonly isKept: boolean;
}

/** How many bytes may still be brought here: for this file, and into the store as a whole. */
export interface RoomForOlder {
  readonly fileBytes: number;
  readonly storeBytes: number;
}

/** What becomes of the older versions of a file. */
export interface OlderPlan {
  readonly kept: readonly OlderOf[];
  /** Newest first. */
  readonly fetched: readonly OlderOf[];
  readonly lost: readonly OlderOf[];
}

/**
 * Chooses which older versions are brought here before their file is removed: newest first, as many as there is room for.
 * One that is too large does not keep smaller ones from it. A size that is not known counts when it has come.
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

/** How many they are, and how large; null where one of them is of unknown size. */
export function sumOf(versions: readonly Pick<OlderOf, 'sizeBytes'>[]): VersionSum {
  const isKnown = versions.every(({ sizeBytes }) => sizeBytes !== null);
  const sizeBytes = versions.reduce((sum, one) => sum + (one.sizeBytes ?? 0), 0);
  return { versions: versions.length, sizeBytes: isKnown ? sizeBytes : null };
}

/** Whether no more would be lost than a person agreed to. */
export function isLossAgreed(lost: VersionSum, version: VersionId, agreed: AgreedLoss | null): boolean {
  if (lost.versions === 0) return true;
  if (agreed === null || agreed.version !== version) return false;
  return agreed.versions === null || (lost.versions !== null && lost.versions <= agreed.versions);
}
