/** Section 4.2 and 4.3: shares, access and inheritance. */
export const sharingEndpoints = {};
