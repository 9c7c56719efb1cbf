/** Addresses that are remembered; the address of a file this many uploads ago has long expired. */
const MOST = 100_000;

/**
 * Which file each upload address was used for. It keeps no address, because every program that has one may write to it.
 */
export class UsedAddresses {
  readonly #owners = new Map<number, number>();

  /** Notes that a file's bytes go to an address. False: another file's bytes went there. */
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

/** A 53-bit hash (two rounds of FNV-1a); after a collision, a file is announced once more. */
function sumOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + at), 0x5bd1e995);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
