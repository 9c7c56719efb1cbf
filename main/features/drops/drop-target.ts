import type { SpotHere } from '../../items/locate-item.ts';
import type { VolumeNames } from '../../core/names/volume-names.ts';

/** Where dropped files are put, whatever comes of them then. */
export interface Target {
  /** The mirror whose folder it is; null: the outbox. */
  readonly mirror: string | null;
  /** The root and the folder in it that everything goes into. */
  readonly root: SpotHere['mirror']['root'];
  readonly folder: string;
  /** What the volume of the root makes of names. */
  readonly names: VolumeNames;
  /** Makes folders from the target on. @returns the path of the last. */
  makeFolders(names: readonly string[]): Promise<string>;
  /** A file is in its place. */
  placed(names: readonly string[], sizeBytes: number): void;
  /** Nothing more comes. */
  finished(): void;
}
