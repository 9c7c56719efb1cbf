import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** A trouble with a sentence for people: what is wrong and what to do. */
export class SetupError extends Error {}

/** One line for the person, on stderr. */
export function say(line) {
  process.stderr.write(`benchtop set-up: ${line}\n`);
}
