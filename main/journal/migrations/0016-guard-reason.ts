/** Why it is asked about removals: there are many at once, or nothing explains them. */
export const guardReason = `
ALTER TABLE guard ADD COLUMN reason TEXT NOT NULL DEFAULT 'many';
`;
