/**
 * What both sides of a conflict were made from, as far as it was known when it arose, and every look at everything: when
 * it began, how long it took, what there was (for people).
 */
export const decisions = `
ALTER TABLE conflict ADD COLUMN base BLOB;
ALTER TABLE conflict ADD COLUMN base_hash BLOB;
CREATE TABLE full_look (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  mirror  TEXT NOT NULL,
  at      INTEGER NOT NULL,             -- when it ended, ms since the epoch
  took    INTEGER NOT NULL,             -- ms
  files   INTEGER NOT NULL,
  folders INTEGER NOT NULL,
  open    INTEGER NOT NULL              -- items that were not the same on both sides and in the record
) STRICT;
CREATE INDEX full_look_of_mirror ON full_look (mirror, id);
CREATE INDEX activity_at ON activity (at);
`;
