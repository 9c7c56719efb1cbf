/** Word shortens the names of its owner files: of longer names the first letters make room for `~$`. */
const SHORTENED_FROM = 8;

/**
 * Names of the files that programs keep beside a document while somebody has it open (S13): Microsoft Office,
 * LibreOffice, vim, Emacs.
 */
export function ownerNames(name: string): readonly string[] {
  const [first, second] = [...name];
  const stem = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name;
  const shortened = stem.length >= SHORTENED_FROM ? [`~$${name.slice(`${first}${second}`.length)}`] : [];
  return [`~$${name}`, ...shortened, `.~lock.${name}#`, `.${name}.swp`, `.#${name}`];
}
