import type { SpotHere } from '../../items/locate-item.ts';
import { pathIn } from '../../items/locate-item.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Target } from './drop-plan.ts';

/** A folder of a mirror on this computer: files are written to it and the engine sends them. */
export function hereTarget({ world, changed }: AppContext, { mirror, path }: SpotHere): Target {
  const made = new Set<string>();
  return {
    mirror: mirror.id,
    root: mirror.root,
    names: mirror.names,
    folder: path,
    makeFolders: async names => {
      let at = path;
      for (const name of names) {
        at = pathIn(at, name);
        if (!made.has(at)) await world.disk.makeFolder(mirror.root, at);
        made.add(at);
      }
      return at;
    },
    placed: () => changed(),
    finished: () => undefined,
  };
}
