import type {
  FileRow,
  FilesInFolder,
  FolderRow,
  KeyRow,
  MembershipRow,
  OrganizationRow,
  Records,
  ShareRow,
  Slice,
  Sliced,
  SortColumn,
  SoughtFile,
  UploadRow,
  UserRow,
  VersionRow,
} from '../../service/rules/records.ts';
import { LOOKED_AT_FOR_SHORT, SHORTEST_SOUGHT, folded, lengthOf } from '../../service/rules/names.ts';

/** The service's records in memory. The rules check before they save, so a transaction has nothing to take back. */
export class MemoryRecords implements Records {
  readonly #keys = new Map<string, KeyRow>();
  readonly #users = new Map<number, UserRow>();
  readonly #organizations = new Map<string, OrganizationRow>();
  readonly #memberships = new Map<string, MembershipRow>();
  readonly #folders = new Map<string, FolderRow>();
  readonly #foldersByParent = new Shelves();
  readonly #files = new Map<string, FileRow>();
  readonly #filesByFolder = new Shelves();
  readonly #versions = new Map<string, VersionRow>();
  readonly #versionsByFile = new Shelves();
  readonly #extracting = new Set<string>();
  readonly #uploads = new Map<string, UploadRow>();
  readonly #shares = new Map<string, ShareRow>();
  readonly #sharesByItem = new Shelves();

  transaction<T>(work: () => T): T {
    return work();
  }

  key(key: string): KeyRow | null {
    return this.#keys.get(key) ?? null;
  }
  user(id: number): UserRow | null {
    return this.#users.get(id) ?? null;
  }
  organization(id: string): OrganizationRow | null {
    return this.#organizations.get(id) ?? null;
  }
  membership(organizationId: string, userId: number): MembershipRow | null {
    return this.#memberships.get(`${organizationId} ${userId}`) ?? null;
  }
  membershipsIn(organizationId: string): readonly MembershipRow[] {
    const rows = [...this.#memberships.values()].filter(row => row.organizationId === organizationId);
    return rows.toSorted((one, other) => one.userId - other.userId);
  }
  membershipsOf(userId: number): readonly MembershipRow[] {
    const rows = [...this.#memberships.values()].filter(row => row.userId === userId);
    return rows.toSorted((one, other) => compare(one.organizationId, other.organizationId));
  }
  saveOrganization(row: OrganizationRow): void {
    this.#organizations.set(row.id, row);
  }
  saveUser(row: UserRow): void {
    this.#users.set(row.id, row);
  }
  saveMembership(row: MembershipRow): void {
    this.#memberships.set(`${row.organizationId} ${row.userId}`, row);
  }
  saveKey(row: KeyRow): void {
    this.#keys.set(row.key, row);
  }

  folder(id: string): FolderRow | null {
    return this.#folders.get(id) ?? null;
  }
  foldersIn(parentFolderId: string): readonly FolderRow[] {
    return rowsOf(this.#folders, this.#foldersByParent.on(parentFolderId)).toSorted(byName);
  }
  rootFolders(organizationId: string): readonly FolderRow[] {
    const roots = rowsOf(this.#folders, this.#foldersByParent.on(null));
    return roots.filter(row => row.organizationId === organizationId).toSorted(byName);
  }
  archivedFolders(organizationId: string): readonly FolderRow[] {
    const archived = this.folders().filter(row => row.organizationId === organizationId && row.archivedMs !== null);
    return archived.toSorted(
      (one, other) => (other.archivedMs ?? 0) - (one.archivedMs ?? 0) || compare(one.id, other.id),
    );
  }
  saveFolder(row: FolderRow): void {
    this.#foldersByParent.put(row.id, row.parentFolderId);
    this.#folders.set(row.id, row);
  }

  file(id: string): FileRow | null {
    return this.#files.get(id) ?? null;
  }
  filesIn(wanted: FilesInFolder, slice: Slice): Sliced<FileRow> {
    const rows = rowsOf(this.#files, this.#filesByFolder.on(wanted.folderId)).filter(
      row => row.removedMs === null && (row.confirmed || wanted.withUnconfirmed) && this.#isFor(row, wanted.onlyFor),
    );
    rows.sort((one, other) => ORDERS[slice.sortBy](one, other) || compare(one.id, other.id));
    return sliced(rows, slice);
  }
  filesOf(organizationId: string): Iterable<FileRow> {
    const rows = this.files().filter(
      row => row.organizationId === organizationId && row.removedMs === null && row.confirmed,
    );
    return rows.toSorted((one, other) => other.updatedMs - one.updatedMs);
  }
  filesNamed(organizationId: string, text: string): Iterable<SoughtFile> {
    const sought = folded(text);
    const files = [...this.filesOf(organizationId)];
    const isShort = sought !== '' && lengthOf(sought) < SHORTEST_SOUGHT;
    return (isShort ? files.slice(0, LOOKED_AT_FOR_SHORT) : files).filter(row => folded(row.name).includes(sought));
  }
  saveFile(row: FileRow): void {
    this.#filesByFolder.put(row.id, row.folderId);
    this.#files.set(row.id, row);
  }

  version(id: string): VersionRow | null {
    return this.#versions.get(id) ?? null;
  }
  versionsOf(fileId: string, slice: Slice): Sliced<VersionRow> {
    const rows = rowsOf(this.#versions, this.#versionsByFile.on(fileId));
    return sliced(
      rows.toSorted((one, other) => one.number - other.number),
      slice,
    );
  }
  saveVersion(row: VersionRow): void {
    this.#versionsByFile.put(row.id, row.fileId);
    this.#versions.set(row.id, row);
    if (row.extractionDueMs === null) this.#extracting.delete(row.id);
    else this.#extracting.add(row.id);
  }
  extractionsDue(nowMs: number, limit: number): readonly VersionRow[] {
    if (this.#extracting.size === 0) return [];
    const due = rowsOf(this.#versions, this.#extracting).filter(row => (row.extractionDueMs ?? Infinity) <= nowMs);
    return due.toSorted((one, other) => (one.extractionDueMs ?? 0) - (other.extractionDueMs ?? 0)).slice(0, limit);
  }

  upload(fileId: string): UploadRow | null {
    return this.#uploads.get(fileId) ?? null;
  }
  saveUpload(row: UploadRow): void {
    this.#uploads.set(row.fileId, row);
  }

  sharesOn(itemId: string): readonly ShareRow[] {
    return rowsOf(this.#shares, this.#sharesByItem.on(itemId));
  }
  saveShare(row: ShareRow): void {
    this.#sharesByItem.put(row.id, row.itemId);
    this.#shares.set(row.id, row);
  }

  /** Every folder there ever was, archived ones too. */
  folders(): readonly FolderRow[] {
    return [...this.#folders.values()];
  }

  /** Every file there ever was, removed and unconfirmed ones too. */
  files(): readonly FileRow[] {
    return [...this.#files.values()];
  }

  /** Every version there ever was, in the order of their making. */
  versions(): readonly VersionRow[] {
    return [...this.#versions.values()];
  }

  #isFor(file: FileRow, userId: number | null): boolean {
    if (userId === null || file.ownerId === userId) return true;
    return this.sharesOn(file.id).some(share => share.isOrgWide || share.userId === userId);
  }
}

/** Which ids stand on which shelf; an id stands on one at a time. */
class Shelves {
  readonly #shelves = new Map<string | null, Set<string>>();
  readonly #places = new Map<string, string | null>();

  put(id: string, shelf: string | null): void {
    const before = this.#places.get(id);
    if (before === shelf) return;
    if (before !== undefined) this.#shelves.get(before)?.delete(id);
    this.#places.set(id, shelf);
    const ids = this.#shelves.get(shelf);
    if (ids === undefined) this.#shelves.set(shelf, new Set([id]));
    else ids.add(id);
  }

  on(shelf: string | null): ReadonlySet<string> {
    return this.#shelves.get(shelf) ?? EMPTY;
  }
}

const EMPTY: ReadonlySet<string> = new Set();

const ORDERS: { readonly [C in SortColumn]: (one: FileRow, other: FileRow) => number } = {
  name: (one, other) => compare(one.name, other.name),
  createdAt: (one, other) => one.createdMs - other.createdMs,
  updatedAt: (one, other) => one.updatedMs - other.updatedMs,
};

function rowsOf<T>(rows: ReadonlyMap<string, T>, ids: ReadonlySet<string>): T[] {
  const found: T[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (row !== undefined) found.push(row);
  }
  return found;
}

function sliced<T>(ascending: readonly T[], slice: Slice): Sliced<T> {
  const rows = slice.descending ? ascending.toReversed() : ascending;
  const start = (slice.page - 1) * slice.pageSize;
  return { rows: rows.slice(start, start + slice.pageSize), total: rows.length };
}

function byName(one: FolderRow, other: FolderRow): number {
  return compare(one.name, other.name) || compare(one.id, other.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
