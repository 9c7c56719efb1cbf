/** A day of the computer's own calendar as `2026-11-20`. */
export function dayOf(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** When a day begins here; null when it is none. */
export function dayStartMs(day: string): number | null {
  return midnightMs(day, 0);
}

/** When the next day begins. */
export function dayEndMs(day: string): number | null {
  return midnightMs(day, 1);
}

/** Days are not all 24 hours long: the calendar counts, not the hours. */
function midnightMs(day: string, daysLater: number): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).getTime();
}
