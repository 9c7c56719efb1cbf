import { decode, type Encoding } from '../../../../shared/preview/encoding.ts';
import { withoutZeros } from '../../../../shared/preview/plain-form.ts';
import { textEncoding } from '../stores/text-encoding.ts';
import { TextLines } from '../../../../shared/preview/text-lines.ts';

/** Some signs of a line that look alike; `role` is what they are in the language, such as `keyword`. */
export interface Span {
  readonly text: string;
  readonly role: string | null;
}

/** A line as it is drawn. */
export interface ShownLine {
  /** Null for what goes on from the line above. */
  readonly number: number | null;
  readonly spans: readonly Span[];
}

/** What was found in a text. */
export interface TextSummary {
  readonly encoding: Encoding;
  readonly count: number;
  readonly numbered: number;
  /** Zeros at the end of the file, which are no text and are left out. */
  readonly zeroBytes: number;
}

export interface TextToOpen {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether more bytes follow in the file. */
  readonly isCut: boolean;
  /** As a person chose it; null: as it is found. */
  readonly encoding: Encoding | null;
}

/** Where something that was looked for stands. */
export interface Match {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** More matches are not counted. */
export const MOST_MATCHES = 10_000;

/** Spans of the lines of a text; null: it is drawn without. */
type Colouring = (lines: TextLines, name: string) => ((at: number) => readonly Span[]) | null;

/** What the worker of a text is asked. */
export function textAsks(colour: Colouring = () => null) {
  let text = '';
  let title = '';
  let lines = new TextLines('');
  let spansOf: ((at: number) => readonly Span[]) | null = null;
  const layOut = (columns: number | null): { count: number } => {
    lines = new TextLines(text, columns ?? undefined);
    spansOf = columns === null ? colour(lines, title) : null;
    return { count: lines.count };
  };
  return {
    open: ({ name, bytes, isCut, encoding }: TextToOpen): TextSummary => {
      const found = encoding ?? textEncoding(bytes, isCut);
      text = decode(bytes, found, isCut);
      title = name;
      layOut(null);
      const zeroBytes = isCut ? 0 : bytes.length - withoutZeros(bytes).length;
      return { encoding: found, count: lines.count, numbered: lines.numbered, zeroBytes };
    },
    /** Breaks lines at so many signs; null: only where no screen could draw them. */
    wrap: ({ columns }: { readonly columns: number | null }) => layOut(columns),
    lines: ({ from, to }: { readonly from: number; readonly to: number }): ShownLine[] =>
      Array.from({ length: to - from }, (_, step) => {
        const at = from + step;
        return { number: lines.number(at), spans: spansOf?.(at) ?? [{ text: lines.line(at), role: null }] };
      }),
    find: ({ sought }: { readonly sought: string }) => matchesIn(text, lines, sought),
  };
}

export type TextAsks = ReturnType<typeof textAsks>;

/** All places with a text, in upper or lower case. */
function matchesIn(text: string, lines: TextLines, sought: string): { matches: Match[]; isAll: boolean } {
  const matches: Match[] = [];
  const small = text.toLowerCase();
  const wanted = sought.toLowerCase();
  // A sign that is two in lower case would put everything after it in the wrong place; then case counts.
  const within = small.length === text.length ? small : text;
  for (let at = within.indexOf(wanted); wanted !== '' && at !== -1; at = within.indexOf(wanted, at + wanted.length)) {
    if (matches.length === MOST_MATCHES) return { matches, isAll: false };
    const line = lines.lineOf(at);
    const from = at - lines.start(line);
    matches.push({ line, from, to: from + wanted.length });
  }
  return { matches, isAll: true };
}
