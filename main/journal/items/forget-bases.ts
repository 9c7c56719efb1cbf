import type { MirrorId } from '../../../shared/ids.ts';
import type { Db } from '../storage/database.ts';

/**
 * Forgets what both sides agreed on in a mirror, because the records may be older than its folder. Who is who stays
 * known, what is equal is agreed on again without sending it, what differs is kept twice, and nothing that only one side
 * has can count as removed on the other. All or nothing.
 */
export function forgetBases(db: Db, mirror: MirrorId): void {
  db.transaction(() => {
    db.run(
      `UPDATE item SET a_parent = NULL, a_local_name = NULL, a_remote_name = NULL, a_version = NULL, a_hash = NULL,
       digest = NULL WHERE mirror = ?`,
      mirror,
    );
    db.run('DELETE FROM missing WHERE item IN (SELECT id FROM item WHERE mirror = ?)', mirror);
    db.run('DELETE FROM guard_item WHERE guard IN (SELECT id FROM guard WHERE mirror = ?)', mirror);
    // Only a look at everything counts.
    db.run('UPDATE listing SET listed_at = NULL WHERE mirror = ?', mirror);
    // Work that was begun then was finished or given up long ago.
    for (const table of ['intent', 'problem', 'guard']) db.run(`DELETE FROM ${table} WHERE mirror = ?`, mirror);
    db.run(
      `DELETE FROM item WHERE mirror = ? AND l_parent IS NULL AND r_uuid IS NULL
       AND id NOT IN (SELECT root_item FROM mirror)`,
      mirror,
    );
  });
}
