/** Applied in order; an entry is never changed or removed once released. */
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE zone (
  id          INTEGER PRIMARY KEY AUTOINCREMENT, -- a command must never mean another one than it was given for
  definition  TEXT NOT NULL,                -- JSON, as it was wished
  destination TEXT NOT NULL,                -- the service's id of the folder
  remote_path TEXT NOT NULL,                -- the names that led to it
  organization TEXT,                        -- its id; null: the key's own
  added       INTEGER NOT NULL,
  paused      INTEGER,                      -- until when, ms since the epoch; 0: until somebody says so
  compared    INTEGER,                      -- when it was known what is at the destination already
  checked     INTEGER                       -- when the folder was last gone through to its end
) STRICT;

CREATE TABLE run (
  id         INTEGER PRIMARY KEY,
  zone       INTEGER NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
  key        TEXT NOT NULL,                 -- its place inside the zone's folder
  name       TEXT NOT NULL,
  first_seen INTEGER NOT NULL,
  released   INTEGER NOT NULL DEFAULT 0,    -- a person said that it may go
  operator   TEXT,
  folder     TEXT,                          -- JSON: names below the destination, decided once
  completed  INTEGER,
  UNIQUE (zone, key)
) STRICT;

CREATE TABLE file (
  id         INTEGER PRIMARY KEY,
  zone       INTEGER NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
  run        INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  folder     TEXT NOT NULL,                 -- inside the zone's folder
  name       TEXT NOT NULL,
  inside     TEXT NOT NULL,                 -- its path inside the run
  size       INTEGER NOT NULL,
  modified   INTEGER NOT NULL,              -- ms since the epoch, as the folder says
  stamp      TEXT NOT NULL,
  changed_at INTEGER NOT NULL,              -- when a change was last seen
  gap        INTEGER NOT NULL DEFAULT 0,    -- the longest pause between two changes, ms
  quiet_at   INTEGER NOT NULL,
  present    INTEGER NOT NULL DEFAULT 1,
  state      TEXT NOT NULL DEFAULT 'waiting', -- 'waiting', 'refused', 'confirmed', 'verified'
  changed_after INTEGER NOT NULL DEFAULT 0, -- it had arrived, and is different now
  target     TEXT,                          -- JSON: what was begun at the service and not recorded as arrived
  sha256     TEXT,                          -- of what arrived
  sent_size  INTEGER,
  sent_as    TEXT,                          -- its path below the destination
  remote     TEXT,                          -- the service's file
  version    TEXT,
  confirmed  INTEGER,
  verified   INTEGER,
  labelled   INTEGER NOT NULL DEFAULT 0,
  fault      TEXT,                          -- JSON
  retry_at   INTEGER,
  attempts   INTEGER NOT NULL DEFAULT 0,
  UNIQUE (zone, folder, name)
) STRICT;
CREATE INDEX file_state ON file (zone, state, run);
CREATE INDEX file_run ON file (run, state);
CREATE INDEX file_sent_as ON file (zone, sent_as) WHERE remote IS NOT NULL;
CREATE INDEX file_gone ON file (zone, sent_size) WHERE present = 0;
CREATE INDEX file_remote ON file (zone, remote) WHERE remote IS NOT NULL;

-- What the destination had before this record knew of it.
CREATE TABLE there (
  zone    INTEGER NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
  at      TEXT NOT NULL,                    -- its path below the destination
  folder  TEXT NOT NULL,                    -- JSON: the run's folder
  sha256  TEXT NOT NULL,
  size    INTEGER,
  source  TEXT,
  remote  TEXT NOT NULL,
  version TEXT,
  PRIMARY KEY (zone, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX there_content ON there (zone, sha256);

-- Folders of the destination whose list of hashes is to be written anew.
CREATE TABLE list_due (
  zone   INTEGER NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
  folder TEXT NOT NULL,                     -- JSON
  PRIMARY KEY (zone, folder)
) STRICT, WITHOUT ROWID;

-- Lists that are still to be read while the destination is gone through.
CREATE TABLE there_list (
  zone      INTEGER NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
  folder    TEXT NOT NULL,                  -- JSON
  companion TEXT,
  manifest  TEXT,
  PRIMARY KEY (zone, folder)
) STRICT, WITHOUT ROWID;

CREATE TABLE remote_folder (
  zone INTEGER NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
  path TEXT NOT NULL,                       -- JSON: names below the destination
  id   TEXT NOT NULL,
  PRIMARY KEY (zone, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE alert (
  id     INTEGER PRIMARY KEY,
  zone   INTEGER NOT NULL,
  name   TEXT NOT NULL,                     -- of the zone
  cause  TEXT NOT NULL,
  text   TEXT NOT NULL,
  raised INTEGER NOT NULL,
  solved INTEGER,
  told_raised INTEGER NOT NULL DEFAULT 0,
  told_solved INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX alert_open ON alert (zone, cause) WHERE solved IS NULL;

-- Lines of the audit log that are not in its file yet, and the last that is.
CREATE TABLE audit (seq INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT;
`,
  `
-- What arrived since midnight is asked for whenever a card is shown.
CREATE INDEX file_confirmed ON file (zone, confirmed, sent_size) WHERE confirmed IS NOT NULL;

-- What somebody at the instrument says of the runs that begin next, and until when that holds.
ALTER TABLE zone ADD COLUMN next_label TEXT;
ALTER TABLE zone ADD COLUMN next_operator TEXT;
ALTER TABLE zone ADD COLUMN next_until INTEGER;
ALTER TABLE run ADD COLUMN label TEXT;

-- Of the PIN that leads out of the big view.
CREATE TABLE pin (salt TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
`,
  `
-- 1: it was in the folder at the first whole look and is as it was then, so the start date decides by its own time;
-- 2: so it was decided by an earlier version although it came later, which people are still to be told; 0: it is new.
ALTER TABLE file ADD COLUMN first INTEGER NOT NULL DEFAULT 0;
UPDATE file SET first = 1;
UPDATE file SET first = 2 FROM zone WHERE zone.id = file.zone AND file.state = 'waiting' AND file.present = 1
  AND file.modified < zone.definition ->> '$.startAt' AND file.changed_at > zone.added + 3600000;
CREATE INDEX file_first_name ON file (zone, size, modified, name) WHERE first > 0;
CREATE INDEX file_first_id ON file (zone, size, modified, substr(stamp, 1, instr(stamp || ':', ':') - 1)) WHERE first > 0;

-- Which folder the first whole look went through; another one at its path is looked at as if for the first time.
ALTER TABLE zone ADD COLUMN root TEXT;

-- Paths below which the first whole look is still to be made; empty: everything.
CREATE TABLE first_look (
  zone INTEGER NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  PRIMARY KEY (zone, path)
) STRICT, WITHOUT ROWID;
INSERT INTO first_look (zone, path) SELECT id, '' FROM zone WHERE checked IS NULL;

-- Files that were never sent and are not in their place, where their own time does not say whether they are new.
CREATE TABLE gone_file (
  id       INTEGER PRIMARY KEY,
  zone     INTEGER NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
  name     TEXT NOT NULL,
  size     INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  file_id  TEXT NOT NULL,
  first    INTEGER NOT NULL                 -- as in file
) STRICT;
CREATE INDEX gone_file_name ON gone_file (zone, size, modified, name);
CREATE INDEX gone_file_id ON gone_file (zone, size, modified, file_id);
`,
  `
-- Path in the zone's folder of a file that a program had open for writing when that was last asked.
ALTER TABLE run ADD COLUMN open_file TEXT;
`,
  `
-- Absent files for which it is not known whether something arrived; looked for in each round.
CREATE INDEX file_absent_begun ON file (zone) WHERE present = 0 AND target IS NOT NULL;

-- Absent files that a new one could be, among many of one size.
DROP INDEX file_gone;
CREATE INDEX file_gone_run ON file (zone, sent_size, run) WHERE present = 0;
CREATE INDEX file_gone_time ON file (zone, sent_size, modified) WHERE present = 0;
`,
];
