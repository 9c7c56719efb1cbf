import type { ItemId } from '../../../shared/ids.ts';
import { isFault, itemOf, pathIn } from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import { moveLocal } from './placements.ts';
import type { Move } from '../../engine/context/side.ts';

/**
 * Adds or removes the number that tells a local item apart from others of its name. A failure is no problem to report:
 * if the name is taken by an unsynced entry, or the disk refuses, the item keeps its name until the next pass.
 */
export async function changeNumber(context: MirrorContext, id: ItemId, to: Move): Promise<StepOutcome> {
  const outcome = (await isTaken(context, id, to)) ? 'postponed' : await moveOrKeep(context, id, to);
  if (outcome !== 'done') context.keepsName.add(id);
  return outcome === 'stale' ? 'postponed' : outcome;
}

/** For a change of case alone, the volume may treat both names as one: then the entry found is the item itself. */
async function isTaken(context: MirrorContext, id: ItemId, to: Move): Promise<boolean> {
  const path = pathIn(context, to.parent, to.name);
  const entry = path === null ? null : await context.world.disk.entry(context.mirror.root, path);
  return path === null || (entry !== null && entry.key !== itemOf(context, id)?.local?.key);
}

async function moveOrKeep(context: MirrorContext, id: ItemId, to: Move): Promise<StepOutcome> {
  try {
    return await moveLocal(context, id, to);
  } catch (error) {
    // The intent stays open: recovery finds out whether it was renamed.
    if (isFault(error, 'stale', 'disk-refused')) return 'postponed';
    throw error;
  }
}
