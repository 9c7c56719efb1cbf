/**
 * Names that Windows refuses, and names that look like them and that it takes. The signs are ones that hardly any name has
 * by itself, so that what a person named is not taken for one of ours. One for one: each leads back.
 * SPEC: learn.microsoft.com, "Naming Files, Paths, and Namespaces": reserved characters and names.
 */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['<', '\ufe64'],
  ['>', '\ufe65'],
  [':', '\ua789'],
  ['"', '\uff02'],
  ['|', '\uffe8'],
  ['?', '\ufe56'],
  ['*', '\ufe61'],
]);
const BACK: ReadonlyMap<string, string> = new Map([...SIGNS].map(([sign, alike]) => [alike, sign]));

/** What Windows takes away from the end of a name, and what stands there instead. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['.', '\u2024'],
  [' ', '\u2423'],
]);
const ENDS_BACK: ReadonlyMap<string, string> = new Map([...ENDS].map(([end, alike]) => [alike, end]));

/** Devices, with any ending; blanks before the ending do not count. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/iu;

/** How far the wide form of a Latin letter is from the letter. */
const WIDE = 0xfee0;

/** A name that Windows takes, for one that it may refuse; any other as it is. */
export function toWindowsName(name: string): string {
  const signs = [...name].map(sign => SIGNS.get(sign) ?? sign).join('');
  const ended = ENDS.has(signs.slice(-1)) ? signs.slice(0, -1) + (ENDS.get(signs.slice(-1)) ?? '') : signs;
  return DEVICE.test(ended) ? shifted(ended, WIDE) : ended;
}

/** The name that `toWindowsName` was given. */
export function fromWindowsName(name: string): string {
  const bare = /^[Ａ-Ｚａ-ｚ]/u.test(name) && DEVICE.test(shifted(name, -WIDE)) ? shifted(name, -WIDE) : name;
  const last = bare.slice(-1);
  // A mere dot is the name of the folder itself: what stands for it is so on every volume, and stays.
  const ended = bare === '\u2024' ? bare : bare.slice(0, -1) + (ENDS_BACK.get(last) ?? last);
  return [...ended].map(sign => BACK.get(sign) ?? sign).join('');
}

/** A name with its first letter moved in the table of characters. */
function shifted(name: string, by: number): string {
  return String.fromCharCode(name.charCodeAt(0) + by) + name.slice(1);
}
