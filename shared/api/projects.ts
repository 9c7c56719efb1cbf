/** Section 4.6. */
export const projectEndpoints = {};
