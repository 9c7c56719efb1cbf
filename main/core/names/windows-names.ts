/**
 * Characters that Windows refuses in names, with look-alikes that it accepts. The look-alikes hardly ever occur in
 * names, so that a name given by a person is not mistaken for a replaced one. Each leads back to one character.
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

/** Characters that Windows removes from the end of a name, with what replaces them there. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['.', '\u2024'],
  [' ', '\u2423'],
]);
const ENDS_BACK: ReadonlyMap<string, string> = new Map([...ENDS].map(([end, alike]) => [alike, end]));

/** Device names, with any extension; blanks before the extension do not count. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/iu;

/** Distance between a Latin letter and its full-width form in Unicode. */
const WIDE = 0xfee0;

/** A form of the name that Windows accepts; a name that it accepts already is returned unchanged. */
export function toWindowsName(name: string): string {
  const signs = [...name].map(sign => SIGNS.get(sign) ?? sign).join('');
  const ended = ENDS.has(signs.slice(-1)) ? signs.slice(0, -1) + (ENDS.get(signs.slice(-1)) ?? '') : signs;
  return DEVICE.test(ended) ? shifted(ended, WIDE) : ended;
}

/** Reverses `toWindowsName`. */
export function fromWindowsName(name: string): string {
  const bare = /^[Ａ-Ｚａ-ｚ]/u.test(name) && DEVICE.test(shifted(name, -WIDE)) ? shifted(name, -WIDE) : name;
  const last = bare.slice(-1);
  // `.` is the folder itself, and its replacement is the same on every volume, so it stays.
  const ended = bare === '\u2024' ? bare : bare.slice(0, -1) + (ENDS_BACK.get(last) ?? last);
  return [...ended].map(sign => BACK.get(sign) ?? sign).join('');
}

/** A name with its first character moved by a distance in Unicode. */
function shifted(name: string, by: number): string {
  return String.fromCharCode(name.charCodeAt(0) + by) + name.slice(1);
}
