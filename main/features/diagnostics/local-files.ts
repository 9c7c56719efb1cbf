import type { ItemId } from '../../../shared/ids.ts';
import type { Item, Tree } from '../../core/item.ts';
import type { Entry, DiskScan } from '../../ports/disk.ts';

/** What is no folder in a look, by path. */
export function filesOf(look: DiskScan): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const { path: folder, entries } of look.changed)
    for (const entry of entries)
      if (entry.kind !== 'folder') found.set(folder === '' ? entry.name : `${folder}/${entry.name}`, entry);
  return found;
}

/** What was last seen here, by path; what is surely not here any more is left out. */
export function recordedHere({ root, items }: Tree): ReadonlyMap<string, Item> {
  return placed(items, root, item => {
    return item.local === null || item.localPresence === 'absent' ? null : [item.local.parent, item.local.name];
  });
}

/** What was last seen at the service, by the names it has there. */
export function recordedThere({ root, items }: Tree): ReadonlyMap<string, Item> {
  return placed(items, root, item => {
    return item.remote === null || item.remotePresence === 'absent' ? null : [item.remote.parent, item.remote.name];
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
    // A ring of folders is followed once.
    children.delete(at.id);
  }
  return places;
}
