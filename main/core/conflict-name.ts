import { freeName, nameKey, shortenedStem, splitExtension, toLocalName } from './names.ts';

/** When and where a conflict was found, for the copy's name. */
export interface ConflictPlace {
  readonly computer: string;
  /** Local wall time as `2026-11-20 14.03`: no character that any file system refuses. */
  readonly time: string;
}

/** `plate 7 (conflict, Lab PC, 2026-11-20 14.03).csv`; with ` 2` before the bracket when that is taken. */
export function conflictName(name: string, place: ConflictPlace, isTaken: (key: string) => boolean): string {
  const [stem, extension] = splitExtension(name);
  const computer = toLocalName(place.computer);
  for (let number = 1; number < 1000; number++) {
    const count = number === 1 ? '' : ` ${number}`;
    const candidate = shortenedStem(stem, ` (conflict, ${computer}, ${place.time}${count})${extension}`);
    if (!isTaken(nameKey(candidate))) return candidate;
  }
  return freeName(`${stem}${extension}`, isTaken);
}

/** A local wall time for file names: `2026-11-20 14.03`. `minutesEast` is the offset of local time from UTC. */
export function conflictTime(epochMs: number, minutesEast: number): string {
  const days = Math.floor((epochMs + minutesEast * 60_000) / 86_400_000);
  const minutes = Math.floor((epochMs + minutesEast * 60_000 - days * 86_400_000) / 60_000);
  const { year, month, day } = civil(days);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(Math.floor(minutes / 60))}.${two(minutes % 60)}`;
}

/** The Gregorian date of a day counted from 1970-01-01 (the usual era arithmetic; no Date in the core). */
function civil(daysSinceEpoch: number): { year: number; month: number; day: number } {
  const shifted = daysSinceEpoch + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
