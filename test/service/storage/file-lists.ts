import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import { LOOKED_AT_FOR_SHORT, SHORTEST_SOUGHT, folded, lengthOf } from '../rules/names.ts';
import type { Slice, SortColumn } from '../rules/records.ts';
import { organizationMark } from './listing-schema.ts';

type Row = { readonly [column: string]: unknown };

const counted = z.object({ confirmed: z.number(), unconfirmed: z.number() });

/** The index that holds a folder's files in an order. */
const ORDERS: { readonly [C in SortColumn]: { readonly column: string; readonly index: string } } = {
  name: { column: 'name', index: 'fileByName' },
  createdAt: { column: 'createdMs', index: 'fileByMaking' },
  updatedAt: { column: 'updatedMs', index: 'fileByFolderChange' },
};

/** More trigrams of a text make a search slower without finding less. */
const MOST_TRIGRAMS = 12;

/** Lists of files that stay fast with a million of them; each gives rows of the table `file` as they are. */
export class FileLists {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

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
  page(folder: { folderId: string; withUnconfirmed: boolean; total: number }, slice: Slice): readonly Row[] {
    const offset = (slice.page - 1) * slice.pageSize;
    const size = Math.min(slice.pageSize, folder.total - offset);
    if (size <= 0) return [];
    // Skipping rows costs time, so the page is counted off from the nearer end.
    const isFar = offset > folder.total - offset - size;
    const skipped = isFar ? folder.total - offset - size : offset;
    const { column, index } = ORDERS[slice.sortBy];
    const order = (descending: boolean): string => {
      const direction = descending ? 'DESC' : 'ASC';
      return `ORDER BY ${column} ${direction}, id ${direction}`;
    };
    const sql = `SELECT * FROM file WHERE rowid IN (
        SELECT rowid FROM file INDEXED BY ${index} WHERE folderId = ? AND removedMs IS NULL
        ${folder.withUnconfirmed ? '' : 'AND confirmed = 1'} ${order(slice.descending !== isFar)} LIMIT ? OFFSET ?)
      ${order(slice.descending)}`;
    return this.#all(sql, folder.folderId, size, skipped);
  }

  /** An organization's confirmed, not removed files, last changed first. */
  *changed(organizationId: string): Iterable<Row> {
    let last: readonly [unknown, unknown] = [Number.MAX_VALUE, ''];
    const sql = `SELECT * FROM file INDEXED BY fileByChange
      WHERE organizationId = ? AND removedMs IS NULL AND confirmed = 1 AND (updatedMs, id) < (?, ?)
      ORDER BY updatedMs DESC, id DESC LIMIT 500`;
    for (;;) {
      const rows = this.#all(sql, organizationId, ...last);
      yield* rows;
      const end = rows.at(-1);
      if (rows.length < 500 || end === undefined) return;
      last = [end['updatedMs'], end['id']];
    }
  }

  /** As `changed`, but only files whose folded name holds the folded `text`; short texts as `LOOKED_AT_FOR_SHORT` says. */
  *named(organizationId: string, text: string): Iterable<Row> {
    const sought = folded(text);
    if (sought === '') yield* this.changed(organizationId);
    else if (lengthOf(sought) < SHORTEST_SOUGHT) yield* this.#namedShortly(organizationId, sought);
    else yield* this.#namedLong(organizationId, sought);
  }

  #namedShortly(organizationId: string, sought: string): readonly Row[] {
    const sql = `SELECT * FROM (SELECT * FROM file INDEXED BY fileByChange
        WHERE organizationId = ? AND removedMs IS NULL AND confirmed = 1 ORDER BY updatedMs DESC, id DESC LIMIT ?)
      WHERE instr(folded(name), ?) > 0`;
    return this.#all(sql, organizationId, LOOKED_AT_FOR_SHORT, sought);
  }

  *#namedLong(organizationId: string, sought: string): Iterable<Row> {
    const terms = [organizationMark(organizationId), ...trigramsOf(sought)];
    const match = terms.map(term => `"${term.replaceAll('"', '""')}"`).join(' AND ');
    const sql = `SELECT place, file.* FROM
        (SELECT rowid AS likely FROM soughtName WHERE soughtName MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)
      CROSS JOIN sought ON place = likely CROSS JOIN file ON file.id = fileId ORDER BY place DESC`;
    // A whole number proper: the index of names passes over the bound when it comes as a floating one.
    let place = BigInt(Number.MAX_SAFE_INTEGER);
    for (let size = 64; ; size = Math.min(size * 4, 1024)) {
      const rows = this.#all(sql, match, place, size);
      for (const { place: _, ...row } of rows) {
        if (row['organizationId'] === organizationId && folded(String(row['name'])).includes(sought)) yield row;
      }
      if (rows.length < size) return;
      place = BigInt(Number(rows.at(-1)?.['place']));
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

/** The three-character parts of a text, at most so many, spread over all of it. */
function trigramsOf(text: string): readonly string[] {
  const characters = Array.from(text);
  const last = characters.length - 3;
  const every = Math.max(1, Math.ceil((last + 1) / MOST_TRIGRAMS));
  const starts = new Set([last]);
  for (let start = 0; start < last; start += every) starts.add(start);
  return [...new Set([...starts].map(start => characters.slice(start, start + 3).join('')))];
}
