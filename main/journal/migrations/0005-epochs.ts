/**
 * How often the records of a mirror moved on, as its folder's marker says too: records that were set back to an older
 * state are known by it. `next_epoch` is being written into the marker.
 */
export const epochs = `
ALTER TABLE mirror ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mirror ADD COLUMN next_epoch INTEGER;
`;
