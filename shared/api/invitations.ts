/** Section 4.8. */
export const invitationEndpoints = {};
