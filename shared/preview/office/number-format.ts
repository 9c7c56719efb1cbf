import { ownValue } from '../../own-value.ts';

/** A number as a workbook shows it. @returns null where the format says nothing that is understood here. */
export type NumberFormat = (value: number) => string;

/** Formats that the library names as they are shown in the United States, as they are shown here. */
const AMERICAN: { readonly [code: string]: string } = {
  'm/d/yy': 'yyyy-mm-dd',
  'm/d/yy h:mm': 'yyyy-mm-dd h:mm',
};

/** Formats are few, and cells many. */
const known = new Map<string, NumberFormat>();
const MOST_KNOWN = 10_000;

/** The format of this code, made once. @param code null: as the number is. */
export function formatOf(code: string | null, is1904: boolean): NumberFormat {
  if (code === null) return generalFormat;
  const key = `${is1904 ? '1904' : '1900'} ${code}`;
  const format = known.get(key) ?? numberFormat(ownValue(AMERICAN, code) ?? code, is1904);
  if (known.size < MOST_KNOWN) known.set(key, format);
  return format;
}

/** Whether a format shows days or times. */
export function isDateCode(code: string): boolean {
  const letters = piecesOf(splitSections(code)[0] ?? '')
    .map(piece => (piece.is === 'code' ? piece.text : ''))
    .join('');
  return !/^general$/i.test(letters.trim()) && /[ymdhs]/i.test(letters.replaceAll(/[eE][+-]/g, ''));
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** @param code as the file has it, such as `0.00%` or `yyyy-mm-dd hh:mm`. @param is1904 days are counted from 1904. */
export function numberFormat(code: string | null, is1904: boolean): NumberFormat {
  if (code === null || /^general$/i.test(code) || code === '@') return generalFormat;
  const sections = splitSections(code);
  const formats = sections.map(section => readSection(section, is1904));
  const conditions = sections.map(conditionOf);
  if (conditions.some(condition => condition !== null))
    // The first that holds; one without a condition holds always.
    return value => (formats[conditions.findIndex(holds => holds?.(value) ?? true)] ?? generalFormat)(value);
  const [first = generalFormat, negative, zero] = formats;
  return value => {
    if (value === 0 && zero !== undefined) return zero(0);
    if (value < 0 && negative !== undefined) return negative(-value);
    return first(value);
  };
}

/** Eleven figures at most, as spreadsheets show a number without a format. */
export function generalFormat(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e11) return String(value);
  const size = Math.abs(value);
  if (size >= 1e11 || (size > 0 && size < 1e-4)) return exponent(value, { least: 0, most: 5, width: 2 });
  return String(Number(value.toPrecision(10)));
}

/** Such as `[>=0.5]` at the beginning of a part; null: none. */
function conditionOf(section: string): ((value: number) => boolean) | null {
  const [whole, sign, written] = /\[(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:e[+-]?\d+)?)\]/i.exec(section) ?? [];
  if (whole === undefined || sign === undefined) return null;
  const limit = Number(written);
  const holds: { readonly [sign: string]: (value: number) => boolean } = {
    '<': value => value < limit,
    '<=': value => value <= limit,
    '>': value => value > limit,
    '>=': value => value >= limit,
    '=': value => value === limit,
    '<>': value => value !== limit,
  };
  return holds[sign] ?? null;
}

/**
 * Up to three parts: above zero, below, and zero, unless conditions say otherwise. An empty one shows nothing. What comes
 * fourth, or last with an `@`, is for texts.
 */
function splitSections(code: string): readonly string[] {
  const sections = [''];
  for (const [part] of code.matchAll(/"[^"]*"?|\\.|\[[^\]]*\]?|[^]/g))
    if (part === ';') sections.push('');
    else sections[sections.length - 1] += part;
  const isText = sections.length > 1 && sections.length < 4 && /@/.test(sections.at(-1) ?? '');
  return sections.slice(0, isText ? sections.length - 1 : 3);
}

interface Piece {
  readonly is: 'code' | 'literal';
  readonly text: string;
}

/** Texts in quotes, after a backslash, or of currencies stand as they are; colours and conditions say nothing. */
function piecesOf(section: string): Piece[] {
  const pieces: Piece[] = [];
  const pattern = /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|(\[[hms]+\])|\[[^\]]*\]|([^"\\[])/gi;
  for (const [, quoted, escaped, currency, elapsed, sign] of section.matchAll(pattern)) {
    const literal = quoted ?? escaped ?? currency;
    if (literal !== undefined) pieces.push({ is: 'literal', text: literal });
    else if (elapsed !== undefined || sign !== undefined) pieces.push({ is: 'code', text: elapsed ?? sign ?? '' });
  }
  return pieces;
}

function readSection(section: string, is1904: boolean): NumberFormat {
  const pieces = piecesOf(section);
  const code = pieces.map(piece => (piece.is === 'code' ? piece.text : '')).join('');
  if (/^\s*general\s*$/i.test(code)) return inPlaceOf(pieces, /[general]/i);
  if (/[ymdhs]/i.test(code.replace(/[eE][+-]/, ''))) return dateFormat(pieces, is1904);
  // A number under a format for texts is shown as it is.
  if (code.includes('@')) return inPlaceOf(pieces, /@/);
  if (!/[0#?]/.test(code)) return () => pieces.map(piece => piece.text).join('');
  if (code.includes('/')) return generalFormat;
  return figures(pieces, code);
}

/** The number as it is, between the texts around what stands for it. */
function inPlaceOf(pieces: readonly Piece[], signs: RegExp): NumberFormat {
  const isIt = ({ is, text }: Piece): boolean => is === 'code' && signs.test(text);
  const before = pieces.slice(0, pieces.findIndex(isIt)).map(piece => piece.text);
  const behind = pieces.slice(pieces.findLastIndex(isIt) + 1).map(piece => piece.text);
  return value => `${before.join('')}${generalFormat(value)}${behind.join('')}`;
}

/** Figures: how many before and after the point, groups of three, per cent, powers of ten. */
function figures(pieces: readonly Piece[], code: string): NumberFormat {
  const scientific = /[eE][+-]([0#?]+)/.exec(code);
  const [mantissa = ''] = code.split(/[eE][+-]/);
  const [whole = '', after = ''] = mantissa.split('.');
  const least = after.match(/0/g)?.length ?? 0;
  const most = after.match(/[0#?]/g)?.length ?? 0;
  const hundreds = code.match(/%/g)?.length ?? 0;
  const isGrouped = /[0#?],[0#?]/.test(whole);
  const thousands = /[0#?.](,+)[^0#?,]*$/.exec(mantissa)?.[1]?.length ?? 0;
  const digits = whole.match(/0/g)?.length ?? 0;
  const { before, mask, behind } = around(pieces);
  const plain = plainFormat({ least, most, digits, isGrouped: isGrouped && mask === null });
  return value => {
    const scaled = (value * 100 ** hundreds) / 1000 ** thousands;
    const text =
      scientific === null
        ? masked(plain(scaled), mask)
        : exponent(scaled, { least, most, width: scientific[1]?.length ?? 2 });
    return text.startsWith('-') ? `-${before}${text.slice(1)}${behind}` : `${before}${text}${behind}`;
  };
}

interface Around {
  /** What stands before the first and behind the last figure. */
  readonly before: string;
  readonly behind: string;
  /** Figures before the point, where something else stands between them; null: nothing does. */
  readonly mask: readonly Piece[] | null;
}

function around(pieces: readonly Piece[]): Around {
  const isFigure = ({ is, text }: Piece): boolean => is === 'code' && /[0#?.,]/.test(text);
  const first = pieces.findIndex(isFigure);
  const last = pieces.findLastIndex(isFigure);
  const text = (some: readonly Piece[]): string => some.map(piece => piece.text).join('');
  const point = pieces.findIndex(({ is, text: sign }) => is === 'code' && (sign === '.' || /^e$/i.test(sign)));
  const mask = pieces.slice(first, point === -1 ? last + 1 : point).filter(piece => piece.text !== ',');
  return {
    before: text(pieces.slice(0, first)),
    behind: text(pieces.slice(last + 1)),
    mask: mask.every(isFigure) ? null : mask,
  };
}

/** Figures with what stands between them, such as a space after thousands: filled in from the right. */
function masked(written: string, mask: readonly Piece[] | null): string {
  if (mask === null) return written;
  const [, sign = '', whole = '', after = ''] = /^(-?)(\d*)(.*)$/.exec(written) ?? [];
  let left = whole;
  let filled = '';
  for (const { is, text } of mask.toReversed()) {
    if (left === '') break;
    const isFigure = is === 'code' && /[0#?]/.test(text);
    filled = (isFigure ? left.slice(-1) : text) + filled;
    if (isFigure) left = left.slice(0, -1);
  }
  return `${sign}${left}${filled}${after}`;
}

interface Places {
  readonly least: number;
  readonly most: number;
}

/** A formatter takes far longer to make than to use, so each format has one. */
function plainFormat({
  least,
  most,
  digits,
  isGrouped,
}: Places & { digits: number; isGrouped: boolean }): NumberFormat {
  const formatter = new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: Math.min(20, least),
    maximumFractionDigits: Math.min(20, most),
    minimumIntegerDigits: Math.min(20, Math.max(1, digits)),
    useGrouping: isGrouped,
  });
  return value => {
    if (Math.abs(value) >= 1e21) return String(value);
    const text = formatter.format(value);
    // Without a `0` before the point none is written.
    return digits > 0 ? text : text.replace(/^(-?)0(?=\.|$)/, '$1');
  };
}

function exponent(value: number, { least, most, width }: Places & { width: number }): string {
  const [mantissa = '0', power = '+0'] = value.toExponential(Math.min(20, most)).split('e');
  const kept =
    most > least ? mantissa.replace(new RegExp(`(\\.\\d{${least}}\\d*?)0+$`), '$1').replace(/\.$/, '') : mantissa;
  return `${kept}E${power.slice(0, 1)}${power.slice(1).padStart(width, '0')}`;
}

/** Days since the end of 1899, or since 1904, as a date and time. */
function dateFormat(pieces: readonly Piece[], is1904: boolean): NumberFormat {
  const tokens = dateTokens(pieces);
  const isHalfDay = tokens.some(({ is, text }) => is === 'code' && /^(am\/pm|a\/p)$/i.test(text));
  const places = tokens.find(({ is, text }) => is === 'code' && /^\.0+$/.test(text))?.text.length ?? 1;
  return value => {
    const days = value + (is1904 ? 1462 : 0);
    if (days < 0 || days >= 2_958_466) return generalFormat(value);
    // Days before March 1900 are one less: the file format knows a 29 February 1900 that never was.
    const step = 10 ** (places - 1);
    const seconds = Math.round((days < 60 ? days + 1 : days) * 86_400 * step) / step;
    const moment = {
      date: new Date((seconds - 25_569 * 86_400) * 1000),
      // A duration is the same wherever days are counted from.
      elapsed: Math.round(value * 86_400),
      isHalfDay,
    };
    return tokens.map(({ is, text }) => (is === 'literal' ? text : datePart(text, moment))).join('');
  };
}

/** Runs of one letter. `m` is a minute next to hours or seconds, and a month otherwise. */
function dateTokens(pieces: readonly Piece[]): Piece[] {
  const tokens: Piece[] = [];
  const code = pieces.map(({ is, text }) => (is === 'code' ? text : `\uE000${text}\uE001`)).join('');
  for (const [text] of code.matchAll(/\uE000[^\uE001]*\uE001|\[[hms]+\]|am\/pm|a\/p|\.0+|y+|m+|d+|h+|s+|[^]/gi)) {
    if (text.startsWith('\uE000')) tokens.push({ is: 'literal', text: text.slice(1, -1) });
    else tokens.push({ is: /^(\[|[ymdhs]|am\/pm|a\/p|\.0)/i.test(text) ? 'code' : 'literal', text });
  }
  return tokens.map((token, at) =>
    token.is === 'code' && isMinute(tokens, at) ? { ...token, text: 'n'.repeat(token.text.length) } : token,
  );
}

function isMinute(tokens: readonly Piece[], at: number): boolean {
  if (!/^mm?$/i.test(tokens[at]?.text ?? '')) return false;
  const codes = tokens.filter(({ is }) => is === 'code');
  const place = codes.indexOf(tokens[at] as Piece);
  return /h/i.test(codes[place - 1]?.text ?? '') || /s/i.test(codes[place + 1]?.text ?? '');
}

interface Moment {
  readonly date: Date;
  /** Seconds. */
  readonly elapsed: number;
  readonly isHalfDay: boolean;
}

function datePart(code: string, { date, elapsed, isHalfDay }: Moment): string {
  const hours = date.getUTCHours();
  const two = (value: number): string => String(value).padStart(2, '0');
  const sized = (value: number): string => (code.length > 1 ? two(value) : String(value));
  switch (
    code
      .slice(0, 2)
      .toLowerCase()
      .slice(0, code.startsWith('[') ? 2 : 1)
  ) {
    case '[h':
      return String(Math.floor(elapsed / 3600));
    case '[m':
      return String(Math.floor(elapsed / 60));
    case '[s':
      return String(elapsed);
    case 'y':
      return code.length > 2 ? String(date.getUTCFullYear()) : two(date.getUTCFullYear() % 100);
    case 'm':
      return monthPart(code.length, date.getUTCMonth());
    case 'd':
      return dayPart(code.length, date);
    case 'h':
      return sized(isHalfDay ? hours % 12 || 12 : hours);
    case 'n':
      return sized(date.getUTCMinutes());
    case 's':
      return sized(date.getUTCSeconds());
    case '.':
      return `.${String(date.getUTCMilliseconds())
        .padStart(3, '0')
        .slice(0, code.length - 1)}`;
    default:
      return hours < 12 ? 'AM' : 'PM';
  }
}

function monthPart(length: number, month: number): string {
  const name = MONTHS[month] ?? '';
  if (length <= 2) return String(month + 1).padStart(length, '0');
  return length === 3 ? name.slice(0, 3) : length === 5 ? name.slice(0, 1) : name;
}

function dayPart(length: number, date: Date): string {
  const name = DAYS[date.getUTCDay()] ?? '';
  if (length <= 2) return String(date.getUTCDate()).padStart(length, '0');
  return length === 3 ? name.slice(0, 3) : name;
}
