import type { Root } from '../../../ports/disk.ts';
import { entryInside, lookLater, openToRead } from './inside-root.ts';
import { OpenedFile } from './opened-file.ts';
import { reachInto } from '../volume/held-folders.ts';
import { codeOf, diskFault, staleFault } from '../system-error.ts';

/** Opens a file of a root for reading; see `Disk.open`. */
export function openInRoot(root: Root, path: string, isHolding?: boolean): OpenedFile {
  const reach = reachInto(root, isHolding);
  try {
    const { file, stats } = openToRead(reach, path);
    const later = lookLater(reach, { root, path, stats, isHolding });
    return new OpenedFile(file, { path, ...later }, entryInside(root, path, stats));
  } catch (thrown) {
    reach.close();
    throw codeOf(thrown) === 'ELOOP' ? staleFault(path, 'is no file any more') : diskFault(thrown, path);
  }
}
