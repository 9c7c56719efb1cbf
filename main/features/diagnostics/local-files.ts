import type { ItemId } from '../../../shared/ids.ts';
import type { Item, Tree } from '../../core/item.ts';
import type { Entry, Look } from '../../ports/disk.ts';

/** Files of a scan by path. */
export function filesOf(look: Look): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const { path: folder, entries } of look.changed)
    for (const entry of entries)
      if (entry.kind !== 'folder') found.set(folder === '' ? entry.name : `${folder}/${entry.name}`, entry);
  return found;
}

/** Recorded local items by path; without those known to be absent. */
export function recordedHere({ root, items }: Tree): ReadonlyMap<string, Item> {
  return placed(items, root, item => {
    return item.local === null || item.localSight === 'absent' ? null : [item.local.parent, item.local.name];
  });
}

/** Recorded remote items by their path at the service. */
export function recordedThere({ root, items }: Tree): ReadonlyMap<string, Item> {
  return placed(items, root, item => {
    return item.remote === null || item.remoteSight === 'absent' ? null : [item.remote.parent, item.remote.name];
  });
}

function placed(
  items: ReadonlyMap<ItemId, Item>,
  root: ItemId,
  placeOf: (item: Item) => readonly [ItemId, string] | null,
): ReadonlyMap<string, Item> {
  const children = new Map<ItemId, [string, Item][]>();
  for (const item of items.values()) {
    const place = placeOf(item);
    if (place === null) continue;
    const [parent, name] = place;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [[name, item]]);
    else siblings.push([name, item]);
  }
  const places = new Map<string, Item>();
  const waiting = [{ id: root, path: '' }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const [name, item] of children.get(at.id) ?? []) {
      const path = at.path === '' ? name : `${at.path}/${name}`;
      places.set(path, item);
      waiting.push({ id: item.id, path });
    }
    // Visits the folders of a cycle only once.
    children.delete(at.id);
  }
  return places;
}
