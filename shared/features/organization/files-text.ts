import type { OrganizationFile } from './model.ts';
import { csvCell } from '../activity/file-text.ts';

const COLUMNS = ['name', 'bytes', 'visibility', 'ownerId', 'created', 'changed', 'folderId', 'fileId'] as const;

/** The list of all files for spreadsheets. No cell is a formula: names come from others. */
export const ORGANIZATION_FILES_TABLE = {
  /** The byte order mark has spreadsheets read names as they are. */
  head: `\uFEFF${COLUMNS.join(',')}\r\n`,
  line: (file: OrganizationFile): string => `${cells(file).map(csvCell).join(',')}\r\n`,
} as const;

function cells(file: OrganizationFile): readonly string[] {
  const { id, name, folder, owner, visibility, sizeBytes, createdAt, updatedAt } = file;
  const [size, person] = [sizeBytes, owner].map(number => (number === null ? '' : String(number)));
  return [name, size ?? '', visibility ?? '', person ?? '', createdAt ?? '', updatedAt ?? '', folder ?? '', id];
}
