import { cutToBytes, freeName, shortenedStem, splitExtension, toLocalName } from './local-names.ts';
import { WINDOWS_NAMES } from './volume-names.ts';

/** Where and when a conflict was found, for the name of the conflict copy. */
export interface ConflictPlace {
  readonly computer: string;
  /** Local wall time such as `2026-11-20 14.03`, without a character that a file system refuses. */
  readonly time: string;
}

/** A longer computer name is cut, so that the name of the file stays readable. */
const LONGEST_COMPUTER_BYTES = 64;

/**
 * The name of a conflict copy: `plate 7 (conflict, Lab PC, 2026-11-20 14.03).csv`, with ` 2` before the closing bracket
 * if that name is in use.
 */
export function conflictName(name: string, place: ConflictPlace, isTaken: (name: string) => boolean): string {
  const [stem, extension] = splitExtension(name);
  const computer = cutToBytes(toLocalName(place.computer, WINDOWS_NAMES), LONGEST_COMPUTER_BYTES);
  for (let number = 1; number < 1000; number++) {
    const count = number === 1 ? '' : ` ${number}`;
    const candidate = shortenedStem(stem, ` (conflict, ${computer}, ${place.time}${count})${extension}`);
    if (!isTaken(candidate)) return candidate;
  }
  return freeName(`${stem}${extension}`, isTaken, name => name);
}
