/** Of longer names only the first characters decide. */
const LONGEST = 256;

/**
 * A sort key that orders names as people count: `plate2` before `plate10`, capitals and accents with their letters,
 * signs before digits before letters. Keys are compared with `<`, which is many times faster than a collator.
 */
export function naturalKey(name: string): string {
  let key = name.length > LONGEST ? name.slice(0, LONGEST) : name;
  if (!ASCII.test(key)) key = key.normalize('NFKD').replaceAll(/\p{M}+/gu, '');
  key = key.toLowerCase();
  // ASCII has some signs after the digits: prefix them so that all signs come first.
  if (LATE_SIGNS.test(key)) key = key.replaceAll(/[:-@[-`{-~]/g, '/$&');
  return DIGIT.test(key) ? key.replaceAll(/\d+/g, numberKey) : key;
}

const ASCII = /^[ -~]*$/;
const LATE_SIGNS = /[:-@[-`{-~]/;
const DIGIT = /\d/;

/** The length of a number, then its digits, so that a longer number sorts last. */
function numberKey(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '');
  return plain.length <= 9 ? `${plain.length}${plain}` : `:${String(plain.length).padStart(3, '0')}${plain}`;
}

/** Compares two keys. */
export function compareKeys(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
