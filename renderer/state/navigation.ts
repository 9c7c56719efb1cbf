import { create } from 'zustand';

import type {
  BasePlace,
  FolderPlace,
  LibraryPlace,
  MirrorPlace,
  PlaceList,
} from '../../shared/features/browse/place-model.ts';
import { formatZones, type ZonesPlace, zonesPlaceOf } from './zones-place.ts';

export type { BasePlace, FolderPlace, MirrorPlace };

/** Where the window is. `place` null: the first mirror there is. */
export type Route =
  | { readonly screen: 'files'; readonly place: FolderPlace | null }
  | { readonly screen: 'attention' }
  /** Signing in, and choosing folders. */
  | { readonly screen: 'start' }
  /** `invitation`: one that was opened as a link; it leaves the address at once. */
  | { readonly screen: 'account'; readonly invitation?: string }
  /** Conversations with the agent. `task` null: what is written begins one. */
  | { readonly screen: 'chat'; readonly task: string | null }
  | { readonly screen: 'activity'; readonly tab: ActivityTab }
  | { readonly screen: 'settings'; readonly section: string | null }
  | { readonly screen: 'diagnostics'; readonly tab: DiagnosticsTab }
  | { readonly screen: 'connections'; readonly tab: ConnectionsTab }
  | { readonly screen: 'zones'; readonly place: ZonesPlace }
  /** `project`: the one that is on show, of the tab with projects. */
  | { readonly screen: 'organization'; readonly tab: OrganizationTab; readonly project: string | null };

/** The parts of the Activity screen. */
const ACTIVITY_TABS = ['now', 'history', 'checks'] as const;
export type ActivityTab = (typeof ACTIVITY_TABS)[number];

/** The parts of the Diagnostics screen. */
const DIAGNOSTICS_TABS = ['health', 'log', 'bundle', 'tools'] as const;
export type DiagnosticsTab = (typeof DIAGNOSTICS_TABS)[number];

/** The parts of the Connections screen; `inventory` is for owners and admins. */
const CONNECTIONS_TABS = ['list', 'catalogue', 'registry', 'inventory'] as const;
export type ConnectionsTab = (typeof CONNECTIONS_TABS)[number];

/** The parts of the Organization screen; which of them there are, the service decides. */
export const ORGANIZATION_TABS = [
  'overview',
  'members',
  'projects',
  'files',
  'sharing',
  'proposals',
  'audit',
  'keys',
] as const;
export type OrganizationTab = (typeof ORGANIZATION_TABS)[number];

/** Where the window is, and what was shown last of the folders and of the library, to come back to. */
export const useNavigation = create<{
  readonly route: Route;
  readonly lastPlace: FolderPlace | null;
  readonly lastOfLibrary: LibraryPlace;
  readonly lastTask: string | null;
}>(() => ({
  route: { screen: 'files', place: null },
  lastPlace: null,
  lastOfLibrary: { library: null },
  lastTask: null,
}));

/** Goes there. */
export function goTo(route: Route): void {
  const place = route.screen === 'files' ? route.place : null;
  if (route.screen === 'chat') useNavigation.setState({ route, lastTask: route.task });
  else if (place !== null && 'library' in place) useNavigation.setState({ route, lastOfLibrary: place });
  else useNavigation.setState(place === null ? { route } : { route, lastPlace: place });
}

/** Opens a folder on the Files screen. */
export function openFolder(place: FolderPlace): void {
  goTo({ screen: 'files', place });
}

/** Opens the Files screen where it was left. */
export function openFiles(): void {
  goTo({ screen: 'files', place: useNavigation.getState().lastPlace });
}

/** Opens the library where it was left. */
export function openLibrary(): void {
  goTo({ screen: 'files', place: useNavigation.getState().lastOfLibrary });
}

/** Opens the organization. */
export function openOrganization(tab: OrganizationTab = 'overview'): void {
  goTo({ screen: 'organization', tab, project: null });
}

/** Opens the projects, or one of them. */
export function openProjects(project: string | null = null): void {
  goTo({ screen: 'organization', tab: 'projects', project });
}

/** Opens the drop zones, or a part of them. */
export function openZones(place: ZonesPlace = { name: 'list' }): void {
  goTo({ screen: 'zones', place });
}

/** Opens chat where it was left. */
export function openChat(): void {
  goTo({ screen: 'chat', task: useNavigation.getState().lastTask });
}

/** Whether the library is on show. */
export function isInLibrary(route: Route): boolean {
  return route.screen === 'files' && route.place !== null && 'library' in route.place;
}

/** What no mirror's id begins with: `encodeURIComponent` never leaves it in one. */
const NO_MIRROR = ':';
const LIBRARY = `${NO_MIRROR}library`;
const LISTS: readonly PlaceList[] = ['archived', 'removed', 'loose'];

/** One text per place, for keys and comparisons: `m1`, `m1/42`, `:base`, `:base/<uuid>`, `:archived`, `:library/<uuid>`. */
export function placeKey(place: FolderPlace): string {
  if ('list' in place) return `${NO_MIRROR}${place.list}`;
  if ('library' in place) return joined(LIBRARY, place.library);
  if ('base' in place) return joined(`${NO_MIRROR}base`, place.base);
  return joined(encodeURIComponent(place.mirror), place.folder);
}

/** The place that `placeKey` made a text of; an unknown list leads to all folders. */
export function placeOf(key: string): FolderPlace {
  const [first = '', second] = key.split('/');
  const folder = second === undefined ? null : decodePart(second);
  if (!first.startsWith(NO_MIRROR)) return { mirror: decodePart(first), folder };
  if (first === LIBRARY) return { library: folder };
  const list = LISTS.find(each => first === `${NO_MIRROR}${each}`);
  return list === undefined ? { base: folder } : { list };
}

/** A route as the end of an address: `#/files/m1/42`, `#/activity/history`. */
export function formatRoute(route: Route): string {
  switch (route.screen) {
    case 'files':
      return route.place === null ? '#/files' : `#/files/${placeKey(route.place)}`;
    case 'attention':
      return '#/attention';
    case 'activity':
    case 'diagnostics':
    case 'connections':
      return `#/${route.screen}/${route.tab}`;
    case 'zones':
      return `#/zones${formatZones(route.place)}`;
    case 'organization':
      return joined(`#/organization/${route.tab}`, route.project);
    case 'chat':
      return route.task === null ? '#/chat' : `#/chat/${encodeURIComponent(route.task)}`;
    case 'settings':
      return route.section === null ? '#/settings' : `#/settings/${encodeURIComponent(route.section)}`;
    case 'start':
    case 'account':
      return `#/${route.screen}`;
  }
}

/** The route in the end of an address; what is no route of ours is the Files screen. */
export function parseRoute(hash: string): Route {
  const [screen, ...rest] = hash.slice('#/'.length).split('/');
  if (screen === 'attention') return { screen };
  if (screen === 'activity') return { screen, tab: ACTIVITY_TABS.find(tab => tab === rest[0]) ?? 'history' };
  if (screen === 'diagnostics') return { screen, tab: DIAGNOSTICS_TABS.find(tab => tab === rest[0]) ?? 'health' };
  if (screen === 'connections') return { screen, tab: CONNECTIONS_TABS.find(tab => tab === rest[0]) ?? 'list' };
  if (screen === 'zones') return { screen, place: zonesPlaceOf(rest.map(decodePart)) };
  if (screen === 'organization') {
    const tab = ORGANIZATION_TABS.find(each => each === rest[0]) ?? 'overview';
    return { screen, tab, project: tab === 'projects' ? partOf(rest[1]) : null };
  }
  if (screen === 'settings') return { screen, section: partOf(rest[0]) };
  if (screen === 'chat') return { screen, task: partOf(rest[0]) };
  if (hash === '#/start') return { screen: 'start' };
  if (hash === '#/account') return { screen: 'account' };
  const invitation = /^#\/invitation\/([\w-]{8,500})$/.exec(hash)?.[1];
  if (invitation !== undefined) return { screen: 'account', invitation };
  const key = /^#\/files\/(.+)$/.exec(hash)?.[1];
  return { screen: 'files', place: key === undefined ? null : placeOf(key) };
}

function partOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : decodePart(text);
}

function joined(first: string, second: string | null): string {
  return second === null ? first : `${first}/${encodeURIComponent(second)}`;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Calls `then` when the window shows another place. */
export function onRouteChange(then: () => void): void {
  useNavigation.subscribe(({ route }, before) => {
    if (route !== before.route) then();
  });
}
