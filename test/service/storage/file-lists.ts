import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import { LOOKED_AT_FOR_SHORT, SHORTEST_SOUGHT, folded, lengthOf } from '../rules/ground/names.ts';
import type { Slice, SortColumn, SoughtFile } from '../rules/ground/records.ts';
import { PageMarks } from './page-marks.ts';
import { PLACES_PER_MS } from './listing-schema.ts';
import { TERM_LENGTH, organizationMark, termsOf } from './name-terms.ts';

type Row = { readonly [column: string]: unknown };

/** What a search reads of a file to know whether it is found. */
const SOUGHT = `place, place / ${PLACES_PER_MS} AS updatedMs, fileId AS id, organizationId, ownerId, folderId, visibility, folded`;
const LIKELY = `SELECT ${SOUGHT} FROM
    (SELECT rowid AS likely FROM soughtName WHERE soughtName MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)
  CROSS JOIN sought ON place = likely ORDER BY place DESC`;
type SoughtRow = SoughtFile & { readonly place: number };

const counted = z.object({ confirmed: z.number(), unconfirmed: z.number() });

/** The index that holds a folder's files in an order. */
const ORDERS: { readonly [C in SortColumn]: { readonly column: string; readonly index: string } } = {
  name: { column: 'name', index: 'fileByName' },
  createdAt: { column: 'createdMs', index: 'fileByMaking' },
  updatedAt: { column: 'updatedMs', index: 'fileByFolderChange' },
};

/** With how many terms a search begins, and to how many it is narrowed down; each costs more than the one before. */
const FIRST_TERMS = 2;
const MOST_TERMS = 5;

/** Above every place. */
const HIGHEST = BigInt(Number.MAX_SAFE_INTEGER);

/** A folder whose files are listed, `total` of them in all. */
interface ListedFolder {
  readonly folderId: string;
  readonly withUnconfirmed: boolean;
  readonly total: number;
}

function keyOf(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value);
}

/** Lists of files that stay fast with a million of them; each gives rows of the table `file` as they are. */
export class FileLists {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #marks = new PageMarks();
  /** In how many files each term stands. */
  #common: ReadonlyMap<unknown, number> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** How many files a folder lists, removed ones apart. */
  count(folderId: string, withUnconfirmed: boolean): number {
    const row = this.#prepared('SELECT confirmed, unconfirmed FROM fileCount WHERE folderId = ?').get(folderId);
    if (row === undefined) return 0;
    const { confirmed, unconfirmed } = counted.parse(row);
    return withUnconfirmed ? confirmed + unconfirmed : confirmed;
  }

  /** One page of a folder's files, `total` of them in all. */
  page(folder: ListedFolder, slice: Slice): readonly Row[] {
    const offset = (slice.page - 1) * slice.pageSize;
    const size = Math.min(slice.pageSize, folder.total - offset);
    if (size <= 0) return [];
    const start = slice.descending ? folder.total - offset - size : offset;
    const rows = this.#stretch(folder, slice.sortBy, { start, end: start + size - 1 });
    return slice.descending ? rows.toReversed() : rows;
  }

  /** Rows `start` to `end` of a folder in ascending order, counted off from the nearest row that is known. */
  #stretch(folder: ListedFolder, sortBy: SortColumn, { start, end }: { start: number; end: number }): readonly Row[] {
    const { column, index } = ORDERS[sortBy];
    const list = `${folder.folderId} ${column} ${folder.withUnconfirmed}`;
    const { before, after } = this.#marks.around(list, start, end);
    const skippedUp = start - (before?.place ?? 0);
    const skippedDown = (after?.place ?? folder.total - 1) - end;
    const isUp = skippedUp <= skippedDown;
    const mark = isUp ? before : after;
    const direction = isUp ? 'ASC' : 'DESC';
    const sql = `SELECT * FROM file WHERE rowid IN (
        SELECT rowid FROM file INDEXED BY ${index} WHERE folderId = ? AND removedMs IS NULL
        ${folder.withUnconfirmed ? '' : 'AND confirmed = 1'}
        ${mark === null ? '' : `AND (${column}, id) ${isUp ? '>=' : '<='} (?, ?)`}
        ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?)
      ORDER BY ${column}, id`;
    const from = mark === null ? [] : [mark.key, mark.id];
    const rows = this.#all(sql, folder.folderId, ...from, end - start + 1, isUp ? skippedUp : skippedDown);
    this.#remember(list, column, { rows, start, end });
    return rows;
  }

  #remember(
    list: string,
    column: string,
    { rows, start, end }: { rows: readonly Row[]; start: number; end: number },
  ): void {
    const ends = [
      { row: rows[0], place: start },
      { row: rows.at(-1), place: end },
    ];
    for (const { row, place } of ends) {
      if (row !== undefined) this.#marks.put(list, { place, key: keyOf(row[column]), id: String(row['id']) });
    }
  }

  /** Files by their ids, in the order of these; unknown ones are left out. */
  byIds(ids: readonly string[]): readonly Row[] {
    const sql =
      'SELECT file.* FROM json_each(?) AS wanted CROSS JOIN file ON file.id = wanted.value ORDER BY wanted.key';
    return this.#all(sql, JSON.stringify(ids));
  }

  /** To be called whenever a file may have changed. */
  forget(): void {
    this.#marks.forget();
  }

  /** An organization's confirmed, not removed files, last changed first. */
  *changed(organizationId: string): Iterable<Row> {
    const sql = `SELECT place, file.* FROM (SELECT place, fileId FROM sought INDEXED BY soughtByMark
        WHERE mark = ? AND organizationId = ? AND place < ? ORDER BY place DESC LIMIT ?)
      CROSS JOIN file ON file.id = fileId ORDER BY place DESC`;
    const values = [organizationMark(organizationId), organizationId];
    for (const { place: _, ...row } of this.#inBatches(sql, values)) yield row;
  }

  /** Of what `changed` gives the `size` files after the first `offset`; counted off from the nearer end, as in `page`. */
  changedPage(organizationId: string, cut: { offset: number; size: number; total: number }): readonly Row[] {
    const behind = cut.total - cut.offset - cut.size;
    const isFar = cut.offset > behind;
    const sql = `SELECT file.* FROM (SELECT place, fileId FROM sought INDEXED BY soughtByMark
        WHERE mark = ? AND organizationId = ? ORDER BY place ${isFar ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?)
      CROSS JOIN file ON file.id = fileId ORDER BY place DESC`;
    return this.#all(sql, organizationMark(organizationId), organizationId, cut.size, isFar ? behind : cut.offset);
  }

  /** As `changed`, but only files whose folded name holds the folded `text`; short texts as `LOOKED_AT_FOR_SHORT` says. */
  named(organizationId: string, text: string, wanted: number): Iterable<SoughtRow> {
    const sought = folded(text);
    const length = lengthOf(sought);
    if (length >= SHORTEST_SOUGHT) return this.#namedLong(organizationId, sought, wanted);
    if (length > 0) return this.#namedShortly(organizationId, sought);
    return this.#every(organizationId) as unknown as Iterable<SoughtRow>;
  }

  *#namedShortly(organizationId: string, sought: string): Iterable<SoughtRow> {
    let left = LOOKED_AT_FOR_SHORT;
    for (const row of this.#every(organizationId)) {
      if ((left -= 1) < 0) return;
      if (String(row['folded']).includes(sought)) yield row as unknown as SoughtRow;
    }
  }

  #every(organizationId: string): Iterable<Row> {
    const sql = `SELECT ${SOUGHT} FROM sought INDEXED BY soughtByMark
      WHERE mark = ? AND organizationId = ? AND place < ? ORDER BY place DESC LIMIT ?`;
    return this.#inBatches(sql, [organizationMark(organizationId), organizationId]);
  }

  /**
   * Looks for few terms at first, the rarest ones: in common texts nearly every file they find matches. Where that turns
   * out otherwise, more terms and the organization's mark narrow the rest of the search down.
   */
  *#namedLong(organizationId: string, sought: string, expected: number): Iterable<SoughtRow> {
    const terms = this.#mostTellingFirst(termsOf(sought));
    const mark = organizationMark(organizationId);
    let most = FIRST_TERMS;
    let isMarked = false;
    let place = HIGHEST;
    for (const size of batchSizes(expected)) {
      const wanted = [...terms.slice(0, most), ...(isMarked ? [mark] : [])];
      const rows = this.#all(LIKELY, matchOf(wanted), place, size);
      const own = rows.filter(row => row['organizationId'] === organizationId);
      const found = own.filter(row => String(row['folded']).includes(sought));
      yield* found as unknown as readonly SoughtRow[];
      if (rows.length < size) return;
      place = placeOf(rows);
      if (own.length * 2 < rows.length) isMarked = true;
      else if (found.length * 4 < rows.length) most = MOST_TERMS;
    }
  }

  /** Rare terms first, but neighbours last: they overlap, so that one says little more than the other. */
  #mostTellingFirst(terms: readonly string[]): readonly string[] {
    this.#common ??= new Map(
      this.#all('SELECT text, files FROM nameTerm').map(row => [row['text'], Number(row['files'])]),
    );
    const common = this.#common;
    const commonness = (at: number): number => common.get(terms[at] ?? '') ?? 0;
    const rarest = [...terms.keys()].toSorted((one, other) => commonness(one) - commonness(other));
    const apart: number[] = [];
    for (const at of rarest) if (apart.every(taken => Math.abs(taken - at) >= TERM_LENGTH)) apart.push(at);
    return [...new Set([...apart, ...rarest])].map(at => terms[at] ?? '');
  }

  /** All rows of a statement that ends in `place < ? ORDER BY place DESC LIMIT ?`, read as far as they are taken. */
  *#inBatches(sql: string, values: readonly unknown[]): Iterable<Row> {
    let place = HIGHEST;
    for (const size of batchSizes()) {
      const rows = this.#all(sql, ...values, place, size);
      yield* rows;
      if (rows.length < size) return;
      place = placeOf(rows);
    }
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #all(sql: string, ...values: readonly unknown[]): readonly Row[] {
    return this.#prepared(sql).all(...values) as Row[];
  }
}

/** A few more rows than will be taken, in the hope that nearly all are right; then as many again, and then many. */
function* batchSizes(expected = 100): Iterable<number> {
  const size = Math.min(512, Math.ceil(expected * 1.1) + 4);
  yield* [size, size, size];
  for (;;) yield 512;
}

/** Where the next batch begins; a whole number proper, because the index of names passes over a floating bound. */
function placeOf(rows: readonly Row[]): bigint {
  return BigInt(Number(rows.at(-1)?.['place']));
}

/** What the index of names is asked for: all of the terms. */
function matchOf(terms: readonly string[]): string {
  return terms.map(term => `"${term.replaceAll('"', '""')}"`).join(' AND ');
}
