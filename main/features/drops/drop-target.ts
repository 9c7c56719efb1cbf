import type { LocalFolder } from '../../items/target-folder.ts';
import type { VolumeNames } from '../../core/names/volume-names.ts';

/** Where dropped files are put. */
export interface Target {
  /** The mirror of the folder; null: the outbox. */
  readonly mirror: string | null;
  /** The root, and the folder in it that files are added to. */
  readonly root: LocalFolder['mirror']['root'];
  readonly folder: string;
  /** Name rules of the root's volume. */
  readonly names: VolumeNames;
  /** Makes folders below the target. @returns the path of the last. */
  makeFolders(names: readonly string[]): Promise<string>;
  /** A file is in place. */
  placed(names: readonly string[], sizeBytes: number): void;
  /** No more files come. */
  finished(): void;
}
