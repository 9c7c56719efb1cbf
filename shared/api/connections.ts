/** Section 4.9. */
export const connectionEndpoints = {};
