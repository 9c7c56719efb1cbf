import { z } from 'zod';

const id = z.string().max(100);

/** Lists that are no folder: what was archived, what is in the store here, files in no folder that can be read. */
const placeList = z.enum(['archived', 'removed', 'loose']);
export type PlaceList = z.infer<typeof placeList>;

/**
 * Somewhere that the Files screen can show: a folder of a mirror (null: the mirror's own), a folder of the service by its
 * id (null: all folders at the top), a list, or a folder of the organization's library (null: its top).
 */
export const folderPlace = z.union([
  z.object({ mirror: id, folder: id.nullable() }),
  z.object({ base: id.nullable() }),
  z.object({ list: placeList }),
  z.object({ library: id.nullable() }),
]);
export type FolderPlace = z.infer<typeof folderPlace>;
export type MirrorPlace = Extract<FolderPlace, { mirror: string }>;
export type LibraryPlace = Extract<FolderPlace, { library: string | null }>;
export type BasePlace = Extract<FolderPlace, { base: string | null }>;
