/**
 * So that nothing that is asked in a quiet time reads all items: one item by who it is on this disk, and the few that are
 * folders, out of sight, not read yet, or still being read by the service. Nobody asked for items by their agreed folder.
 */
export const foundBy = `
DROP INDEX item_agreed_parent;
CREATE INDEX item_local_key ON item (mirror, l_key) WHERE l_key IS NOT NULL;
CREATE INDEX item_folder ON item (mirror) WHERE kind = 'folder';
CREATE INDEX item_unlisted ON item (mirror) WHERE kind = 'folder' AND digest IS NULL;
CREATE INDEX item_digest ON item (mirror, digest) WHERE digest IS NOT NULL;
CREATE INDEX item_stray ON item (mirror) WHERE l_sight = 2 AND l_parent IS NULL;
CREATE INDEX item_unread ON item (mirror) WHERE kind = 'file' AND l_sight = 1 AND l_hash IS NULL;
CREATE INDEX item_extracting ON item (mirror) WHERE r_extraction IN ('pending', 'running');
`;
