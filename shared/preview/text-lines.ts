/** Longer lines are broken for showing: no screen lays out a line of a megabyte. */
export const LONGEST_LINE = 4000;

/** The lines of a text, found once; each is cut out of it when it is asked for. */
export class TextLines {
  readonly text: string;
  /** Where each line begins; one more at the end. */
  readonly #starts: Uint32Array;
  /** Number of each line as an editor counts; a broken line's parts have one number. */
  readonly #numbers: Uint32Array | null;

  /** @param most signs of a line before it is broken. */
  constructor(text: string, most = LONGEST_LINE) {
    this.text = text;
    const { starts, numbers } = findLines(text, most);
    this.#starts = starts;
    this.#numbers = numbers;
  }

  /** How many there are to show; an empty text has one. */
  get count(): number {
    return this.#starts.length - 1;
  }

  /** How many there are in an editor. */
  get numbered(): number {
    return this.#numbers === null ? this.count : (this.#numbers.at(-1) ?? 0);
  }

  /** A line without what ends it. */
  line(at: number): string {
    const from = this.#starts[at] ?? 0;
    let to = this.#starts[at + 1] ?? from;
    if (at < this.count - 1 || this.text.endsWith('\n')) {
      if (this.text[to - 1] === '\n') to -= 1;
    }
    if (to > from && this.text[to - 1] === '\r') to -= 1;
    return this.text.slice(from, to);
  }

  /** The number before a line; null for what goes on from the line above. */
  number(at: number): number | null {
    if (this.#numbers === null) return at + 1;
    const own = this.#numbers[at] ?? 0;
    return at > 0 && this.#numbers[at - 1] === own ? null : own;
  }

  /** The line that a sign of the text is in. */
  lineOf(sign: number): number {
    let low = 0;
    let high = this.count;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= sign) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Where a line begins in the text. */
  start(at: number): number {
    return this.#starts[at] ?? 0;
  }
}

function findLines(text: string, most: number): { starts: Uint32Array; numbers: Uint32Array | null } {
  const starts: number[] = [];
  const numbers: number[] = [];
  let isBroken = false;
  const end = endOf(text);
  let number = 0;
  for (let from = 0; from <= text.length;) {
    const found = text.indexOf(end, from);
    const to = found === -1 ? text.length : found + 1;
    number += 1;
    starts.push(from);
    numbers.push(number);
    for (let part = from + most; part < to - 1; part += most) {
      isBroken = true;
      starts.push(part);
      numbers.push(number);
    }
    if (found === -1 || to === text.length) break;
    from = to;
  }
  starts.push(text.length);
  return { starts: Uint32Array.from(starts), numbers: isBroken ? Uint32Array.from(numbers) : null };
}

/** A text without any line feed may be of an old Mac, which ended lines with a carriage return. */
function endOf(text: string): string {
  return !text.includes('\n') && text.includes('\r') ? '\r' : '\n';
}
