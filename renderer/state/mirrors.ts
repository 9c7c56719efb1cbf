import type { MirrorInfo } from '../../shared/features/mirrors/model.ts';
import { mirrorNameTexts } from '../../shared/features/mirrors/text.ts';
import { topicStore } from './reading/topic-store.ts';

/** All mirrors, in the engine's order. */
export const useMirrors = topicStore('mirrors.all');

/** A mirror's name: the last name of its folder's path at the service, where `/` inside a name is written `\/`. */
export function mirrorName(mirror: MirrorInfo): string {
  const last = /(?:\\.|[^/\\])+$/.exec(mirror.remotePath)?.[0] ?? '';
  const name = last.replaceAll(/\\(.)/g, '$1');
  return name === '' ? mirror.remotePath : name;
}

/** What a mirror is called by its id; never the id itself. `mirrors` null: they are not known yet. */
export function nameOfMirror(mirrors: readonly MirrorInfo[] | null, id: string): string {
  const mirror = mirrors?.find(each => each.id === id);
  if (mirror !== undefined) return mirrorName(mirror);
  return mirrors === null ? mirrorNameTexts.unread : mirrorNameTexts.gone;
}

/** What a mirror is called by its id. */
export function useMirrorName(id: string): string {
  return useMirrors(({ value }) => nameOfMirror(value, id));
}
