import type { ServiceId } from '../../../shared/ids.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ServiceApi } from '../../remote/api/service.ts';

/** A larger tree is not walked only for this: its size becomes known with the first sync. */
const MOST_FOLDERS = 25;

/** How many bytes a folder of the service holds with everything below it; null when that takes long to find out. */
export async function sizeThere(api: ServiceApi, folder: ServiceId): Promise<number | null> {
  let sizeBytes = 0;
  const waiting = [folder];
  try {
    for (let at = 0; at < waiting.length; at++) {
      if (waiting.length > MOST_FOLDERS) return null;
      const id = waiting[at] ?? folder;
      const [folders, files] = await Promise.all([api.children(id), api.filesIn(id)]);
      for (const each of folders.filter(child => !child.isGone).map(child => child.id)) waiting.push(each);
      for (const file of files) sizeBytes += file.isGone ? 0 : (file.sizeBytes ?? 0);
    }
    return sizeBytes;
  } catch (error) {
    // A courtesy: whatever is wrong is said by the first sync.
    if (error instanceof FaultError) return null;
    throw error;
  }
}
