import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { isFreeNameOf, toLocalName } from '../../core/names/local-names.ts';
import { itemOf, withHead } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { hashOfVersion } from './find-arrived-upload.ts';
import { freshHead } from './fetch-version.ts';
import { keyOn } from '../../core/names/volume-names.ts';

type Head = NonNullable<Awaited<ReturnType<typeof freshHead>>>;

/**
 * Corrects a new pair that was made by name alone. If the service has another unpaired file of the local file's size
 * that could have its name, and its bytes are the local ones, that file becomes the partner, and the former partner is
 * new again. Only records change.
 * @returns whether one was found.
 */
export async function pairWithRemoteNamesake(context: MirrorContext, old: Item): Promise<boolean> {
  const { local, remote } = old;
  if (old.base !== null || local === null || remote === null || local.sha256 === null) return false;
  for (const namesake of remoteNamesakes(context, old)) {
    const head = await freshHead(context, namesake);
    if (head !== null && (await hashOfHead(context, namesake.id, head)) === local.sha256)
      return changePartner(context, old, { namesake: namesake.id, head });
  }
  return false;
}

function remoteNamesakes({ journal, mirror: { names } }: MirrorContext, { id, local, remote }: Item): readonly Item[] {
  if (local === null || remote === null) return [];
  return journal.items.unpairedIn(remote.parent).filter(other => {
    if (other.id === id || !isNewRemote(other) || journal.intents.isOpen(other.id)) return false;
    const { name, sizeBytes, sha256 } = other.remote;
    const isLike = sha256 === null ? sizeBytes === null || sizeBytes === local.sizeBytes : sha256 === local.sha256;
    const keyOf = (each: string): string => keyOn(names, each);
    const localName = toLocalName(name, names);
    const isNamesake = keyOf(localName) === keyOf(toLocalName(remote.name, names));
    return isLike && (isNamesake || isFreeNameOf(local.name, localName, keyOf));
  });
}

function isNewRemote(item: Item | null): item is Item & { readonly remote: NonNullable<Item['remote']> } {
  if (item === null || item.kind !== 'file' || item.remotePresence !== 'present' || item.remote === null) return false;
  return item.base === null && item.local === null && item.localPresence === 'absent';
}

async function hashOfHead(context: MirrorContext, item: ItemId, head: Head): Promise<Sha256> {
  const { id: file, version, sizeBytes } = head;
  const known = context.journal.items.hashOf(version);
  if (known !== null) return known;
  const sha256 = await hashOfVersion(context, { item, file, version, sizeBytes });
  context.journal.items.recordHash(version, sha256);
  return sha256;
}

/** False, and nothing is recorded, when either item has changed since this began. */
function changePartner(
  context: MirrorContext,
  old: Item,
  { namesake, head }: { namesake: ItemId; head: Head },
): boolean {
  const { items, intents } = context.journal;
  return context.journal.transaction(() => {
    const [item, other] = [itemOf(context, old.id), itemOf(context, namesake)];
    if (
      item === null ||
      item.base !== null ||
      item.local?.fingerprint !== old.local?.fingerprint ||
      !isNewRemote(other)
    )
      return false;
    if (item.local?.name !== old.local?.name || intents.isOpen(item.id) || intents.isOpen(other.id)) return false;
    items.vacate(item.id);
    items.setLocal(item.id, 'absent', null);
    items.setRemote(other.id, 'present', withHead(context, other.remote, head));
    items.setLocal(other.id, 'present', item.local);
    return true;
  });
}
