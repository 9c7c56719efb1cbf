/** What is said of things that have one name in one folder of the service. */
export const twinTexts = {
  /** In a row, of one that has a number here. */
  numbered: (name: string, mayRename: boolean): string =>
    `Something else in this folder is called '${name}' at the service too, so it has a number here. ${settling(mayRename)}`,
  /** Where it is asked about. */
  several: (name: string, count: number, mayRename: boolean): string =>
    `${count} things in this folder are called '${name}' at the service. The one made first there has that name on every computer, each other one a number. ${settling(mayRename)}`,
  /** Where it is asked about, on a volume that takes these names for one. */
  alike: (names: readonly string[], mayRename: boolean): string =>
    `This computer's disk takes ${listed(names)} for one name. What was made first at the service has that name here, each other one a number; at the service nothing is renamed. ${settling(mayRename)}`,
} as const;

function listed(names: readonly string[]): string {
  const quoted = names.map(name => `'${name}'`);
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`;
}

function settling(mayRename: boolean): string {
  return mayRename
    ? 'To give it a name of its own, rename it here: it is renamed at the service too.'
    : 'Ask someone who may change it at the service to rename it there.';
}
