import type { Item } from '../../core/item.ts';
import { nameKey } from '../../core/names/local-names.ts';
import { EXACT_NAMES, keyOn, type VolumeNames } from '../../core/names/volume-names.ts';
import { nameOf } from './item-rows.ts';

interface Search {
  /** Where it begins; null: the mirror has no such folder any more. */
  readonly root: Item | null;
  readonly names: VolumeNames;
  readonly childrenOf: (folder: Item) => readonly Item[];
}

/**
 * Finds an item by its path inside a mirror, joined by `/`. Local names come before remote and base names, exact names
 * before ones that the volume takes for the same.
 */
export function findByPath(path: string, { root, names, childrenOf }: Search): Item | null {
  let at = root;
  for (const name of path === '' ? [] : path.split('/')) {
    if (at === null) return null;
    const children = childrenOf(at);
    const isCalled = (child: Item): boolean =>
      [names, EXACT_NAMES].some(each => nameKey(nameOf(child, each)) === nameKey(name));
    const isLike = (child: Item): boolean => keyOn(names, nameOf(child, names)) === keyOn(names, name);
    at = children.find(isCalled) ?? children.find(isLike) ?? null;
  }
  return at;
}
