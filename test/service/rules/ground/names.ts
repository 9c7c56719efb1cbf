/** A name as it is compared in searches: composed (NFC) and without regard to case. */
export function folded(name: string): string {
  return name
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\0', '\uFFFD');
}

/** Texts shorter than this are looked for only in the names of the files changed last. */
export const SHORTEST_SOUGHT = 3;

/** How many of the files changed last are looked at for a shorter text. */
export const LOOKED_AT_FOR_SHORT = 1000;

/** Characters as people count them, more or less: code points. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
