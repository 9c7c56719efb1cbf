import { create } from 'zustand';

/** A folder of a mirror; `folder` null is the mirror's own. */
export interface FolderPlace {
  readonly mirror: string;
  readonly folder: string | null;
}

/** Where the window is. `place` null: the first mirror there is. */
export type Route =
  | { readonly screen: 'files'; readonly place: FolderPlace | null }
  | { readonly screen: 'activity' }
  /** Signing in, and choosing folders. */
  | { readonly screen: 'start' }
  /** `invitation`: one that was opened as a link; it leaves the address at once. */
  | { readonly screen: 'account'; readonly invitation?: string };

/** Where the window is, and the folder that was shown last, to come back to. */
export const useNavigation = create<{ readonly route: Route; readonly lastPlace: FolderPlace | null }>(() => ({
  route: { screen: 'files', place: null },
  lastPlace: null,
}));

/** Goes there. */
export function go(route: Route): void {
  const { lastPlace } = useNavigation.getState();
  useNavigation.setState({ route, lastPlace: route.screen === 'files' ? (route.place ?? lastPlace) : lastPlace });
}

/** Opens a folder on the Files screen. */
export function openFolder(place: FolderPlace): void {
  go({ screen: 'files', place });
}

/** Opens the Files screen where it was left. */
export function openFiles(): void {
  go({ screen: 'files', place: useNavigation.getState().lastPlace });
}

/** One text per folder, for keys and comparisons. */
export function placeKey(place: FolderPlace): string {
  return [place.mirror, ...(place.folder === null ? [] : [place.folder])].map(encodeURIComponent).join('/');
}

/** The folder that `placeKey` made a text of. */
export function placeOf(key: string): FolderPlace {
  const [mirror = '', folder] = key.split('/').map(decodePart);
  return { mirror, folder: folder ?? null };
}

/** A route as the end of an address: `#/files/m1/42`, `#/activity`. */
export function formatRoute(route: Route): string {
  if (route.screen !== 'files') return `#/${route.screen}`;
  return route.place === null ? '#/files' : `#/files/${placeKey(route.place)}`;
}

/** The route in the end of an address; what is no route of ours is the Files screen. */
export function parseRoute(hash: string): Route {
  if (hash === '#/activity') return { screen: 'activity' };
  if (hash === '#/start') return { screen: 'start' };
  if (hash === '#/account') return { screen: 'account' };
  const invitation = /^#\/invitation\/([\w-]{8,500})$/.exec(hash)?.[1];
  if (invitation !== undefined) return { screen: 'account', invitation };
  const key = /^#\/files\/(.+)$/.exec(hash)?.[1];
  return { screen: 'files', place: key === undefined ? null : placeOf(key) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
