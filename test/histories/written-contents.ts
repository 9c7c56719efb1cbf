import { Ledger } from '../sim/world/ledger.ts';

/**
 * Every content that was written, in files of several sizes: a text of the ledger, and filling that follows from it. A
 * file with anything else is torn.
 */
export class Book {
  readonly #ledger = new Ledger();
  readonly #contents = new Map<string, string>();

  /** A new content of so many lines. */
  write(by: string, lines: number): string {
    const text = this.#ledger.write(by);
    const content = `${text}\n${`plate;well;${text}\n`.repeat(lines)}`;
    this.#contents.set(content, text);
    return content;
  }

  /** A person removed or overwrote this content, having seen it. */
  giveUp(content: string): void {
    this.#ledger.giveUp(this.#contents.get(content) ?? null);
  }

  /** Both sides came to rest with this content: from now on it must stay within reach. */
  settle(content: string): void {
    this.#ledger.settle(this.#contents.get(content) ?? '');
  }

  /** A removal took this text with it in the moment of its making: it need be in no folder, but stays within reach. */
  overtake(text: string): void {
    this.#ledger.giveUp(text);
    this.#ledger.settle(text);
  }

  /** The short text of a content; null for one that no person wrote, such as a torn one. */
  textOf(content: string): string | null {
    return this.#contents.get(content) ?? null;
  }

  /** How many contents there ever were. */
  get written(): number {
    return this.#contents.size;
  }

  get live(): readonly string[] {
    return this.#ledger.live;
  }

  get settled(): readonly string[] {
    return this.#ledger.settled;
  }
}
