import type { Item, LocalFacts } from '../../../core/item.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import type { Conflict } from '../../../journal/records/conflicts.ts';
import { isFault, itemOf, localPath, recordEntry, newTrashName, addHistory } from '../../context/mirror-context.ts';
import type { MirrorContext } from '../../context/mirror-context.ts';
import { quarantine } from '../../context/quarantine.ts';
import { recordProblem, stuckItems } from '../../context/retry.ts';
import { putInPlace } from '../../../local/act/download.ts';
import { dropStaged, mustFit } from '../../content/fetch-version.ts';
import { moveToTrash } from '../../content/move-to-trash.ts';

/** A conflict copy whose bytes are known. */
type Copy = Item & { readonly local: LocalFacts & { readonly sha256: Sha256 } };

/**
 * Keeps one open conflict for each file, however often it is edited on both sides (P4): when a second conflict is
 * found, the newer copy becomes a version of the older copy, which the service has from this computer. The step depends
 * on recorded state alone, so an interrupted one is continued by the next round.
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
    // The older copy has its bytes now. An edit that comes in at the last moment is refused as stale.
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

/**
 * The older copy has the bytes of this one, or may have them: sent on its own, this copy would be at the service twice.
 */
function hold(context: MirrorContext, younger: Copy, error: unknown): void {
  if (!isFault(error, 'disk-refused', 'disk-full')) throw error;
  recordProblem(context, younger, { fault: error.fault, isMove: false });
}

function isRead(item: Item | null): item is Copy {
  return item !== null && item.localPresence === 'present' && item.local !== null && item.local.sha256 !== null;
}

function isUnsent({ journal }: MirrorContext, { id, base, remote }: Item): boolean {
  return base === null && remote === null && !journal.intents.isOpen(id);
}

/**
 * Whether the service has exactly this content as the newest version of the file, sent from this computer. A version
 * that a colleague made of the copy belongs to them, and no person on this computer has given it up.
 */
function isSentFromThisComputer({ journal }: MirrorContext, { id, local, base, remote }: Copy): boolean {
  if (base === null || remote === null || journal.intents.isOpen(id)) return false;
  if (base.version === null || base.version !== remote.version || base.sha256 !== local.sha256) return false;
  return journal.history.hasSent(remote.id, base.version);
}

/** Whether a person edits the copy: then it is more than the state of a file that was moved to a conflict copy. */
function isEditedByHand({ journal }: MirrorContext, { id, local }: Copy): boolean {
  const written = journal.items.writtenAt(id);
  return written === null || local.modifiedMs > written;
}

/** Replaces one file's bytes with another's. False when one of them changed in between. */
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
  // Recorded first, so that the older state can be found even if the next step fails.
  const { id: item, remote } = to;
  const cause = 'an older state of this copy, among its versions';
  addHistory(context, { item, verb: 'kept', cause, file: remote?.id ?? null, version: remote?.version ?? null });
  const placed = await putInPlace(context, to, {
    staged,
    giveUp: () => dropStaged(into),
    path,
    expected: to.local.fingerprint,
    old: { to: 'nowhere' },
    lateStoreName: newTrashName(context),
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
