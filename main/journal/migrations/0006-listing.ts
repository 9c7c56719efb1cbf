/** When each folder of the service was last listed, and what speaks for listing it again. */
export const listing = `
CREATE TABLE listing (
  folder    INTEGER PRIMARY KEY,        -- the item, the mirror's own folder among them
  mirror    TEXT NOT NULL,
  listed_at INTEGER,                    -- the last complete listing, ms since the epoch
  active_at INTEGER,                    -- the last change of something in it, on either side
  wanted    INTEGER NOT NULL DEFAULT 0, -- something says that it changed since
  cost      INTEGER NOT NULL DEFAULT 2  -- requests of the last listing
) STRICT;
CREATE INDEX listing_of_mirror ON listing (mirror);
`;
