import { Decoder, canDecode } from '../../decoder.ts';

/** Sets of signs by their numbers in DICOM (PS3.3, C.12.1.1.2), as `TextDecoder` names them. */
const SETS: { readonly [number: string]: string } = {
  '192': 'utf-8',
  '100': 'windows-1252',
  '101': 'iso-8859-2',
  '109': 'iso-8859-3',
  '110': 'iso-8859-4',
  '144': 'iso-8859-5',
  '127': 'iso-8859-6',
  '126': 'iso-8859-7',
  '138': 'iso-8859-8',
  '148': 'windows-1254',
  '203': 'iso-8859-15',
  '166': 'windows-874',
  '13': 'shift_jis',
  '149': 'euc-kr',
  '58': 'gb18030',
};

/** What a text changes to. Signs below 128 and those above it are changed each by themselves (ISO 2022). */
interface SetsInUse {
  /** What two bytes below 128 together mean: `one` byte is a sign of ASCII. */
  readonly low: 'one' | 'kanji' | 'rareKanji';
  /** What bytes from 128 on mean, as `TextDecoder` names it. */
  readonly high: string;
}

/** What stands behind the sign that begins a change (PS3.3, C.12.1.1.2, tables 3 and 4). */
const CHANGES: { readonly [signs: string]: Partial<SetsInUse> } = {
  '(B': { low: 'one' },
  '(J': { low: 'one' },
  $B: { low: 'kanji' },
  '$(D': { low: 'rareKanji' },
  ')I': { high: 'shift_jis' },
  '$)C': { high: 'euc-kr' },
  '$)A': { high: 'gb18030' },
  '-A': { high: 'windows-1252' },
  '-B': { high: 'iso-8859-2' },
  '-C': { high: 'iso-8859-3' },
  '-D': { high: 'iso-8859-4' },
  '-L': { high: 'iso-8859-5' },
  '-G': { high: 'iso-8859-6' },
  '-F': { high: 'iso-8859-7' },
  '-H': { high: 'iso-8859-8' },
  '-M': { high: 'windows-1254' },
  '-b': { high: 'iso-8859-15' },
  '-T': { high: 'windows-874' },
};

const ESCAPE = 0x1b;

/** How the texts of a file are written until they say otherwise; null: it does not say, or names none that is known. */
export function dicomEncoding(said: string): string | null {
  const first = said.split('\\')[0]?.trim() ?? '';
  if (/^GB(?:K|18030)$/.test(first)) return 'gb18030';
  return SETS[/^ISO(?:_IR| 2022 IR) (\d+)$/.exec(first)?.[1] ?? ''] ?? null;
}

/** A value for people. Parts of a name are parted by a sign of their own, several values by another. */
export function dicomText(bytes: Uint8Array, encoding: string | null): string {
  const first = encoding ?? (canDecode(bytes, 'utf-8', false) ? 'utf-8' : 'windows-1252');
  return decoded(bytes, first)
    .replaceAll('\0', '')
    .replaceAll(String.fromCharCode(ESCAPE), '')
    .replaceAll('^', ' ')
    .replaceAll('\\', ' × ')
    .replace(/[= ]+$/, '')
    .replaceAll('=', ' = ')
    .trim();
}

/** A text that may change its sets of signs on the way; each part of a name and each value begins as the file says. */
function decoded(bytes: Uint8Array, first: string): string {
  const start: SetsInUse = { low: 'one', high: first };
  let text = '';
  let sets = start;
  for (let at = 0; at < bytes.length;) {
    const found = bytes[at] === ESCAPE ? changeAt(bytes, at + 1) : null;
    if (found !== null) {
      sets = { ...sets, ...CHANGES[found] };
      at += 1 + found.length;
      continue;
    }
    const end = endOfPart(bytes, at, sets);
    text += decodedPart(bytes.subarray(at, end), sets);
    if (sets.low === 'one' && isDelimiter(bytes[end - 1])) sets = start;
    at = end;
  }
  return text;
}

/** The signs of a change of sets; null: none that is known. */
function changeAt(bytes: Uint8Array, at: number): string | null {
  const signs = String.fromCharCode(...bytes.subarray(at, at + 3));
  return Object.keys(CHANGES).find(change => signs.startsWith(change)) ?? null;
}

/** Where bytes end that are read in the same way: before the next change, or behind what parts two values. */
function endOfPart(bytes: Uint8Array, from: number, { low, high }: SetsInUse): number {
  // These two take bytes below 128 as the second of a sign, so that nothing is looked for within them.
  const hasPairs = high === 'gb18030' || high === 'shift_jis';
  for (let at = from; at < bytes.length; at += 1) {
    if (at > from && bytes[at] === ESCAPE) return at;
    if (low === 'one' && !hasPairs && isDelimiter(bytes[at])) return at + 1;
  }
  return bytes.length;
}

/** What parts values, parts of names and lines: `\`, `^`, `=`, and the ends of lines and pages. */
function isDelimiter(byte: number | undefined): boolean {
  return byte !== undefined && [0x5c, 0x5e, 0x3d, 0x0a, 0x0c, 0x0d].includes(byte);
}

function decodedPart(bytes: Uint8Array, { low, high }: SetsInUse): string {
  if (low === 'one') return new Decoder(high).decode(bytes);
  // EUC writes the same signs with the uppermost bit set, those of the rarer set behind a sign of their own.
  const marked = [...bytes].map(byte => byte | 0x80);
  const pairs = low === 'kanji' ? marked : marked.flatMap((byte, at) => (at % 2 === 0 ? [0x8f, byte] : [byte]));
  return new Decoder('euc-jp').decode(Uint8Array.from(pairs));
}
