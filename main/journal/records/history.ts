import type { MirrorId, ServiceId, VersionId } from '../../../shared/ids.ts';
import type { Db, Row } from '../storage/db.ts';
import { countActivity, findActivity } from './activity-search.ts';
import type { ActivitySearch } from './activity-search.ts';
import { numberIn, serviceIdIn, textIn, textOf, toBlob, versionIn } from '../storage/row-values.ts';
import type { UndoStep } from './undo-step.ts';

/** One entry of the history. */
export interface HistoryEntry {
  readonly id: number;
  readonly at: number;
  readonly mirror: MirrorId;
  readonly path: string;
  readonly verb: string;
  readonly file: ServiceId | null;
  readonly version: VersionId | null;
  readonly sizeBytes: number | null;
  readonly cause: string;
  /** The step that undoes it; null when it cannot be undone. */
  readonly undo: UndoStep | null;
  /** When a person undid it, ms since the epoch; null: not undone. */
  readonly undoneAt: number | null;
}

/** What was done, for people. Entries are only added. */
export class History {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  add(entry: Omit<HistoryEntry, 'id' | 'undo' | 'undoneAt'> & { readonly undo?: UndoStep | null }): number {
    const { at, mirror, path, verb, file, version, sizeBytes, cause, undo = null } = entry;
    const sql =
      'INSERT INTO activity (at, mirror, path, verb, file, version, size, cause, undo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)';
    const inverse = undo === null ? null : JSON.stringify(undo);
    return this.#db.run(sql, at, mirror, path, verb, toBlob(file), toBlob(version), sizeBytes, cause, inverse).id;
  }

  get(id: number): HistoryEntry | null {
    const row = this.#db.one('SELECT * FROM activity WHERE id = ?', id);
    return row === null ? null : historyEntryOf(row);
  }

  /** The entries that can still be undone, newest first. */
  undoable(limit: number): readonly HistoryEntry[] {
    const sql =
      'SELECT * FROM activity WHERE undo IS NOT NULL AND undone_at IS NULL ORDER BY id DESC LIMIT CAST(? AS INTEGER)';
    return this.#db.all(sql, limit).map(historyEntryOf);
  }

  /** A person undid the entry. */
  setUndone(id: number, atMs: number): void {
    this.#db.run('UPDATE activity SET undone_at = ? WHERE id = ?', atMs, id);
  }

  /** Whether this computer sent this version of a file. False also when that is no longer known. */
  hasSent(file: ServiceId, version: VersionId): boolean {
    const sql = "SELECT 1 FROM activity WHERE verb = 'sent' AND file = ? AND version = ? LIMIT 1";
    return this.#db.one(sql, toBlob(file), toBlob(version)) !== null;
  }

  /** When this version of a file was last sent or received here, ms since the epoch; null when not known. */
  cameAt(file: ServiceId, version: VersionId): number | null {
    const sql = "SELECT max(at) AS at FROM activity WHERE verb IN ('sent', 'received') AND file = ? AND version = ?";
    const row = this.#db.one(sql, toBlob(file), toBlob(version));
    return row === null ? null : numberIn(row, 'at');
  }

  /** When each file of a mirror was first sent or received here, ms since the epoch, as far as known. */
  firstTimes(mirror: MirrorId): ReadonlyMap<ServiceId, number> {
    const sql = `SELECT file, min(at) AS at FROM activity
      WHERE mirror = ? AND verb IN ('sent', 'received') AND file IS NOT NULL GROUP BY file`;
    const times = new Map<ServiceId, number>();
    for (const row of this.#db.all(sql, mirror)) {
      const [file, at] = [serviceIdIn(row, 'file'), numberIn(row, 'at')];
      if (file !== null && at !== null) times.set(file, at);
    }
    return times;
  }

  /** How often this computer sent the file at a path after `since` (ms since the epoch). */
  countSent(mirror: MirrorId, path: string, since: number): number {
    const sql = "SELECT count(*) AS n FROM activity WHERE at > ? AND mirror = ? AND path = ? AND verb = 'sent'";
    return numberIn(this.#db.one(sql, since, mirror, path) ?? {}, 'n') ?? 0;
  }

  /** The entries that match a search, newest first. */
  find(search: ActivitySearch, page: { before: number | null; limit: number }): readonly HistoryEntry[] {
    return findActivity(this.#db, search, page).map(historyEntryOf);
  }

  /** How many entries match a search. */
  count(search: ActivitySearch): number {
    return countActivity(this.#db, search);
  }

  /** Newest first, older than `before` (null: from the newest). */
  page(before: number | null, limit: number): readonly HistoryEntry[] {
    const sql = 'SELECT * FROM activity WHERE id < ? ORDER BY id DESC LIMIT CAST(? AS INTEGER)';
    return this.#db.all(sql, before ?? Number.MAX_SAFE_INTEGER, limit).map(historyEntryOf);
  }
}

function historyEntryOf(row: Row): HistoryEntry {
  return {
    id: numberIn(row, 'id') ?? 0,
    at: numberIn(row, 'at') ?? 0,
    mirror: textOf(row, 'mirror') as MirrorId,
    path: textOf(row, 'path'),
    verb: textOf(row, 'verb'),
    file: serviceIdIn(row, 'file'),
    version: versionIn(row, 'version'),
    sizeBytes: numberIn(row, 'size'),
    cause: textOf(row, 'cause'),
    undo: undoStepIn(row),
    undoneAt: numberIn(row, 'undone_at'),
  };
}

/** Written by `add` in this shape. */
function undoStepIn(row: Row): UndoStep | null {
  const text = textIn(row, 'undo');
  return text === null ? null : (JSON.parse(text) as UndoStep);
}

/** Small values by name. */
export class Facts {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  get(name: string): string | null {
    const row = this.#db.one('SELECT value FROM fact WHERE name = ?', name);
    return row === null ? null : textIn(row, 'value');
  }

  /**
   * Whether there is a value whose name has this prefix.
   * @param prefix ends with a dot.
   */
  hasAny(prefix: `${string}.`): boolean {
    const afterDot = '/';
    const sql = 'SELECT 1 FROM fact WHERE name > ? AND name < ? LIMIT 1';
    return this.#db.one(sql, prefix, prefix.slice(0, -1) + afterDot) !== null;
  }

  /**
   * All values whose names have this prefix.
   * @param prefix ends with a dot.
   */
  withPrefix(prefix: `${string}.`): readonly { readonly name: string; readonly value: string }[] {
    const afterDot = '/';
    const sql = 'SELECT name, value FROM fact WHERE name > ? AND name < ?';
    const rows = this.#db.all(sql, prefix, prefix.slice(0, -1) + afterDot);
    return rows.map(row => ({ name: textOf(row, 'name'), value: textOf(row, 'value') }));
  }

  set(name: string, value: string | null): void {
    if (value === null) this.#db.run('DELETE FROM fact WHERE name = ?', name);
    else this.#db.run('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)', name, value);
  }
}
