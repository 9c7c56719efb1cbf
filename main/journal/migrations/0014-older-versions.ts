/**
 * Older versions of a removed file are kept with it. `ordinal`: the version's place in the history, oldest 0; null: the
 * newest bytes. `back_…`: it is being sent again as a version of the item `back_item`, on top of the version `back_base`;
 * until the file has an item it is known by its path or its bytes. Item 0: it was sent, and its bytes can go.
 */
export const olderVersions = `
ALTER TABLE stored ADD COLUMN file BLOB;
ALTER TABLE stored ADD COLUMN version BLOB;
ALTER TABLE stored ADD COLUMN ordinal INTEGER;
ALTER TABLE stored ADD COLUMN back_path TEXT;
ALTER TABLE stored ADD COLUMN back_hash BLOB;
ALTER TABLE stored ADD COLUMN back_item INTEGER;
ALTER TABLE stored ADD COLUMN back_base BLOB;
CREATE INDEX stored_file ON stored (file) WHERE file IS NOT NULL;
CREATE INDEX stored_back ON stored (back_item) WHERE back_item IS NOT NULL;
CREATE INDEX stored_coming ON stored (mirror) WHERE back_path IS NOT NULL OR back_hash IS NOT NULL;
`;
