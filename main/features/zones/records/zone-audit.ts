import { isoTime } from '../../../core/calendar.ts';
import type { Ledger } from '../../../ports/ledger.ts';
import type { Hasher } from '../../../ports/read-only-folder.ts';
import { numberOf, textOf } from './rows.ts';
import type { ZonesDb } from './zones-db.ts';
import { jsonOrNull } from '../../../../shared/parse-json.ts';

/** The fields of a line besides its number, its time and the hash of the line before. */
export type AuditFields = { readonly [name: string]: string | number | boolean | null | object };

/** The `prev` of the first line. */
const NO_LINE = '0'.repeat(64);
/** Lines appended to the file at once. */
const SOME = 500;

/**
 * The audit log: JSON Lines, each with the SHA-256 of the line before as `prev`, so that removals and changes are
 * detectable. A line is inserted into the database in the transaction of the change it describes, and later appended to
 * the file; a crash in between neither loses nor duplicates lines.
 */
export class Audit {
  readonly #db: ZonesDb;
  readonly #ledger: Ledger;
  readonly #hasher: () => Hasher;
  #last: { readonly seq: number; readonly hash: string } | null = null;
  #flushing: Promise<void> | null = null;
  /** Number of the last line in the file; null: to be read from the file. */
  #written: number | null = null;

  constructor(parts: { db: ZonesDb; ledger: Ledger; hasher: () => Hasher }) {
    this.#db = parts.db;
    this.#ledger = parts.ledger;
    this.#hasher = parts.hasher;
  }

  /** Must be called first: continues where the file ends. @throws FaultError. */
  async open(): Promise<void> {
    const written = await this.#lastWritten();
    const kept = this.#db.one('SELECT seq, line FROM audit ORDER BY seq DESC LIMIT 1');
    const keptSeq = numberOf(kept, 'seq');
    // If the database was lost or is an older copy, the file is authoritative.
    if (written !== null && written.seq > keptSeq) {
      this.#db.transaction(() => {
        this.#db.run('DELETE FROM audit');
        this.#db.run('INSERT INTO audit (seq, line) VALUES (?, ?)', written.seq, written.line);
      });
      this.#last = { seq: written.seq, hash: this.#hashOf(written.line) };
    } else if (kept !== null) this.#last = { seq: keptSeq, hash: this.#hashOf(textOf(kept, 'line')) };
    await this.flush();
  }

  /** Inserts a line, in the transaction that is open. */
  add(at: number, event: string, fields: AuditFields): void {
    const seq = (this.#last?.seq ?? 0) + 1;
    const line = JSON.stringify({ seq, at: isoTime(at), event, ...fields, prev: this.#last?.hash ?? NO_LINE });
    this.#db.run('INSERT INTO audit (seq, line) VALUES (?, ?)', seq, line);
    this.#last = { seq, hash: this.#hashOf(line) };
  }

  /**
   * Appends the pending lines to the file.
   * @throws FaultError when the disk refuses; the lines then stay in the database.
   */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => (this.#flushing = null));
    return this.#flushing;
  }

  /** Discards the lines of a transaction that was rolled back. */
  rewind(): void {
    const kept = this.#db.one('SELECT seq, line FROM audit ORDER BY seq DESC LIMIT 1');
    this.#last = kept === null ? null : { seq: numberOf(kept, 'seq'), hash: this.#hashOf(textOf(kept, 'line')) };
  }

  async #flush(): Promise<void> {
    for (;;) {
      const from: number = this.#written ?? (await this.#lastWritten())?.seq ?? 0;
      const rows = this.#db.all('SELECT seq, line FROM audit WHERE seq > ? ORDER BY seq LIMIT ?', from, SOME);
      if (rows.length === 0) break;
      // A failed append may have written some of the lines: look at the file the next time.
      this.#written = null;
      await this.#ledger.append(rows.map(row => textOf(row, 'line')));
      this.#written = numberOf(rows.at(-1) ?? null, 'seq');
      // Keep the last line: the next one needs its hash.
      this.#db.run('DELETE FROM audit WHERE seq < ?', this.#written);
    }
  }

  async #lastWritten(): Promise<{ readonly seq: number; readonly line: string } | null> {
    const line = await this.#ledger.last();
    const read = line === null ? null : readLine(line);
    return line === null || read === null ? null : { seq: read.seq, line };
  }

  #hashOf(line: string): string {
    return hashOfText(line, this.#hasher);
  }
}

function hashOfText(text: string, hasher: () => Hasher): string {
  const hash = hasher();
  hash.add(new TextEncoder().encode(text));
  return hash.end();
}

/** Parses a line of the log as far as the chain needs it; null for an invalid line, such as one cut off by a crash. */
export function readLine(
  line: string,
): { readonly seq: number; readonly prev: string; readonly fields: object } | null {
  const fields = jsonOrNull(line);
  if (typeof fields !== 'object' || fields === null || !('seq' in fields) || !('prev' in fields)) return null;
  if (typeof fields.seq !== 'number' || typeof fields.prev !== 'string') return null;
  return { seq: fields.seq, prev: fields.prev, fields };
}

/** Result of checking the chain. */
export interface ChainCheck {
  readonly lines: number;
  /** Lines cut off by a crash, which were written again after it. */
  readonly cut: number;
  /** Number of the first line that does not follow from the one before; null: the chain is intact. */
  readonly brokenAt: number | null;
  /** Hash of the last line. Kept elsewhere, it proves later that no lines were removed from the end. */
  readonly lastHash: string;
}

/** Checks the chain of a log from its first line. */
export async function checkChain(lines: AsyncIterable<string>, hasher: () => Hasher): Promise<ChainCheck> {
  let [count, cut, prev, seq] = [0, 0, NO_LINE, 0];
  for await (const line of lines) {
    const read = readLine(line);
    if (read === null) {
      cut += 1;
      continue;
    }
    count += 1;
    if (read.prev !== prev || read.seq !== seq + 1) return { lines: count, cut, brokenAt: read.seq, lastHash: prev };
    seq = read.seq;
    prev = hashOfText(line, hasher);
  }
  return { lines: count, cut, brokenAt: null, lastHash: prev };
}
