/**
 * What people wrote, and what they gave up. Every content is a text of its own, so wherever it turns up it can be
 * recognised. A content is *live* until a person removes or overwrites it while looking at it.
 */
export class Ledger {
  readonly #contents = new Map<string, { readonly by: string; live: boolean; settled: boolean }>();
  readonly #backups = new Map<string, number>();
  readonly #extras = new Map<string, number>();
  readonly #broughtBack = new Set<string>();
  readonly #wantedBack = new Set<string>();
  readonly #hiddenHistories = new Set<string>();
  readonly #rested = new Map<string, number>();
  #last = 0;

  /** A new text that was never written before. */
  write(by: string): string {
    const text = `content ${++this.#last} by ${by}`;
    this.#contents.set(text, { by, live: true, settled: false });
    return text;
  }

  /** A person removed or overwrote this text, having it before their eyes. */
  giveUp(text: string | null): void {
    const content = text === null ? undefined : this.#contents.get(text);
    if (content !== undefined) content.live = false;
  }

  /** A person brought back what was given up. */
  takeBack(text: string): void {
    const content = this.#contents.get(text);
    if (content !== undefined) content.live = true;
  }

  /** A person put a copy's content on top of its original, say; a person who moved the copy before that keeps it once more. */
  allowTwice(text: string | null): void {
    if (text !== null) this.#extras.set(text, this.extrasOf(text) + 1);
  }

  extrasOf(text: string): number {
    return this.#extras.get(text) ?? 0;
  }

  /** Everything came to rest with this text somewhere: from now on it must stay within reach for ever (I1). */
  settle(text: string): void {
    const content = this.#contents.get(text);
    if (content !== undefined) content.settled = true;
  }

  /** A person took this text out of the store: until the next rest it is theirs alone, to write over or to throw away. */
  handBack(text: string): void {
    const content = this.#contents.get(text);
    if (content !== undefined) content.settled = false;
  }

  /** Everything came to rest with these texts at the service, each as often as it is there. */
  rest(texts: readonly string[]): void {
    this.#rested.clear();
    for (const text of texts) {
      this.settle(text);
      this.#rested.set(text, this.restedOf(text) + 1);
    }
  }

  /** How often this text was at the service at the last rest. */
  restedOf(text: string): number {
    return this.#rested.get(text) ?? 0;
  }

  /** A program kept this text as a backup beside a newer one: from now on it may be there once more. */
  backUp(text: string | null): void {
    if (text !== null) this.#backups.set(text, this.backupsOf(text) + 1);
  }

  backupsOf(text: string): number {
    return this.#backups.get(text) ?? 0;
  }

  /**
   * A person put a backup in the place of its original. That is no edit but an older state, which the service lists as a
   * version: if another person edits the file before that, their text stays in the folder and this one in the history.
   */
  bringBack(text: string | null): void {
    if (text !== null && this.backupsOf(text) > 0) this.#broughtBack.add(text);
  }

  wasBroughtBack(text: string): boolean {
    return this.#broughtBack.has(text);
  }

  /** A person wants back what is not here; what is written under the same name before it comes is another file. */
  wantBack(path: string): void {
    this.#wantedBack.add(nameOf(path));
  }

  /** Whether something of this name was wanted back, wherever it lies now. */
  wasWantedBack(path: string): boolean {
    return this.#wantedBack.has(nameOf(path));
  }

  /** A key may not read the history of this file: what is in it, and nowhere else, counts as kept. */
  hideHistory(file: string | null): void {
    if (file !== null) this.#hiddenHistories.add(file);
  }

  isHistoryHidden(file: string): boolean {
    return this.#hiddenHistories.has(file);
  }

  isKnown(text: string): boolean {
    return this.#contents.has(text);
  }

  get live(): readonly string[] {
    return [...this.#contents].flatMap(([text, content]) => (content.live ? [text] : []));
  }

  get settled(): readonly string[] {
    return [...this.#contents].flatMap(([text, content]) => (content.settled ? [text] : []));
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
