/** What a key asks of a list: to go to a line, to choose, to open. */
export type GridMove =
  | { readonly name: 'go'; readonly to: number; readonly choosing: 'replace' | 'extend' | 'none' }
  | { readonly name: 'toggle' }
  | { readonly name: 'all' }
  | { readonly name: 'nothing' }
  | { readonly name: 'open' }
  | { readonly name: 'type'; readonly text: string };

/** A key as it is pressed. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Where the focus is, how many lines there are, and how many of them fit into sight. */
export interface GridPlace {
  readonly at: number;
  readonly count: number;
  readonly page: number;
  /** Lines that stand beside each other, as tiles do. Left out: one. */
  readonly across?: number;
}

/** What a key means in a list; null when it is none of the list's. */
export function moveOf(pressed: PressedKey, place: GridPlace): GridMove | null {
  const { count } = place;
  const { key, shiftKey, altKey } = pressed;
  const isCommand = pressed.ctrlKey || pressed.metaKey;
  if (altKey || count === 0) return null;
  const to = targetOf(key, place);
  if (to !== null)
    return { name: 'go', to: Math.min(count - 1, Math.max(0, to)), choosing: choosingOf(shiftKey, isCommand) };
  if (key === 'Escape') return { name: 'nothing' };
  if (key === 'Enter') return isCommand || shiftKey ? null : { name: 'open' };
  if (isCommand)
    return key === ' ' ? { name: 'toggle' } : key.toLowerCase() === 'a' && !shiftKey ? { name: 'all' } : null;
  return key.length === 1 && key !== ' ' ? { name: 'type', text: key } : null;
}

function targetOf(key: string, { at, count, page, across = 1 }: GridPlace): number | null {
  switch (key) {
    case 'ArrowDown':
      return at + across;
    case 'ArrowUp':
      return at - across;
    case 'ArrowRight':
      return across > 1 ? at + 1 : null;
    case 'ArrowLeft':
      return across > 1 ? at - 1 : null;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** With Ctrl the focus goes alone, with Shift the lines on its way are chosen. */
function choosingOf(isShift: boolean, isCommand: boolean): 'replace' | 'extend' | 'none' {
  if (isShift) return 'extend';
  return isCommand ? 'none' : 'replace';
}

/** Letters typed within this time belong to one word, in milliseconds. */
const WORD_MS = 800;

/** Puts letters together that are typed one soon after the other; the same letter again and again stays one letter. */
export class TypedWord {
  #text = '';
  #lastMs = -Infinity;

  /** Whether a word is being typed, to which a further sign belongs. */
  isBegun(nowMs: number): boolean {
    return this.#text !== '' && nowMs - this.#lastMs <= WORD_MS;
  }

  /** @returns what is looked for, and whether the line with the focus may be the one. */
  add(letter: string, nowMs: number): { readonly prefix: string; readonly isNew: boolean } {
    const isNew = nowMs - this.#lastMs > WORD_MS;
    this.#text = isNew ? letter : this.#text + letter;
    this.#lastMs = nowMs;
    const isOneLetter = [...this.#text].every(each => each === this.#text[0]);
    return isOneLetter ? { prefix: letter, isNew: true } : { prefix: this.#text, isNew };
  }
}
