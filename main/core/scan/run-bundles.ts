/**
 * Folders that hold one measurement, by the extensions that vendors use. An instrument writes many files into them for
 * minutes or hours, and each file is useless without the others (hazard S11).
 */
const BUNDLE = /\.(d|raw|fid|pro|sirslt|zarr)$/i;

/**
 * The outermost bundle folder that contains a path; null when there is none. The last name of the path is not a folder.
 */
export function bundleOf(path: string): string | null {
  const folders = path.split('/').slice(0, -1);
  const at = folders.findIndex(name => BUNDLE.test(name));
  return at < 0 ? null : folders.slice(0, at + 1).join('/');
}
