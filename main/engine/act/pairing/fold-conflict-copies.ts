import type { Item, LocalFacts } from '../../../core/item.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import type { Conflict } from '../../../journal/records/conflicts.ts';
import { isFault, itemOf, localPath, recordEntry, storeName, tell } from '../../context/mirror-context.ts';
import type { Bench } from '../../context/mirror-context.ts';
import { quarantine } from '../../context/quarantine.ts';
import { setAside, stuckItems } from '../../context/retry.ts';
import { put } from '../transfer/download.ts';
import { dropStaged, mustFit } from '../transfer/fetch-version.ts';
import { takeIntoStore } from '../move-to-trash.ts';

/** A conflict copy whose bytes are known. */
type Copy = Item & { readonly local: LocalFacts & { readonly sha256: Sha256 } };

/**
 * One open conflict for each file, however often it is edited on both sides (P4): when another conflict was found, the
 * newer copy becomes a version of the older one, whose bytes the service has from us. Follows from what is there, so it can be
 * cut off anywhere and is gone on with by the next round.
 */
export async function foldCopies(bench: Bench): Promise<void> {
  const open = bench.journal.conflicts.open().filter(({ mirror }) => mirror === bench.mirror.id);
  if (open.length < 2) return;
  const elders = new Map<Conflict['item'], Conflict>();
  const stuck = stuckItems(bench);
  for (const conflict of open) {
    const elder = elders.get(conflict.item);
    if (elder === undefined) elders.set(conflict.item, conflict);
    else if (!stuck.has(conflict.copy) && !bench.quarantined.has(conflict.copy))
      try {
        await fold(bench, elder, conflict);
      } catch (error) {
        quarantine(bench, conflict.copy, error);
      }
  }
}

async function fold(bench: Bench, into: Conflict, newer: Conflict): Promise<void> {
  const elder = itemOf(bench, into.copy);
  const younger = itemOf(bench, newer.copy);
  if (!isRead(elder) || !isRead(younger) || elder.id === younger.id || !isUnsent(bench, younger)) return;
  const isSame = elder.local.sha256 === younger.local.sha256;
  if (!isSame && (!isSentFromHere(bench, elder) || isEditedByHand(bench, elder))) return;
  try {
    if (!isSame && !(await copyOver(bench, younger, elder))) return;
  } catch (error) {
    if (isFault(error, 'stale', 'disk-full')) return;
    return hold(bench, younger, error);
  }
  try {
    // Its bytes are in the older copy now. Something that slips in at the last instant is refused as stale.
    await takeIntoStore(bench, younger, 'replaced');
  } catch (error) {
    if (isFault(error, 'stale')) return;
    return hold(bench, younger, error);
  }
  bench.journal.transaction(() => {
    bench.journal.conflicts.close(newer.id, 'both');
    bench.journal.items.remove(younger.id);
  });
}

/** The older copy has the bytes of this one, or may have them: sent by itself, they would be at the service twice. */
function hold(bench: Bench, younger: Copy, error: unknown): void {
  if (!isFault(error, 'disk-refused', 'disk-full')) throw error;
  setAside(bench, younger, { fault: error.fault, isMove: false });
}

function isRead(item: Item | null): item is Copy {
  return item !== null && item.localSight === 'present' && item.local !== null && item.local.sha256 !== null;
}

function isUnsent({ journal }: Bench, { id, agreed, remote }: Item): boolean {
  return agreed === null && remote === null && !journal.intents.isOpen(id);
}

/**
 * Whether the service has this very content as the newest version of the file, and from us: what a colleague made of the
 * copy is theirs, and nobody here has given it up.
 */
function isSentFromHere({ journal }: Bench, { id, local, agreed, remote }: Copy): boolean {
  if (agreed === null || remote === null || journal.intents.isOpen(id)) return false;
  if (agreed.version === null || agreed.version !== remote.version || agreed.sha256 !== local.sha256) return false;
  return journal.history.hasSent(remote.id, agreed.version);
}

/** Whether somebody works on the copy: then it is more than a state of the file that was set aside. */
function isEditedByHand({ journal }: Bench, { id, local }: Copy): boolean {
  const written = journal.items.writtenAt(id);
  return written === null || local.modifiedMs > written;
}

/** Puts the bytes of one file in the place of another's. False when somebody touched one of them meanwhile. */
async function copyOver(bench: Bench, from: Copy, to: Copy): Promise<boolean> {
  const { disk, random } = bench.world;
  const { root } = bench.mirror;
  const path = localPath(bench, to.id);
  await mustFit(bench, from.local.sizeBytes, path);
  const staged = random.uuid();
  const into = await disk.stage(root, staged);
  const finished = await fill(bench, from, into).catch(async (error: unknown) => {
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
  tell(bench, { item, verb: 'kept', cause, file: remote?.id ?? null, version: remote?.version ?? null });
  const placed = await put(bench, to, {
    staged,
    giveUp: () => dropStaged(into),
    path,
    expected: to.local.stamp,
    old: { to: 'nowhere' },
    lateStoreName: storeName(bench),
  });
  const sha256 = placed.isAsStaged ? from.local.sha256 : null;
  bench.journal.transaction(() => {
    recordEntry(bench, to.id, { parent: to.local.parent, entry: placed.entry, sha256 });
    bench.journal.items.setWritten(to.id, bench.world.clock.now());
  });
  return placed.isAsStaged;
}

async function fill(bench: Bench, from: Copy, into: Awaited<ReturnType<Bench['world']['disk']['stage']>>) {
  const file = await bench.world.disk.open(bench.mirror.root, localPath(bench, from.id));
  try {
    for await (const chunk of file.chunks()) await into.write(chunk);
  } finally {
    await file.close();
  }
  return (await into.finish()).sha256;
}
