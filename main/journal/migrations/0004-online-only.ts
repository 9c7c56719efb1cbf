/**
 * Files whose bytes a person let go here: they are at the service and, on purpose, not on this computer. One that is
 * as it was agreed there has no work. On a folder: what is new in it at the service stays there likewise.
 */
export const onlineOnly = `
ALTER TABLE item ADD COLUMN freed INTEGER NOT NULL DEFAULT 0;
DROP INDEX item_dirty;
ALTER TABLE item DROP COLUMN dirty;
ALTER TABLE item ADD COLUMN dirty INTEGER GENERATED ALWAYS AS (
  NOT (
    (l_sight = 1 AND r_sight = 1 AND a_parent IS NOT NULL
      AND l_parent IS a_parent AND r_parent IS a_parent AND l_name IS a_local_name AND r_name IS a_remote_name
      AND l_hash IS a_hash AND r_version IS a_version)
    OR (freed = 1 AND kind = 'file' AND l_sight = 0 AND r_sight = 1
      AND (a_parent IS NULL OR (r_parent IS a_parent AND r_name IS a_remote_name))))) VIRTUAL;
CREATE INDEX item_dirty ON item (mirror, id) WHERE dirty = 1;
`;
