import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';

/** Where an item was on this computer. */
export interface FormerLocation {
  readonly parent: ItemId;
  readonly name: string;
}

/** The step that undoes an entry of the history; stored with it. */
export type UndoStep =
  /** `made` became the head in place of `former`. */
  | {
      readonly kind: 'version';
      readonly item: ItemId;
      readonly file: ServiceId;
      readonly former: VersionId;
      readonly made: VersionId;
    }
  | { readonly kind: 'move'; readonly item: ItemId; readonly from: FormerLocation; readonly to: FormerLocation }
  /** The bytes are in the trash under a name, or were there before with this hash. `file`: the file at the service. */
  | {
      readonly kind: 'stored';
      readonly path: string;
      readonly name: string | null;
      readonly sha256: Sha256 | null;
      readonly file?: ServiceId | null;
    }
  /** A folder was archived at the service. */
  | { readonly kind: 'folder'; readonly folder: ServiceId }
  /** A file was made online-only. */
  | { readonly kind: 'freed'; readonly item: ItemId }
  /** Several steps, in order. */
  | { readonly kind: 'all'; readonly steps: readonly UndoStep[] };
