import type { Hasher } from '../../../ports/source.ts';

/** Makes trying all four-digit PINs against a copied database take at least a minute. */
const ROUNDS = 5000;

/** The stored form of a PIN, which is never stored itself. `salt` is generated per PIN. */
export function pinHash(pin: string, salt: string, hasher: () => Hasher): string {
  let text = `${salt}:${pin}`;
  for (let round = 0; round < ROUNDS; round++) {
    const hash = hasher();
    hash.add(new TextEncoder().encode(text));
    text = `${salt}:${hash.end()}`;
  }
  return text.slice(salt.length + 1);
}
