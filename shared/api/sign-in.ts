/** Section 4.11. */
export const signInEndpoints = {};
