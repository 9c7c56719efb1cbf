/** What takes a line of history back, as JSON, and when a person did so (ms since the epoch). */
export const undo = `
ALTER TABLE activity ADD COLUMN undo TEXT;
ALTER TABLE activity ADD COLUMN undone_at INTEGER;
CREATE INDEX activity_undo ON activity (id) WHERE undo IS NOT NULL AND undone_at IS NULL;
`;
