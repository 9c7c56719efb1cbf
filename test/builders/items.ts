import type { Base, Item, LocalFacts, RemoteFacts, Tree } from '../../main/core/item.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../shared/ids.ts';

/** The mirror's own folder in every built tree. */
export const ROOT = 1 as ItemId;

/** An item's number. */
export function itemId(number: number): ItemId {
  return number as ItemId;
}

/** A content, told apart by a word instead of by 64 digits. */
export function hash(word: string): Sha256 {
  return word as Sha256;
}

/** A version, told apart by a word. */
export function version(word: string): VersionId {
  return word as VersionId;
}

/** A thing's id at the service, told apart by a word. */
export function serviceId(word: string): ServiceId {
  return word as ServiceId;
}

/** Facts of a file here; a folder when `content` is null. */
export function localFacts(place: {
  name: string;
  parent?: ItemId;
  content?: string | null;
  key?: string;
}): LocalFacts {
  const { name, parent = ROOT, content = null, key = `key of ${name}` } = place;
  const sha256 = content === null ? null : hash(content);
  return {
    parent,
    name,
    sizeBytes: content?.length ?? 0,
    modifiedMs: 0,
    key,
    fingerprint: `${key} ${content}`,
    sha256,
  };
}

/** Facts of a file at the service; a folder when `version` is null. Known bytes of the version go into `content`. */
export function remoteFacts(place: {
  name: string;
  id: string;
  parent?: ItemId;
  version?: string | null;
  content?: string | null;
}): RemoteFacts {
  const { name, id, parent = ROOT, content = null } = place;
  return {
    id: serviceId(id),
    parent,
    name,
    sizeBytes: null,
    version: place.version === undefined || place.version === null ? null : version(place.version),
    sha256: content === null ? null : hash(content),
    updatedAt: null,
  };
}

/** What was agreed; of a folder when `version` is left out. */
export function baseFacts(place: {
  name: string;
  parent?: ItemId;
  remoteName?: string;
  version?: string;
  content?: string;
}): Base {
  const { name, parent = ROOT, remoteName = name } = place;
  return {
    parent,
    localName: name,
    remoteName,
    version: place.version === undefined ? null : version(place.version),
    sha256: place.content === undefined ? null : hash(place.content),
  };
}

/** An item without any observation, with the given facts laid over it; sights follow from the facts. */
export function item(number: number, facts: Partial<Omit<Item, 'id'>>): Item {
  const { local = null, remote = null } = facts;
  return {
    id: itemId(number),
    kind: 'file',
    localPresence: local === null ? 'absent' : 'present',
    remotePresence: remote === null ? 'absent' : 'present',
    base: null,
    localOnlyContent: null,
    isDehydrated: false,
    ...facts,
    local,
    remote,
  };
}

/** A file that both sides have and agree on. */
export function agreedFile(number: number, name: string, parent: ItemId = ROOT): Item {
  const content = `content ${number}`;
  return item(number, {
    local: localFacts({ name, parent, content, key: `key ${number}` }),
    remote: remoteFacts({ name, parent, id: `remote ${number}`, version: `v${number}`, content }),
    base: baseFacts({ name, parent, version: `v${number}`, content }),
  });
}

/** A folder that both sides have and agree on. */
export function agreedFolder(number: number, name: string, parent: ItemId = ROOT): Item {
  return item(number, {
    kind: 'folder',
    local: localFacts({ name, parent, key: `key ${number}` }),
    remote: remoteFacts({ name, parent, id: `remote ${number}` }),
    base: baseFacts({ name, parent }),
  });
}

/** A tree of these items below the root. */
export function treeOf(...items: readonly Item[]): Tree {
  const root = item(ROOT, { kind: 'folder', localPresence: 'present', remotePresence: 'present' });
  return { root: ROOT, items: new Map([root, ...items].map(each => [each.id, each])) };
}
