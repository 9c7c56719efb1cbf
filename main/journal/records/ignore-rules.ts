import type { MirrorId } from '../../../shared/ids.ts';
import type { Kind } from '../../core/item.ts';
import { numberIn, textIn, textOf } from '../storage/row-values.ts';
import type { Db } from '../storage/db.ts';

export type Side = 'local' | 'remote';

/** An item that a rule ignored in the last scan or poll of its folder. */
export interface HiddenThing {
  readonly side: Side;
  /** The path of its folder; empty for the mirror's own folder. */
  readonly folder: string;
  readonly name: string;
  /** Distinguishes two remote items with the same name. */
  readonly thing: string;
  readonly kind: Kind;
}

/** The ignore rules of each mirror, and the items that they ignore. */
export class IgnoreRules {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** A mirror's own rules, in the order in which they apply. */
  patterns(mirror: MirrorId): readonly string[] {
    return this.#db
      .all('SELECT pattern FROM rule WHERE mirror = ? ORDER BY position', mirror)
      .map(row => textOf(row, 'pattern'));
  }

  /** Adds a rule after the others. */
  add(mirror: MirrorId, pattern: string): void {
    const last = this.#db.one('SELECT max(position) AS n FROM rule WHERE mirror = ?', mirror);
    const position = (last === null ? 0 : (numberIn(last, 'n') ?? 0)) + 1;
    this.#db.run('INSERT INTO rule (mirror, position, pattern) VALUES (?, ?, ?)', mirror, position, pattern);
  }

  /** Removes a rule. @returns whether there was one. */
  remove(mirror: MirrorId, pattern: string): boolean {
    return this.#db.run('DELETE FROM rule WHERE mirror = ? AND pattern = ?', mirror, pattern).changes > 0;
  }

  /** The fingerprint of the rules used for the last scan; null before the first one. */
  inForce(mirror: MirrorId): string | null {
    const row = this.#db.one('SELECT fingerprint FROM rules_in_force WHERE mirror = ?', mirror);
    return row === null ? null : textIn(row, 'fingerprint');
  }

  setInForce(mirror: MirrorId, fingerprint: string): void {
    this.#db.run('INSERT OR REPLACE INTO rules_in_force (mirror, fingerprint) VALUES (?, ?)', mirror, fingerprint);
  }

  /** All items that were ignored in the last scans and polls. */
  hidden(mirror: MirrorId): readonly HiddenThing[] {
    const rows = this.#db.all('SELECT * FROM hidden WHERE mirror = ? ORDER BY folder, name', mirror);
    return rows.map(row => ({
      side: textOf(row, 'side') === 'local' ? 'local' : 'remote',
      folder: textOf(row, 'folder'),
      name: textOf(row, 'name'),
      thing: textOf(row, 'thing'),
      kind: textOf(row, 'kind') === 'folder' ? 'folder' : 'file',
    }));
  }

  /**
   * Replaces the ignored items of one side. Writes only differences.
   * @param isStale whether a folder was listed now, or is gone.
   */
  setHidden(mirror: MirrorId, side: Side, seen: { now: readonly HiddenThing[]; isStale: (folder: string) => boolean }) {
    const keyOf = ({ folder, name, thing }: HiddenThing): string => JSON.stringify([folder, name, thing]);
    const before = this.hidden(mirror).filter(one => one.side === side && seen.isStale(one.folder));
    const kept = new Set(seen.now.map(keyOf));
    const known = new Set(before.map(keyOf));
    for (const { folder, name, thing } of before.filter(one => !kept.has(keyOf(one))))
      this.#db.run(
        'DELETE FROM hidden WHERE mirror = ? AND side = ? AND folder = ? AND name = ? AND thing = ?',
        mirror,
        side,
        folder,
        name,
        thing,
      );
    for (const { folder, name, thing, kind } of seen.now.filter(one => !known.has(keyOf(one))))
      this.#db.run(
        'INSERT OR REPLACE INTO hidden (mirror, side, folder, name, thing, kind) VALUES (?, ?, ?, ?, ?, ?)',
        mirror,
        side,
        folder,
        name,
        thing,
        kind,
      );
  }
}
