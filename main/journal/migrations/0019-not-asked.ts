/** How many files the service was not asked about is said with every search, and was counted among all rows. */
export const notAsked = `
CREATE INDEX item_not_asked ON item (mirror)
  WHERE r_extraction IS NULL AND kind = 'file' AND r_sight = 1 AND r_uuid IS NOT NULL;
`;
