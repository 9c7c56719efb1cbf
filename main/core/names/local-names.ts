import type { VolumeNames } from './volume-names.ts';
import { fromWindowsName, toWindowsName } from './windows-names.ts';

/**
 * Names from the service are never paths. What this system cannot hold in one path segment is replaced by look-alike
 * characters of the same width, reversibly; everything else stays as it is.
 */
const REPLACED: readonly (readonly [string, string])[] = [
  ['/', '\u2215'],
  ['\\', '\u29f5'],
  ['\0', '\u2400'],
];

/**
 * What makes a name show as another one: control characters of the second kind, the separators of lines, and what turns
 * the direction of reading. Each becomes one sign that can be seen.
 */
const DECEIVING = /[\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const DECEIVED = '\u2426';

/** A longer ending is no extension but a part of the name. */
const LONGEST_EXTENSION_BYTES = 40;

/** What tells namesakes apart, before the extension. */
const NUMBER = / \(\d+\)$/;

/** Numbers that are counted on. A longer one is a year, or belongs to the name in another way. */
const COUNTED = /(?: \(\d{1,3}\))+$/;

/** What an item has at the end of its name while it is out of others' way. */
const DETOUR = / \(moving (\d+)(?:-\d+)?\)$/;

/** Longest name in bytes that Linux, macOS and Windows all hold. */
const LONGEST_BYTES = 255;

/**
 * The name a thing from the service gets on a volume of this computer: exactly one path segment that the volume takes, never
 * `.`, `..` or empty.
 */
export function toLocalName(remoteName: string, volume: VolumeNames): string {
  let name = remoteName;
  for (const [bad, good] of REPLACED) name = name.replaceAll(bad, good);
  // Half a pair of surrogates is no text that a disk could hold.
  name = name.replace(/\p{Surrogate}/gu, '\ufffd');
  name = name.replace(DECEIVING, DECEIVED);
  name = [...name].map(character => (isControl(character) ? controlPicture(character) : character)).join('');
  if (name === '') return '_';
  if (name === '.' || name === '..') return name.replaceAll('.', '\u2024');
  if (!volume.refusesWindowsNames) return shortened(name);
  // A name that is cut may end in what Windows takes away.
  return shortened(toWindowsName(name)).replace(/[. ]$/, '_');
}

/** The service's name for a name on a volume: undoes `toLocalName`; Unicode in its composed form (NFC). */
export function toRemoteName(localName: string, volume: VolumeNames): string {
  let name = volume.refusesWindowsNames ? fromWindowsName(localName) : localName;
  for (const [bad, good] of REPLACED) if (bad !== '\0') name = name.replaceAll(good, bad);
  return name.normalize('NFC');
}

/** Two names with the same key are one name wherever upper and lower case differ; elsewhere see `keyOn`. */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/** What makes the key of a name: two names of one key are not both in a folder. */
type KeyOf = (name: string) => string;

/**
 * `name`, or `name (2)`, `name (3)` … before the extension: the first whose key is not taken. A name that has a number
 * itself is counted on, and gets no second one.
 */
export function freeName(name: string, isTaken: (key: string) => boolean, keyOf: KeyOf = nameKey): string {
  if (!isTaken(keyOf(name))) return name;
  const [stem, extension] = countedFrom(name);
  for (let number = 2; ; number++) {
    const candidate = shortenedStem(stem, ` (${number})${extension}`);
    if (!isTaken(keyOf(candidate))) return candidate;
  }
}

/** Stem and extension of the name that the numbers of a name are counted from. */
function countedFrom(name: string): readonly [string, string] {
  const [stem, extension] = splitExtension(name);
  const bare = stem.replace(COUNTED, '');
  return [bare === '' ? stem : bare, extension];
}

/** A name without the number that `freeName` gives; null when it has none. */
export function withoutNumber(name: string): string | null {
  const [stem, extension] = splitExtension(name);
  const number = NUMBER.exec(stem)?.[0];
  return number === undefined ? null : stem.slice(0, -number.length) + extension;
}

/** What `withoutNumber` makes of every name that `freeName` gives: the name itself, without a number or its end where it has to be. */
export function numberless(name: string): string {
  return withoutNumber(freeName(name, key => key === nameKey(name))) ?? name;
}

/** The names whose numbers `isFreeNameOf` knows as those of a name, as `withoutNumber` makes them of each. */
export function countedNames(wanted: string): readonly string[] {
  const bare = numberless(wanted);
  return bare === wanted ? [wanted] : [bare, wanted];
}

/** Low numbers first. */
export function byNumber(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/** Whether a name is `wanted`, or what `freeName` makes of it; earlier versions put a second number behind a first. */
export function isFreeNameOf(name: string, wanted: string, keyOf: KeyOf = nameKey): boolean {
  if (keyOf(name) === keyOf(wanted)) return true;
  const number = NUMBER.exec(splitExtension(name)[0])?.[0];
  if (number === undefined) return false;
  const isCounted = ([stem, extension]: readonly [string, string]): boolean =>
    keyOf(shortenedStem(stem, `${number}${extension}`)) === keyOf(name);
  return isCounted(countedFrom(wanted)) || isCounted(splitExtension(wanted));
}

/**
 * A name of its own for an item that steps out of others' way for a moment: ` (moving 7)` for item 7, and ` (moving 7-2)`
 * and so on while that is taken, by whoever sent a passing name. `stripDetour` leads back.
 */
export function detourName(name: string, item: number, isTaken: (name: string) => boolean): string {
  for (let attempt = 1; ; attempt++) {
    const aside = shortenedStem(name, ` (moving ${attempt === 1 ? item : `${item}-${attempt}`})`);
    if (!isTaken(aside)) return aside;
  }
}

/** The name an item had before it stepped aside; any other name as it is. */
export function stripDetour(name: string, item: number): string {
  const tail = detourTail(name, item);
  return tail === null ? name : name.slice(0, -tail.length);
}

/** Whether a name is what `detourName` makes of `home`, which it may have cut. */
export function isDetourOf(name: string, home: string, item: number): boolean {
  const tail = detourTail(name, item);
  return tail !== null && shortenedStem(home, tail) === name;
}

function detourTail(name: string, item: number): string | null {
  const [tail = '', of] = DETOUR.exec(name) ?? [];
  return of === String(item) && tail.length < name.length ? tail : null;
}

/** Splits `plate 7.csv` into `plate 7` and `.csv`; hidden files and names without a dot have no extension. */
export function splitExtension(name: string): readonly [string, string] {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && byteLength(name.slice(dot)) <= LONGEST_EXTENSION_BYTES;
  return isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** `stem` cut so that stem and tail together fit one path segment. @param tail shorter than a path segment. */
export function shortenedStem(stem: string, tail: string): string {
  return cut(stem, LONGEST_BYTES - byteLength(tail)) + tail;
}

/** The longest beginning of a text, in whole characters, that has at most so many bytes in UTF-8. */
export function cut(text: string, mostBytes: number): string {
  let left = mostBytes;
  let kept = '';
  for (const character of text) {
    left -= byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return kept;
}

function shortened(name: string): string {
  if (byteLength(name) <= LONGEST_BYTES) return name;
  const [stem, extension] = splitExtension(name);
  return shortenedStem(stem, extension);
}

function isControl(character: string): boolean {
  return character < ' ' || character === '\x7f';
}

function controlPicture(character: string): string {
  return character === '\x7f' ? '\u2421' : String.fromCharCode(0x2400 + character.charCodeAt(0));
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
