/**
 * Folders that are one measurement: instruments write many files into them over minutes or hours, and none of these is
 * worth anything without the others (S11). By the endings that vendors give them.
 */
const BUNDLE = /\.(d|raw|fid|pro|sirslt|zarr)$/i;

/** The outermost bundle that a path lies in, as a path; null when it lies in none. The last name is no folder. */
export function bundleOf(path: string): string | null {
  const folders = path.split('/').slice(0, -1);
  const at = folders.findIndex(name => BUNDLE.test(name));
  return at < 0 ? null : folders.slice(0, at + 1).join('/');
}
