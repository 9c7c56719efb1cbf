import type { Item } from '../item.ts';
import { splitExtension } from '../names/local-names.ts';
import { isUnsent } from '../plan/unmatched-items.ts';

/** Suffixes that programs append to the whole name of the file they keep as a backup: `plate.csv~`, `plate.csv.bak`. */
const BEHIND_NAME = /^(~|\.~\d+~|\.(bak|bck|bkp|backup|old|orig|prev|save|swx)|_(bak|backup|old))$/i;
/** Suffixes that replace the extension: `report.wbk`. */
const FOR_EXTENSION = /^\.(bak|bck|bkp|backup|old|orig|prev|sv\$|\$\$\$|wbk|xlk)$/i;
/** Prefixes that office programs give to a backup: `Backup of report.docx`. */
const BEFORE_NAME = /^(~+|backup of |#)/i;

/**
 * Whether `name` is the name that a program gives to the old state of the file called `of` when it saves in two steps:
 * rename the old file, write a new one under the original name (hazard S2). Then the new file is the item, and the
 * renamed one is only its backup. Taken for a rename instead, the service would get a new file and lose the history of
 * the old one.
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

/**
 * Whether two files of a folder have exchanged their names: then both are renames, and neither is a backup.
 * @param names the current name of each key in the folder.
 */
export function haveSwapped(one: Item, other: Item | undefined, names: ReadonlyMap<string, string>): boolean {
  if (isUnsent(other) || one.local === null) return false;
  return other?.local?.parent === one.local.parent && names.get(one.local.key) === other.local.name;
}
