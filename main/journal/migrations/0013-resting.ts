/** How many files rest is shown with every status, and was counted among all rows each time anything had changed. */
export const resting = `
CREATE INDEX item_resting ON item (mirror) WHERE dirty = 0 AND kind = 'file' AND l_sight = 1;
`;
