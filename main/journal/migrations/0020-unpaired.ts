/**
 * Files of the service that nothing here belongs to yet, by their folder: each new pair asks for them, and reading all
 * items of a folder for each file in it made linking a large folder take hours.
 */
export const unpaired = `
CREATE INDEX item_unpaired ON item (r_parent)
  WHERE r_parent IS NOT NULL AND l_parent IS NULL AND a_parent IS NULL AND kind = 'file';
`;
