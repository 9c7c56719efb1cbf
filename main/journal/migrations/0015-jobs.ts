/**
 * Files that a person adds from outside: how far each job is, kept until a person was told. A file that was added has no
 * row any more: it is counted in its job.
 */
export const jobs = `
CREATE TABLE job (
  id         TEXT PRIMARY KEY,          -- the ticket that the bytes come with
  at         INTEGER NOT NULL,          -- when it was begun, ms since the epoch
  folder     TEXT NOT NULL,             -- as people know it
  mirror     TEXT,                      -- whose folder the files go into; null: the outbox
  state      TEXT NOT NULL CHECK (state IN ('asked', 'running', 'interrupted', 'ended')),
  files      INTEGER NOT NULL,          -- how many were to be added
  size       INTEGER NOT NULL,
  added      INTEGER NOT NULL DEFAULT 0,
  added_size INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE job_file (
  job  TEXT NOT NULL,
  path TEXT NOT NULL,                   -- in what was dropped, names joined by a slash
  at   TEXT,                            -- all its bytes came: where it is about to lie, in the mirror or the outbox
  size INTEGER,                         -- beside \`at\`
  why  TEXT,                            -- why it was not added, one sentence; null: it was not said yet
  PRIMARY KEY (job, path)
) STRICT, WITHOUT ROWID;
`;
