/** Stands for the name of a person that the service does not tell; its number would tell a reader nothing. */
export const UNNAMED = 'a person whose name is not told';

/** The same for a team. */
export const UNNAMED_TEAM = 'a team';

/** Stands for the name of a person who made something and is not in the list of the organization's members. */
export const NOT_A_MEMBER = 'a person who is not a member now';
