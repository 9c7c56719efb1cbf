import { useMirrors } from '../../../state/mirrors.ts';
import type { FolderPlace } from '../../../state/navigation.ts';
import type { FolderStanding } from './files.ts';

/**
 * The folder on show as a thing of its own, which can be shared as one in a list can; null: what is on show is no folder
 * of one's own, or it is not known yet.
 */
export function folderOnShow(
  place: FolderPlace,
  view: Pick<FolderStanding, 'head'> | null,
): { readonly id: string; readonly name: string } | null {
  if (view === null || !THERE.has(view.head.standing)) return null;
  const name = view.head.trail.at(-1)?.name;
  const id = idOf(place);
  return id === null || name === undefined ? null : { id, name };
}

const THERE: ReadonlySet<string> = new Set(['ready', 'partial']);

/** The topmost folder of a mirror is no line of any list: the service's id names it. */
function idOf(place: FolderPlace): string | null {
  if ('base' in place) return place.base;
  if (!('mirror' in place)) return null;
  if (place.folder !== null) return place.folder;
  return useMirrors.getState().value?.find(({ id }) => id === place.mirror)?.remoteId ?? null;
}
