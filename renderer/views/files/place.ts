import type { MirrorInfo } from '../../../shared/model/mirror.ts';
import { type FolderState, useFolders } from '../../stores/files.ts';
import { mirrorName, useMirrors } from '../../stores/mirrors.ts';
import { type FolderPlace, placeKey, useNavigation } from '../../stores/navigation.ts';

/** The folder on show, with its mirror; null before there is one. */
export interface Shown {
  readonly place: FolderPlace;
  readonly key: string;
  readonly mirror: MirrorInfo;
}

/** The folder on show: the route's, or the first mirror's own when the route names none, or one that is gone. */
export function useShown(): Shown | null {
  const mirrors = useMirrors(state => state.value);
  const wanted = useNavigation(state => (state.route.screen === 'files' ? state.route.place : null));
  const mirror = mirrors?.find(each => each.id === wanted?.mirror) ?? mirrors?.[0];
  if (mirror === undefined) return null;
  const place: FolderPlace = { mirror: mirror.id, folder: wanted?.mirror === mirror.id ? wanted.folder : null };
  return { place, key: placeKey(place), mirror };
}

const UNREAD: FolderState = { view: null, fault: null };

/** What is known of a folder. */
export function useFolder(key: string): FolderState {
  return useFolders(state => state.folders.get(key)) ?? UNREAD;
}

/** The name of the folder on show; the mirror's while it is being read, or when it is the mirror's own. */
export function shownName({ mirror }: Shown, { view }: FolderState): string {
  return view?.breadcrumbs.at(-1)?.name ?? mirrorName(mirror);
}
