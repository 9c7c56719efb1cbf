/** What is said of things that have one name in one folder of the service. */
export const twinTexts = {
  /** In a row, of one that has a number here. */
  numbered: (name: string, mayRename: boolean): string =>
    `Something else in this folder is called '${name}' at the service too, so it has a number here. ${settling(mayRename)}`,
  /** Where it is asked about. */
  several: (name: string, count: number, mayRename: boolean): string =>
    `${count} things in this folder are called '${name}' at the service. The one made first there has that name on every computer, each other one a number. ${settling(mayRename)}`,
} as const;

function settling(mayRename: boolean): string {
  return mayRename
    ? 'To give it a name of its own, rename it here: it is renamed at the service too.'
    : 'Ask someone who may change it at the service to rename it there.';
}
