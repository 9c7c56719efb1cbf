import type { ItemId } from '../../../shared/ids.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import type { Item } from '../../core/item.ts';
import { pathInside, plainPath } from '../../core/names/local-paths.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Disk } from '../../ports/disk.ts';
import { EXACT_NAMES, keyOn } from '../../core/names/volume-names.ts';

/** The mirror that a path of this computer is in, and the path inside of it; empty for the mirror's own folder. */
export interface PlaceInMirror {
  readonly mirror: Mirror;
  readonly path: string;
}

/** Finds the mirror of an absolute path, also through links in the folders above; null when it is in none. */
export async function placeInMirror(disk: Disk, journal: Journal, path: string): Promise<PlaceInMirror | null> {
  const mirrors = journal.mirrors.all();
  const direct = within(mirrors, path);
  if (direct !== null) return direct;
  // What is only online is not there to be resolved: the nearest folder above that is, is.
  const plain = plainPath(path);
  for (let cut = plain.length; cut > 0; cut = plain.lastIndexOf('/', cut - 1)) {
    const folder = plain.slice(0, cut);
    // To the system, `C:` alone is the folder that a program is in on that drive.
    const facts = await disk.inspect(folder.endsWith(':') ? `${folder}/` : folder);
    if (facts.trouble === null) return within(mirrors, pathBelow(facts.realPath, plain.slice(cut + 1)));
  }
  return null;
}

/** Where the folder's volume takes upper and lower case for one, a path is taken so, too. */
function within(mirrors: readonly Mirror[], path: string): PlaceInMirror | null {
  for (const mirror of mirrors) {
    const inside = pathInside(path, mirror.root.path, mirror.names);
    if (inside !== null) return { mirror, path: inside };
  }
  return null;
}

/** The item that is, or would be, at a path of a mirror. What is here goes before what has the name elsewhere. */
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

/** The files of an item: itself, or all those below it on either side; and its folders with itself. */
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

/** The name that an item has on this computer, or would have. */
export function nameOf({ local, agreed, remote }: Item): string {
  return local?.name ?? agreed?.localName ?? (remote === null ? '' : toLocalName(remote.name, EXACT_NAMES));
}
