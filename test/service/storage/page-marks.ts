/** A row of an ordered list: how many come before it, and what it is found by. */
export interface Mark {
  readonly place: number;
  readonly key: string | number;
  readonly id: string;
}

/** Marks of one list are thinned out beyond this many, and all are forgotten beyond so many lists. */
const MOST_MARKS = 400;
const MOST_LISTS = 200;

/**
 * Where rows of long lists were found before, so that a page near one of them need not be counted off from an end. Holds
 * until anything in the lists changes.
 */
export class PageMarks {
  readonly #lists = new Map<string, Mark[]>();

  /** The nearest marks at or before `start` and at or after `end`, where there are any. */
  around(list: string, start: number, end: number): { readonly before: Mark | null; readonly after: Mark | null } {
    let before: Mark | null = null;
    let after: Mark | null = null;
    for (const mark of this.#lists.get(list) ?? []) {
      if (mark.place <= start && (before === null || mark.place > before.place)) before = mark;
      if (mark.place >= end && (after === null || mark.place < after.place)) after = mark;
    }
    return { before, after };
  }

  put(list: string, mark: Mark): void {
    if (this.#lists.size > MOST_LISTS) this.#lists.clear();
    const marks = this.#lists.get(list) ?? [];
    if (marks.length >= MOST_MARKS) marks.splice(0, marks.length, ...marks.filter((_, index) => index % 2 === 0));
    if (!marks.some(({ place }) => place === mark.place)) marks.push(mark);
    this.#lists.set(list, marks);
  }

  forget(): void {
    this.#lists.clear();
  }
}
