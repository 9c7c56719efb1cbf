import type { StoredInfo } from './model.ts';
import { browseTexts } from '../browse/text.ts';
import { storeReasons, storeTexts } from './text.ts';

/** What a file that was removed or replaced is called. */
export function storedName({ path }: Pick<StoredInfo, 'path'>): string {
  return path === '' ? storeTexts.unnamed : (path.split('/').at(-1) ?? path);
}

/** The former folder of a file. It is not known for files that were in no folder of this computer. */
export function wasIn({ mirror, path }: Pick<StoredInfo, 'mirror' | 'path'>): string {
  return mirror === '' ? storeTexts.elsewhere : formerFolder(path);
}

/** The folder that a path leads into. */
export function formerFolder(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? browseTexts.topFolder : path.slice(0, end);
}

/** Why its bytes are kept, and on which side it was removed, as the beginning of a sentence. */
export function whyStored({ reason, older }: Pick<StoredInfo, 'reason' | 'older'>): string {
  const text = storeTexts.withOlder(storeReasons[reason] ?? reason, older);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
