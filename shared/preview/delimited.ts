/** What may stand between the fields of a record. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** A field in quotes that is longer is taken for a stray quote: one slip must not swallow a whole file. */
const LONGEST_QUOTED = 1_000_000;

/**
 * Where each record of a text begins, and at the end where the last one ends. A record may have line ends inside quotes.
 * @param from the sign of the text to begin at.
 */
export function findRecords(text: string, separator: string, from = 0, most = Infinity): Uint32Array {
  const starts: number[] = [];
  const end = text.includes('\n') ? '\n' : text.includes('\r') ? '\r' : '\n';
  let quote = text.indexOf('"', from);
  let at = from;
  while (at < text.length && starts.length < most) {
    starts.push(at);
    let next = text.indexOf(end, at);
    if (next === -1) next = text.length;
    // Most lines have no quote at all, and then nothing has to be looked at sign by sign.
    if (quote !== -1 && quote < at) quote = text.indexOf('"', at);
    if (quote !== -1 && quote < next) next = endOfQuoted(text, { at, next, separator, end });
    at = next + 1;
  }
  starts.push(Math.min(at, text.length));
  return Uint32Array.from(starts);
}

interface Line {
  readonly at: number;
  readonly next: number;
  readonly separator: string;
  readonly end: string;
}

/** Where a record with quotes in it ends. */
function endOfQuoted(text: string, line: Line): number {
  const { separator, end } = line;
  let { at, next } = line;
  for (;;) {
    if (text[at] === '"') {
      const close = closingQuote(text, at);
      if (close !== null) at = close + 1;
      if (at > next) next = indexOrEnd(text, end, at);
    }
    const field = text.indexOf(separator, at);
    if (field === -1 || field >= next) return next;
    at = field + 1;
  }
}

/** The quote that ends a field; null when it goes on for too long to be meant. Two quotes are one that is part of it. */
function closingQuote(text: string, open: number): number | null {
  for (let at = open + 1; ;) {
    const close = text.indexOf('"', at);
    if (close === -1 || close - open > LONGEST_QUOTED) return null;
    if (text[close + 1] !== '"') return close;
    at = close + 2;
  }
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const found = text.indexOf(sought, from);
  return found === -1 ? text.length : found;
}

/** The fields of the record between two signs of the text, without quotes around them. */
export function splitRecord(text: string, from: number, to: number, separator: string): string[] {
  const end = endOfRecord(text, from, to);
  const fields: string[] = [];
  for (let at = from; ;) {
    const close = text[at] === '"' ? closingQuote(text, at) : null;
    if (close !== null && close < end) {
      const next = text.indexOf(separator, close + 1);
      const stop = next === -1 || next >= end ? end : next;
      // What stands between the closing quote and the separator is kept: nothing of a file is left out.
      fields.push(text.slice(at + 1, close).replaceAll('""', '"') + text.slice(close + 1, stop).trimEnd());
      if (stop === end) return fields;
      at = stop + 1;
      continue;
    }
    const next = text.indexOf(separator, at);
    if (next === -1 || next >= end) {
      fields.push(text.slice(at, end));
      return fields;
    }
    fields.push(text.slice(at, next));
    at = next + 1;
  }
}

function endOfRecord(text: string, from: number, to: number): number {
  let end = to;
  if (end > from && text[end - 1] === '\n') end -= 1;
  if (end > from && text[end - 1] === '\r') end -= 1;
  return end;
}
