import { InvalidArgumentError } from 'commander';

const HIGHEST_PORT = 65_535;

/** A port as a person typed it; 0 is a free one. @throws InvalidArgumentError. */
export function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (port > HIGHEST_PORT) throw new InvalidArgumentError(`It must be a whole number from 0 to ${HIGHEST_PORT}.`);
  return port;
}
