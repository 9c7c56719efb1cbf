/** Word replaces the first two letters of longer names with `~$` in the name of the owner file, to limit its length. */
const SHORTENED_FROM = 8;

/**
 * Names of the files that programs keep beside a document while it is open (hazard S13): Microsoft Office, LibreOffice,
 * vim and Emacs.
 */
export function ownerNames(name: string): readonly string[] {
  const [first, second] = [...name];
  const stem = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name;
  const shortened = stem.length >= SHORTENED_FROM ? [`~$${name.slice(`${first}${second}`.length)}`] : [];
  return [`~$${name}`, ...shortened, `.~lock.${name}#`, `.${name}.swp`, `.#${name}`];
}
