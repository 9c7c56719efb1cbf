import type { ItemId } from '../../../shared/ids.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import type { Item } from '../../core/item.ts';
import { pathInside, plainPath } from '../../core/names/local-paths.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Disk } from '../../ports/disk.ts';
import { EXACT_NAMES, keyOn } from '../../core/names/volume-names.ts';

/** A mirror and a path inside it; empty for its root. */
export interface PlaceInMirror {
  readonly mirror: Mirror;
  readonly path: string;
}

/** Finds the mirror of an absolute path, also through links in its parents; null: in none. */
export async function placeInMirror(disk: Disk, journal: Journal, path: string): Promise<PlaceInMirror | null> {
  const mirrors = journal.mirrors.all();
  const direct = within(mirrors, path);
  if (direct !== null) return direct;
  // An online-only item cannot be resolved on the disk, so resolve its nearest existing parent.
  const plain = plainPath(path);
  for (let cut = plain.length; cut > 0; cut = plain.lastIndexOf('/', cut - 1)) {
    const folder = plain.slice(0, cut);
    // On Windows `C:` alone means the current folder of that drive.
    const facts = await disk.inspect(folder.endsWith(':') ? `${folder}/` : folder);
    if (facts.trouble === null) return within(mirrors, pathBelow(facts.realPath, plain.slice(cut + 1)));
  }
  return null;
}

/** Matches the path case-insensitively if the mirror's volume does. */
function within(mirrors: readonly Mirror[], path: string): PlaceInMirror | null {
  for (const mirror of mirrors) {
    const inside = pathInside(path, mirror.root.path, mirror.names);
    if (inside !== null) return { mirror, path: inside };
  }
  return null;
}

/** The item at a path of a mirror, or with that path at the service. Local items win. */
export function itemAt(journal: Journal, { mirror, path }: PlaceInMirror): Item | null {
  let at = journal.items.get(mirror.rootItem);
  for (const name of path.split('/').filter(part => part !== '')) {
    if (at === null) return null;
    const children: readonly Item[] = journal.items.children(at.id);
    const isLike = (item: Item): boolean => keyOn(mirror.names, nameOf(item)) === keyOn(mirror.names, name);
    at =
      children.find(({ local }) => local?.name === name) ??
      children.find(item => item.local !== null && isLike(item)) ??
      children.find(isLike) ??
      null;
  }
  return at;
}

/** All files of an item: itself, or those below it on either side; and its folders including itself. */
export function filesBelow(journal: Journal, item: Item): { files: readonly Item[]; folders: readonly ItemId[] } {
  const files: Item[] = [];
  const folders: ItemId[] = [];
  const seen = new Set<ItemId>();
  const waiting = [item];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at.id)) continue;
    seen.add(at.id);
    if (at.kind === 'file') files.push(at);
    else {
      folders.push(at.id);
      for (const each of journal.items.children(at.id)) waiting.push(each);
    }
  }
  return { files, folders };
}

/** The name of an item on this computer, or the one it would have. */
export function nameOf({ local, base, remote }: Item): string {
  return local?.name ?? base?.localName ?? (remote === null ? '' : toLocalName(remote.name, EXACT_NAMES));
}

/** Paths to which items were moved through us, until a scan has recorded them. */
const placed = new WeakMap<Journal, Map<ItemId, string>>();

/** Records that an item was moved to a path of its mirror. */
export function setCurrentPath(journal: Journal, item: ItemId, path: string): void {
  const known = placed.get(journal) ?? new Map<ItemId, string>();
  placed.set(journal, known.set(item, path));
}

/**
 * The present path of an item: from the records, or until the next scan the path it was last moved to. Another file
 * that is at that path by now does not count.
 */
export async function whereNow(
  { journal, disk }: { readonly journal: Journal; readonly disk: Disk },
  { root }: Mirror,
  { id, local }: Item,
): Promise<string> {
  const recorded = journal.pathOf(id);
  const last = placed.get(journal)?.get(id);
  if (last === undefined || last === recorded || local === null) return recorded;
  if ((await disk.entry(root, recorded))?.key !== local.key && (await disk.entry(root, last))?.key === local.key)
    return last;
  placed.get(journal)?.delete(id);
  return recorded;
}
