import type { Db } from './db.ts';

/**
 * Moves every deadline, and every time that something is counted from, by so many milliseconds after the clock jumped:
 * the time that really passed did not jump. Times that people read stay as they were written. Part of the caller's
 * transaction.
 */
export function shiftDeadlines(db: Db, ms: number): void {
  db.run('UPDATE missing SET since = since + ?', ms);
  db.run('UPDATE problem SET retry_at = retry_at + ? WHERE retry_at IS NOT NULL', ms);
  db.run('UPDATE outgoing SET retry_at = retry_at + ? WHERE retry_at IS NOT NULL', ms);
  db.run('UPDATE removal SET at = at + ?', ms);
  db.run('UPDATE listing SET listed_at = listed_at + ?, active_at = active_at + ?', ms, ms);
  db.run('UPDATE item SET written_at = written_at + ? WHERE written_at IS NOT NULL', ms);
}
