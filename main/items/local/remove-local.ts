import type { LeftAlone } from '../../../shared/features/edit/model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { Item } from '../../core/item.ts';
import { newTrashName } from '../../engine/context/mirror-context.ts';
import { listInTrash, type TrashContext, unlistTrash } from '../../engine/content/move-to-trash.ts';
import type { UndoStep } from '../../journal/records/undo-step.ts';
import type { Entry } from '../../ports/disk.ts';

/** What was removed from a local folder. */
export interface TakenAway {
  files: number;
  folders: number;
  sizeBytes: number;
  readonly steps: UndoStep[];
  readonly left: LeftAlone[];
}

/** An empty result. */
export function nothingTaken(): TakenAway {
  return { files: 0, folders: 0, sizeBytes: 0, steps: [], left: [] };
}

/**
 * Moves a file from the mirror to the trash in its present state, including edits not scanned yet. The engine sees it
 * disappear, delays the removal, and then removes it at the service.
 */
export async function takeFile(context: TrashContext, item: Item, taken: TakenAway): Promise<void> {
  const { world, mirror, journal } = context;
  const path = journal.pathOf(item.id);
  try {
    const entry = await world.disk.entry(mirror.root, path);
    if (entry === null) return;
    if (entry.kind !== 'file') throw new FaultError({ kind: 'bad-request', detail: refusalTexts.otherThing });
    const name = newTrashName(context);
    listInTrash(context, { ...item, local: asFound(item, entry) }, { name, path, reason: 'removed here' });
    await world.disk.store(mirror.root, path, entry.fingerprint, name).catch(async (error: unknown) => {
      await unlistTrash(context, path, [name]);
      throw error;
    });
    taken.files += 1;
    taken.sizeBytes += entry.sizeBytes;
    taken.steps.push({ kind: 'stored', path, name, sha256: null });
  } catch (error) {
    taken.left.push({ id: String(item.id), path, text: sentenceOf(error) });
  }
}

/** Removes an empty local folder; any content keeps it. */
export async function takeFolder(
  { world, mirror, journal }: TrashContext,
  item: Item,
  taken: TakenAway,
): Promise<void> {
  const path = journal.pathOf(item.id);
  const left = (text: string): void => void taken.left.push({ id: String(item.id), path, text });
  try {
    if (await world.disk.removeFolder(mirror.root, path)) taken.folders += 1;
    else left(refusalTexts.notEmpty);
  } catch (error) {
    left(sentenceOf(error));
  }
}

/** The file may have been edited since its last scan, so its hash is unknown. */
function asFound({ local }: Item, { fingerprint, sizeBytes, modifiedMs }: Entry): Item['local'] {
  if (local === null) return null;
  const sha256 = local.fingerprint === fingerprint ? local.sha256 : null;
  return { ...local, fingerprint, sizeBytes, modifiedMs, sha256 };
}

/** One sentence about an item that was left alone. @throws errors that are not faults. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof FaultError)) throw error;
  return error.fault.kind === 'stale' ? refusalTexts.changesNow : faultLine(error.fault);
}
