/** What a cleaner name is, and why. */
export interface CleanName {
  readonly name: string;
  /** One clause per rule that changed something, such as `the date in ISO form`. */
  readonly reasons: readonly string[];
}

type Rule = readonly [reason: string, apply: (stem: string) => string];

const RULES: readonly Rule[] = [
  ['one form of each accented letter', stem => stem.normalize('NFC')],
  ['the date in ISO form', isoDates],
  ['no mark of a copy', withoutCopyMarks],
  ['no “final”: the service keeps every version', withoutFinal],
  ['no stray spaces', stem => stem.replaceAll(/[\s\u00a0]+/g, ' ').replaceAll(/^[\s_]+|[\s_]+$/g, '')],
];

/**
 * A cleaner form of a file's name; the same name when nothing is better. The extension stays as it is, and a name is
 * never emptied. Cleaning a clean name changes nothing.
 */
export function cleanName(name: string): CleanName {
  const reasons = new Set<string>();
  let current = name;
  for (let before = ''; before !== current;) {
    before = current;
    for (const [reason, apply] of RULES) {
      const next = applied(apply, current);
      if (next !== current) reasons.add(reason);
      current = next;
    }
  }
  return current === name || current.length > 255 ? { name, reasons: [] } : { name: current, reasons: [...reasons] };
}

/** The name with its stem changed, if that leaves a usable one. The extension is determined again on each call. */
function applied(apply: Rule[1], name: string): string {
  const { stem, extension } = partsOf(name);
  const next = apply(stem);
  return isUsable(next) ? `${next}${extension}` : name;
}

/** A stem that says something: a letter or digit is left, and no full stop stands at either end. */
function isUsable(stem: string): boolean {
  return /[\p{L}\p{N}]/u.test(stem) && !stem.startsWith('.') && !stem.endsWith('.');
}

/** Spaces before the full stop belong to the stem. `.2026` is no extension. */
function partsOf(name: string): { stem: string; extension: string } {
  const extension = /(?<=[^.])\.(?=\d*[A-Za-z])[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

function withoutCopyMarks(stem: string): string {
  return stem
    .replace(/^copy of\s+/i, '')
    .replace(/\s*\(\d{1,2}\)\s*$/, '')
    .replace(/[\s_-]+\(?copy(?:[\s_]?\(?\d{1,2}\)?)?\)?\s*$/i, '')
    .replace(/\s*\(copy(?: \d{1,2})?\)\s*$/i, '');
}

/** `_final`, `_final_v2`, `-v3-final`, `FINAL (new)`: only together with "final", because `v2` alone may be a method's. */
function withoutFinal(stem: string): string {
  const tail = /(?:[\s_-]+\(?(?:final|latest|new|v(?:er(?:sion)?)?\.?[\s_]?\d{1,2}|rev\d{1,2}|\d)\)?)+\s*$/i.exec(
    stem,
  )?.[0];
  return tail !== undefined && /final/i.test(tail) ? stem.slice(0, stem.length - tail.length) : stem;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
/** A date stands alone: no letter or digit touches it. */
const START = '(?<![\\p{L}\\p{N}.])';
const END = '(?![\\p{L}\\p{N}]|\\.\\d)';

function dateSign(inner: string): RegExp {
  return new RegExp(`${START}${inner}${END}`, 'giu');
}

/** A way to write a date, and how its captured parts read. Null: not one certain day. */
type DateForm = readonly [sign: RegExp, read: (parts: readonly string[]) => string | null];

const DATE_FORMS: readonly DateForm[] = [
  [dateSign('((?:19|20)\\d{2})([._ -]?)(\\d{2})\\2(\\d{2})'), ([y, , m, d]) => iso(y, m, d)],
  [dateSign('(\\d{1,2})\\.[ ]?(\\d{1,2})\\.[ ]?((?:19|20)\\d{2})'), ([d, m, y]) => iso(y, m, d)],
  [dateSign('(\\d{1,2})([_-])(\\d{1,2})\\2((?:19|20)\\d{2})'), ([one, , two, y]) => eitherOrder(y, one, two)],
  [dateSign(`(\\d{1,2})[. _-]{0,2}${MONTH}[ _-]?((?:19|20)\\d{2})`), ([d, name, y]) => iso(y, monthNumber(name), d)],
  [dateSign(`${MONTH}[ _-]?(\\d{1,2}),?[ _-]((?:19|20)\\d{2})`), ([name, d, y]) => iso(y, monthNumber(name), d)],
];

/** Dates that can only mean one day become `2026-11-20`; `03-04-2026` may mean two days and stays. */
function isoDates(stem: string): string {
  return DATE_FORMS.reduce(
    (text, [sign, read]) =>
      text.replaceAll(sign, (all: string, ...captured: unknown[]) => read(captured.map(String)) ?? all),
    stem,
  );
}

function eitherOrder(year = '', one = '', two = ''): string | null {
  const readings = [iso(year, two, one), iso(year, one, two)].filter(reading => reading !== null);
  return new Set(readings).size === 1 ? (readings[0] ?? null) : null;
}

function monthNumber(name = ''): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

/** Null for a day that does not exist. */
function iso(year = '', month = '', day = ''): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  if (date.getUTCFullYear() !== y || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return null;
  return date.toISOString().slice(0, 10);
}
