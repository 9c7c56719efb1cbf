/**
 * Whether a spreadsheet might calculate this instead of showing it: what others wrote must not fetch or run anything
 * (S26). Invisible characters, and blanks, do not keep it from being a formula.
 */
export function isFormula(text: string): boolean {
  return /^[\s\p{Cf}]*[=+\-@|%]/u.test(text) || /^[\t\r]/.test(text);
}

/** A cell with a sign in front that has it shown as it is written; a number, and a dash for none, stay what they are. */
export function escapeFormula(text: string): string {
  const isNumber = /^[+-]?(?:[\d.,\s]+(?:e[+-]?\d+)?%?)?$/i.test(text);
  return isFormula(text) && !isNumber ? `'${text}` : text;
}
