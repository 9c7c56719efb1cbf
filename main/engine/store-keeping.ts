import { DAY } from '../../shared/units.ts';
import type { Journal } from '../journal/journal.ts';
import type { World } from '../ports/world.ts';

/** How long bytes taken out of a mirror are kept. */
const KEEP_MS = 30 * DAY;

/**
 * Tidies up before the first look: what a crash left in the staging folders is cleared or rescued into the store, and
 * what has been in the store for 30 days goes.
 */
export async function prepareStore(world: World, journal: Journal): Promise<void> {
  const now = world.clock.now();
  for (const mirror of journal.mirrors.all()) {
    try {
      for (const name of await world.disk.sweep(mirror.root))
        journal.store.put({
          name,
          mirror: mirror.id,
          path: '',
          sizeBytes: null,
          sha256: null,
          reason: 'rescued',
          at: now,
        });
    } catch (error) {
      // A folder that is not there now is the next pass's business; nothing is lost by sweeping later.
      world.log.info('store.not-swept', {
        mirror: mirror.id,
        error: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
  for (const file of journal.store.all()) {
    if (file.at > now - KEEP_MS) break;
    await world.disk.dropStored(file.name);
    journal.store.remove(file.name);
  }
}
