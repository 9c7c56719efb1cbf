import type { Sha256 } from '../../../shared/ids.ts';
import type { Item, LocalFacts, RemoteFacts } from '../../core/item.ts';
import { isFreeNameOf, toLocalName } from '../../core/names/local-names.ts';
import { itemOf, withHead } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { separateMispairedFolders } from './mispaired-folders.ts';
import type { freshHead } from '../../engine/content/fetch-version.ts';
import { keyOn } from '../../core/names/volume-names.ts';

type Head = NonNullable<Awaited<ReturnType<typeof freshHead>>>;
/** A file that is on both sides and has no base. */
type Pair = Item & { readonly local: LocalFacts; readonly remote: RemoteFacts };

/**
 * Corrects a new pair that turned out to be two files, which only their bytes tell apart. If another local file has the
 * remote bytes, the two exchange partners in the records. If none has, and the local name has a number, the local file
 * is one of its own. If a file in a namesake folder has them, the folders were mispaired. Neither side is changed.
 * False: the pair is two states of one file.
 */
export function correctPairing(context: MirrorContext, old: Item, theirs: { head: Head; sha256: Sha256 }): boolean {
  const { journal } = context;
  return journal.transaction(() => {
    const item = itemOf(context, old.id);
    // The other file was corrected first, and has exchanged partners with this one: the next plan decides.
    if (item?.local?.fingerprint !== old.local?.fingerprint || item?.local?.name !== old.local?.name) return true;
    if (!isNewPair(item) || item.local.sha256 === theirs.sha256 || journal.intents.isOpen(item.id)) return false;
    const candidates = journal.items.localFilesWith(item.local.parent, theirs.sha256);
    const swapPartner = candidates.find(other => isFree(context, other) && areSwapped(context, item, other)) ?? null;
    const isNews = item.remote.sha256 === null;
    const { names } = context.mirror;
    const isExact = keyOn(names, item.local.name) === keyOn(names, toLocalName(item.remote.name, names));
    const areFoldersMispaired =
      swapPartner === null && isNews && separateMispairedFolders(context, item, theirs.sha256);
    if (swapPartner === null && isExact && !areFoldersMispaired) return false;
    journal.items.recordHash(theirs.head.version, theirs.sha256);
    journal.items.setRemote(item.id, item.remotePresence, withHead(context, item.remote, theirs.head));
    if (areFoldersMispaired) return true;
    changePlaces(context, item, swapPartner);
    return true;
  });
}

/** Part of a transaction. */
function changePlaces({ journal: { items }, mirror }: MirrorContext, item: Pair, swapPartner: Item | null): void {
  items.vacate(item.id);
  if (swapPartner !== null) items.vacate(swapPartner.id);
  items.setLocal(item.id, swapPartner === null ? 'absent' : 'present', swapPartner?.local ?? null);
  if (swapPartner !== null && swapPartner.remote !== null) return items.setLocal(swapPartner.id, 'present', item.local);
  // A row of its own for the local file: operations of the current plan cannot mean it.
  if (swapPartner !== null) items.remove(swapPartner.id);
  items.setLocal(items.create(mirror.id, 'file'), 'present', item.local);
}

function isNewPair(item: Item | null): item is Pair {
  return item !== null && item.base === null && item.local !== null && item.remote !== null;
}

/** Whether no decision was recorded for a local file. */
function isFree({ journal }: MirrorContext, { id, kind, base, localOnlyContent, local, localPresence }: Item): boolean {
  const isLocalFile = kind === 'file' && local !== null && localPresence === 'present';
  return isLocalFile && base === null && localOnlyContent === null && !journal.intents.isOpen(id);
}

/** Whether each of two files, of which the other one has the remote bytes of the pair, could have the other's name. */
function areSwapped({ mirror: { names } }: MirrorContext, { id, local, remote }: Pair, other: Item): boolean {
  if (other.id === id || other.local === null) return false;
  const isFor = (localName: string, remoteName: string): boolean =>
    isFreeNameOf(localName, toLocalName(remoteName, names), name => keyOn(names, name));
  const fits = isFor(other.local.name, remote.name);
  return fits && (other.remote === null || isFor(local.name, other.remote.name));
}
