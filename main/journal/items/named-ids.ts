import type { MirrorId, ServiceId, VersionId } from '../../../shared/ids.ts';
import type { Db } from '../storage/db.ts';
import { textOf, uuidOf } from '../storage/row-values.ts';

/** Which of many ids of the service are recorded: one statement for all of them. */
export class NamedIds {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Those that items of the mirror have, or last had. */
  itemsAmong(mirror: MirrorId, ids: readonly ServiceId[]): readonly ServiceId[] {
    const sql = `SELECT lower(hex(r_uuid)) AS id FROM item
      WHERE mirror = ? AND r_uuid IN (SELECT unhex(value, '-') FROM json_each(?))`;
    return this.#db.all(sql, mirror, JSON.stringify(ids)).map(row => uuidOf(textOf(row, 'id')) as ServiceId);
  }

  /** Those of new files that were announced, and may or may not have arrived. */
  sendingAmong(ids: readonly ServiceId[]): readonly ServiceId[] {
    const sql = `SELECT args ->> '$.file' AS id FROM intent
      WHERE kind = 'upload' AND args ->> '$.file' IN (SELECT value FROM json_each(?))`;
    return this.#db.all(sql, JSON.stringify(ids)).map(row => textOf(row, 'id') as ServiceId);
  }

  /** The versions with a recorded hash. */
  versionsAmong(ids: readonly VersionId[]): readonly VersionId[] {
    const sql = `SELECT lower(hex(version)) AS id FROM version_hash
      WHERE version IN (SELECT unhex(value, '-') FROM json_each(?))`;
    return this.#db.all(sql, JSON.stringify(ids)).map(row => uuidOf(textOf(row, 'id')) as VersionId);
  }
}
