import type { Row } from './zones-db.ts';

/** An integer column; 0 for NULL. */
export function numberOf(row: Row | null, column: string): number {
  const value = row?.[column];
  return typeof value === 'number' ? value : 0;
}

export function numberIn(row: Row | null, column: string): number | null {
  const value = row?.[column];
  return typeof value === 'number' ? value : null;
}

/** A text column; empty for NULL. */
export function textOf(row: Row | null, column: string): string {
  const value = row?.[column];
  return typeof value === 'string' ? value : '';
}

export function textIn(row: Row | null, column: string): string | null {
  const value = row?.[column];
  return typeof value === 'string' ? value : null;
}
