import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { SqlValue, Row } from './db.ts';

/** Hexadecimal text (with or without the hyphens of a UUID) as the bytes that are stored. */
export function toBlob(hex: string | null): Uint8Array | null {
  if (hex === null) return null;
  const bytes = new Uint8Array(hex.length === UUID_LENGTH ? UUID_BYTES : hex.length / 2);
  // One lookup for each digit: parsing two digits as a number took eight times as long, and most of the time of
  // recording a scan.
  for (let at = 0, from = 0; at < bytes.length; at++, from += 2) {
    if (hex.charCodeAt(from) === HYPHEN) from += 1;
    bytes[at] = ((DIGITS[hex.charCodeAt(from)] ?? 0) << 4) | (DIGITS[hex.charCodeAt(from + 1)] ?? 0);
  }
  return bytes;
}

/** A UUID with its hyphens, which stand between bytes. No hash that is stored is as long. */
const UUID_LENGTH = 36;
const UUID_BYTES = 16;
const HYPHEN = 45;

/** The value of a hexadecimal digit, by its character code. */
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++)
  for (const text of [digit.toString(16), digit.toString(16).toUpperCase()]) DIGITS[text.charCodeAt(0)] = digit;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Joined at once: a string built by appending keeps all its parts in memory. */
function hexOf(cell: SqlValue | undefined): string | null {
  return cell instanceof Uint8Array ? Array.from(cell, byte => HEX[byte]).join('') : null;
}

/** Readers of single values; each returns null for NULL. */
export function uuidIn(row: Row, column: string): string | null {
  const hex = hexOf(row[column]);
  return hex === null ? null : uuidOf(hex);
}

/** 32 hexadecimal digits with the hyphens of a UUID. */
export function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function serviceIdIn(row: Row, column: string): ServiceId | null {
  return uuidIn(row, column) as ServiceId | null;
}

export function versionIn(row: Row, column: string): VersionId | null {
  return uuidIn(row, column) as VersionId | null;
}

export function hashIn(row: Row, column: string): Sha256 | null {
  return hexOf(row[column]) as Sha256 | null;
}

export function itemIn(row: Row, column: string): ItemId | null {
  return numberIn(row, column) as ItemId | null;
}

export function numberIn(row: Row, column: string): number | null {
  const cell = row[column];
  return cell === null || cell === undefined ? null : Number(cell);
}

export function textIn(row: Row, column: string): string | null {
  const cell = row[column];
  return typeof cell === 'string' ? cell : null;
}

/** The text of a NOT NULL column. */
export function textOf(row: Row, column: string): string {
  return textIn(row, column) ?? '';
}
