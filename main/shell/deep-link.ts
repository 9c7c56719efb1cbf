import type { FolderPlace } from '../../shared/features/browse/place-model.ts';

/** Where a link leads: a place of the window, or a file whose place the engine knows. */
export type Link = { readonly to: 'place'; readonly hash: string } | { readonly to: 'file'; readonly id: string };

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const LONGEST = 200;
/** Screens that a link may lead to, by its verb. */
const SCREENS: ReadonlyMap<string, string> = new Map([
  ['open', '#/files'],
  ['files', '#/files'],
  ['attention', '#/attention'],
  ['activity', '#/activity/history'],
  ['chat', '#/chat'],
  ['settings', '#/settings'],
  ['diagnostics', '#/diagnostics/health'],
]);

/**
 * Reads a link such as `benchtop://folder/<uuid>`; null for everything else. A link only ever leads somewhere: its verbs
 * are these, and what it names are ids, so nothing of it can do or say anything (S49).
 */
export function readLink(text: string): Link | null {
  if (text.length > LONGEST || !text.startsWith('benchtop://') || !URL.canParse(text)) return null;
  const { protocol, host, pathname, search, hash, username, port } = new URL(text);
  if (protocol !== 'benchtop:' || search + hash + username + port !== '') return null;
  const screen = SCREENS.get(host);
  const id = pathname.slice(1);
  if (id === '') return screen === undefined ? null : { to: 'place', hash: screen };
  if (!UUID.test(id)) return null;
  if (host === 'folder') return { to: 'place', hash: `#/files/:base/${id}` };
  if (host === 'task') return { to: 'place', hash: `#/chat/${id}` };
  return host === 'file' ? { to: 'file', id } : null;
}

/** The link among the arguments a program was started with; all other arguments are passed over. */
export function linkIn(args: readonly unknown[]): Link | null {
  for (const each of args) {
    const link = typeof each === 'string' ? readLink(each) : null;
    if (link !== null) return link;
  }
  return null;
}

/** The end of the window's address for a place that the engine names; of one that is nowhere, all files. */
export function hashOfPlace(place: FolderPlace | null): string {
  const below = (first: string, folder: string | null): string =>
    `#/files/${first}${folder === null ? '' : `/${encodeURIComponent(folder)}`}`;
  if (place !== null && 'mirror' in place) return below(encodeURIComponent(place.mirror), place.folder);
  if (place !== null && 'base' in place) return below(':base', place.base);
  return '#/files';
}

/** Links from outside. macOS delivers one before there is a listener, and a first start has one among its arguments. */
export class IncomingLinks {
  #early: Link | null;
  #follow: ((link: Link | null) => void) | null = null;

  constructor(args: readonly string[]) {
    this.#early = linkIn(args);
  }

  /** Hears of every later link; null: the app was started again without one. @returns the link that came before. */
  listen(follow: (link: Link | null) => void): Link | null {
    this.#follow = follow;
    return this.#early;
  }

  /** Takes the arguments of a start or of an event, which may hold no link at all. */
  take(args: readonly unknown[]): void {
    const link = linkIn(args);
    if (this.#follow === null) this.#early = link ?? this.#early;
    else this.#follow(link);
  }
}
