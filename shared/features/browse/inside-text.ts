import { formatBytes, formatCount, formatNumber } from '../../text/format.ts';
import { openTexts } from '../status/open-items-text.ts';
import type { FileRow, FolderInside } from './file-row-model.ts';

/** How many files are in a folder: `128 files`; `12+ files` where not all of it was seen; `no files`. */
export function insideCount({ files, isWhole }: FolderInside): string {
  if (!isWhole) return `${formatNumber(files)}+ files`;
  return files === 0 ? 'no files' : formatCount(files, 'file');
}

/** How much is in a folder. A size is told only where all of it was seen: a part of it says nothing of the whole. */
export function insideFacts(inside: FolderInside): readonly string[] {
  const { files, sizeBytes, isWhole } = inside;
  return [insideCount(inside), ...(!isWhole || files === 0 || sizeBytes === null ? [] : [formatBytes(sizeBytes)])];
}

/**
 * The same in a sentence.
 * @param moment how the window writes a time; ISO 8601 UTC goes in.
 */
export function insideMeaning(inside: FolderInside, moment: (at: string) => string): string {
  const { files, changedAt, isWhole } = inside;
  if (!isWhole)
    return `At least ${formatCount(files, 'file')} in it. Not every folder in it was listed on this computer yet, so there may be more.`;
  if (files === 0) return 'No file is in it.';
  const newest = changedAt === null ? '' : `. Newest change in it: ${moment(changedAt)}`;
  return `${insideFacts(inside).join(', ')} in all${newest}.`;
}

/** Whether a folder has the sign of something in it, and nothing of its own: its note says so. */
export function isOfInside({ kind, name, note }: Pick<FileRow, 'kind' | 'name' | 'note'>): boolean {
  return kind === 'folder' && note === openTexts.inside(name);
}

/** What in a folder needs a person most, said beside the folder's name: the folder itself stays. */
export function insideException(label: string): string {
  return `In it: ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;
}

/** The time in the column of a folder is not its own. */
export const insideTexts = { newest: (exact: string) => `Newest change in it: ${exact}` } as const;
