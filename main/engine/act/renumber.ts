import type { ItemId } from '../../../shared/ids.ts';
import { isFault, itemOf, pathIn } from '../context/mirror-context.ts';
import type { Bench, Outcome } from '../context/mirror-context.ts';
import { moveLocal } from './placements.ts';
import type { LocalMove } from './placements.ts';

/**
 * Gives something the number here that tells it apart from others of its name, or takes it away. That is not worth a problem:
 * where the name is taken by something that is not synced, or the disk refuses, it keeps the name it has until the next pass.
 */
export async function renumber(bench: Bench, id: ItemId, to: LocalMove): Promise<Outcome> {
  const outcome = (await isTaken(bench, id, to)) ? 'deferred' : await moveOrKeep(bench, id, to);
  if (outcome !== 'done') bench.keepsName.add(id);
  return outcome === 'again' ? 'deferred' : outcome;
}

/** Where only upper and lower case change, a volume may take both names for one: then it is itself that is there. */
async function isTaken(bench: Bench, id: ItemId, to: LocalMove): Promise<boolean> {
  const path = pathIn(bench, to.parent, to.name);
  const entry = path === null ? null : await bench.world.disk.entry(bench.mirror.root, path);
  return path === null || (entry !== null && entry.key !== itemOf(bench, id)?.local?.key);
}

async function moveOrKeep(bench: Bench, id: ItemId, to: LocalMove): Promise<Outcome> {
  try {
    return await moveLocal(bench, id, to);
  } catch (error) {
    // What was begun stays so: recovery finds out whether it was renamed.
    if (isFault(error, 'stale', 'disk-refused')) return 'deferred';
    throw error;
  }
}
