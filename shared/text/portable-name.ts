/** What Windows refuses in a name; of the others only `/` and the null character are. */
const REFUSED = /[<>:"/\\|?*\p{Cc}]/u;
const ALL_REFUSED = new RegExp(REFUSED.source, 'gu');

/** Names that are devices on Windows, with any ending. */
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** Room for a conflict copy's ending is left. */
const LONGEST_BYTES = 200;

/** A name that works on Linux, macOS and Windows, as like the given one as can be. Never empty. */
export function portableName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/\p{Surrogate}/gu, '_')
    .replaceAll(ALL_REFUSED, '-');
  const trimmed = cutStem(plain.trimStart()).replace(/[. ]+$/u, '');
  const whole = trimmed === '' ? '_' : trimmed;
  return DEVICES.test(whole) ? `_${whole}` : whole;
}

/** What of a name does not work everywhere, in words for people; null when it works. */
export function nameTrouble(name: string): string | null {
  const bad = REFUSED.exec(name)?.[0];
  if (bad !== undefined) return /\p{Cc}/u.test(bad) ? 'a control character' : `the character ${bad}`;
  if (/[. ]$/u.test(name)) return 'a full stop or a space at its end';
  if (DEVICES.test(name)) return 'the name of a device on Windows';
  return byteLength(name) > LONGEST_BYTES ? 'its length' : null;
}

/** Cut before its ending, in whole characters. */
function cutStem(name: string): string {
  if (byteLength(name) <= LONGEST_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && byteLength(name.slice(dot)) <= 40 ? name.slice(dot) : '';
  let stem = '';
  for (const character of ending === '' ? name : name.slice(0, dot)) {
    if (byteLength(stem + character + ending) > LONGEST_BYTES) break;
    stem += character;
  }
  return stem + ending;
}

/** The length of a text in UTF-8, in bytes. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
