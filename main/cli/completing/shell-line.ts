/** A command line that is being typed, in words as the command would get them. */
export interface ShellLine {
  /** The last is the one that the cursor is in; empty behind a space. */
  readonly words: readonly string[];
  /** How much of the last word bash takes for a word of its own: all up to a `:` or `=` that nothing quotes. */
  readonly broken: number;
}

type Quote = '' | '"' | "'";

/** How a shell makes the next sign a plain one. */
type Dialect = 'powershell' | 'posix';

/** Takes a line apart. Quotes may be open at its end; nothing in it is ever run or expanded. */
export function readShellLine(line: string, dialect: Dialect = 'posix'): ShellLine {
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
    const marks = quoteOf(dialect, sign);
    if (quote === '' && marks !== '') quote = marks;
    else if (isPlainNext(dialect, quote, sign, next)) {
      word += next;
      at += 1;
    } else if (quote !== '' && marks === quote) quote = '';
    else word += sign;
    if (quote === '' && (sign === ':' || sign === '=')) broken = word.length;
  }
  return { words: [...words, word ?? ''], broken };
}

/** Which quote a sign is: PowerShell takes the curved ones for straight ones. */
function quoteOf(dialect: Dialect, sign: string): Quote {
  if (sign === "'" || (dialect === 'powershell' && /[\u2018-\u201b]/.test(sign))) return "'";
  return sign === '"' || (dialect === 'powershell' && /[\u201c-\u201e]/.test(sign)) ? '"' : '';
}

/** Whether a sign makes the next one a plain one, and is nothing else. */
function isPlainNext(dialect: Dialect, quote: Quote, sign: string, next: string): boolean {
  if (dialect === 'powershell') {
    const isClosing = quote !== '' && quoteOf(dialect, sign) === quote;
    return isClosing ? quoteOf(dialect, next) === quote : sign === '`' && quote !== "'";
  }
  if (sign !== '\\') return false;
  return quote === '' || (quote === '"' && /["\\$`]/.test(next));
}
