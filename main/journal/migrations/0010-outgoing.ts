/**
 * What a person did that only the service can take, waiting to be sent; what files were last described as; and what
 * changed in the next version of a file.
 */
export const outgoing = `
CREATE TABLE outgoing (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  at       INTEGER NOT NULL,             -- when a person did it, ms since the epoch
  kind     TEXT NOT NULL CHECK (kind IN ('describe', 'upload')),
  subject  TEXT NOT NULL,                -- the row it is about: an item's number or the service's UUID
  name     TEXT NOT NULL,                -- for people
  work     TEXT NOT NULL,                -- JSON
  fault    TEXT,                         -- why it was not taken, JSON
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER                       -- ms since the epoch; null beside a fault: a person has to decide
) STRICT;
CREATE INDEX outgoing_subject ON outgoing (subject);

CREATE TABLE described (
  file        BLOB PRIMARY KEY,          -- the service's id
  description TEXT,
  tags        TEXT NOT NULL,             -- JSON
  at          INTEGER NOT NULL           -- when the service said so
) STRICT, WITHOUT ROWID;

CREATE TABLE change_note (
  item INTEGER PRIMARY KEY,
  note TEXT NOT NULL
) STRICT;
`;
