import type { Item } from '../item.ts';
import { splitExtension } from '../names/local-names.ts';
import { isUnsent } from '../plan/unmatched-items.ts';

/** Endings that programs hang onto a file's whole name when they keep what was there before a save. */
const BEHIND_NAME = /^(~|\.~\d+~|\.(bak|bck|bkp|backup|old|orig|prev|save|swx)|_(bak|backup|old))$/i;
/** Endings that take the place of the extension. */
const FOR_EXTENSION = /^\.(bak|bck|bkp|backup|old|orig|prev|sv\$|\$\$\$|wbk|xlk)$/i;
/** The beginning that office programs give to a backup. */
const BEFORE_NAME = /^(~+|backup of |#)/i;

/**
 * Whether a name is one that a program gives to the old state of the file called `of`, beside it, when it saves by
 * moving the old file aside and writing a new one (S2). Whoever stands at `of` is then the file, and this its backup.
 */
export function isBackupName(name: string, of: string): boolean {
  if (name === of) return false;
  return isBackupOf(name, of) || (name.startsWith('.') && isBackupOf(name.slice(1), of));
}

function isBackupOf(name: string, of: string): boolean {
  if (name.startsWith(of)) return BEHIND_NAME.test(name.slice(of.length));
  const [stem, extension] = splitExtension(of);
  if (name.startsWith(stem) && FOR_EXTENSION.test(name.slice(stem.length))) return true;
  if (extension !== '' && name.startsWith(stem) && name.endsWith(extension))
    return /^(~|_(bak|backup|old))$/i.test(name.slice(stem.length, -extension.length));
  const before = BEFORE_NAME.exec(name)?.[0] ?? '';
  const rest = name.slice(before.length);
  return (
    before !== '' &&
    (rest === of || rest === `${of}#` || (rest.startsWith(stem) && FOR_EXTENSION.test(rest.slice(stem.length))))
  );
}

/** Whether two files of a folder have changed places: then each is who it was. @param names what each key in the folder is called now. */
export function haveSwapped(one: Item, other: Item | undefined, names: ReadonlyMap<string, string>): boolean {
  if (isUnsent(other) || one.local === null) return false;
  return other?.local?.parent === one.local.parent && names.get(one.local.key) === other.local.name;
}
