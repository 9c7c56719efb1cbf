import { DataTree } from './data-tree.ts';

/** Why a text is no JSON, and where; both counted from 1. */
export class JsonTrouble extends Error {
  override readonly name = 'JsonTrouble';
  readonly line: number;
  readonly column: number;

  constructor(text: string, at: number) {
    super('');
    const before = text.slice(0, at);
    this.line = before.split('\n').length;
    this.column = at - before.lastIndexOf('\n');
  }
}

// A pattern remembers each sign that it could give back, and has room for some millions: what may be long is read in pieces.
const SPACE = /[ \t\r\n]{1,9999}/y;
// Signs below the space have to be escaped in JSON, so the pattern names them.
// oxlint-disable-next-line no-control-regex
const PIECE = /[^"\\\u0000-\u001f]{1,9999}|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:(?:0|[1-9]\d{0,999999})(?:\.\d+)?(?:[eE][-+]?\d+)?|Infinity)(?![\w.])/y;
const WORD = /(?:true|false|null|NaN|Infinity)(?!\w)/y;

/**
 * Reads JSON as it is written: numbers keep all their digits, names that come twice stay. `NaN` and `Infinity`, which some
 * programs write, are taken. No depth is too deep. @throws JsonTrouble, DataTrouble.
 */
export function readJson(text: string): DataTree {
  const reader = new Reader(text);
  reader.read();
  return reader.tree;
}

class Reader {
  readonly tree = new DataTree();
  readonly #text: string;
  #at = 0;
  /** What is open around here. */
  readonly #around: ('object' | 'list')[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    let key: string | null = null;
    for (;;) {
      this.#skip();
      const sign = this.#text[this.#at];
      if (sign === '{' || sign === '[') {
        const kind = sign === '{' ? 'object' : 'list';
        if (this.#enter(kind, key)) {
          key = kind === 'object' ? this.#name() : null;
          continue;
        }
      } else this.#value(key);
      const next = this.#after();
      if (next === 'end') return;
      key = next.key;
    }
  }

  /** Goes into something with entries. @returns whether there are any. */
  #enter(kind: 'object' | 'list', key: string | null): boolean {
    this.tree.enter(key, kind);
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] !== (kind === 'object' ? '}' : ']')) {
      this.#around.push(kind);
      return true;
    }
    this.#at += 1;
    this.tree.leave();
    return false;
  }

  #name(): string {
    this.#skip();
    const name = this.#quoted();
    this.#skip();
    if (name === null || this.#text[this.#at] !== ':') throw this.#trouble();
    this.#at += 1;
    return plain(name);
  }

  #value(key: string | null): void {
    const text = this.#quoted();
    if (text !== null) return this.tree.add(key, 'text', plain(text));
    const number = this.#match(NUMBER);
    if (number !== null) return this.tree.add(key, 'number', number);
    const word = this.#match(WORD);
    if (word === null) throw this.#trouble();
    this.tree.add(key, 'word', word);
  }

  /** What comes after a value: the next one, the end of what is around it, or the end of all. */
  #after(): { readonly key: string | null } | 'end' {
    for (;;) {
      this.#skip();
      const kind = this.#around.at(-1);
      if (kind === undefined) {
        if (this.#at < this.#text.length) throw this.#trouble();
        return 'end';
      }
      const sign = this.#text[this.#at];
      if (sign === ',') {
        this.#at += 1;
        return { key: kind === 'object' ? this.#name() : null };
      }
      if (sign !== (kind === 'object' ? '}' : ']')) throw this.#trouble();
      this.#at += 1;
      this.#around.pop();
      this.tree.leave();
    }
  }

  #skip(): void {
    while (this.#match(SPACE) !== null);
  }

  /** A text with its quotes; null where none begins, or it has no end. */
  #quoted(): string | null {
    const from = this.#at;
    if (this.#text[from] !== '"') return null;
    this.#at += 1;
    while (this.#match(PIECE) !== null);
    if (this.#text[this.#at] !== '"') {
      this.#at = from;
      return null;
    }
    this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return null;
    this.#at = pattern.lastIndex;
    return found[0];
  }

  #trouble(): JsonTrouble {
    return new JsonTrouble(this.#text, this.#at);
  }
}

function plain(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
