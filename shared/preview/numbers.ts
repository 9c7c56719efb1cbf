export type Decimal = '.' | ',';

/** `-1.234.567,89`, `0,5`, `1 234,5`, `12,5E-3`, `3,2 %`. */
const WITH_COMMA = /^[-+−]?(\d{1,3}([.  ' ]\d{3})+|\d*),\d+([eE][-+]?\d{1,3})?\s?%?$/;
/** `-1,234,567.89`, `0.5`, `12.5E-3`. */
const WITH_POINT = /^[-+−]?(\d{1,3}([,  ' ]\d{3})+|\d*)\.\d+([eE][-+]?\d{1,3})?\s?%?$/;
const WHOLE = /^[-+−]?\d+([eE][-+]?\d{1,3})?\s?%?$/;

/** Whether a field is a number as it would be written with this decimal sign; whole numbers are so with either. */
export function isNumber(field: string, decimal: Decimal): boolean {
  const text = field.trim();
  if (text === '' || text.length > 40) return false;
  return WHOLE.test(text) || (decimal === ',' ? WITH_COMMA : WITH_POINT).test(text) || isGrouped(text, decimal);
}

/** Whether a field is a number that shows which decimal sign is meant. */
export function showsDecimal(field: string, decimal: Decimal): boolean {
  const text = field.trim();
  return text.length <= 40 && (decimal === ',' ? WITH_COMMA : WITH_POINT).test(text);
}

/** `1,234,567` where the point is the decimal sign, `1.234.567` where the comma is. */
function isGrouped(text: string, decimal: Decimal): boolean {
  return (decimal === ',' ? /^[-+−]?\d{1,3}(\.\d{3})+$/ : /^[-+−]?\d{1,3}(,\d{3})+$/).test(text);
}

/** The number that a field means; null when it is none. For sorting and sums only: what is shown stays as it is written. */
export function numberIn(field: string, decimal: Decimal): number | null {
  if (!isNumber(field, decimal)) return null;
  const plain = field.trim().replace('−', '-').replace(/\s?%$/, '');
  const grouped = decimal === ',' ? plain.replaceAll('.', '') : plain.replaceAll(',', '');
  const value = Number((decimal === ',' ? grouped.replace(',', '.') : grouped).replaceAll(/[  ' ]/g, ''));
  return Number.isFinite(value) ? value : null;
}
