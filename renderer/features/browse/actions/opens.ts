import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';

/** Where a row of a place leads; null: it is a file. */
export function opensOf(place: FolderPlace, { id, kind, opens }: FileRow): FolderPlace | null {
  if (kind === 'file') return null;
  if (opens !== undefined) return opens;
  if ('library' in place) return { library: id };
  return 'mirror' in place ? { mirror: place.mirror, folder: id } : { base: id };
}
