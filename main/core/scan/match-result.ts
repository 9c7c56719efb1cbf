import type { ItemId } from '../../../shared/ids.ts';
import type { Ignoring } from '../policy/ignore.ts';
import type { Kind } from '../item.ts';
import type { Hidden, ScannedEntry } from './scan-result.ts';

/** The id of something that a scan found: an item's id, or a negative number for a new one until it is recorded. */
export type ScanId = number;

/** An entry whose local facts changed since the last scan. */
export interface LocalObservation {
  readonly scanId: ScanId;
  readonly parent: ScanId;
  readonly path: string;
  readonly entry: ScannedEntry & { readonly kind: Kind };
}

/** The result of a scan in terms of the items of a mirror. */
export interface MatchResult {
  readonly observations: readonly LocalObservation[];
  /** Present before, and now found in none of the folders that were read. */
  readonly gone: readonly ItemId[];
  /**
   * Cannot be observed now: inside an unreadable folder, hidden by a rule, or replaced by something that is not
   * synchronised.
   */
  readonly unknown: readonly ItemId[];
  readonly digests: readonly { readonly scanId: ScanId; readonly digest: string }[];
  /** Entries that are not synchronised, which a person is told. */
  readonly odd: readonly { readonly path: string; readonly code: string }[];
  /** Entries directly in the listed folders that a rule ignores. */
  readonly hidden: readonly Hidden[];
}

/** What matching depends on besides the items and the scan. */
export interface MatchContext {
  readonly ignoring: Ignoring;
  /**
   * Items without a known local path, by the key that identifies them: another entry took their path, or an interrupted
   * operation may have given them another key. An entry with that key is the item, even if another key is recorded for it.
   */
  readonly strays: ReadonlyMap<ItemId, string>;
}
