import { cut, freeName, shortenedStem, splitExtension, toLocalName } from './local-names.ts';
import { WINDOWS_NAMES } from './volume-names.ts';

/** When and where a conflict was found, for the copy's name. */
export interface ConflictPlace {
  readonly computer: string;
  /** Local wall time as `2026-11-20 14.03`: no character that any file system refuses. */
  readonly time: string;
}

/** Longer computer names are cut, so that something of the file's own name is left. */
const LONGEST_COMPUTER_BYTES = 64;

/** `plate 7 (conflict, Lab PC, 2026-11-20 14.03).csv`; with ` 2` before the bracket when that is taken. */
export function conflictName(name: string, place: ConflictPlace, isTaken: (name: string) => boolean): string {
  const [stem, extension] = splitExtension(name);
  const computer = cut(toLocalName(place.computer, WINDOWS_NAMES), LONGEST_COMPUTER_BYTES);
  for (let number = 1; number < 1000; number++) {
    const count = number === 1 ? '' : ` ${number}`;
    const candidate = shortenedStem(stem, ` (conflict, ${computer}, ${place.time}${count})${extension}`);
    if (!isTaken(candidate)) return candidate;
  }
  return freeName(`${stem}${extension}`, isTaken, name => name);
}
