import type { SearchQuery } from '../core/search/search-query.ts';
import { comparableText } from '../core/search/search-query.ts';
import { type SearchDb, TEXT_TABLES } from './search-db.ts';

/** Where an entry comes from: the journal, or a listing of the service that is only shown. */
export type Source = 'item' | 'shelf';

/** Something that can be found by its name. */
export interface Doc {
  readonly source: Source;
  /** The item's id, or the service's id. */
  readonly ref: string;
  readonly kind: 'file' | 'folder';
  /** The local name, or the one it would have. */
  readonly name: string;
  /** The name at the service, if it differs. */
  readonly otherName: string | null;
  /** Ms since the epoch; null: unknown. */
  readonly modifiedMs: number | null;
  /** Sorted, in the form in which they are compared; null: unknown. */
  readonly tags: readonly string[] | null;
}

/** A result: matched by name or by content. */
export interface Found {
  readonly source: Source;
  readonly ref: string;
  readonly kind: 'file' | 'folder';
  readonly name: string;
  readonly modifiedMs: number | null;
  readonly tags: readonly string[] | null;
  readonly by: 'name' | 'text';
}

/** How much is in the index. */
export interface Extent {
  readonly names: number;
  readonly texts: number;
  /** Files whose tags are known. */
  readonly tagged: number;
}

/** Only so many of the newest matches are ranked. */
const CANDIDATES = 500;
/** Only so many of the newest files with a tag are returned. */
const MOST_TAGGED = 20_000;
/** How many pages of the index to merge at once: some milliseconds. */
const WIPED_PAGES = 64;
const MERGED_PAGES = 8;
/** So many changes are counted of a merge for which nothing is left. */
const NOTHING_MERGED = 1;
/** The shortest part of a name that can be found with the trigram index. */
const LEAST_PART = 3;

/** The names of everything known, and the words of local files. A copy of other records, never their source. */
export class SearchIndex {
  readonly #db: SearchDb;
  /** Whether the file still contains deleted words. */
  #wiping: 'no' | 'begin' | 'go-on' = 'no';
  /** Tables in which parts may be left to merge. */
  #unmerged: (typeof TEXT_TABLES)[number][] = [];
  /** What was counted last, at which count of changes. */
  #counted: { readonly changes: number; readonly extent: Extent } | null = null;

  constructor(db: SearchDb) {
    this.#db = db;
  }

  /** Adds or updates an entry. */
  put(doc: Doc): void {
    const name = doc.otherName === null ? doc.name : `${doc.name}\n${doc.otherName}`;
    const tags = doc.tags === null ? null : JSON.stringify(doc.tags);
    const stamp = JSON.stringify([doc.kind, name, doc.modifiedMs, tags]);
    const [known] = this.#db.all(
      'SELECT id, name, tags, stamp FROM doc WHERE source = ? AND ref = ?',
      doc.source,
      doc.ref,
    );
    if (known?.['stamp'] === stamp) return;
    const values = [doc.kind, name, extensionOf(doc), doc.modifiedMs, tags, stamp] as const;
    if (known === undefined) {
      const sql =
        'INSERT INTO doc (source, ref, kind, name, ext, modified, tags, stamp) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
      const { id } = this.#db.run(sql, doc.source, doc.ref, ...values);
      this.#nameIs(id, name);
      this.#tagsAre(id, [], doc.tags);
      return;
    }
    const id = Number(known['id']);
    if (known['name'] !== name) this.#nameWas(id, String(known['name']));
    const sql = 'UPDATE doc SET kind = ?, name = ?, ext = ?, modified = ?, tags = ?, stamp = ? WHERE id = ?';
    this.#db.run(sql, ...values, id);
    if (known['name'] !== name) this.#nameIs(id, name);
    this.#tagsAre(id, tagsIn(known), doc.tags);
  }

  remove(source: Source, ref: string): void {
    const [known] = this.#db.all('SELECT id, name, tags FROM doc WHERE source = ? AND ref = ?', source, ref);
    if (known === undefined) return;
    const id = Number(known['id']);
    this.#nameWas(id, String(known['name']));
    this.#tagsAre(id, tagsIn(known), null);
    this.#db.run('DELETE FROM body WHERE rowid = ?', id);
    this.#db.run('DELETE FROM doc WHERE id = ?', id);
    this.#wiping = 'begin';
  }

  /** The next entries of one source, sorted by their references. */
  refsAfter(source: Source, after: string, limit: number): readonly string[] {
    const sql = 'SELECT ref FROM doc WHERE source = ? AND ref > ? ORDER BY ref LIMIT CAST(? AS INTEGER)';
    return this.#db.all(sql, source, after, limit).map(row => String(row['ref']));
  }

  /** The marks with which the listed places were indexed. */
  shelfMarks(): ReadonlyMap<number, string> {
    return new Map(this.#db.all('SELECT key, mark FROM shelf').map(row => [Number(row['key']), String(row['mark'])]));
  }

  /**
   * Replaces the tags of a file in all listed places. The reference of an entry is the place's key, `/` and the
   * service's id.
   */
  retagShelved(file: string, tags: readonly string[] | null): void {
    const rows = this.#db.all(`SELECT * FROM doc WHERE source = 'shelf' AND ref GLOB ?`, `*/${file}`);
    for (const row of rows) this.put({ ...foundIn(row, 'name'), otherName: null, tags });
  }

  /** Replaces all entries of a listed place. The reference of an entry is the place's key, `/` and the service's id. */
  putShelf(key: number, mark: string, docs: readonly Doc[]): void {
    const kept = new Set(docs.map(({ ref }) => ref));
    for (const { ref } of this.#db.all(`SELECT ref FROM doc WHERE source = 'shelf' AND ref GLOB ?`, `${key}/*`))
      if (!kept.has(String(ref))) this.remove('shelf', String(ref));
    for (const doc of docs) this.put(doc);
    this.#db.run('INSERT OR REPLACE INTO shelf (key, mark) VALUES (?, ?)', key, mark);
  }

  removeShelf(key: number): void {
    this.putShelf(key, '', []);
    this.#db.run('DELETE FROM shelf WHERE key = ?', key);
  }

  /** The hash of the indexed content of an item; null: not indexed. */
  contentOf(ref: string): string | null {
    const [row] = this.#db.all(`SELECT content FROM doc WHERE source = 'item' AND ref = ?`, ref);
    const content = row?.['content'];
    return typeof content === 'string' ? content : null;
  }

  /**
   * Replaces the words of an item.
   * @param content hash of the content; null when the file is not here.
   * @param text null when it has no readable text.
   */
  setText(ref: string, content: string | null, text: string | null): void {
    const [row] = this.#db.all(`SELECT id, has_text FROM doc WHERE source = 'item' AND ref = ?`, ref);
    if (row === undefined) return;
    const id = Number(row['id']);
    if (row['has_text'] === 1) this.#wiping = 'begin';
    this.#db.run('DELETE FROM body WHERE rowid = ?', id);
    if (text !== null) this.#db.run('INSERT INTO body (rowid, text) VALUES (?, ?)', id, text);
    this.#db.run('UPDATE doc SET content = ?, has_text = ? WHERE id = ?', content, text === null ? 0 : 1, id);
  }

  /** Removes the words of all files, also from the index file; names stay. */
  forgetTexts(): void {
    this.#db.run("INSERT INTO body (body) VALUES ('delete-all')");
    this.#db.run('UPDATE doc SET content = NULL, has_text = 0');
    this.#db.flush();
  }

  /**
   * Removes the words of deleted and changed files from the index file, a few pages at a time. A deleted word cannot be
   * found any more, but stays in the file until its segments are merged (security S38). In the end the whole file was
   * rewritten.
   */
  wipeSome(): 'nothing' | 'more' | 'wiped' {
    if (this.#wiping === 'no') return 'nothing';
    const before = this.#changes();
    // A negative number starts merging all segments into one, a positive one continues (FTS5, section 6.8).
    const pages = this.#wiping === 'begin' ? -WIPED_PAGES : WIPED_PAGES;
    for (const table of TEXT_TABLES) this.#db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${pages})`);
    this.#wiping = this.#changes() - before > TEXT_TABLES.length * NOTHING_MERGED ? 'go-on' : 'no';
    if (this.#wiping === 'go-on') return 'more';
    this.#db.flush();
    return 'wiped';
  }

  /** Runs several changes in one transaction, which is many times faster. */
  together<T>(work: () => T): T {
    this.#unmerged = [...TEXT_TABLES];
    return this.#db.transaction(work);
  }

  /**
   * Merges what was added, as a search would otherwise look into hundreds of parts. SQLite by itself would do so in the
   * midst of some change, for a tenth of a second. @param mayGoOn asked after every few pages. @returns whether more is left.
   */
  mergeSome(mayGoOn: () => boolean): boolean {
    for (let [table] = this.#unmerged; table !== undefined; [table] = this.#unmerged) {
      const before = this.#changes();
      this.#db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${MERGED_PAGES})`);
      if (this.#changes() - before <= NOTHING_MERGED) this.#unmerged.shift();
      if (!mayGoOn()) break;
    }
    return this.#unmerged.length > 0;
  }

  /** How much the index has. Counted again only when it was changed: each search tells it. */
  extent(): Extent {
    const changes = this.#changes();
    if (this.#counted?.changes !== changes) this.#counted = { changes, extent: this.#count() };
    return this.#counted.extent;
  }

  #count(): Extent {
    const sql = 'SELECT count(*) AS names, total(has_text) AS texts, count(tags) AS tagged FROM doc';
    const [row] = this.#db.all(sql);
    const number = (column: string): number => Number(row?.[column] ?? 0);
    return { names: number('names'), texts: number('texts'), tagged: number('tagged') };
  }

  /** Matches by name, the best first. */
  byName(query: SearchQuery): readonly Found[] {
    const rows =
      query.tags.length > 0
        ? this.#tagged(query.tags)
        : query.words.length === 0
          ? this.#filtered(query)
          : this.#named(query);
    return rows
      .map(row => foundIn(row, 'name'))
      .filter(found => passes(found, query))
      .map(found => ({ found, rank: rankOf(found, query.words) }))
      .filter(({ rank }) => rank !== null)
      .sort((one, other) => Number(one.rank) - Number(other.rank))
      .map(({ found }) => found);
  }

  /** Matches by content, the newest first. */
  byText(query: SearchQuery): readonly Found[] {
    if (query.words.length === 0) return [];
    const match = query.words
      .map((word, at) => phrase(word) + (at === query.words.length - 1 ? '*' : ''))
      .join(' AND ');
    const [tag] = query.tags;
    const ofTag = tag === undefined ? '' : 'AND b.rowid IN (SELECT doc FROM doc_tag WHERE tag = ?)';
    const sql = `SELECT d.* FROM body b JOIN doc d ON d.id = b.rowid WHERE body MATCH ? ${ofTag} ORDER BY b.rowid DESC LIMIT ${CANDIDATES}`;
    return this.#db
      .all(sql, match, ...(tag === undefined ? [] : [tag]))
      .map(row => foundIn(row, 'text'))
      .filter(found => passes(found, query));
  }

  close(): void {
    this.#db.close();
  }

  #changes(): number {
    return Number(this.#db.all('SELECT total_changes() AS count')[0]?.['count'] ?? 0);
  }

  #named({ words }: SearchQuery): readonly Record<string, unknown>[] {
    const long = words.filter(word => [...word].length >= LEAST_PART);
    const [table, terms] =
      long.length > 0 ? ['name_part', long.map(phrase)] : ['name_start', words.map(word => `${phrase(word)}*`)];
    const sql = `SELECT d.* FROM ${table} n JOIN doc d ON d.id = n.rowid WHERE ${table} MATCH ? ORDER BY n.rowid DESC LIMIT ${CANDIDATES}`;
    return this.#db.all(sql, terms.join(' AND '));
  }

  /**
   * All files with a tag, newest first. Not limited to the candidates: a person who gave the tag expects all of them.
   */
  #tagged([tag = '']: readonly string[]): readonly Record<string, unknown>[] {
    const sql = `SELECT d.* FROM doc_tag t JOIN doc d ON d.id = t.doc WHERE t.tag = ? ORDER BY d.modified DESC LIMIT ${MOST_TAGGED}`;
    return this.#db.all(sql, tag);
  }

  #tagsAre(id: number, before: readonly string[] | null, now: readonly string[] | null): void {
    for (const tag of before ?? []) this.#db.run('DELETE FROM doc_tag WHERE tag = ? AND doc = ?', tag, id);
    for (const tag of now ?? []) this.#db.run('INSERT OR IGNORE INTO doc_tag (tag, doc) VALUES (?, ?)', tag, id);
  }

  /** A search with filters only: the newest items that match. */
  #filtered({ types, beforeMs, afterMs }: SearchQuery): readonly Record<string, unknown>[] {
    const [type] = types;
    const isEnd = type !== undefined && type !== 'folder' && type !== 'file';
    const conditions = [
      isEnd ? 'ext = ?' : null,
      beforeMs === null ? null : 'modified < ?',
      afterMs === null ? null : 'modified >= ?',
      type === 'folder' || type === 'file' ? 'kind = ?' : null,
    ].filter(condition => condition !== null);
    const values = [isEnd ? type : null, beforeMs, afterMs, isEnd ? null : (type ?? null)].filter(
      value => value !== null,
    );
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    return this.#db.all(`SELECT * FROM doc ${where} ORDER BY modified DESC LIMIT ${CANDIDATES}`, ...values);
  }

  #nameIs(id: number, name: string): void {
    for (const table of ['name_part', 'name_start'])
      this.#db.run(`INSERT INTO ${table} (rowid, name) VALUES (?, ?)`, id, name);
  }

  #nameWas(id: number, name: string): void {
    for (const table of ['name_part', 'name_start'])
      this.#db.run(`INSERT INTO ${table} (${table}, rowid, name) VALUES ('delete', ?, ?)`, id, name);
  }
}

function extensionOf({ kind, name }: Doc): string {
  const dot = name.lastIndexOf('.');
  return kind === 'folder' || dot <= 0 ? '' : comparableText(name.slice(dot + 1));
}

function foundIn(row: Record<string, unknown>, by: Found['by']): Found {
  return {
    source: row['source'] === 'shelf' ? 'shelf' : 'item',
    ref: String(row['ref']),
    kind: row['kind'] === 'folder' ? 'folder' : 'file',
    name: String(row['name']),
    modifiedMs: row['modified'] === null ? null : Number(row['modified']),
    tags: tagsIn(row),
    by,
  };
}

/** Written by `put` in this shape. */
function tagsIn(row: Record<string, unknown>): readonly string[] | null {
  const { tags } = row;
  return typeof tags === 'string' ? (JSON.parse(tags) as readonly string[]) : null;
}

/** The filters that can be applied to a single result. */
function passes({ kind, name, modifiedMs, tags }: Found, { types, beforeMs, afterMs, ...query }: SearchQuery): boolean {
  const ends = comparableText(name);
  const isType = types.every(type =>
    type === 'folder' || type === 'file'
      ? kind === type
      : kind === 'file' && ends.split('\n').some(each => each.endsWith(`.${type}`)),
  );
  const isTime =
    (beforeMs === null && afterMs === null) ||
    (modifiedMs !== null && modifiedMs < (beforeMs ?? Infinity) && modifiedMs >= (afterMs ?? -Infinity));
  return isType && isTime && query.tags.every(tag => tags?.includes(tag) === true);
}

/** How well a name matches: 0 is the exact name; null: no match. */
function rankOf({ name }: Found, words: readonly string[]): number | null {
  const whole = comparableText(name);
  let rank = 0;
  for (const word of words) {
    const at = whole.indexOf(word);
    if (at === -1) return null;
    if (whole === word || whole.replace(/\.[^.]*$/, '') === word) rank += 0;
    else if (at === 0) rank += 1;
    else rank += /[\p{L}\p{N}]/u.test(whole[at - 1] ?? ' ') ? 3 : 2;
  }
  return rank;
}

/** A text as an FTS5 phrase: quoted, so that no character in it acts as an operator. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll('\0', '')}"`;
}
