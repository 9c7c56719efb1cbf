import type { ZonesDb } from './zones-db.ts';
import { textOf } from './row-values.ts';

/** The hash of the PIN that unlocks the big view. */
export class PinRecords {
  readonly #db: ZonesDb;

  constructor(db: ZonesDb) {
    this.#db = db;
  }

  /** @returns null when no PIN is set. */
  get(): { readonly salt: string; readonly hash: string } | null {
    const row = this.#db.one('SELECT salt, hash FROM pin');
    return row === null ? null : { salt: textOf(row, 'salt'), hash: textOf(row, 'hash') };
  }

  set(pin: { readonly salt: string; readonly hash: string } | null): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM pin');
      if (pin !== null) this.#db.run('INSERT INTO pin (salt, hash) VALUES (?, ?)', pin.salt, pin.hash);
    });
  }
}
