import type { MirrorId } from '../../../shared/ids.ts';
import type { Db } from '../storage/db.ts';

/**
 * Forgets the bases of a mirror, because the journal may be older than the folder (a restored backup, a copied folder).
 * Identities stay known. Equal files get their base again without a transfer, different ones become conflicts, and
 * nothing counts as removed, because a removal needs a base. All or nothing.
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
    // Listings from before prove nothing: the next poll must be complete.
    db.run('UPDATE listing SET listed_at = NULL WHERE mirror = ?', mirror);
    // Operations of that time were finished or given up long ago.
    for (const table of ['intent', 'problem', 'guard']) db.run(`DELETE FROM ${table} WHERE mirror = ?`, mirror);
    db.run(
      `DELETE FROM item WHERE mirror = ? AND l_parent IS NULL AND r_uuid IS NULL
       AND id NOT IN (SELECT root_item FROM mirror)`,
      mirror,
    );
  });
}
