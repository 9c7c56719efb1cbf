/**
 * Things of one name in one folder of the service are told apart by numbers here, in the order in which they were made
 * there, so that every computer gives the same numbers. Found by an index: those whose names here and there differ.
 */
export const twins = `
ALTER TABLE item ADD COLUMN r_created TEXT; -- as the last list told it; empty: lists do not tell; null: not listed since
CREATE INDEX item_numbered ON item (mirror, id) WHERE l_name <> r_name;
`;
