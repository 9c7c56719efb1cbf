/** A command line that is being typed, in words as the command would get them. */
export interface ShellLine {
  /** The last is the one that the cursor is in; empty behind a space. */
  readonly words: readonly string[];
  /** How much of the last word bash takes for a word of its own: all up to a `:` or `=` that nothing quotes. */
  readonly broken: number;
}

type Quote = '' | '"' | "'";

/** Takes a line apart. Quotes may be open at its end; nothing in it is ever run or expanded. */
export function readShellLine(line: string): ShellLine {
  const words: string[] = [];
  let word: string | null = null;
  let broken = 0;
  let quote: Quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (quote === '' && /\s/.test(sign)) {
      if (word !== null) words.push(word);
      [word, broken] = [null, 0];
      continue;
    }
    word ??= '';
    const next = line.charAt(at + 1);
    if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
    else if (sign === '\\' && escapes(quote, next)) {
      word += next;
      at += 1;
    } else word += sign;
    if (quote === '' && (sign === ':' || sign === '=')) broken = word.length;
  }
  return { words: [...words, word ?? ''], broken };
}

/** Whether a backslash makes the next sign a plain one. */
function escapes(quote: Quote, next: string): boolean {
  if (quote === '') return true;
  return quote === '"' && /["\\$`]/.test(next);
}
