import type { ServiceId } from '../../../../shared/ids.ts';
import { zoneWish, type ZoneWish } from '../../../../shared/features/zones/model.ts';
import type { Row, ZonesDb } from './zones-db.ts';
import { numberIn, numberOf, textIn, textOf } from './rows.ts';

/** A zone as recorded. */
export interface Zone {
  readonly id: number;
  readonly wish: ZoneWish;
  readonly destination: ServiceId;
  readonly remotePath: string;
  readonly organization: string | null;
  /** Paused until this time, ms since the epoch; 0: until resumed by a person; null: not paused. */
  readonly paused: number | null;
  /** When the destination was compared with the source; null: not yet, so nothing may be sent. */
  readonly compared: number | null;
  readonly checked: number | null;
  /** Identifies the folder of the initial scan, to detect another one at its path; null: not known yet. */
  readonly root: string | null;
  /** Label and operator of the runs that begin next; null: none. */
  readonly next: NextRuns | null;
}

/** Label and operator given at the instrument for runs that begin before `until`, ms since the epoch. */
export interface NextRuns {
  readonly label: string | null;
  readonly operator: string | null;
  readonly until: number;
}

/** What adding a zone needs. */
export type NewZone = Pick<Zone, 'wish' | 'destination' | 'remotePath' | 'organization'>;

/** The zone's id in commands and in the contract. */
export function zoneKey(id: number): string {
  return `z${id}`;
}

export class ZoneRecords {
  readonly #db: ZonesDb;

  constructor(db: ZonesDb) {
    this.#db = db;
  }

  all(): readonly Zone[] {
    return this.#db.all('SELECT * FROM zone ORDER BY id').map(zoneOf);
  }

  get(id: number): Zone | null {
    const row = this.#db.one('SELECT * FROM zone WHERE id = ?', id);
    return row === null ? null : zoneOf(row);
  }

  /** Finds a zone by key or name. */
  find(named: string): Zone | null {
    const all = this.all();
    return all.find(({ id }) => zoneKey(id) === named) ?? all.find(({ wish }) => wish.name === named) ?? null;
  }

  /** @param id the former id when a zone is restored. */
  add({ wish, destination, remotePath, organization }: NewZone, now: number, id: number | null = null): number {
    const sql = `INSERT INTO zone (id, definition, destination, remote_path, organization, added)
      VALUES (?, ?, ?, ?, ?, ?)`;
    const made = this.#db.run(sql, id, JSON.stringify(wish), destination, remotePath, organization, now).id;
    this.#db.run("INSERT INTO first_look (zone, path) VALUES (?, '')", made);
    return made;
  }

  change(id: number, { wish, destination, remotePath, organization }: NewZone): void {
    const before = this.get(id);
    this.#db.transaction(() => {
      this.#db.run(
        'UPDATE zone SET definition = ?, destination = ?, remote_path = ?, organization = ? WHERE id = ?',
        JSON.stringify(wish),
        destination,
        remotePath,
        organization,
        id,
      );
      if (before === null || (before.destination === destination && before.organization === organization)) return;
      this.#db.run('UPDATE zone SET compared = NULL WHERE id = ?', id);
      this.forgetFolders(id, []);
    });
  }

  remove(id: number): void {
    this.#db.run('DELETE FROM zone WHERE id = ?', id);
  }

  setPaused(id: number, until: number | null): void {
    this.#db.run('UPDATE zone SET paused = ? WHERE id = ?', until, id);
  }

  setNext(id: number, next: NextRuns | null): void {
    const sql = 'UPDATE zone SET next_label = ?, next_operator = ?, next_until = ? WHERE id = ?';
    this.#db.run(sql, next?.label ?? null, next?.operator ?? null, next?.until ?? null, id);
  }

  setCompared(id: number, at: number | null): void {
    this.#db.run('UPDATE zone SET compared = ? WHERE id = ?', at, id);
  }

  setChecked(id: number, at: number): void {
    this.#db.run('UPDATE zone SET checked = ? WHERE id = ?', at, id);
  }

  setRoot(id: number, root: string): void {
    this.#db.run('UPDATE zone SET root = ? WHERE id = ?', root, id);
  }

  /** The id of a folder below the destination; null while it was neither made nor found. */
  folder(id: number, names: readonly string[]): ServiceId | null {
    const row = this.#db.one('SELECT id FROM remote_folder WHERE zone = ? AND path = ?', id, JSON.stringify(names));
    return textIn(row, 'id') as ServiceId | null;
  }

  setFolder(id: number, names: readonly string[], folder: ServiceId): void {
    const sql = 'INSERT OR REPLACE INTO remote_folder (zone, path, id) VALUES (?, ?, ?)';
    this.#db.run(sql, id, JSON.stringify(names), folder);
  }

  /** Forgets the ids of a folder and those below it, because it was moved or removed. */
  forgetFolders(id: number, names: readonly string[]): void {
    const prefix = JSON.stringify(names).slice(0, -1);
    this.#db.run('DELETE FROM remote_folder WHERE zone = ? AND substr(path, 1, ?) = ?', id, prefix.length, prefix);
  }
}

function zoneOf(row: Row): Zone {
  return {
    id: numberOf(row, 'id'),
    wish: zoneWish.parse(JSON.parse(textOf(row, 'definition'))),
    destination: textOf(row, 'destination') as ServiceId,
    remotePath: textOf(row, 'remote_path'),
    organization: textIn(row, 'organization'),
    paused: numberIn(row, 'paused'),
    compared: numberIn(row, 'compared'),
    checked: numberIn(row, 'checked'),
    root: textIn(row, 'root'),
    next: nextIn(row),
  };
}

function nextIn(row: Row): NextRuns | null {
  const until = numberIn(row, 'next_until');
  if (until === null) return null;
  return { label: textIn(row, 'next_label'), operator: textIn(row, 'next_operator'), until };
}

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
