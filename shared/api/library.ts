/** Section 4.4. */
export const libraryEndpoints = {};
