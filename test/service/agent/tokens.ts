/** A word as it stands, and in the form in which it is compared. */
export interface Token {
  readonly said: string;
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
  const spelt = text.normalize('NFC').replaceAll(/[αβγδκµμ]/g, letter => ` ${GREEK[letter] ?? ''} `);
  const words = spelt.match(/[\p{L}\p{N}Δ]+/gu) ?? [];
  return words.map(said => ({ said, token: /^\d+$/.test(said) ? bare(said) : stem(said) }));
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
  const low = word.toLowerCase();
  const single = low.length > 3 && low.endsWith('s') && !low.endsWith('ss') ? low.slice(0, -1) : low;
  const root = single.length > 5 && single.endsWith('ing') ? single.slice(0, -3) : single;
  return (root.length > 4 ? root.replace(/e$/, '') : root).replace(/(?<=..)([^aeiou\d])\1$/, '$1');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? ${MONTH}(?:,? (\\d{4}))?\\b`, 'gi');
const MONTH_FIRST = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4}))?`, 'gi');

/** The dates in a text, `2026-10-14` or `10-14` where it says no year, and the text without them. */
export function datesIn(text: string): { readonly dates: readonly string[]; readonly rest: string } {
  const dates: string[] = [];
  const take = (year: string | undefined, month: number, day: string): string => {
    const place = `${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
    dates.push(year === undefined ? place : `${year}-${place}`);
    return ' ';
  };
  const rest = text
    .replaceAll(ISO, (_, year: string, month: string, day: string) => take(year, Number(month), day))
    .replaceAll(DAY_FIRST, (_, day: string, month: string, year?: string) => take(year, monthNumber(month), day))
    .replaceAll(MONTH_FIRST, (_, month: string, day: string, year?: string) => take(year, monthNumber(month), day));
  return { dates, rest };
}

function monthNumber(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
