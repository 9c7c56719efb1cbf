import { present } from '../../../shared/assert.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { nameKey, toLocalName } from '../../core/names/local-names.ts';
import type { ItemIndex } from '../../core/scan/plan-scope.ts';
import type { Agreed, Item, Kind, LocalFacts, RemoteFacts, Sight, Tree } from '../../core/item.ts';
import { hashIn, itemIn, numberIn, textIn, textOf, toBlob, versionIn } from '../storage/row-values.ts';
import type { Cell, Db } from '../storage/database.ts';
import { EXACT_NAMES, keyOn, type VolumeNames } from '../../core/names/volume-names.ts';
import { COLUMNS, itemOf, SIGHTS } from './item-rows.ts';
import { volumeFactsIn } from '../records/mirrors.ts';
import { FolderDigests } from './folder-digests.ts';
import { FolderSteps } from './folder-steps.ts';
import { agreedOf, hereOf, newsOf, thereOf } from './item-changes.ts';
import type { Assignment, ItemNews } from './item-changes.ts';
import { itemIndex, NUMBERED } from './item-index.ts';
import { KeptItems } from './kept-items.ts';
import type { ItemReading } from './kept-items.ts';

/** Rows that are read at one stroke: of a large mirror there should not be all rows beside all items. */
const ROWS_AT_ONCE = 1000;

/** The items of all mirrors. Every method is one step of somebody's transaction. */
export class Items {
  readonly #db: Db;
  readonly #kept: KeptItems;
  readonly #steps: FolderSteps;
  readonly #smallUpTo: number;

  /**
   * @param mostKept how many items of a mirror are kept while nobody uses them.
   * @param smallUpTo of how many items a mirror counts as small.
   */
  constructor(db: Db, { mostKept, smallUpTo = 500 }: { readonly mostKept?: number; readonly smallUpTo?: number } = {}) {
    this.#db = db;
    this.#smallUpTo = smallUpTo;
    const reading: ItemReading = {
      all: mirror => {
        const sql = `${COLUMNS} WHERE i.mirror = CAST(? AS TEXT) AND i.id > ? ORDER BY i.id LIMIT ${ROWS_AT_ONCE}`;
        const items = new Map<ItemId, Item>();
        for (let last = 0, isMore = true; isMore;) {
          const rows = db.all(sql, mirror, last);
          for (const item of rows.map(itemOf)) items.set((last = item.id), item);
          isMore = rows.length === ROWS_AT_ONCE;
        }
        return items;
      },
      one: id => {
        const row = db.one(`${COLUMNS} WHERE i.id = ?`, id);
        return row === null ? null : { mirror: textOf(row, 'mirror'), item: itemOf(row) };
      },
      changes: () => db.changesOf('item') + db.changesOf('version_hash'),
    };
    this.#kept = new KeptItems(reading, mostKept);
    this.#steps = new FolderSteps(db);
    this.onTouched(() => undefined);
  }

  /** Calls whenever an item may have changed, with null when any may have; one listener. A change may yet be undone. */
  onTouched(listener: (id: ItemId | null) => void): void {
    this.#kept.onTouched = id => {
      this.#steps.forget(id);
      listener(id);
    };
  }

  /** The next items of all mirrors in the order of their numbers. */
  after(id: number, limit: number): readonly Item[] {
    return this.#db.all(`${COLUMNS} WHERE i.id > ? ORDER BY i.id LIMIT CAST(? AS INTEGER)`, id, limit).map(itemOf);
  }

  /** All items of a mirror, as planning wants them. */
  tree(mirror: string, root: ItemId): Tree {
    return { root, items: this.#kept.all(mirror), names: this.#namesOn(mirror) };
  }

  /** What the volume of a mirror makes of names. */
  #namesOn(mirror: string): VolumeNames {
    const row = this.#db.one('SELECT volume_facts FROM mirror WHERE id = ?', mirror);
    return (row === null ? null : volumeFactsIn(row)) ?? EXACT_NAMES;
  }

  get(id: ItemId): Item | null {
    return this.#kept.one(id);
  }

  /** Where an item is here, or would be: names from the mirror's folder joined by `/`; empty for the folder itself. */
  pathOf(id: ItemId): string {
    this.#kept.catchUp();
    return this.#steps.pathOf(id);
  }

  byRemoteId(mirror: string, id: ServiceId): Item | null {
    const row = this.#db.one(`${COLUMNS} WHERE i.mirror = ? AND i.r_uuid = ?`, mirror, toBlob(id));
    return row === null ? null : itemOf(row);
  }

  /** Everything that the service has, or had when it was last looked at, in a folder. */
  inFolderThere(folder: ItemId): readonly Item[] {
    return this.#db.all(`${COLUMNS} WHERE i.r_parent = ?`, folder).map(itemOf);
  }

  byLocalPlace(parent: ItemId, name: string): Item | null {
    const row = this.#db.one(`${COLUMNS} WHERE i.l_parent = ? AND i.l_name = ?`, parent, name);
    return row === null ? null : itemOf(row);
  }

  /**
   * What has, had or would have a path inside a mirror: names from its own folder joined by `/`. What is here counts
   * before what is only at the service or was only agreed on, and the very name before one that the volume takes for it.
   */
  byPath(root: ItemId, path: string): Item | null {
    const volume = this.#db.one('SELECT volume_facts FROM mirror WHERE root_item = ?', root);
    const names = (volume === null ? null : volumeFactsIn(volume)) ?? EXACT_NAMES;
    let at: Item | null = this.get(root);
    for (const name of path === '' ? [] : path.split('/')) {
      const folder: ItemId = at?.id ?? root;
      const children = this.children(folder);
      const isCalled = (child: Item): boolean =>
        [names, EXACT_NAMES].some(each => nameKey(nameOf(child, each)) === nameKey(name));
      const isLike = (child: Item): boolean => keyOn(names, nameOf(child, names)) === keyOn(names, name);
      at = children.find(isCalled) ?? children.find(isLike) ?? null;
      if (at === null) return null;
    }
    return at;
  }

  /** The names in a folder here. */
  localNames(parent: ItemId): readonly string[] {
    return this.#db.all('SELECT l_name FROM item WHERE l_parent = ?', parent).map(row => textOf(row, 'l_name'));
  }

  /** What is in a folder on either side. */
  children(folder: ItemId): readonly Item[] {
    const sql = `${COLUMNS} WHERE i.l_parent = ? OR (i.r_parent = ? AND i.l_parent IS NULL)`;
    return this.#db.all(sql, folder, folder).map(itemOf);
  }

  /** Whether anything in a mirror differs between the two sides and the record. */
  hasWork(mirror: string, root: ItemId): boolean {
    return this.#db.one('SELECT 1 FROM item WHERE mirror = ? AND dirty = 1 AND id <> ? LIMIT 1', mirror, root) !== null;
  }

  /** Whether anything in a mirror has another name here than at the service. */
  hasNumbered(mirror: string): boolean {
    return this.#db.one(`SELECT 1 FROM item i WHERE ${NUMBERED} LIMIT 1`, mirror) !== null;
  }

  /** Grows with every change of an item, by us or by a person. */
  changeCount(): number {
    return this.#db.changesOf('item');
  }

  /** Whether a file here was put somewhere by us and not read since. */
  hasUnread(mirror: string): boolean {
    const sql = `SELECT 1 FROM item WHERE mirror = ? AND dirty = 1 AND kind = 'file' AND l_sight = 1 AND l_hash IS NULL LIMIT 1`;
    return this.#db.one(sql, mirror) !== null;
  }

  /** How many items the two sides agreed on. */
  countAgreed(mirror: string): number {
    const row = this.#db.one('SELECT count(*) AS n FROM item WHERE mirror = ? AND a_parent IS NOT NULL', mirror);
    return numberIn(present(row, 'count'), 'n') ?? 0;
  }

  /** How many files rest, the same on both sides. */
  countResting(mirror: string): number {
    const sql = `SELECT count(*) AS n FROM item WHERE mirror = ? AND dirty = 0 AND kind = 'file' AND l_sight = 1`;
    return numberIn(present(this.#db.one(sql, mirror), 'count'), 'n') ?? 0;
  }

  create(mirror: string, kind: Kind): ItemId {
    const sql = 'INSERT INTO item (mirror, kind) VALUES (?, ?)';
    return this.#kept.making(() => this.#db.run(sql, mirror, kind).id as ItemId);
  }

  /** Records what is here. Facts null with `absent`; with `unknown` the last facts stay when `facts` is undefined. */
  setLocal(id: ItemId, sight: Sight, facts?: LocalFacts | null): void {
    if (facts === undefined) {
      this.#change(id, 'UPDATE item SET l_sight = ? WHERE id = ?', SIGHTS.indexOf(sight), id);
      return;
    }
    this.#forgetDigests(id, facts?.parent ?? null);
    this.#assign(id, hereOf(sight, facts));
  }

  /** Records what is at the service, likewise. */
  setRemote(id: ItemId, sight: Sight, facts?: RemoteFacts | null): void {
    if (facts === undefined) {
      this.#change(id, 'UPDATE item SET r_sight = ? WHERE id = ?', SIGHTS.indexOf(sight), id);
      return;
    }
    this.#assign(id, thereOf(sight, facts));
  }

  /** Records what both sides agree on. Only ever called with results that were verified. */
  setAgreed(id: ItemId, agreed: Agreed | null): void {
    this.#assign(id, agreedOf(agreed));
  }

  /** Records all that is known of an item when something was done. */
  record(id: ItemId, news: ItemNews): void {
    if (news.local !== undefined) this.#forgetDigests(id, news.local.parent);
    this.#assign(id, newsOf(news));
  }

  setExtraction(id: ItemId, extraction: string | null): void {
    this.#changeUnseen('UPDATE item SET r_extraction = ? WHERE id = ?', extraction, id);
  }

  /** The mirror an item belongs to. */
  mirrorOf(id: ItemId): string | null {
    const row = this.#db.one('SELECT mirror FROM item WHERE id = ?', id);
    return row === null ? null : textIn(row, 'mirror');
  }

  setKept(id: ItemId, kept: string | null): void {
    this.#change(id, 'UPDATE item SET kept = ? WHERE id = ?', kept, id);
  }

  /**
   * Whether an item is only online, on purpose. A file that is here is not: that takes it back by itself. Taken back
   * without anything here and with something agreed, it would count as removed: only ever together with `setAgreed`.
   */
  setFreed(id: ItemId, freed: boolean): void {
    this.#change(id, 'UPDATE item SET freed = ? WHERE id = ?', freed ? 1 : 0, id);
  }

  setWritten(id: ItemId, atMs: number): void {
    this.#changeUnseen('UPDATE item SET written_at = ? WHERE id = ?', atMs, id);
  }

  writtenAt(id: ItemId): number | null {
    const row = this.#db.one('SELECT written_at FROM item WHERE id = ?', id);
    return row === null ? null : numberIn(row, 'written_at');
  }

  setDigest(id: ItemId, digest: string | null): void {
    this.#changeUnseen('UPDATE item SET digest = ? WHERE id = ?', digest === '' ? null : digest, id);
  }

  /** The digests of the folders of a mirror. */
  digests(mirror: string, root: ItemId): FolderDigests {
    return new FolderDigests(this.#db, mirror, root);
  }

  /** Whether a mirror has so few items that having all of them is quicker than finding some. */
  isSmall(mirror: string): boolean {
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM item WHERE mirror = ? LIMIT ${this.#smallUpTo + 1})`;
    const row = this.#db.one(sql, mirror);
    return (numberIn(present(row, 'count'), 'n') ?? 0) <= this.#smallUpTo;
  }

  /** All items of a mirror that do not rest, but for its own folder. */
  unfinished(mirror: string, root: ItemId): readonly Item[] {
    return this.#db.all(`${COLUMNS} WHERE i.mirror = ? AND i.dirty = 1 AND i.id <> ?`, mirror, root).map(itemOf);
  }

  /** All folders of a mirror. */
  folders(mirror: string): readonly Item[] {
    return this.#db.all(`${COLUMNS} WHERE i.mirror = ? AND i.kind = 'folder'`, mirror).map(itemOf);
  }

  /** The next numbers of what the service has of a mirror, or had when it was last looked at, in their order. */
  idsThere(mirror: string, { after, limit }: { readonly after: ItemId | null; readonly limit: number }): ItemId[] {
    // With a plus SQLite goes by the numbers, and does not sort all that has an id there.
    const sql = `SELECT id FROM item WHERE mirror = CAST(? AS TEXT) AND id > ? AND +r_uuid IS NOT NULL
      ORDER BY id LIMIT CAST(? AS INTEGER)`;
    return this.#db.all(sql, mirror, after ?? 0, limit).flatMap(row => itemIn(row, 'id') ?? []);
  }

  /** The files of a mirror that have some of these bytes here, or had when they were last read. Reads all rows of the mirror. */
  withBytes(mirror: string, hashes: Iterable<Sha256>): readonly Item[] {
    const sql = `${COLUMNS} WHERE i.mirror = ? AND i.l_hash IS NOT NULL
      AND lower(hex(i.l_hash)) IN (SELECT value FROM json_each(?))`;
    return this.#db.all(sql, mirror, JSON.stringify([...hashes])).map(itemOf);
  }

  /** Finds single items of a mirror, as planning wants them. */
  index(mirror: string, root: ItemId): ItemIndex {
    return { ...itemIndex(this.#db, mirror, root), names: this.#namesOn(mirror) };
  }

  /** Items out of sight whose place here something else took, each with the key it had. */
  strays(mirror: string): ReadonlyMap<ItemId, string> {
    // With a plus SQLite does not look for them among everything that has a key.
    const sql =
      'SELECT id, l_key FROM item WHERE mirror = ? AND l_sight = 2 AND l_parent IS NULL AND +l_key IS NOT NULL';
    return new Map(this.#db.all(sql, mirror).map(row => [numberIn(row, 'id') as ItemId, textOf(row, 'l_key')]));
  }

  /** Lets the next look list every folder of a mirror. */
  forgetAllDigests(mirror: string): void {
    this.#db.run('UPDATE item SET digest = NULL WHERE mirror = ?', mirror);
  }

  /** Rows for a window's listing, with what planning does not need. */
  extraction(id: ItemId): string | null {
    const row = this.#db.one('SELECT r_extraction FROM item WHERE id = ?', id);
    return row === null ? null : textIn(row, 'r_extraction');
  }

  /** Files of all mirrors at the service that it was never asked about: listings do not say whether their text was read. */
  countNotAsked(): number {
    const row = this.#db.one(
      `SELECT count(*) AS n FROM item WHERE kind = 'file' AND r_sight = 1 AND r_uuid IS NOT NULL AND r_extraction IS NULL`,
    );
    return numberIn(present(row, 'count'), 'n') ?? 0;
  }

  /** Files of all mirrors whose text the service had not read when it was last asked. */
  countExtracting(): number {
    const row = this.#db.one(`SELECT count(*) AS n FROM item WHERE r_extraction IN ('pending', 'running')`);
    return numberIn(present(row, 'count'), 'n') ?? 0;
  }

  /** Files whose text the service was still reading when it was last asked. */
  beingExtracted(mirror: string): readonly Item[] {
    const sql = `${COLUMNS} WHERE i.mirror = ? AND i.r_extraction IN ('pending', 'running') AND +i.r_uuid IS NOT NULL`;
    return this.#db.all(sql, mirror).map(itemOf);
  }

  /** Frees a local place so that another row can take it in the same transaction. */
  vacate(id: ItemId): void {
    this.#forgetDigests(id, null);
    this.#change(id, 'UPDATE item SET l_parent = NULL, l_name = NULL WHERE id = ?', id);
  }

  /**
   * The folders that an item leaves and comes to must be listed by the next look: their digest told of other entries,
   * and one that comes back to them (put here by us, taken away by a person) would hide the change.
   */
  #forgetDigests(id: ItemId, to: ItemId | null): void {
    const sql = `UPDATE item SET digest = NULL
      WHERE (id = (SELECT l_parent FROM item WHERE id = ?) OR id = ?) AND digest IS NOT NULL`;
    this.#changeUnseen(sql, id, to);
  }

  /** Hands everything inside one folder here to another one. */
  adoptChildren(from: ItemId, to: ItemId): void {
    this.#db.run('UPDATE item SET l_parent = ? WHERE l_parent = ?', to, from);
  }

  remove(id: ItemId): void {
    this.#forgetDigests(id, null);
    this.#change(id, 'DELETE FROM item WHERE id = ?', id);
    this.#db.run('DELETE FROM missing WHERE item = ?', id);
    this.#db.run(`DELETE FROM problem WHERE subject = ?`, `item:${id}`);
  }

  /** Removes every row of a mirror. */
  removeMirror(mirror: string): void {
    this.#db.run('DELETE FROM missing WHERE item IN (SELECT id FROM item WHERE mirror = ?)', mirror);
    this.#db.run('DELETE FROM item WHERE mirror = ?', mirror);
  }

  #assign(id: ItemId, { sql, cells }: Assignment): void {
    this.#change(id, `UPDATE item SET ${sql} WHERE id = ?`, ...cells, id);
  }

  /** A change of one item. Changes of many are not announced: then all are read anew. */
  #change(id: ItemId, sql: string, ...parameters: readonly Cell[]): void {
    this.#kept.changing(id, () => void this.#db.run(sql, ...parameters));
  }

  /** A change of columns that an `Item` does not show. */
  #changeUnseen(sql: string, ...parameters: readonly Cell[]): void {
    this.#kept.changing(null, () => void this.#db.run(sql, ...parameters));
  }

  /** Remembers the bytes of a version. */
  recordHash(version: VersionId, sha256: Sha256): void {
    const sql = 'INSERT OR REPLACE INTO version_hash (version, hash) VALUES (?, ?)';
    this.#kept.changingVersion(version, () => void this.#db.run(sql, toBlob(version), toBlob(sha256)));
  }

  /** All versions, of whatever file, that are known to have these bytes. */
  versionsWith(sha256: Sha256): readonly VersionId[] {
    return this.#db
      .all('SELECT version FROM version_hash WHERE hash = ?', toBlob(sha256))
      .map(row => present(versionIn(row, 'version'), 'version'));
  }

  /** As if the bytes of a version had never been seen. */
  forgetHash(version: VersionId): void {
    this.#db.run('DELETE FROM version_hash WHERE version = ?', toBlob(version));
  }

  hashOf(version: VersionId): Sha256 | null {
    const row = this.#db.one('SELECT hash FROM version_hash WHERE version = ?', toBlob(version));
    return row === null ? null : hashIn(row, 'hash');
  }
}

function nameOf({ local, agreed, remote }: Item, volume: VolumeNames): string {
  return local?.name ?? agreed?.localName ?? toLocalName(remote?.name ?? '', volume);
}
