import type { Sha256 } from '../../../shared/ids.ts';
import type { Item, LocalFacts, RemoteFacts } from '../../core/item.ts';
import { isFreeNameOf, toLocalName } from '../../core/names/local-names.ts';
import { itemOf, withHead } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { separateMispairedFolders } from './mispaired-folders.ts';
import type { freshHead } from '../../engine/content/fetch-version.ts';
import { keyOn } from '../../core/names/volume-names.ts';

type Head = NonNullable<Awaited<ReturnType<typeof freshHead>>>;
/** A file that is on both sides, of which nothing was ever agreed. */
type Pair = Item & { readonly local: LocalFacts; readonly remote: RemoteFacts };

/**
 * A new pair turned out to be two files, one here and one there. Which namesake is which is only told by their bytes: where
 * another one here has those that are there, the two change places in our records; where none has, and the one here goes
 * by a number, it is a file of its own; where a folder of the same name has, it is the folders that were taken for each
 * other. Nothing on either side is touched. False: they are two states of one file.
 */
export function correctPairing(context: MirrorContext, old: Item, theirs: { head: Head; sha256: Sha256 }): boolean {
  const { journal } = context;
  return journal.transaction(() => {
    const item = itemOf(context, old.id);
    // Its twin was first, and has changed places with it: the next plan knows better.
    if (item?.local?.stamp !== old.local?.stamp || item?.local?.name !== old.local?.name) return true;
    if (!isNewPair(item) || item.local.sha256 === theirs.sha256 || journal.intents.isOpen(item.id)) return false;
    const here = journal.items.children(item.local.parent);
    const twin =
      here.find(other => isFree(context, other) && areSwapped(context, item, { other, theirs: theirs.sha256 })) ?? null;
    const isNews = item.remote.sha256 === null;
    const { names } = context.mirror;
    const isExact = keyOn(names, item.local.name) === keyOn(names, toLocalName(item.remote.name, names));
    const areFoldersMispaired = twin === null && isNews && separateMispairedFolders(context, item, theirs.sha256);
    if (twin === null && isExact && !areFoldersMispaired) return false;
    journal.items.recordHash(theirs.head.version, theirs.sha256);
    journal.items.setRemote(item.id, item.remoteSight, withHead(context, item.remote, theirs.head));
    if (areFoldersMispaired) return true;
    changePlaces(context, item, twin);
    return true;
  });
}

/** Part of a transaction. */
function changePlaces({ journal: { items }, mirror }: MirrorContext, item: Pair, twin: Item | null): void {
  items.vacate(item.id);
  if (twin !== null) items.vacate(twin.id);
  items.setLocal(item.id, twin === null ? 'absent' : 'present', twin?.local ?? null);
  if (twin !== null && twin.remote !== null) return items.setLocal(twin.id, 'present', item.local);
  // A row of its own for what is here alone: a plan that was made before cannot mean it.
  if (twin !== null) items.remove(twin.id);
  items.setLocal(items.create(mirror.id, 'file'), 'present', item.local);
}

function isNewPair(item: Item | null): item is Pair {
  return item !== null && item.agreed === null && item.local !== null && item.remote !== null;
}

/** Whether nothing was ever decided about a file that is here. */
function isFree({ journal }: MirrorContext, { id, kind, agreed, kept, local, localSight }: Item): boolean {
  const isHere = kind === 'file' && local !== null && localSight === 'present';
  return isHere && agreed === null && kept === null && !journal.intents.isOpen(id);
}

/** Whether the other one here has the bytes that the pair has there, and each could go by the other's name. */
function areSwapped(
  { mirror: { names } }: MirrorContext,
  { id, local, remote }: Pair,
  { other, theirs }: { readonly other: Item; readonly theirs: Sha256 },
): boolean {
  if (other.id === id || other.local?.parent !== local.parent || other.local.sha256 !== theirs) return false;
  const isFor = (here: string, there: string): boolean =>
    isFreeNameOf(here, toLocalName(there, names), name => keyOn(names, name));
  const fits = isFor(other.local.name, remote.name);
  return fits && (other.remote === null || isFor(local.name, other.remote.name));
}
