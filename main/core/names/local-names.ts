import type { VolumeNames } from './volume-names.ts';
import { fromWindowsName, toWindowsName } from './windows-names.ts';
import { byteLength } from '../../../shared/text/portable-name.ts';

/**
 * Characters that no path segment can hold, with the look-alikes that replace them. A remote name is never used as a
 * path: `a/b.csv` from the service becomes one file named `a∕b.csv`. Each look-alike leads back to its original.
 */
const REPLACED: readonly (readonly [string, string])[] = [
  ['/', '\u2215'],
  ['\\', '\u29f5'],
  ['\0', '\u2400'],
];

/**
 * Characters that make a name display as another one: C1 control characters, line separators, and changes of the
 * reading direction. Each becomes a visible sign: `evil<RLO>gpj.exe` must not look like `evilexe.jpg`.
 */
const DECEIVING = /[\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const DECEIVED = '\u2426';

/** Anything that a name here does not keep as it is; nearly all names have none of it. */
const CHANGED = /[/\\\p{Surrogate}\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A longer suffix is part of the name, not an extension. */
const LONGEST_EXTENSION_BYTES = 40;

/** The number that tells items of one name apart, before the extension: ` (2)`. */
const NUMBER = / \(\d+\)$/;

/**
 * Numbers that are counted on: after `a (2).csv` comes `a (3).csv`. A number with four digits is a year or part of the
 * name.
 */
const COUNTED = /(?: \(\d{1,3}\))+$/;

/** The suffix of an item that makes way for another one: ` (moving 7)`. */
const DETOUR = / \(moving (\d+)(?:-\d+)?\)$/;

/** The longest name in bytes that Linux, macOS and Windows accept. */
const LONGEST_BYTES = 255;

/** The local name of a remote item: one path segment that the volume accepts, never empty, `.` or `..`. */
export function toLocalName(remoteName: string, volume: VolumeNames): string {
  // The service's names are untrusted: `../../.ssh/authorized_keys` must become one harmless name in its folder.
  const name = CHANGED.test(remoteName) ? replaced(remoteName) : remoteName;
  if (name === '') return '_';
  if (name === '.' || name === '..') return name.replaceAll('.', '\u2024');
  if (!volume.refusesWindowsNames) return shortened(name);
  // Cutting a name may leave a dot or a blank at its end, which Windows removes.
  return shortened(toWindowsName(name)).replace(/[. ]$/, '_');
}

/** A name in which each character that cannot be kept has become one that can. */
function replaced(remoteName: string): string {
  let name = remoteName;
  for (const [bad, good] of REPLACED) name = name.replaceAll(bad, good);
  // An unpaired surrogate cannot be encoded in UTF-8, so no disk could store it.
  name = name.replace(/\p{Surrogate}/gu, '\ufffd');
  name = name.replace(DECEIVING, DECEIVED);
  return [...name].map(character => (isControl(character) ? controlPicture(character) : character)).join('');
}

/**
 * The remote name of a local one: reverses `toLocalName`. In composed form (NFC), because macOS may return it
 * decomposed.
 */
export function toRemoteName(localName: string, volume: VolumeNames): string {
  let name = volume.refusesWindowsNames ? fromWindowsName(localName) : localName;
  for (const [bad, good] of REPLACED) if (bad !== '\0') name = name.replaceAll(good, bad);
  return name.normalize('NFC');
}

/** A key that is equal for two forms of the same name. Case counts; for a volume that folds case use `keyOn`. */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/** Makes the key of a name: two names with the same key cannot both be in one folder. */
type KeyOf = (name: string) => string;

/**
 * The first free name of `name`, `name (2)`, `name (3)`, with the number before the extension. A name with a number is
 * counted on: `a (2).csv` becomes `a (3).csv`, not `a (2) (2).csv`.
 */
export function freeName(name: string, isTaken: (key: string) => boolean, keyOf: KeyOf = nameKey): string {
  if (!isTaken(keyOf(name))) return name;
  const [stem, extension] = countedFrom(name);
  // Ends: names with different numbers have different keys, and only finitely many are taken.
  for (let number = 2; ; number++) {
    const candidate = shortenedStem(stem, ` (${number})${extension}`);
    if (!isTaken(keyOf(candidate))) return candidate;
  }
}

/** The stem and extension from which a name is counted. */
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

/**
 * What `withoutNumber` makes of every name that `freeName` derives from `name`: the same text for all, so that they can
 * be looked up by it.
 */
export function withoutAnyNumber(name: string): string {
  return withoutNumber(freeName(name, key => key === nameKey(name))) ?? name;
}

/** The names under which the numbered forms of a name are looked up, as `withoutNumber` returns them. */
export function countedNames(wanted: string): readonly string[] {
  const bare = withoutAnyNumber(wanted);
  return bare === wanted ? [wanted] : [bare, wanted];
}

/** Orders numbered names: low numbers first. */
export function byNumber(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/**
 * Whether a name is `wanted` or one of its numbered forms. Earlier versions gave a second number instead of counting
 * on, so `a (2) (2).csv` is a form of `a (2).csv`, too.
 */
export function isFreeNameOf(name: string, wanted: string, keyOf: KeyOf = nameKey): boolean {
  if (keyOf(name) === keyOf(wanted)) return true;
  const number = NUMBER.exec(splitExtension(name)[0])?.[0];
  if (number === undefined) return false;
  const isCounted = ([stem, extension]: readonly [string, string]): boolean =>
    keyOf(shortenedStem(stem, `${number}${extension}`)) === keyOf(name);
  return isCounted(countedFrom(wanted)) || isCounted(splitExtension(wanted));
}

/**
 * A temporary name for an item that makes way for another one: ` (moving 7)` for item 7, or ` (moving 7-2)` while a
 * file from the service has that name. `stripDetour` reverses it.
 */
export function detourName(name: string, item: number, isTaken: (name: string) => boolean): string {
  for (let attempt = 1; ; attempt++) {
    const aside = shortenedStem(name, ` (moving ${attempt === 1 ? item : `${item}-${attempt}`})`);
    if (!isTaken(aside)) return aside;
  }
}

/** The name without the temporary suffix of this item; other names are returned unchanged. */
export function stripDetour(name: string, item: number): string {
  const tail = detourTail(name, item);
  return tail === null ? name : name.slice(0, -tail.length);
}

/** Whether `detourName` made `name` out of `home`, which may have been cut for it. */
export function isDetourOf(name: string, home: string, item: number): boolean {
  const tail = detourTail(name, item);
  return tail !== null && shortenedStem(home, tail) === name;
}

function detourTail(name: string, item: number): string | null {
  if (!name.endsWith(')')) return null;
  const [tail = '', of] = DETOUR.exec(name) ?? [];
  return of === String(item) && tail.length < name.length ? tail : null;
}

/** Splits `plate 7.csv` into `plate 7` and `.csv`. Hidden files and names without a dot have no extension. */
export function splitExtension(name: string): readonly [string, string] {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && fits(name.slice(dot), LONGEST_EXTENSION_BYTES);
  return isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/**
 * Stem and tail, with the stem cut so that both fit into one path segment.
 * @param tail shorter than a path segment.
 */
export function shortenedStem(stem: string, tail: string): string {
  return cutToBytes(stem, LONGEST_BYTES - byteLength(tail)) + tail;
}

/** The longest prefix of a text with at most so many bytes in UTF-8, in whole characters. */
export function cutToBytes(text: string, mostBytes: number): string {
  if (fits(text, mostBytes)) return text;
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
  if (fits(name, LONGEST_BYTES)) return name;
  const [stem, extension] = splitExtension(name);
  return shortenedStem(stem, extension);
}

/** Whether a text has at most so many bytes in UTF-8. Short ones need not be encoded: no unit of a string takes more than three. */
function fits(text: string, mostBytes: number): boolean {
  return text.length * 3 <= mostBytes || byteLength(text) <= mostBytes;
}

function isControl(character: string): boolean {
  return character < ' ' || character === '\x7f';
}

function controlPicture(character: string): string {
  return character === '\x7f' ? '\u2421' : String.fromCharCode(0x2400 + character.charCodeAt(0));
}
