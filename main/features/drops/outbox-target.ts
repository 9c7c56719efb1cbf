import { fillOutbox } from '../../engine/outgoing/outbox-rescue.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';
import type { SpotThere } from '../../items/locate-item.ts';
import { pathIn } from '../../items/locate-item.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Target } from './drop-plan.ts';

/**
 * The outbox, for a folder that is not on this computer: each file is kept there until the service has confirmed it.
 */
export async function outboxTarget(
  { world, journal }: AppContext,
  { spot, folder: shownFolder, poke }: { readonly spot: SpotThere; readonly folder: string; readonly poke: () => void },
): Promise<Target> {
  const { disk, random, clock } = world;
  const root = await fillOutbox({ disk }, journal);
  const folder = random.uuid();
  const made = new Set<string>();
  const subject = spot.folder === null ? spot.id : String(spot.folder.id);
  return {
    mirror: null,
    root,
    names: EXACT_NAMES,
    folder,
    makeFolders: async names => {
      let at = '';
      for (const name of [folder, ...names]) {
        at = pathIn(at, name);
        if (!made.has(at)) await disk.makeFolder(root, at);
        made.add(at);
      }
      return at;
    },
    placed: (names, sizeBytes) => {
      const path = [folder, ...names].join('/');
      const organization = spot.mirror?.organization ?? null;
      const work = { kind: 'upload', path, sizeBytes, names, organization, shownFolder, target: null } as const;
      journal.outgoing.add({ at: clock.now(), subject, name: names.at(-1) ?? '', work });
      poke();
    },
    finished: poke,
  };
}
