import { createHash } from 'node:crypto';

import type { Sha256 } from '../../../shared/ids.ts';
import type { Hasher, Sources } from '../../ports/source.ts';
import { networkKindOf } from '../volume-kinds.ts';
import { NodeSource } from './node-source.ts';

/** The folders of instruments on this computer. */
export function createSources(platform: NodeJS.Platform): Sources {
  return {
    open: folder => new NodeSource(folder, path => networkKindOf(path, platform)),
    hasher,
  };
}

/** SHA-256, as the system's library reckons it. */
export function hasher(): Hasher {
  const hash = createHash('sha256');
  return {
    add: chunk => void hash.update(chunk),
    // 64 hexadecimal digits are what the type stands for.
    end: () => hash.digest('hex') as Sha256,
  };
}
