import type { ItemId } from '../../../shared/ids.ts';
import type { Ignoring } from '../policy/ignore.ts';
import type { Kind } from '../item.ts';
import type { Hidden, ScannedEntry } from './scan-result.ts';

/** An item, or (negative) something new that gets its id when it is recorded. */
export type ScanId = number;

/** Something whose local facts changed. */
export interface LocalObservation {
  readonly scanId: ScanId;
  readonly parent: ScanId;
  readonly path: string;
  readonly entry: ScannedEntry & { readonly kind: Kind };
}

/** What a look means for the items of a mirror. */
export interface MatchResult {
  readonly observations: readonly LocalObservation[];
  /** Seen before, and now in no folder that could be read. */
  readonly gone: readonly ItemId[];
  /** Cannot be seen now: below an unreadable folder, or turned into something we do not touch. */
  readonly unknown: readonly ItemId[];
  readonly digests: readonly { readonly scanId: ScanId; readonly digest: string }[];
  /** Things we leave alone and say so. */
  readonly odd: readonly { readonly path: string; readonly code: string }[];
  /** What a rule hides directly in the folders that were listed. */
  readonly hidden: readonly Hidden[];
}

/** What matching goes by, besides the items and the look. */
export interface MatchContext {
  readonly ignoring: Ignoring;
  /**
   * Items out of sight whose place something else took, each with its key: only that tells who they are. Also those that
   * an interrupted operation may have given another key: where that is found, they are that, whatever was known of them.
   */
  readonly strays: ReadonlyMap<ItemId, string>;
}
