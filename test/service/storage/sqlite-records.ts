import Sqlite from 'better-sqlite3';
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

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
  SoughtFile,
  TextHit,
  UploadRow,
  UserRow,
  VersionRow,
} from '../rules/ground/records.ts';
import type { Table, Where } from '../rules/ground/tables.ts';
import { Documents } from './documents.ts';
import { FileLists } from './file-lists.ts';
import { Remembered } from './remembered.ts';
import { prepareSchema } from './schema.ts';
import { TextIndex } from './text-index.ts';

type Column = string | number | null;
type Row = { readonly [column: string]: unknown };

const FILE_ORDER = { name: 'name', createdAt: 'createdMs', updatedAt: 'updatedMs' } as const;

const SHARED_ITEMS = 'SELECT DISTINCT itemId FROM share LIMIT ?';
const MOST_SHARED = 2000;

/** The records in SQLite. Column names are the rows' field names, so that a row is what a statement gives. */
export class SqliteRecords implements Records {
  readonly #database: Database;
  readonly #documents: Documents;
  /** The texts that are searched, in the same database. */
  readonly texts: TextIndex;
  readonly #statements = new Map<string, Statement>();
  readonly #lists: FileLists;
  /** Every access rule reads these; no other process writes to the database, so they hold until this one writes. */
  readonly #folders = new Remembered<FolderRow | null>(100_000);
  readonly #shares = new Remembered<readonly ShareRow[]>(100_000);
  /** Everything that has shares at all, while that is little: most of what is asked about has none. */
  #shared: ReadonlySet<unknown> | null = null;

  /** Opens or makes the database at `path`. @throws Error when another process has it open. */
  constructor(path: string) {
    this.#database = openAlone(path);
    // NORMAL survives the death of the service at any moment; only a power cut may cost the last requests.
    this.#database.pragma('synchronous = NORMAL');
    this.#database.pragma(`mmap_size = ${2 ** 31 - 65_536}`);
    prepareSchema(this.#database);
    this.#documents = new Documents(this.#database);
    this.texts = new TextIndex(this.#database);
    this.#lists = new FileLists(this.#database);
  }

  close(): void {
    this.#database.close();
  }

  transaction<T>(work: () => T): T {
    try {
      return this.#database.transaction(work)();
    } catch (thrown) {
      this.#forget();
      throw thrown;
    }
  }

  /** For work that writes very many rows at once, past the rows' types, in statements of its own. */
  writeMany(work: (database: Database) => void): void {
    this.#forget();
    work(this.#database);
  }

  /** A small value kept under a name, made by `make` when it is not there yet. */
  fact(name: string, make: () => string): string {
    const known = this.knownFact(name);
    if (known !== null) return known;
    const value = make();
    this.#save('fact', { name, value });
    return value;
  }

  /** A small value that was kept under a name, or null. */
  knownFact(name: string): string | null {
    const row = this.#one('SELECT value FROM fact WHERE name = ?', name);
    return row === null ? null : z.string().parse(row['value']);
  }

  /** Whether there are no files, and no folders but the first `folders`. */
  hasNothingBut(folders: number): boolean {
    const files = this.#count('SELECT count(*) AS total FROM file');
    return files === 0 && this.#count('SELECT count(*) AS total FROM folder') <= folders;
  }

  rows<R extends { readonly id: string }, C extends keyof R & string>(
    table: Table<R, C>,
    where: Where<R, C> = {},
  ): readonly R[] {
    return this.#documents.rows(table, where);
  }
  row<R extends { readonly id: string }, C extends keyof R & string>(table: Table<R, C>, id: string): R | null {
    return this.#documents.row(table, id);
  }
  putRow<R extends { readonly id: string }, C extends keyof R & string>(table: Table<R, C>, row: R): void {
    this.#documents.put(table, row);
  }
  dropRow<R extends { readonly id: string }, C extends keyof R & string>(table: Table<R, C>, id: string): void {
    this.#documents.drop(table, id);
  }

  key(key: string): KeyRow | null {
    return this.#one<KeyRow>('SELECT * FROM apiKey WHERE key = ?', key);
  }
  keysIn(organizationId: string): readonly KeyRow[] {
    return this.#all<KeyRow>('SELECT * FROM apiKey WHERE organizationId = ? ORDER BY createdMs, id', organizationId);
  }
  user(id: number): UserRow | null {
    return this.#one<UserRow>('SELECT * FROM user WHERE id = ?', id);
  }
  organization(id: string): OrganizationRow | null {
    return this.#one<OrganizationRow>('SELECT * FROM organization WHERE id = ?', id);
  }
  membership(organizationId: string, userId: number): MembershipRow | null {
    const sql = 'SELECT * FROM membership WHERE organizationId = ? AND userId = ?';
    return this.#one<MembershipRow>(sql, organizationId, userId);
  }
  membershipsIn(organizationId: string): readonly MembershipRow[] {
    const sql = 'SELECT * FROM membership WHERE organizationId = ? ORDER BY userId';
    return this.#all<MembershipRow>(sql, organizationId);
  }
  membershipsOf(userId: number): readonly MembershipRow[] {
    const sql = 'SELECT * FROM membership WHERE userId = ? ORDER BY organizationId';
    return this.#all<MembershipRow>(sql, userId);
  }
  saveOrganization(row: OrganizationRow): void {
    this.#save('organization', row);
  }
  saveUser(row: UserRow): void {
    this.#save('user', row);
  }
  saveMembership(row: MembershipRow): void {
    this.#save('membership', row);
  }
  dropMembership(id: string): void {
    this.#prepared('DELETE FROM membership WHERE id = ?').run(id);
  }
  userByEmail(email: string): UserRow | null {
    return this.#one<UserRow>('SELECT * FROM user WHERE email = ? COLLATE NOCASE', email);
  }
  nextUserId(): number {
    return this.#count('SELECT coalesce(max(id), 0) + 1 AS total FROM user');
  }
  saveKey(row: KeyRow): void {
    this.#save('apiKey', row);
  }

  folder(id: string): FolderRow | null {
    return this.#folders.get(id, () => {
      const row = this.#one('SELECT * FROM folder WHERE id = ?', id);
      return row === null ? null : folderRow(row);
    });
  }
  foldersIn(parentFolderId: string): readonly FolderRow[] {
    return this.#all('SELECT * FROM folder WHERE parentFolderId = ? ORDER BY name, id', parentFolderId).map(folderRow);
  }
  rootFolders(organizationId: string): readonly FolderRow[] {
    const sql = 'SELECT * FROM folder WHERE organizationId = ? AND parentFolderId IS NULL ORDER BY name, id';
    return this.#all(sql, organizationId).map(folderRow);
  }
  archivedFolders(organizationId: string): readonly FolderRow[] {
    const sql = 'SELECT * FROM folder WHERE organizationId = ? AND archivedMs IS NOT NULL ORDER BY archivedMs DESC, id';
    return this.#all(sql, organizationId).map(folderRow);
  }
  saveFolder(row: FolderRow): void {
    this.#save('folder', { ...row, inherits: Number(row.inherits) });
  }

  file(id: string): FileRow | null {
    const row = this.#one('SELECT * FROM file WHERE id = ?', id);
    return row === null ? null : fileRow(row);
  }
  filesById(ids: readonly string[]): readonly FileRow[] {
    return this.#lists.byIds(ids).map(fileRow);
  }
  filesIn(wanted: FilesInFolder, slice: Slice): Sliced<FileRow> {
    if (wanted.onlyFor !== null) return this.#filesFor(wanted, slice);
    const total = this.#lists.count(wanted.folderId, wanted.withUnconfirmed);
    return { rows: this.#lists.page({ ...wanted, total }, slice).map(fileRow), total };
  }
  *filesOf(organizationId: string): Iterable<FileRow> {
    for (const row of this.#lists.changed(organizationId)) yield fileRow(row);
  }
  filesNamed(organizationId: string, text: string, wanted: number): Iterable<SoughtFile> {
    return this.#lists.named(organizationId, text, wanted);
  }
  filesOfOrganization(organizationId: string, slice: Slice): Sliced<FileRow> {
    const total = this.#filesIn(organizationId);
    const offset = (slice.page - 1) * slice.pageSize;
    if (offset >= total) return { rows: [], total };
    // The lists know this order; every other one has to be sorted.
    if (slice.sortBy === 'updatedAt' && slice.descending) {
      const size = Math.min(slice.pageSize, total - offset);
      return { rows: this.#lists.changedPage(organizationId, { offset, size, total }).map(fileRow), total };
    }
    const direction = slice.descending ? 'DESC' : 'ASC';
    const sql = `SELECT * FROM file WHERE organizationId = ? AND removedMs IS NULL AND confirmed = 1
      ORDER BY ${FILE_ORDER[slice.sortBy]} ${direction}, id ${direction} LIMIT ? OFFSET ?`;
    return { rows: this.#all(sql, organizationId, slice.pageSize, offset).map(fileRow), total };
  }
  sharedFiles(organizationId: string): readonly FileRow[] {
    const sql = `SELECT * FROM file WHERE id IN (SELECT itemId FROM share) AND organizationId = ?
      AND removedMs IS NULL AND confirmed = 1 ORDER BY name, id`;
    return this.#all(sql, organizationId).map(fileRow);
  }
  saveFile(row: FileRow): void {
    this.#save('file', { ...row, confirmed: Number(row.confirmed), tags: JSON.stringify(row.tags) });
  }

  version(id: string): VersionRow | null {
    return this.#one<VersionRow>('SELECT * FROM version WHERE id = ?', id);
  }
  versionsOf(fileId: string, slice: Slice): Sliced<VersionRow> {
    const sql = `SELECT * FROM version WHERE fileId = ? ORDER BY number ${slice.descending ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`;
    const rows = this.#all<VersionRow>(sql, fileId, slice.pageSize, (slice.page - 1) * slice.pageSize);
    const total = this.#count('SELECT count(*) AS total FROM version WHERE fileId = ?', fileId);
    return { rows, total };
  }
  saveVersion(row: VersionRow): void {
    this.#save('version', row);
  }
  extractionsDue(nowMs: number, limit: number): readonly VersionRow[] {
    const sql = 'SELECT * FROM version WHERE extractionDueMs <= ? ORDER BY extractionDueMs LIMIT ?';
    return this.#all<VersionRow>(sql, nowMs, limit);
  }

  searchText(organizationId: string, query: string, range: HitRange): readonly TextHit[] {
    return this.texts.search(organizationId, query, range);
  }

  upload(fileId: string): UploadRow | null {
    return this.#one<UploadRow>('SELECT * FROM upload WHERE fileId = ?', fileId);
  }
  saveUpload(row: UploadRow): void {
    this.#save('upload', row);
  }

  share(id: string): ShareRow | null {
    const row = this.#one('SELECT * FROM share WHERE id = ?', id);
    return row === null ? null : shareRow(row);
  }
  sharesOn(itemId: string): readonly ShareRow[] {
    this.#shared ??= new Set(this.#all(SHARED_ITEMS, MOST_SHARED + 1).map(row => row['itemId']));
    if (this.#shared.size <= MOST_SHARED && !this.#shared.has(itemId)) return [];
    return this.#shares.get(itemId, () =>
      this.#all('SELECT * FROM share WHERE itemId = ? ORDER BY rowid', itemId).map(shareRow),
    );
  }
  dropShare(id: string): void {
    this.#prepared('DELETE FROM share WHERE id = ?').run(id);
  }
  saveShare(row: ShareRow): void {
    this.#save('share', { ...row, isOrgWide: Number(row.isOrgWide) });
  }

  /** How many files an organization has: those its folders count, and those in no folder. */
  #filesIn(organizationId: string): number {
    const sql = `SELECT
      (SELECT coalesce(sum(confirmed), 0) FROM folder JOIN fileCount ON folderId = folder.id WHERE organizationId = ?)
      + (SELECT count(*) FROM file WHERE folderId IS NULL AND removedMs IS NULL AND confirmed = 1 AND organizationId = ?)
      AS total`;
    return this.#count(sql, organizationId, organizationId);
  }

  #filesFor(wanted: FilesInFolder, slice: Slice): Sliced<FileRow> {
    const where = `folderId = ? AND removedMs IS NULL ${wanted.withUnconfirmed ? '' : 'AND confirmed = 1'}
      AND (ownerId = ? OR EXISTS (SELECT 1 FROM share WHERE itemId = file.id AND (userId = ? OR isOrgWide = 1)))`;
    const values = [wanted.folderId, wanted.onlyFor, wanted.onlyFor];
    const direction = slice.descending ? 'DESC' : 'ASC';
    const order = `${FILE_ORDER[slice.sortBy]} ${direction}, id ${direction}`;
    const sql = `SELECT * FROM file WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`;
    const rows = this.#all(sql, ...values, slice.pageSize, (slice.page - 1) * slice.pageSize).map(fileRow);
    return { rows, total: this.#count(`SELECT count(*) AS total FROM file WHERE ${where}`, ...values) };
  }

  #forget(): void {
    this.#folders.forget();
    this.#forgetShares();
    this.#lists.forget();
  }

  #forgetShares(): void {
    this.#shares.forget();
    this.#shared = null;
  }

  #prepared(sql: string): Statement {
    if (!sql.startsWith('SELECT')) this.#forgetWritten(sql);
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Every statement that writes comes by here before it runs. */
  #forgetWritten(sql: string): void {
    if (/^\w+\s+(INTO\s+|FROM\s+)?folder\b/.test(sql)) this.#folders.forget();
    if (/^\w+\s+(INTO\s+|FROM\s+)?file\b/.test(sql)) this.#lists.forget();
    if (/^\w+\s+(INTO\s+|FROM\s+)?share\b/.test(sql)) this.#forgetShares();
  }

  /** The columns of a statement are the fields of `T`: the schema and the row types say the same. */
  #one<T = Row>(sql: string, ...values: readonly Column[]): T | null {
    return (this.#prepared(sql).get(...values) as T | undefined) ?? null;
  }

  #all<T = Row>(sql: string, ...values: readonly Column[]): readonly T[] {
    return this.#prepared(sql).all(...values) as T[];
  }

  #count(sql: string, ...values: readonly Column[]): number {
    return z.number().parse(this.#one(sql, ...values)?.['total']);
  }

  /** Inserts a whole row, or replaces the one of the same primary key. */
  #save(table: string, row: object): void {
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
      ON CONFLICT DO UPDATE SET ${columns.map(name => `${name} = excluded.${name}`).join(', ')}`;
    this.#prepared(sql).run(...(Object.values(row) as Column[]));
  }
}

/** Opens a database exclusively: two services on one folder would each rely on their own cached numbers. */
function openAlone(path: string): Database {
  const database = new Sqlite(path, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    return database;
  } catch (cause) {
    database.close();
    const isTaken = cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY');
    throw isTaken ? new Error(`${path} is in use by another service; stop that one first.`, { cause }) : cause;
  }
}

function folderRow(row: Row): FolderRow {
  return { ...(row as unknown as FolderRow), inherits: row['inherits'] === 1 };
}

function shareRow(row: Row): ShareRow {
  return { ...(row as unknown as ShareRow), isOrgWide: row['isOrgWide'] === 1 };
}

const NO_TAGS: readonly string[] = [];

function fileRow(row: Row): FileRow {
  const tags = row['tags'] === '[]' ? NO_TAGS : z.array(z.string()).parse(JSON.parse(z.string().parse(row['tags'])));
  return { ...(row as unknown as FileRow), tags, confirmed: row['confirmed'] === 1 };
}
