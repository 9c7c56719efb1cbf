/** Who a missing thing was on this disk: it may turn up in another mirror. */
export const missingKey = `ALTER TABLE missing ADD COLUMN key TEXT;`;
