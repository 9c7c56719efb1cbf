import type { SqlValue, Db, Row } from '../storage/db.ts';

/** A search in the history; all given conditions must hold. */
export interface ActivitySearch {
  readonly mirror: string | null;
  /** Any of these; empty: all. */
  readonly verbs: readonly string[];
  /** Occurs somewhere in the path. */
  readonly text: string;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** The entries of the history that match, newest first, older than `before` (null: from the newest). */
export function findActivity(
  db: Db,
  search: ActivitySearch,
  page: { before: number | null; limit: number },
): readonly Row[] {
  const { sql, values } = condition(search);
  const all = `SELECT * FROM activity WHERE id < ?${sql} ORDER BY id DESC LIMIT CAST(? AS INTEGER)`;
  return db.all(all, page.before ?? Number.MAX_SAFE_INTEGER, ...values, page.limit);
}

/** How many entries match. */
export function countActivity(db: Db, search: ActivitySearch): number {
  const { sql, values } = condition(search);
  return Number(db.one(`SELECT count(*) AS n FROM activity WHERE id > 0${sql}`, ...values)?.['n'] ?? 0);
}

function condition({ mirror, verbs, text, fromMs, toMs }: ActivitySearch): {
  sql: string;
  values: readonly SqlValue[];
} {
  const parts: (readonly [string, readonly SqlValue[]])[] = [
    ...(mirror === null ? [] : [[' AND mirror = ?', [mirror]] as const]),
    ...(verbs.length === 0 ? [] : [[` AND verb IN (${verbs.map(() => '?').join(', ')})`, verbs] as const]),
    ...(text === '' ? [] : [[" AND path LIKE ? ESCAPE '\\'", [`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`]] as const]),
    ...(fromMs === null ? [] : [[' AND at >= ?', [fromMs]] as const]),
    ...(toMs === null ? [] : [[' AND at < ?', [toMs]] as const]),
  ];
  return { sql: parts.map(([sql]) => sql).join(''), values: parts.flatMap(([, values]) => values) };
}
