/** What the volume of a mirrored folder makes of names and times, as it was last probed; null: not yet. */
export const volumeFacts = `
ALTER TABLE mirror ADD COLUMN volume_facts TEXT;
`;
