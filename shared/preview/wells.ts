/** A well, both from 0. */
export interface WellPlace {
  readonly row: number;
  readonly column: number;
}

/** The letters of a row from 0: `A` to `Z`, then `AA` to `AF`. */
export function rowLetters(row: number): string {
  const letter = String.fromCharCode(65 + (row % 26));
  return row < 26 ? letter : `${String.fromCharCode(64 + Math.floor(row / 26))}${letter}`;
}

/** The row that letters name, from 0; null: none of a plate. */
export function rowOfLetters(letters: string): number | null {
  const all = letters.trim().toUpperCase();
  if (!/^(?:[A-Z]|A[A-F])$/.test(all)) return null;
  return all.length === 1 ? all.charCodeAt(0) - 65 : all.charCodeAt(1) - 65 + 26;
}

/** The well that a name such as `A1`, `A01` or `h12` names; null: none of a plate. */
export function wellOf(name: string): WellPlace | null {
  const [, letters = '', number = ''] = /^\s*([A-Za-z]{1,2})0?(\d{1,2})\s*$/.exec(name) ?? [];
  const row = rowOfLetters(letters);
  const column = Number(number) - 1;
  return row === null || number === '' || column < 0 || column >= 48 ? null : { row, column };
}

/** The name of a well: `A1`. */
export function wellName({ row, column }: WellPlace): string {
  return `${rowLetters(row)}${column + 1}`;
}
