import type { Hasher } from '../../../ports/read-only-folder.ts';

/** Makes trying all PINs of four digits take a minute at least, where somebody has the record. */
const ROUNDS = 5000;

/** What is kept of a PIN: never the PIN itself. `salt` is of our own making. */
export function pinHash(pin: string, salt: string, hasher: () => Hasher): string {
  let text = `${salt}:${pin}`;
  for (let round = 0; round < ROUNDS; round++) {
    const hash = hasher();
    hash.add(new TextEncoder().encode(text));
    text = `${salt}:${hash.end()}`;
  }
  return text.slice(salt.length + 1);
}
