import type { MirrorInfo } from '../../shared/features/mirrors/model.ts';
import { topicStore } from './reading/topic-store.ts';

/** All mirrors, in the engine's order. */
export const useMirrors = topicStore('mirrors.all');

/** A mirror's name: the last name of its folder's path at the service, where `/` inside a name is written `\/`. */
export function mirrorName(mirror: MirrorInfo): string {
  const last = /(?:\\.|[^/\\])+$/.exec(mirror.remotePath)?.[0] ?? '';
  const name = last.replaceAll(/\\(.)/g, '$1');
  return name === '' ? mirror.remotePath : name;
}
