import { requirePresent } from '../../../shared/assert.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { type InParts, toEnd } from '../../core/in-parts.ts';
import type { ItemIndex } from '../../core/scan/plan-scope.ts';
import type { Base, Item, Kind, LocalFacts, RemoteFacts, Presence, Tree } from '../../core/item.ts';
import { hashIn, numberIn, textIn, textOf, toBlob } from '../storage/row-values.ts';
import { EXACT_NAMES, type VolumeNames } from '../../core/names/volume-names.ts';
import type { Db, SqlValue } from '../storage/db.ts';
import { AT_LOCAL_PLACE, BY_REMOTE_ID, CHILDREN, COLUMNS, IN_REMOTE_FOLDER, UNPAIRED } from './item-rows.ts';
import { itemOf, PRESENCES, WITH_LOCAL_BYTES } from './item-rows.ts';
import { volumeFactsIn } from '../records/mirrors.ts';
import { findByPath } from './find-by-path.ts';
import { remoteIdsAfter, recordHashes, itemsWithoutFolder, withBytes } from './find-items.ts';
import { itemsInside, moveAllInside, vacateAllInside } from './inside-folder.ts';
import { FolderDigests } from './folder-digests.ts';
import { FoldersWithoutDigest } from './folders-without-digest.ts';
import { ItemPaths } from './item-paths.ts';
import type { Assignment, ItemStart, ItemUpdate } from './item-changes.ts';
import { baseColumns, insertStatement, localColumns, remoteColumns, updateColumns } from './item-changes.ts';
import { itemIndex, NUMBERED } from './item-index.ts';
import { ItemExtractions } from './item-extractions.ts';
import { ItemCache } from './item-cache.ts';
import { readingItems } from './read-items.ts';

/** No row has this id. */
const NO_ITEM = 0 as ItemId;

/** The items of all mirrors. Every method is part of the caller's transaction. */
export class Items {
  readonly extractions: ItemExtractions;
  readonly #db: Db;
  readonly #cache: ItemCache;
  readonly #paths: ItemPaths;
  readonly #withoutDigest = new FoldersWithoutDigest();
  readonly #smallUpTo: number;

  /**
   * @param mostKept up to how many items of a mirror stay cached while no caller uses them.
   * @param smallUpTo up to how many items a mirror counts as small.
   */
  constructor(db: Db, { mostKept, smallUpTo = 500 }: { readonly mostKept?: number; readonly smallUpTo?: number } = {}) {
    this.#db = db;
    this.#smallUpTo = smallUpTo;
    this.#cache = new ItemCache(readingItems(db), mostKept);
    this.extractions = new ItemExtractions(db, this.#cache);
    this.#paths = new ItemPaths(db, id => this.#cache.held(id));
    this.onTouched(() => undefined);
  }

  /**
   * Registers the one listener for items that may have changed; null means any item. A reported change may still be
   * undone.
   */
  onTouched(listener: (id: ItemId | null) => void): void {
    this.#cache.onTouched = id => {
      this.#paths.forget(id);
      if (id === null) this.#withoutDigest.forget(null);
      listener(id);
    };
  }

  /** The next items of all mirrors, by id. */
  pageAfter(id: number, limit: number): readonly Item[] {
    return this.#db.all(`${COLUMNS} WHERE i.id > ? ORDER BY i.id LIMIT CAST(? AS INTEGER)`, id, limit).map(itemOf);
  }

  /** All items of a mirror, for the planner. */
  tree(mirror: string, root: ItemId): Tree {
    return toEnd(this.treeInParts(mirror, root));
  }

  /** The same in parts. Of items that change between two parts, it may hold some as they were before. */
  *treeInParts(mirror: string, root: ItemId): InParts<Tree> {
    return { root, items: yield* this.#cache.all(mirror), names: this.#namesOn(mirror) };
  }

  /** How the volume of a mirror treats names. */
  #namesOn(mirror: string): VolumeNames {
    const row = this.#db.one('SELECT volume_facts FROM mirror WHERE id = ?', mirror);
    return (row === null ? null : volumeFactsIn(row)) ?? EXACT_NAMES;
  }

  get(id: ItemId): Item | null {
    return this.#cache.one(id);
  }

  /**
   * The local path of an item, or the path it would have: names from the mirror's folder, joined by `/`; empty for the
   * folder itself.
   */
  pathOf(id: ItemId): string {
    this.#cache.catchUp();
    return this.#paths.pathOf(id);
  }

  /** The path of a name in a folder that many paths are asked of. */
  pathIn(folder: ItemId, name: string): string {
    this.#cache.catchUp();
    return this.#paths.pathIn(folder, name);
  }

  byRemoteId(mirror: string, id: ServiceId): Item | null {
    const row = this.#db.one(BY_REMOTE_ID, mirror, toBlob(id));
    return row === null ? null : itemOf(row);
  }

  /** The items that are in a folder at the service, or were when it was last listed. */
  inRemoteFolder(folder: ItemId): readonly Item[] {
    return this.#db.all(IN_REMOTE_FOLDER, folder).map(itemOf);
  }

  byLocalPlace(parent: ItemId, name: string): Item | null {
    const row = this.#db.one(AT_LOCAL_PLACE, parent, name);
    return row === null ? null : itemOf(row);
  }

  /** Whether an item is recorded at a local place. */
  hasLocalPlace(parent: ItemId, name: string): boolean {
    return this.#db.one('SELECT 1 FROM item WHERE l_parent = ? AND l_name = ?', parent, name) !== null;
  }

  /** Finds an item by its path inside a mirror (see `find-by-path.ts`). */
  byPath(root: ItemId, path: string): Item | null {
    const volume = this.#db.one('SELECT volume_facts FROM mirror WHERE root_item = ?', root);
    const names = (volume === null ? null : volumeFactsIn(volume)) ?? EXACT_NAMES;
    return findByPath(path, { root: this.get(root), names, childrenOf: folder => this.children(folder.id) });
  }

  /** The names in a local folder. */
  localNames(parent: ItemId): readonly string[] {
    return this.#db.all('SELECT l_name FROM item WHERE l_parent = ?', parent).map(row => textOf(row, 'l_name'));
  }

  /** The items in a folder on either side. */
  children(folder: ItemId): readonly Item[] {
    return this.#db.all(CHILDREN, folder, folder).map(itemOf);
  }

  /** Files in a folder of the service that have no local file and no base. */
  unpairedIn(folder: ItemId): readonly Item[] {
    return this.#db.all(UNPAIRED, folder).map(itemOf);
  }

  /** Files in a local folder with this content. */
  localFilesWith(folder: ItemId, sha256: Sha256): readonly Item[] {
    return this.#db.all(WITH_LOCAL_BYTES, folder, toBlob(sha256)).map(itemOf);
  }

  /** Whether any item of a mirror differs between the sides and the base. */
  hasWork(mirror: string, root: ItemId): boolean {
    return this.#db.one('SELECT 1 FROM item WHERE mirror = ? AND dirty = 1 AND id <> ? LIMIT 1', mirror, root) !== null;
  }

  /** Whether any item of a mirror has another local name than the remote one. */
  hasNumbered(mirror: string): boolean {
    return this.#db.one(`SELECT 1 FROM item i WHERE ${NUMBERED} LIMIT 1`, mirror) !== null;
  }

  /** Grows with every change of an item, or of what is known of a version. */
  changeCount(): number {
    return this.#db.changesOf('item') + this.#db.changesOf('version_hash');
  }

  /** Whether any file of a mirror is at the service, or was when last seen. */
  hasRemoteFiles(mirror: string): boolean {
    const sql = `SELECT 1 FROM item WHERE mirror = ? AND kind = 'file' AND r_uuid IS NOT NULL LIMIT 1`;
    return this.#db.one(sql, mirror) !== null;
  }

  /** Whether a file was put here by us and not read yet. */
  hasUnread(mirror: string): boolean {
    const sql = `SELECT 1 FROM item WHERE mirror = ? AND dirty = 1 AND kind = 'file' AND l_sight = 1 AND l_hash IS NULL LIMIT 1`;
    return this.#db.one(sql, mirror) !== null;
  }

  /** How many items have a base. */
  countWithBase(mirror: string): number {
    return this.#count('SELECT count(*) AS n FROM item WHERE mirror = ? AND a_parent IS NOT NULL', mirror);
  }

  /** How many files are the same on both sides and in the base. */
  countResting(mirror: string): number {
    const sql = `SELECT count(*) AS n FROM item WHERE mirror = ? AND dirty = 0 AND kind = 'file' AND l_sight = 1`;
    return this.#count(sql, mirror);
  }

  create(mirror: string, kind: Kind, start: ItemStart = {}): ItemId {
    const { sql, values } = insertStatement(mirror, kind, start);
    if (start.local !== undefined) this.#forgetDigests(NO_ITEM, start.local.facts.parent);
    return this.#cache.creating(() => this.#db.run(sql, ...values).id as ItemId);
  }

  /** Records the local side. Facts are null with `absent`; with `unknown` and no facts given, the last facts stay. */
  setLocal(id: ItemId, presence: Presence, facts?: LocalFacts | null): void {
    if (facts === undefined) {
      this.#change(id, 'UPDATE item SET l_sight = ? WHERE id = ?', PRESENCES.indexOf(presence), id);
      return;
    }
    this.#forgetDigests(id, facts?.parent ?? null);
    this.#assign(id, localColumns(presence, facts));
  }

  /** Records the remote side in the same way. */
  setRemote(id: ItemId, presence: Presence, facts?: RemoteFacts | null): void {
    if (facts === undefined) {
      this.#change(id, 'UPDATE item SET r_sight = ? WHERE id = ?', PRESENCES.indexOf(presence), id);
      return;
    }
    this.#assign(id, remoteColumns(presence, facts));
  }

  /**
   * Records what both sides agree on. Only called with verified results: a wrong base turns into a removal or an
   * overwrite.
   */
  setBase(id: ItemId, base: Base | null): void {
    this.#assign(id, baseColumns(base));
  }

  /** Records all new facts about an item at once. */
  record(id: ItemId, news: ItemUpdate): void {
    if (news.local !== undefined) this.#forgetDigests(id, news.local.parent);
    this.#assign(id, updateColumns(news));
  }

  /** The service's times of creation, of items whose other remote facts are as recorded: all or none. */
  setCreatedTimes(times: ReadonlyMap<ItemId, string | null>): void {
    const sql = 'UPDATE item SET r_created = v.value ->> 1 FROM json_each(?) AS v WHERE item.id = v.value ->> 0';
    this.#cache.changingAll([...times.keys()], () => this.#db.run(sql, JSON.stringify([...times])));
  }

  /** The mirror that an item belongs to. */
  mirrorOf(id: ItemId): string | null {
    return textIn(this.#db.one('SELECT mirror FROM item WHERE id = ?', id) ?? {}, 'mirror');
  }

  setLocalOnly(id: ItemId, content: string | null): void {
    this.#change(id, 'UPDATE item SET kept = ? WHERE id = ?', content, id);
  }

  /**
   * Sets whether an item is online-only. A file that appears here ends that by itself. Clearing it for an item with a
   * base and without a local file would look like a local removal, so it is only done together with `setBase`.
   */
  setDehydrated(id: ItemId, isDehydrated: boolean): void {
    this.#change(id, 'UPDATE item SET freed = ? WHERE id = ?', isDehydrated ? 1 : 0, id);
  }

  setWritten(id: ItemId, atMs: number): void {
    this.#changeUnseen('UPDATE item SET written_at = ? WHERE id = ?', atMs, id);
  }

  writtenAt(id: ItemId): number | null {
    return numberIn(this.#db.one('SELECT written_at FROM item WHERE id = ?', id) ?? {}, 'written_at');
  }

  setDigest(id: ItemId, digest: string | null): void {
    this.#withoutDigest.forget(id);
    this.#changeUnseen('UPDATE item SET digest = ? WHERE id = ?', digest === '' ? null : digest, id);
  }

  /** The digests of a mirror's folders. */
  digests(mirror: string, root: ItemId): FolderDigests {
    return new FolderDigests(this.#db, mirror, root);
  }

  /** Whether a mirror has so few items that reading all is faster than finding some. */
  isSmall(mirror: string): boolean {
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM item WHERE mirror = ? LIMIT ${this.#smallUpTo + 1})`;
    return this.#count(sql, mirror) <= this.#smallUpTo;
  }

  /** All unfinished items of a mirror without its root. */
  unfinished(mirror: string, root: ItemId): readonly Item[] {
    return this.#db.all(`${COLUMNS} WHERE i.mirror = ? AND i.dirty = 1 AND i.id <> ?`, mirror, root).map(itemOf);
  }

  /** All folders of a mirror. */
  folders(mirror: string): readonly Item[] {
    return this.#db.all(`${COLUMNS} WHERE i.mirror = ? AND i.kind = 'folder'`, mirror).map(itemOf);
  }

  /** The next ids of items that are at the service, or were when last listed, in order. */
  remoteIds(mirror: string, from: { readonly after: ItemId | null; readonly limit: number }): ItemId[] {
    return remoteIdsAfter(this.#db, mirror, from);
  }

  /**
   * The files of a mirror with one of these hashes here, or that had one when last read. Reads all rows of the mirror.
   */
  withBytes(mirror: string, hashes: Iterable<Sha256>): readonly Item[] {
    return withBytes(this.#db, mirror, hashes);
  }

  /** Finds single items of a mirror, for the planner. */
  index(mirror: string, root: ItemId): ItemIndex {
    const keep = (item: Item): Item => this.#cache.keep(mirror, item);
    return { ...itemIndex(this.#db, mirror, root, keep), names: this.#namesOn(mirror) };
  }

  /** Items out of sight whose local path another item took, or whose folder was forgotten, each with the key it had. */
  strays(mirror: string): ReadonlyMap<ItemId, string> {
    return itemsWithoutFolder(this.#db, mirror);
  }

  /** Makes the next scan list every folder of a mirror. */
  forgetAllDigests(mirror: string): void {
    this.#db.run('UPDATE item SET digest = NULL WHERE mirror = ?', mirror);
  }

  /** Clears the local path of an item so that another one can take it in the same transaction. */
  vacate(id: ItemId): void {
    this.#forgetDigests(id, null);
    this.#change(id, 'UPDATE item SET l_parent = NULL, l_name = NULL WHERE id = ?', id);
  }

  /**
   * Drops the digests of the folder that an item leaves and of the one it comes to. Otherwise a later change back to
   * the old entries (we put a file there, a person removes it) would match the old digest and stay unnoticed.
   */
  #forgetDigests(id: ItemId, to: ItemId | null): void {
    const sql = `UPDATE item SET digest = NULL
      WHERE (id = (SELECT l_parent FROM item WHERE id = ?) OR id = ?) AND digest IS NOT NULL`;
    this.#cache.catchUp();
    const held = id === NO_ITEM ? null : this.#cache.held(id);
    const folders = [to, held?.local?.parent ?? null];
    // An item that is not in memory may leave a folder that is not known here.
    if ((held !== null || id === NO_ITEM) && this.#withoutDigest.includes(folders)) return;
    this.#changeUnseen(sql, id, to);
    this.#withoutDigest.add(folders);
  }

  /** Moves everything in one local folder to another one. */
  adoptChildren(from: ItemId, to: ItemId): void {
    this.#cache.changingAll(itemsInside(this.#db, from), () => moveAllInside(this.#db, from, to));
  }

  /** What is still recorded in a folder stays, out of sight and without a place: a scan of everything looks for it. */
  remove(id: ItemId): void {
    this.#forgetDigests(id, null);
    const inside = itemsInside(this.#db, id);
    if (inside.length > 0) this.#cache.changingAll(inside, () => vacateAllInside(this.#db, id));
    this.#change(id, 'DELETE FROM item WHERE id = ?', id);
    this.#db.run('DELETE FROM missing WHERE item = ?', id);
    this.#db.run('DELETE FROM problem WHERE mirror IN (SELECT id FROM mirror) AND subject = ?', `item:${id}`);
  }

  removeMirror(mirror: string): void {
    this.#db.run('DELETE FROM missing WHERE item IN (SELECT id FROM item WHERE mirror = ?)', mirror);
    this.#db.run('DELETE FROM item WHERE mirror = ?', mirror);
  }

  #count(sql: string, mirror: string): number {
    return numberIn(requirePresent(this.#db.one(sql, mirror), 'count'), 'n') ?? 0;
  }

  #assign(id: ItemId, { sql, values }: Assignment): void {
    this.#change(id, `UPDATE item SET ${sql} WHERE id = ?`, ...values, id);
  }

  /** Changes one item. Changes of many items are not announced one by one: they empty the cache. */
  #change(id: ItemId, sql: string, ...parameters: readonly SqlValue[]): void {
    this.#cache.changing(id, () => void this.#db.run(sql, ...parameters));
  }

  /** Changes columns that an `Item` does not show. */
  #changeUnseen(sql: string, ...parameters: readonly SqlValue[]): void {
    this.#cache.changing(null, () => void this.#db.run(sql, ...parameters));
  }

  /** Records the hash of a version. */
  recordHash(version: VersionId, sha256: Sha256): void {
    this.recordHashes(new Map([[version, sha256]]));
  }

  /** Records the hashes of many versions: all or none. */
  recordHashes(hashes: ReadonlyMap<VersionId, Sha256>): void {
    this.#cache.changingVersions(hashes.keys(), () => recordHashes(this.#db, hashes));
  }

  forgetHash(version: VersionId): void {
    this.#db.run('DELETE FROM version_hash WHERE version = ?', toBlob(version));
  }

  hashOf(version: VersionId): Sha256 | null {
    return hashIn(this.#db.one('SELECT hash FROM version_hash WHERE version = ?', toBlob(version)) ?? {}, 'hash');
  }
}
