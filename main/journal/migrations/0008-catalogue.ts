/**
 * What listings of the service showed of places that are not mirrored, for browsing them, offline too. Only ever shown:
 * nothing is synchronised from it, so it may be thrown away at any time.
 */
export const catalogue = `
CREATE TABLE shelf (
  id           INTEGER PRIMARY KEY,
  organization TEXT NOT NULL,             -- whose listings they are; empty: the key's own
  place        TEXT NOT NULL,             -- a folder's UUID, or roots, archived, loose
  name         TEXT,                      -- of the folder, as its detail told; its row in another shelf counts first
  parent       TEXT,                      -- the UUID of the folder above, likewise
  listed_at    INTEGER,                   -- end of the last complete listing, ms since the epoch
  folders_at   INTEGER,                   -- the same, of its folders alone
  asked_at     INTEGER,                   -- end of the last listing, complete or not
  used_at      INTEGER NOT NULL,          -- when somebody last looked at it
  run          INTEGER NOT NULL DEFAULT 0,
  got INTEGER, total INTEGER,             -- of a listing that broke off: how much came, of about how much
  fault        TEXT                       -- why it broke off, as JSON
) STRICT;
CREATE UNIQUE INDEX shelf_place ON shelf (organization, place);

CREATE TABLE shelf_entry (
  shelf INTEGER NOT NULL,
  thing BLOB NOT NULL,                    -- the service's id
  kind  TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
  name  TEXT NOT NULL, size INTEGER, updated TEXT, extraction TEXT,
  run   INTEGER NOT NULL,                 -- the listing that last showed it
  PRIMARY KEY (shelf, thing)
) STRICT, WITHOUT ROWID;
CREATE INDEX shelf_entry_folder ON shelf_entry (thing) WHERE kind = 'folder';
`;
