import type {
  FileRow,
  FilesInFolder,
  FolderRow,
  HitRange,
  KeyRow,
  MembershipRow,
  OrganizationRow,
  Records,
  ShareRow,
  Slice,
  Sliced,
  SortColumn,
  SoughtFile,
  TextHit,
  UploadRow,
  UserRow,
  VersionRow,
} from '../../service/rules/ground/records.ts';
import { extract } from '../../service/rules/files/extraction.ts';
import { excerpt, holdsAll, termsOf } from '../../service/rules/ground/search-terms.ts';
import { LOOKED_AT_FOR_SHORT, SHORTEST_SOUGHT, folded, lengthOf } from '../../service/rules/ground/names.ts';
import type { Table, Where } from '../../service/rules/ground/tables.ts';
import { compare } from '../../service/rules/ground/fields.ts';

/** The service's records in memory. The rules check before they save, so a transaction has nothing to take back. */
export class MemoryRecords implements Records {
  readonly #tables = new Map<string, Map<string, unknown>>();
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
  readonly #bytesOf: (objectKey: string) => Uint8Array;

  /** `bytesOf` gives an object's bytes; texts are read from them only when they are searched. */
  constructor(bytesOf: (objectKey: string) => Uint8Array) {
    this.#bytesOf = bytesOf;
  }

  transaction<T>(work: () => T): T {
    return work();
  }

  rows<R extends { readonly id: string }, C extends keyof R & string>(
    table: Table<R, C>,
    where: Where<R, C> = {},
  ): readonly R[] {
    const rows = [...this.#table(table).values()];
    return rows.filter(row =>
      table.columns.every(column => where[column] === undefined || row[column] === where[column]),
    );
  }
  row<R extends { readonly id: string }, C extends keyof R & string>(table: Table<R, C>, id: string): R | null {
    return this.#table(table).get(id) ?? null;
  }
  putRow<R extends { readonly id: string }, C extends keyof R & string>(table: Table<R, C>, row: R): void {
    this.#table(table).set(row.id, row);
  }
  dropRow<R extends { readonly id: string }, C extends keyof R & string>(table: Table<R, C>, id: string): void {
    this.#table(table).delete(id);
  }

  key(key: string): KeyRow | null {
    return this.#keys.get(key) ?? null;
  }
  keysIn(organizationId: string): readonly KeyRow[] {
    const rows = [...this.#keys.values()].filter(row => row.organizationId === organizationId);
    return rows.toSorted((one, other) => one.createdMs - other.createdMs || compare(one.id, other.id));
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
  dropMembership(id: string): void {
    for (const [place, row] of this.#memberships) if (row.id === id) this.#memberships.delete(place);
  }
  userByEmail(email: string): UserRow | null {
    const sought = email.toLowerCase();
    return [...this.#users.values()].find(row => row.email.toLowerCase() === sought) ?? null;
  }
  nextUserId(): number {
    return Math.max(0, ...this.#users.keys()) + 1;
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
  filesById(ids: readonly string[]): readonly FileRow[] {
    return rowsOf(this.#files, new Set(ids));
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
  filesOfOrganization(organizationId: string, slice: Slice): Sliced<FileRow> {
    const rows = [...this.filesOf(organizationId)];
    rows.sort((one, other) => ORDERS[slice.sortBy](one, other) || compare(one.id, other.id));
    return sliced(rows, slice);
  }
  sharedFiles(organizationId: string): readonly FileRow[] {
    const rows = [...this.filesOf(organizationId)].filter(row => this.#sharesByItem.on(row.id).size > 0);
    return rows.toSorted((one, other) => compare(one.name, other.name) || compare(one.id, other.id));
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
  /** Sets files and versions back to what they are now, as a restored backup does. Later ones are as if never made. */
  backup(): () => void {
    const [files, versions] = [new Map(this.#files), new Set(this.#versions.keys())];
    return () => {
      for (const id of this.#versions.keys())
        if (!versions.has(id)) {
          this.#versions.delete(id);
          this.#versionsByFile.remove(id);
          this.#extracting.delete(id);
        }
      for (const id of this.#files.keys())
        if (!files.has(id)) {
          this.#files.delete(id);
          this.#filesByFolder.remove(id);
        }
      for (const row of files.values()) this.saveFile(row);
    };
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

  /** Plain words in the texts, last changed first; they all fit as well. */
  searchText(organizationId: string, query: string, { limit, offset = 0 }: HitRange): readonly TextHit[] {
    const terms = termsOf(query);
    if (terms.length === 0) return [];
    const hits: TextHit[] = [];
    for (const file of this.filesOf(organizationId)) {
      const version = file.latestVersionId === null ? null : this.version(file.latestVersionId);
      if (version?.extractionStatus !== 'done') continue;
      const extracted = extract(file.name, this.#bytesOf(version.objectKey));
      if (extracted.status !== 'done' || !holdsAll(extracted.text, terms)) continue;
      hits.push({ fileId: file.id, versionId: version.id, snippet: excerpt(extracted.text, terms), rank: 1 });
    }
    return hits.slice(offset, offset + limit);
  }

  upload(fileId: string): UploadRow | null {
    return this.#uploads.get(fileId) ?? null;
  }
  saveUpload(row: UploadRow): void {
    this.#uploads.set(row.fileId, row);
  }

  share(id: string): ShareRow | null {
    return this.#shares.get(id) ?? null;
  }
  sharesOn(itemId: string): readonly ShareRow[] {
    return rowsOf(this.#shares, this.#sharesByItem.on(itemId));
  }
  saveShare(row: ShareRow): void {
    this.#sharesByItem.put(row.id, row.itemId);
    this.#shares.set(row.id, row);
  }

  dropShare(id: string): void {
    this.#sharesByItem.remove(id);
    this.#shares.delete(id);
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

  /** What was saved as `R` is `R` again: one name, one type. */
  #table<R extends { readonly id: string }>(table: { readonly name: string; readonly row?: R }): Map<string, R> {
    const known = this.#tables.get(table.name) ?? new Map<string, unknown>();
    this.#tables.set(table.name, known);
    return known as Map<string, R>;
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

  remove(id: string): void {
    const place = this.#places.get(id);
    if (place !== undefined) this.#shelves.get(place)?.delete(id);
    this.#places.delete(id);
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
