import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { ON_POSIX } from './on-posix.ts';

/** Another path to the same folder: through a link in `room`, or in Windows, where making one takes rights, in other letters. */
export function otherPathTo(folder: string, room: string): string {
  if (!ON_POSIX) return folder.toUpperCase();
  const link = join(room, 'other path');
  symlinkSync(folder, link);
  return link;
}
