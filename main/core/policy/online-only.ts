import type { Item } from '../item.ts';

/**
 * Whether a file's bytes are only at the service on purpose. A file that was put here again by a program is a normal
 * file.
 */
export function isOnlineOnly({ kind, isDehydrated, local, localPresence }: Item): boolean {
  return isDehydrated && kind === 'file' && local === null && localPresence === 'absent';
}
