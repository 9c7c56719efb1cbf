/** A word as it stands, and in the form in which it is compared. */
export interface Token {
  readonly said: string;
  /** What stands between the word before and this one. */
  readonly gap: string;
  readonly token: string;
}

/**
 * The words of a text in a form in which names and requests can be compared: small letters, without plurals and
 * "-ing", Greek letters by name, numbers without leading zeros, `SOP-007` as two. In the order of the text.
 */
export function tokensIn(text: string): string[] {
  return saidTokensIn(text).map(each => each.token);
}

/** The same, each with the word as it was written. */
export function saidTokensIn(text: string): Token[] {
  const spelt = text.normalize('NFKC').replaceAll(/[αβγδκµμ]/g, letter => ` ${GREEK[letter] ?? ''} `);
  return [...spelt.matchAll(WORD)].map(({ 1: gap = '', 2: said = '' }) => {
    const token = isNumber(said) ? bare(said) : stem(said);
    return { said, gap, token };
  });
}

/** A file's name without its extension. */
export function nameStem(name: string): string {
  return name.replace(/(?<=.)\.[^.\s]{1,8}$/, '');
}

const WORD = /([^\p{L}\p{N}Δ]*)(\d+\.\d+(?![\p{L}\d])|[\p{L}\p{N}Δ]+)/gu;

/** Whether a word is a number: `21`, `264.7`. */
export function isNumber(word: string): boolean {
  return /^\d+(\.\d+)?$/.test(word);
}

const GREEK: { readonly [letter: string]: string } = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  κ: 'kappa',
  µ: 'u',
  μ: 'u',
};

function bare(number: string): string {
  return number.replace(/^0+(?=\d)/, '');
}

/** Capitals, plurals and "-ing" do not part words: `Blots`, `blotting` and `blot` are one. */
export function stem(word: string): string {
  const low = word.normalize('NFKC').toLowerCase();
  const single = low.length > 3 && low.endsWith('s') && !low.endsWith('ss') ? low.slice(0, -1) : low;
  const root = single.length > 5 && single.endsWith('ing') ? single.slice(0, -3) : single;
  return (root.length > 4 ? root.replace(/e$/, '') : root).replace(/(?<=..)([^aeiou\d])\1$/, '$1');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? ${MONTH}(?:,? (\\d{4}))?\\b`, 'gi');
const MONTH_FIRST = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4}))?`, 'gi');

/** A date as it stands, and as `2026-10-14`, or `10-14` where no year was said. */
export interface SaidDate {
  readonly said: string;
  readonly date: string;
}

/** The dates in a text, and the text without them. */
export function datesIn(text: string): { readonly dates: readonly SaidDate[]; readonly rest: string } {
  const dates: SaidDate[] = [];
  const take = (said: string, place: { year: string | undefined; month: number; day: string }): string => {
    const day = `${String(place.month).padStart(2, '0')}-${place.day.padStart(2, '0')}`;
    dates.push({ said: said.trim(), date: place.year === undefined ? day : `${place.year}-${day}` });
    return ' ';
  };
  const rest = text
    .replaceAll(ISO, (said, year: string, month: string, day: string) =>
      take(said, { year, month: Number(month), day }),
    )
    .replaceAll(DAY_FIRST, (said, day: string, month: string, year?: string) =>
      take(said, { year, month: monthNumber(month), day }),
    )
    .replaceAll(MONTH_FIRST, (said, month: string, day: string, year?: string) =>
      take(said, { year, month: monthNumber(month), day }),
    );
  return { dates, rest };
}

function monthNumber(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
