/** What stands at one place of a tree of data. `word`: true, false or null. `alias`: the same as something named elsewhere. */
export type DataKind = 'object' | 'list' | 'text' | 'number' | 'word' | 'alias';

/** A place of a tree as it is drawn. */
export interface DataLine {
  readonly index: number;
  /** 0 at the top. */
  readonly depth: number;
  /** Its name in the object around it, or its place in the list, from 0; null at the top. */
  readonly key: string | null;
  readonly kind: DataKind;
  /** As it is written in the file; empty for what has entries. */
  readonly text: string;
  readonly entries: number;
  readonly isOpen: boolean;
}

/** A tree with more places than this is not shown. */
export const MOST_PLACES = 500_000;

/** What a tree has too many of, or why it cannot be read. */
export class DataTrouble extends Error {
  override readonly name = 'DataTrouble';
}

const NAMED = new Set<DataKind>(['object', 'list']);

/**
 * A tree of data, written down in reading order. Nothing in it is a tree of our own: however deep it goes, nothing
 * calls itself. Numbers and texts stay as they are written, and a name that comes twice is there twice.
 */
export class DataTree {
  readonly #keys: (string | null)[] = [];
  readonly #kinds: DataKind[] = [];
  readonly #texts: string[] = [];
  readonly #parents: number[] = [];
  readonly #depths: number[] = [];
  /** Where what comes after it begins. */
  readonly #ends: number[] = [];
  readonly #entries: number[] = [];
  readonly #around: number[] = [];
  readonly #open = new Set<number>();
  #shown: Uint32Array | null = null;

  /** How many places there are. */
  get size(): number {
    return this.#kinds.length;
  }

  /** How deep what is added next lies. */
  get depth(): number {
    return this.#around.length;
  }

  /** Adds something without entries. @throws DataTrouble when there are too many. */
  add(key: string | null, kind: DataKind, text: string): void {
    this.#push(key, kind, text);
  }

  /** Begins something with entries: all that is added up to `leave` is in it. */
  enter(key: string | null, kind: 'object' | 'list'): void {
    this.#around.push(this.#push(key, kind, ''));
  }

  leave(): void {
    const index = this.#around.pop();
    if (index !== undefined) this.#ends[index] = this.size;
  }

  /** Opens from the top as far as it stays easy to see. @param most lines on show. */
  openFirst(most: number): void {
    for (let depth = 0; depth < 8; depth++) {
      const next = this.#kinds.flatMap((kind, index) =>
        this.#depths[index] === depth && NAMED.has(kind) ? [index] : [],
      );
      const more = next.reduce((sum, index) => sum + (this.#entries[index] ?? 0), 0);
      if (next.length === 0 || this.count + more > most) break;
      for (const index of next) this.#open.add(index);
      this.#shown = null;
    }
    if (this.#open.size === 0 && this.size > 0) this.toggle(0);
  }

  /** Lines on show. */
  get count(): number {
    return this.#lines().length;
  }

  line(at: number): DataLine {
    const index = this.#lines()[at] ?? 0;
    return {
      index,
      depth: this.#depths[index] ?? 0,
      key: this.#keys[index] ?? null,
      kind: this.#kinds[index] ?? 'word',
      text: this.#texts[index] ?? '',
      entries: this.#entries[index] ?? 0,
      isOpen: this.#open.has(index),
    };
  }

  /** Opens what is closed and closes what is open. */
  toggle(index: number): void {
    if (!NAMED.has(this.#kinds[index] ?? 'word')) return;
    if (!this.#open.delete(index)) this.#open.add(index);
    this.#shown = null;
  }

  openAll(): void {
    for (const [index, kind] of this.#kinds.entries()) if (NAMED.has(kind)) this.#open.add(index);
    this.#shown = null;
  }

  closeAll(): void {
    this.#open.clear();
    this.#shown = null;
  }

  /** The line of the place around one; null at the top. */
  parentLine(at: number): number | null {
    const parent = this.#parents[this.#lines()[at] ?? 0] ?? -1;
    return parent === -1 ? null : this.#lines().indexOf(parent);
  }

  /** Places whose name or text has this in it, in upper or lower case. */
  find(sought: string, most: number): readonly number[] {
    const wanted = sought.toLowerCase();
    const found: number[] = [];
    for (let index = 0; index < this.size && found.length < most; index++) {
      const key = this.#keys[index] ?? '';
      const isIn = key.toLowerCase().includes(wanted) || (this.#texts[index] ?? '').toLowerCase().includes(wanted);
      if (isIn) found.push(index);
    }
    return found;
  }

  /** Opens everything around a place. @returns the line it is on. */
  reveal(index: number): number {
    for (let at = this.#parents[index] ?? -1; at !== -1; at = this.#parents[at] ?? -1) this.#open.add(at);
    this.#shown = null;
    return this.#lines().indexOf(index);
  }

  #push(key: string | null, kind: DataKind, text: string): number {
    if (this.size >= MOST_PLACES) throw new DataTrouble('');
    const index = this.size;
    const parent = this.#around.at(-1) ?? -1;
    const at = parent === -1 ? 0 : (this.#entries[parent] ?? 0);
    this.#keys.push(key ?? (parent !== -1 && this.#kinds[parent] === 'list' ? String(at) : null));
    this.#kinds.push(kind);
    this.#texts.push(text);
    this.#parents.push(parent);
    this.#depths.push(this.#around.length);
    this.#ends.push(index + 1);
    this.#entries.push(0);
    if (parent !== -1) this.#entries[parent] = at + 1;
    return index;
  }

  #lines(): Uint32Array {
    if (this.#shown !== null) return this.#shown;
    const lines: number[] = [];
    for (let index = 0; index < this.size;) {
      lines.push(index);
      const isClosed = NAMED.has(this.#kinds[index] ?? 'word') && !this.#open.has(index);
      index = isClosed ? (this.#ends[index] ?? this.size) : index + 1;
    }
    this.#shown = Uint32Array.from(lines);
    return this.#shown;
  }
}
