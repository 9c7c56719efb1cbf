import type { Item, LocalFacts } from '../../../core/item.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import type { Conflict } from '../../../journal/records/conflicts.ts';
import { isFault, itemOf, localPath, recordEntry, storeName, tell } from '../../context/mirror-context.ts';
import type { MirrorContext } from '../../context/mirror-context.ts';
import { quarantine } from '../../context/quarantine.ts';
import { setAside, stuckItems } from '../../context/retry.ts';
import { put } from '../../../local/act/download.ts';
import { dropStaged, mustFit } from '../../content/fetch-version.ts';
import { moveToTrash } from '../../content/move-to-trash.ts';

/** A conflict copy whose bytes are known. */
type Copy = Item & { readonly local: LocalFacts & { readonly sha256: Sha256 } };

/**
 * One open conflict for each file, however often it is edited on both sides (P4): when another conflict was found, the
 * newer copy becomes a version of the older one, whose bytes the service has from us. Follows from what is there, so it can be
 * cut off anywhere and is gone on with by the next round.
 */
export async function foldCopies(context: MirrorContext): Promise<void> {
  const open = context.journal.conflicts.open().filter(({ mirror }) => mirror === context.mirror.id);
  if (open.length < 2) return;
  const elders = new Map<Conflict['item'], Conflict>();
  const stuck = stuckItems(context);
  for (const conflict of open) {
    const elder = elders.get(conflict.item);
    if (elder === undefined) elders.set(conflict.item, conflict);
    else if (!stuck.has(conflict.copy) && !context.quarantined.has(conflict.copy))
      try {
        await fold(context, elder, conflict);
      } catch (error) {
        quarantine(context, conflict.copy, error);
      }
  }
}

async function fold(context: MirrorContext, into: Conflict, newer: Conflict): Promise<void> {
  const elder = itemOf(context, into.copy);
  const younger = itemOf(context, newer.copy);
  if (!isRead(elder) || !isRead(younger) || elder.id === younger.id || !isUnsent(context, younger)) return;
  const isSame = elder.local.sha256 === younger.local.sha256;
  if (!isSame && (!isSentFromThisComputer(context, elder) || isEditedByHand(context, elder))) return;
  try {
    if (!isSame && !(await copyOver(context, younger, elder))) return;
  } catch (error) {
    if (isFault(error, 'stale', 'disk-full')) return;
    return hold(context, younger, error);
  }
  try {
    // Its bytes are in the older copy now. Something that slips in at the last instant is refused as stale.
    await moveToTrash(context, younger, 'replaced');
  } catch (error) {
    if (isFault(error, 'stale')) return;
    return hold(context, younger, error);
  }
  context.journal.transaction(() => {
    context.journal.conflicts.close(newer.id, 'both');
    context.journal.items.remove(younger.id);
  });
}

/** The older copy has the bytes of this one, or may have them: sent by itself, they would be at the service twice. */
function hold(context: MirrorContext, younger: Copy, error: unknown): void {
  if (!isFault(error, 'disk-refused', 'disk-full')) throw error;
  setAside(context, younger, { fault: error.fault, isMove: false });
}

function isRead(item: Item | null): item is Copy {
  return item !== null && item.localSight === 'present' && item.local !== null && item.local.sha256 !== null;
}

function isUnsent({ journal }: MirrorContext, { id, agreed, remote }: Item): boolean {
  return agreed === null && remote === null && !journal.intents.isOpen(id);
}

/**
 * Whether the service has this very content as the newest version of the file, and from us: what a colleague made of the
 * copy is theirs, and nobody here has given it up.
 */
function isSentFromThisComputer({ journal }: MirrorContext, { id, local, agreed, remote }: Copy): boolean {
  if (agreed === null || remote === null || journal.intents.isOpen(id)) return false;
  if (agreed.version === null || agreed.version !== remote.version || agreed.sha256 !== local.sha256) return false;
  return journal.history.hasSent(remote.id, agreed.version);
}

/** Whether somebody works on the copy: then it is more than a state of the file that was set aside. */
function isEditedByHand({ journal }: MirrorContext, { id, local }: Copy): boolean {
  const written = journal.items.writtenAt(id);
  return written === null || local.modifiedMs > written;
}

/** Puts the bytes of one file in the place of another's. False when somebody touched one of them meanwhile. */
async function copyOver(context: MirrorContext, from: Copy, to: Copy): Promise<boolean> {
  const { disk, random } = context.world;
  const { root } = context.mirror;
  const path = localPath(context, to.id);
  await mustFit(context, from.local.sizeBytes, path);
  const staged = random.uuid();
  const into = await disk.stage(root, staged);
  const finished = await fill(context, from, into).catch(async (error: unknown) => {
    await dropStaged(into);
    throw error;
  });
  if (finished !== from.local.sha256) {
    await dropStaged(into);
    return false;
  }
  // Said first, so that the older state can be found whatever happens now.
  const { id: item, remote } = to;
  const cause = 'an older state of this copy, among its versions';
  tell(context, { item, verb: 'kept', cause, file: remote?.id ?? null, version: remote?.version ?? null });
  const placed = await put(context, to, {
    staged,
    giveUp: () => dropStaged(into),
    path,
    expected: to.local.stamp,
    old: { to: 'nowhere' },
    lateStoreName: storeName(context),
  });
  const sha256 = placed.isAsStaged ? from.local.sha256 : null;
  context.journal.transaction(() => {
    recordEntry(context, to.id, { parent: to.local.parent, entry: placed.entry, sha256 });
    context.journal.items.setWritten(to.id, context.world.clock.now());
  });
  return placed.isAsStaged;
}

async function fill(
  context: MirrorContext,
  from: Copy,
  into: Awaited<ReturnType<MirrorContext['world']['disk']['stage']>>,
) {
  const file = await context.world.disk.open(context.mirror.root, localPath(context, from.id));
  try {
    for await (const chunk of file.chunks()) await into.write(chunk);
  } finally {
    await file.close();
  }
  return (await into.finish()).sha256;
}
