import type { Table, Where } from './tables.ts';

/** What the service remembers, as rows, and the questions its rules ask of them. All calls are synchronous. */

export type ShareRole = 'viewer' | 'editor' | 'admin';
export type OrganizationRole = 'Owner' | 'Admin' | 'Member';
export type ExtractionStatus = 'pending' | 'running' | 'done' | 'failed' | 'deferred' | null;

export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
}

export interface UserRow {
  readonly id: number;
  readonly email: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface MembershipRow {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: number;
  readonly role: OrganizationRole;
}

/** An API key; times are milliseconds since the epoch. */
export interface KeyRow {
  readonly key: string;
  /** Names the key without opening anything. */
  readonly id: string;
  readonly userId: number;
  readonly organizationId: string;
  readonly name: string;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly revokedMs: number | null;
}

/** Times are milliseconds since the epoch. */
export interface FolderRow {
  readonly id: string;
  readonly organizationId: string;
  readonly ownerId: number;
  readonly parentFolderId: string | null;
  readonly name: string;
  readonly visibility: string;
  readonly kind: string | null;
  /** Whether the sharing of the folders above counts here too. */
  readonly inherits: boolean;
  readonly createdMs: number;
  readonly updatedMs: number;
  /** Set on the top of an archived subtree only. */
  readonly archivedMs: number | null;
}

export interface FileRow {
  readonly id: string;
  readonly organizationId: string;
  readonly ownerId: number;
  readonly folderId: string | null;
  readonly name: string;
  readonly fileType: string;
  readonly mimeType: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly visibility: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly removedMs: number | null;
  /** False between an upload's initiate and its confirm. */
  readonly confirmed: boolean;
  readonly latestVersionId: string | null;
  readonly sizeBytes: number;
}

export interface VersionRow {
  readonly id: string;
  readonly fileId: string;
  /** From 1, without gaps. */
  readonly number: number;
  readonly objectKey: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly createdMs: number;
  readonly createdBy: number;
  readonly changeSummary: string | null;
  readonly changeSource: string | null;
  readonly baseVersionId: string | null;
  readonly extractionStatus: ExtractionStatus;
  /** When extraction takes its next step; null when it has ended. */
  readonly extractionDueMs: number | null;
}

/** An initiated upload: what was promised for the object. Kept after the confirm. */
export interface UploadRow {
  readonly fileId: string;
  readonly versionId: string;
  readonly objectKey: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** One access control entry on a file or folder: exactly one of a user, a team or the whole organization. */
export interface ShareRow {
  readonly id: string;
  readonly itemId: string;
  readonly userId: number | null;
  readonly teamId: string | null;
  readonly isOrgWide: boolean;
  readonly role: ShareRole;
}

/** As much of a file as tells who may find it. */
export type SoughtFile = Pick<FileRow, 'id' | 'organizationId' | 'ownerId' | 'folderId' | 'visibility' | 'updatedMs'>;

export type SortColumn = 'name' | 'createdAt' | 'updatedAt';

/** One page of a longer list. `page` counts from 1. */
export interface Slice {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy: SortColumn;
  readonly descending: boolean;
}

export interface Sliced<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** A file whose latest version's text holds what was sought. */
export interface TextHit {
  readonly fileId: string;
  readonly versionId: string;
  /** HTML: a few words around what was found, that in `<b>`, all else escaped. */
  readonly snippet: string;
  /** How well it fits; the larger, the better. */
  readonly rank: number;
}

/** A part of a list of hits. */
export interface HitRange {
  readonly limit: number;
  /** How many hits to pass over. */
  readonly offset?: number;
}

export interface FilesInFolder {
  readonly folderId: string;
  /** Null: the caller may read the folder. A user's id: only files this user owns or was given. */
  readonly onlyFor: number | null;
  readonly withUnconfirmed: boolean;
}

export interface Records {
  /** Runs `work` so that all it saves is kept, or, when it throws, nothing of it. */
  transaction<T>(work: () => T): T;

  /** Rows of a plain table, in the order in which they were first saved. */
  rows<R extends { readonly id: string }, C extends keyof R & string>(
    table: Table<R, C>,
    where?: Where<R, C>,
  ): readonly R[];
  row<R extends { readonly id: string }, C extends keyof R & string>(table: Table<R, C>, id: string): R | null;
  /** Adds a row, or replaces the one of the same id in its place. */
  putRow<R extends { readonly id: string }, C extends keyof R & string>(table: Table<R, C>, row: R): void;
  dropRow<R extends { readonly id: string }, C extends keyof R & string>(table: Table<R, C>, id: string): void;

  key(key: string): KeyRow | null;
  keysIn(organizationId: string): readonly KeyRow[];
  user(id: number): UserRow | null;
  organization(id: string): OrganizationRow | null;
  membership(organizationId: string, userId: number): MembershipRow | null;
  membershipsIn(organizationId: string): readonly MembershipRow[];
  membershipsOf(userId: number): readonly MembershipRow[];
  saveOrganization(row: OrganizationRow): void;
  saveUser(row: UserRow): void;
  saveMembership(row: MembershipRow): void;
  dropMembership(id: string): void;
  /** The user of an address, written in any case. */
  userByEmail(email: string): UserRow | null;
  /** A number no user has had. */
  nextUserId(): number;
  saveKey(row: KeyRow): void;

  folder(id: string): FolderRow | null;
  /** By name, then id; archived ones too. */
  foldersIn(parentFolderId: string): readonly FolderRow[];
  rootFolders(organizationId: string): readonly FolderRow[];
  /** Newest archived first. */
  archivedFolders(organizationId: string): readonly FolderRow[];
  saveFolder(row: FolderRow): void;

  file(id: string): FileRow | null;
  /** In the order of the ids; unknown ones are left out. */
  filesById(ids: readonly string[]): readonly FileRow[];
  /** Never removed ones. */
  filesIn(wanted: FilesInFolder, slice: Slice): Sliced<FileRow>;
  /** Confirmed, not removed files of an organization, last changed first. The caller may stop early. */
  filesOf(organizationId: string): Iterable<FileRow>;
  /** One page of the same files; those in archived folders are among them. */
  filesOfOrganization(organizationId: string, slice: Slice): Sliced<FileRow>;
  /** Of the same files those that have entries of their own, by name, then id. */
  sharedFiles(organizationId: string): readonly FileRow[];
  /**
   * As `filesOf`, but only files whose name holds `text`, compared as `folded` of `names.ts` says. A text shorter than
   * `SHORTEST_SOUGHT` is looked for in the names of the `LOOKED_AT_FOR_SHORT` files changed last; an empty one is in all. About `wanted` of them will be taken.
   */
  filesNamed(organizationId: string, text: string, wanted: number): Iterable<SoughtFile>;
  saveFile(row: FileRow): void;

  version(id: string): VersionRow | null;
  /** By number; `descending` puts the newest first. `sortBy` does not count. */
  versionsOf(fileId: string, slice: Slice): Sliced<VersionRow>;
  saveVersion(row: VersionRow): void;
  /** Versions whose extraction takes a step at or before `nowMs`, earliest first. */
  extractionsDue(nowMs: number, limit: number): readonly VersionRow[];

  /**
   * Files of an organization that are there and whose latest version's extraction is done (spec 3.2), with all words of
   * `query` in their text; best first. Who may read them is not asked here.
   */
  searchText(organizationId: string, query: string, range: HitRange): readonly TextHit[];

  upload(fileId: string): UploadRow | null;
  saveUpload(row: UploadRow): void;

  share(id: string): ShareRow | null;
  sharesOn(itemId: string): readonly ShareRow[];
  saveShare(row: ShareRow): void;
  dropShare(id: string): void;
}
