import type { ItemId } from '../../../shared/ids.ts';
import { isFault, itemOf, pathIn } from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import { moveLocal } from './placements.ts';
import type { Move } from '../../engine/context/side.ts';

/**
 * Gives something the number here that tells it apart from others of its name, or takes it away. That is not worth a problem:
 * where the name is taken by something that is not synced, or the disk refuses, it keeps the name it has until the next pass.
 */
export async function renumber(context: MirrorContext, id: ItemId, to: Move): Promise<StepOutcome> {
  const outcome = (await isTaken(context, id, to)) ? 'postponed' : await moveOrKeep(context, id, to);
  if (outcome !== 'done') context.keepsName.add(id);
  return outcome === 'stale' ? 'postponed' : outcome;
}

/** Where only upper and lower case change, a volume may take both names for one: then it is itself that is there. */
async function isTaken(context: MirrorContext, id: ItemId, to: Move): Promise<boolean> {
  const path = pathIn(context, to.parent, to.name);
  const entry = path === null ? null : await context.world.disk.entry(context.mirror.root, path);
  return path === null || (entry !== null && entry.key !== itemOf(context, id)?.local?.key);
}

async function moveOrKeep(context: MirrorContext, id: ItemId, to: Move): Promise<StepOutcome> {
  try {
    return await moveLocal(context, id, to);
  } catch (error) {
    // What was begun stays so: recovery finds out whether it was renamed.
    if (isFault(error, 'stale', 'disk-refused')) return 'postponed';
    throw error;
  }
}
