import { table } from '../ground/tables.ts';

/** A folder of an organization's library. Times are milliseconds since the epoch. */
export interface LibraryFolderRow {
  readonly id: string;
  readonly organizationId: string;
  readonly parentFolderId: string | null;
  readonly name: string;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** A published file; the id is the file's. */
export interface PublicationRow {
  readonly id: string;
  readonly organizationId: string;
  /** Null: at the top of the library. */
  readonly libraryFolderId: string | null;
  readonly publishedMs: number;
  readonly publishedBy: number;
}

export const libraryFolders = table<LibraryFolderRow>()('libraryFolder', 'organizationId', 'parentFolderId');
export const publications = table<PublicationRow>()('publication', 'organizationId', 'libraryFolderId');
