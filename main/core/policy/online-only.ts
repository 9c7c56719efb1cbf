import type { Item } from '../item.ts';

/** Whether a file's bytes are, on purpose, only at the service. One that is here again is like any other. */
export function isOnlineOnly({ kind, freed, local, localPresence }: Item): boolean {
  return freed && kind === 'file' && local === null && localPresence === 'absent';
}
