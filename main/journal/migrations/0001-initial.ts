/**
 * The journal keeps what was seen, never work to do. One wide row an item: the local, the remote and the agreed facts
 * side by side, so that "what has work" is one indexed column that SQLite itself derives and that cannot go stale.
 */
export const initial = `
CREATE TABLE mirror (
  id          TEXT PRIMARY KEY,
  remote_id   BLOB NOT NULL,               -- the service's folder
  remote_path TEXT NOT NULL,               -- its names when last seen, for people
  organization TEXT,                       -- sent as X-Organization-Id with every call for this mirror
  local_path  TEXT NOT NULL,               -- absolute, links resolved
  marker      TEXT NOT NULL,               -- what .benchtop/root.json must say
  volume      TEXT NOT NULL,               -- the volume the folder must be on
  mode        TEXT NOT NULL CHECK (mode IN ('two-way', 'upload', 'download')),
  root_item   INTEGER NOT NULL,
  halted      TEXT,                        -- the fault that halts it, as JSON; nothing is carried out meanwhile
  checked_at  INTEGER                      -- end of the last complete look at both sides, ms since the epoch
) STRICT;

CREATE TABLE item (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,  -- never reused
  mirror   TEXT NOT NULL,
  kind     TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
  -- this computer: sight 0 absent, 1 present, 2 unknown (then the facts are those last seen)
  l_sight  INTEGER NOT NULL DEFAULT 0,
  l_parent INTEGER, l_name TEXT, l_size INTEGER, l_modified INTEGER, l_key TEXT, l_stamp TEXT, l_hash BLOB,
  -- the service, likewise
  r_sight  INTEGER NOT NULL DEFAULT 0,
  r_uuid   BLOB, r_parent INTEGER, r_name TEXT, r_size INTEGER, r_version BLOB, r_updated TEXT, r_extraction TEXT,
  -- what both sides last agreed on: written only from verified results
  a_parent INTEGER, a_local_name TEXT, a_remote_name TEXT, a_version BLOB, a_hash BLOB,
  kept       TEXT,                         -- stays here only while its content is this
  written_at INTEGER,                      -- when we last wrote it here, ms
  digest     TEXT,                         -- of a folder's entries, as the disk last told
  dirty INTEGER NOT NULL GENERATED ALWAYS AS (
    NOT (l_sight = 1 AND r_sight = 1 AND a_parent IS NOT NULL
      AND l_parent IS a_parent AND r_parent IS a_parent AND l_name IS a_local_name AND r_name IS a_remote_name
      AND l_hash IS a_hash AND r_version IS a_version)) VIRTUAL
) STRICT;
CREATE UNIQUE INDEX item_local_place ON item (l_parent, l_name) WHERE l_parent IS NOT NULL;
CREATE UNIQUE INDEX item_remote_id ON item (mirror, r_uuid) WHERE r_uuid IS NOT NULL;
CREATE INDEX item_remote_parent ON item (r_parent) WHERE r_parent IS NOT NULL;
CREATE INDEX item_agreed_parent ON item (a_parent) WHERE a_parent IS NOT NULL;
CREATE INDEX item_dirty ON item (mirror, id) WHERE dirty = 1;
CREATE INDEX item_of_mirror ON item (mirror);

-- The bytes of a version, known because we sent or received them. The service tells no hash.
CREATE TABLE version_hash (version BLOB PRIMARY KEY, hash BLOB NOT NULL) STRICT, WITHOUT ROWID;

-- Since when a complete look misses an item on a side, and how many complete looks in a row did.
CREATE TABLE missing (
  item INTEGER NOT NULL, side TEXT NOT NULL CHECK (side IN ('local', 'remote')),
  since INTEGER NOT NULL, times INTEGER NOT NULL,
  PRIMARY KEY (item, side)
) STRICT, WITHOUT ROWID;

-- Operations begun and not settled: what a crash or a lost answer may have left behind.
CREATE TABLE intent (
  id INTEGER PRIMARY KEY, mirror TEXT NOT NULL, item INTEGER NOT NULL, kind TEXT NOT NULL,
  args TEXT NOT NULL, since INTEGER NOT NULL
) STRICT;

-- What is stuck and why. Subject: item:<id> or path:<path>. Forgotten when the fingerprint changes.
CREATE TABLE problem (
  mirror TEXT NOT NULL, subject TEXT NOT NULL, path TEXT NOT NULL, fault TEXT NOT NULL, fingerprint TEXT NOT NULL,
  retry_at INTEGER, attempts INTEGER NOT NULL, since INTEGER NOT NULL,
  PRIMARY KEY (mirror, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE conflict (
  id INTEGER PRIMARY KEY AUTOINCREMENT, mirror TEXT NOT NULL, item INTEGER NOT NULL, copy INTEGER NOT NULL,
  at INTEGER NOT NULL, answer TEXT
) STRICT;

-- Many removals at once wait here for an answer: null, keep or remove.
CREATE TABLE guard (
  id INTEGER PRIMARY KEY AUTOINCREMENT, mirror TEXT NOT NULL, direction TEXT NOT NULL CHECK (direction IN ('here', 'service')),
  of INTEGER NOT NULL, at INTEGER NOT NULL, answer TEXT
) STRICT;
CREATE TABLE guard_item (guard INTEGER NOT NULL, item INTEGER NOT NULL, PRIMARY KEY (guard, item)) STRICT, WITHOUT ROWID;
-- Removals carried out without a guard, for the sliding window.
CREATE TABLE removal (mirror TEXT NOT NULL, direction TEXT NOT NULL, at INTEGER NOT NULL) STRICT;

-- Bytes taken out of a mirror, in plain files of these names in the store.
CREATE TABLE stored (
  name TEXT PRIMARY KEY, mirror TEXT NOT NULL, path TEXT NOT NULL, size INTEGER, hash BLOB, reason TEXT NOT NULL, at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE activity (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, mirror TEXT NOT NULL, path TEXT NOT NULL, verb TEXT NOT NULL,
  file BLOB, version BLOB, size INTEGER, cause TEXT NOT NULL
) STRICT;

CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;
