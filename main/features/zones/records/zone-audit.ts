import { isoTime } from '../../../core/calendar.ts';
import type { Ledger } from '../../../ports/ledger.ts';
import type { Hasher } from '../../../ports/read-only-folder.ts';
import { numberOf, textOf } from './row-values.ts';
import type { ZonesDb } from './zones-db.ts';

/** What stands in a line beside its number, its time and the hash of the line before. */
export type AuditFields = { readonly [name: string]: string | number | boolean | null | object };

/** The `prev` of the first line. */
export const NO_LINE = '0'.repeat(64);
/** Lines that are moved into the file at once. */
const SOME = 500;

/**
 * The audit log: JSON Lines, each with the SHA-256 of the line before as `prev`, so that nothing can be taken out or
 * changed unseen. A line is written into the record in the same transaction as what it tells, and from there into its
 * file; a crash between the two loses none and doubles none.
 */
export class Audit {
  readonly #db: ZonesDb;
  readonly #ledger: Ledger;
  readonly #hasher: () => Hasher;
  #last: { readonly seq: number; readonly hash: string } | null = null;
  #flushing: Promise<void> | null = null;
  /** The number of the last line in the file; null: it has to be looked up. */
  #written: number | null = null;

  constructor(parts: { db: ZonesDb; ledger: Ledger; hasher: () => Hasher }) {
    this.#db = parts.db;
    this.#ledger = parts.ledger;
    this.#hasher = parts.hasher;
  }

  /** To be called before anything else: goes on where the file ends. @throws FaultError. */
  async open(): Promise<void> {
    const written = await this.#lastWritten();
    const kept = this.#db.one('SELECT seq, line FROM audit ORDER BY seq DESC LIMIT 1');
    const keptSeq = numberOf(kept, 'seq');
    // Where the record was lost, or is an older copy, the file knows better.
    if (written !== null && written.seq > keptSeq) {
      this.#db.transaction(() => {
        this.#db.run('DELETE FROM audit');
        this.#db.run('INSERT INTO audit (seq, line) VALUES (?, ?)', written.seq, written.line);
      });
      this.#last = { seq: written.seq, hash: this.#hashOf(written.line) };
    } else if (kept !== null) this.#last = { seq: keptSeq, hash: this.#hashOf(textOf(kept, 'line')) };
    await this.flush();
  }

  /** Writes a line, in whatever transaction is open. */
  add(at: number, event: string, fields: AuditFields): void {
    const seq = (this.#last?.seq ?? 0) + 1;
    const line = JSON.stringify({ seq, at: isoTime(at), event, ...fields, prev: this.#last?.hash ?? NO_LINE });
    this.#db.run('INSERT INTO audit (seq, line) VALUES (?, ?)', seq, line);
    this.#last = { seq, hash: this.#hashOf(line) };
  }

  /** Brings the file up to the record. @throws FaultError when the disk refuses; then the lines stay in the record. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => (this.#flushing = null));
    return this.#flushing;
  }

  /** Undoes what a transaction that did not come about had added. */
  rewind(): void {
    const kept = this.#db.one('SELECT seq, line FROM audit ORDER BY seq DESC LIMIT 1');
    this.#last = kept === null ? null : { seq: numberOf(kept, 'seq'), hash: this.#hashOf(textOf(kept, 'line')) };
  }

  async #flush(): Promise<void> {
    for (;;) {
      const from: number = this.#written ?? (await this.#lastWritten())?.seq ?? 0;
      const rows = this.#db.all('SELECT seq, line FROM audit WHERE seq > ? ORDER BY seq LIMIT ?', from, SOME);
      if (rows.length === 0) break;
      // Where it fails, some lines may be in the file all the same.
      this.#written = null;
      await this.#ledger.append(rows.map(row => textOf(row, 'line')));
      this.#written = numberOf(rows.at(-1) ?? null, 'seq');
      // The last one stays: the next line needs its hash.
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

/** The SHA-256 of a text's UTF-8 bytes. */
export function hashOfText(text: string, hasher: () => Hasher): string {
  const hash = hasher();
  hash.add(new TextEncoder().encode(text));
  return hash.end();
}

/** A line of the log, as far as its chain needs it; null when it is none, such as one that a crash cut off. */
export function readLine(
  line: string,
): { readonly seq: number; readonly prev: string; readonly fields: object } | null {
  try {
    const fields: unknown = JSON.parse(line);
    if (typeof fields !== 'object' || fields === null || !('seq' in fields) || !('prev' in fields)) return null;
    if (typeof fields.seq !== 'number' || typeof fields.prev !== 'string') return null;
    return { seq: fields.seq, prev: fields.prev, fields };
  } catch {
    return null;
  }
}

/** What a check of the log found. */
export interface ChainCheck {
  readonly lines: number;
  /** Lines that a crash cut off; nothing is lost with them. */
  readonly cut: number;
  /** The number of the first line that does not follow from the one before; null: the chain is whole. */
  readonly brokenAt: number | null;
  /** The hash of the last line: who keeps it elsewhere can tell later whether lines were taken off the end. */
  readonly lastHash: string;
}

/** Goes through a log from its beginning. */
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
