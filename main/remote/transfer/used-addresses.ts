/** Addresses that are remembered; one of a file that was sent before so many others has long run out. */
const MOST = 100_000;

/**
 * For which file each address was used that bytes were put to. It keeps no address, because every program that has one may
 * write.
 */
export class UsedAddresses {
  readonly #owners = new Map<number, number>();

  /** Notes that a file's bytes go to an address. False: those of another file went there. */
  take(address: string, owner: string): boolean {
    const [key, mine] = [sumOf(address), sumOf(owner)];
    const before = this.#owners.get(key);
    if (before !== undefined) return before === mine;
    this.#owners.set(key, mine);
    const [oldest] = this.#owners.size > MOST ? this.#owners.keys() : [];
    if (oldest !== undefined) this.#owners.delete(oldest);
    return true;
  }
}

/** 53 bits that tell texts apart (two rounds of FNV-1a); where they do not, a file is announced once more. */
function sumOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + at), 0x5bd1e995);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
