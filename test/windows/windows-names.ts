/** What Windows does not allow in a name (its documentation, "Naming Files, Paths, and Namespaces"). */
const FORBIDDEN = /[<>:"/\\|?*]/;
/** Devices, with any ending, in any case; also with the superscript digits of Latin-1. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?: *\..*)?$/i;

/** Whether Explorer and the programs of Windows can open, rename and remove a file of this name. */
export function isNameOnWindows(name: string): boolean {
  const isPlain = name !== '' && !FORBIDDEN.test(name) && [...name].every(letter => letter >= ' ');
  return isPlain && !DEVICES.test(name) && !/[. ]$/.test(name);
}

/** Equal for paths that Windows takes for one. Its own table is near enough to this for the names of tests. */
export function foldsOnWindows(path: string): string {
  return path.toUpperCase();
}
