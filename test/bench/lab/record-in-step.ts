import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openJournal } from '../../../main/journal/journal.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Mirror } from '../../../main/journal/records/mirrors.ts';
import { createNodeDisk } from '../../../main/node/node-disk.ts';
import type { Entry } from '../../../main/ports/disk.ts';
import { requirePresent } from '../../../shared/assert.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { FILLED_AT, fillingOf } from '../lean/filling.ts';
import type { TreeWish } from '../tree/plan.ts';

/**
 * Records what the transfer of a whole tree would have: everything as the product's own look sees it here, as the lean
 * service has it there, and as agreed. A hundred times faster than transferring it; whether it is right is for the
 * product's next look to say.
 */
export async function recordInStep(data: string, wish: TreeWish): Promise<void> {
  const disk = createNodeDisk(data);
  const journal = openJournal(join(data, 'journal.db'));
  try {
    const mirror = requirePresent(journal.mirrors.all()[0], 'the mirror');
    const { changed } = await disk.scan(mirror.root, new Map());
    const entries = new Map(changed.map(({ path, entries: within }) => [path, within]));
    journal.transaction(() => record(journal, mirror, { wish, entries }));
  } finally {
    journal.close();
    await disk.close();
  }
}

interface Seen {
  readonly wish: TreeWish;
  /** What lies in each folder, by its path. */
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
}

function record(journal: Journal, mirror: Mirror, { wish, entries }: Seen): void {
  const items = new Map<string, ItemId>([['', mirror.rootItem]]);
  for (const { path, id, files } of fillingOf(wish)) {
    if (path !== '')
      items.set(path, addItem(journal, mirror, { ...place(path, items, entries), remote: id, version: null }));
    const parent = requirePresent(items.get(path), 'a folder');
    const within = new Map(entries.get(path)?.map(entry => [entry.name, entry]));
    for (const { name, id: remote, version } of files) {
      const entry = requirePresent(within.get(name), name);
      addItem(journal, mirror, { parent, entry, path: path === '' ? name : `${path}/${name}`, remote, version });
    }
  }
}

function place(path: string, items: ReadonlyMap<string, ItemId>, entries: Seen['entries']) {
  const slash = path.lastIndexOf('/');
  const above = path.slice(0, Math.max(0, slash));
  const entry = entries.get(above)?.find(({ name }) => name === path.slice(slash + 1));
  return { parent: requirePresent(items.get(above), above), entry: requirePresent(entry, path), path };
}

interface Both {
  readonly parent: ItemId;
  readonly entry: Entry;
  readonly path: string;
  readonly remote: string;
  /** Null for folders. */
  readonly version: string | null;
}

function addItem({ items }: Journal, mirror: Mirror, { parent, entry, path, remote, version }: Both): ItemId {
  const { name, sizeBytes, modifiedMs, key, fingerprint } = entry;
  const isFile = version !== null;
  const id = items.create(mirror.id, isFile ? 'file' : 'folder');
  const sha256 = isFile ? (hash('sha256', readFileSync(join(mirror.root.path, path))) as Sha256) : null;
  const head = version as VersionId | null;
  items.setLocal(id, 'present', { parent, name, sizeBytes, modifiedMs, key, fingerprint, sha256 });
  items.setRemote(id, 'present', {
    id: remote as ServiceId,
    parent,
    name,
    sizeBytes: isFile ? sizeBytes : null,
    version: head,
    sha256,
    updatedAt: isFile ? FILLED_AT : null,
  });
  items.setBase(id, { parent, localName: name, remoteName: name, version: head, sha256 });
  if (head !== null && sha256 !== null) items.recordHash(head, sha256);
  return id;
}
