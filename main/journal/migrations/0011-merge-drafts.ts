/** Merges of two versions that a person made and that the service has not taken yet: one for each file. */
export const mergeDrafts = `
CREATE TABLE merge_draft (
  file  BLOB PRIMARY KEY,                -- the service's id
  head  BLOB NOT NULL,                   -- the version that it was made on
  note  TEXT,                            -- what the person says that changed
  bytes BLOB NOT NULL,
  at    INTEGER NOT NULL                 -- ms since the epoch
) STRICT;
`;
