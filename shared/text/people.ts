/** Stands for the name of a person that the service does not tell; its number would tell a reader nothing. */
export const UNNAMED = 'a person whose name is not told';
