import { InvalidArgumentError } from 'commander';

/** A day as a person types it. @throws InvalidArgumentError. */
export function lastDay(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  if (!isDay) throw new InvalidArgumentError('Write a day such as 2027-06-30.');
  return text;
}

/** The end of a day in UTC: a key is not announced to end before it may. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.000Z`;
}
