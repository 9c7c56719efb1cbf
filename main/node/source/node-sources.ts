import type { Sources } from '../../ports/read-only-folder.ts';
import { networkKindOf } from '../system/volume-kinds.ts';
import { NodeSource } from './node-source.ts';

/** The folders of instruments on this computer, as they are read in the thread that calls this. */
export function createDirectSources(platform: NodeJS.Platform): Pick<Sources, 'open'> {
  return { open: folder => new NodeSource(folder, path => networkKindOf(path, platform)) };
}
