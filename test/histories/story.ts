/** What happened, line by line with its time of day, so that it can be held against the logs of the programs. */
export class Story {
  readonly #lines: string[] = [];

  tell(text: string): void {
    this.#lines.push(`${new Date().toISOString().slice(11, 23)} ${text}`);
  }

  /** Forgets all but the newest so many lines. */
  forgetAllBut(count: number): void {
    this.#lines.splice(0, this.#lines.length - count);
  }

  /** The newest so many lines, as a text. */
  last(count: number): string {
    return this.#lines.slice(-count).join('\n  ');
  }

  get text(): string {
    return this.last(this.#lines.length);
  }
}
