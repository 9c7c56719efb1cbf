import type { ItemId } from '../../../shared/ids.ts';
import { isFault, pathIn } from '../bench.ts';
import type { Bench, Outcome } from '../bench.ts';
import { moveLocal } from './places.ts';
import type { LocalMove } from './places.ts';

/**
 * Gives something the number here that tells it apart from others of its name, or takes it away. That is not worth a problem:
 * where the name is taken by something that is not synced, or the disk refuses, it keeps the name it has until the next pass.
 */
export async function renumber(bench: Bench, id: ItemId, to: LocalMove): Promise<Outcome> {
  const outcome = (await isTaken(bench, to)) ? 'deferred' : await moveOrKeep(bench, id, to);
  if (outcome !== 'done') bench.keepsName.add(id);
  return outcome === 'again' ? 'deferred' : outcome;
}

async function isTaken(bench: Bench, to: LocalMove): Promise<boolean> {
  const path = pathIn(bench, to.parent, to.name);
  return path === null || (await bench.world.disk.entry(bench.mirror.root, path)) !== null;
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
