import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';

/** Where something was here. */
export interface FormerLocation {
  readonly parent: ItemId;
  readonly name: string;
}

/** What takes something back that was done: kept with its line of history. */
export type UndoStep =
  /** `made` became the head in place of `former`, whoever made it. */
  | {
      readonly kind: 'version';
      readonly item: ItemId;
      readonly file: ServiceId;
      readonly former: VersionId;
      readonly made: VersionId;
    }
  | { readonly kind: 'move'; readonly item: ItemId; readonly from: FormerLocation; readonly to: FormerLocation }
  /** Its bytes went into the store under a name, or were there already with these bytes; `file`: as the service knew it. */
  | {
      readonly kind: 'stored';
      readonly path: string;
      readonly name: string | null;
      readonly sha256: Sha256 | null;
      readonly file?: ServiceId | null;
    }
  /** A folder was archived at the service. */
  | { readonly kind: 'folder'; readonly folder: ServiceId }
  /** Its space here was freed. */
  | { readonly kind: 'freed'; readonly item: ItemId }
  /** One after the other. */
  | { readonly kind: 'all'; readonly steps: readonly UndoStep[] };
