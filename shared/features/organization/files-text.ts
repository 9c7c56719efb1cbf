import type { OrganizationFile } from './model.ts';
import { csvCell } from '../activity/file-text.ts';

const COLUMNS = ['name', 'bytes', 'visibility', 'ownerId', 'created', 'changed', 'folderId', 'fileId'] as const;

/** What the list of the service does not say itself; the last only where it was asked for. */
const ADDED = ['owner', 'place', 'readers'] as const;

/** The list of all files for spreadsheets. No cell is a formula: names come from others. */
export const ORGANIZATION_FILES_TABLE = {
  /** The byte order mark has spreadsheets read names as they are. */
  head: (hasReaders: boolean): string => `\uFEFF${[...COLUMNS, ...ADDED.slice(0, hasReaders ? 3 : 2)].join(',')}\r\n`,
  /** @param added owner, place and, where asked for, who can open it. */
  line: (file: OrganizationFile, added: readonly string[]): string =>
    `${[...cells(file), ...added].map(csvCell).join(',')}\r\n`,
} as const;

function cells(file: OrganizationFile): readonly string[] {
  const { id, name, folder, owner, visibility, sizeBytes, createdAt, updatedAt } = file;
  const [size, person] = [sizeBytes, owner].map(number => (number === null ? '' : String(number)));
  return [name, size ?? '', visibility ?? '', person ?? '', createdAt ?? '', updatedAt ?? '', folder ?? '', id];
}
