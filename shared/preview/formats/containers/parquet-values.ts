import type { FileMetaData, ParquetParsers, SchemaElement } from 'hyparquet';

import { parquetTexts as texts } from '../../../features/preview/containers-text.ts';
import { decode } from '../../encoding.ts';
import { writtenNumber } from '../arrays/numbers-of.ts';

/** Bytes of a value that are shown. */
const MOST_BYTES_SHOWN = 32;
const MOST_DEPTH = 30;

/** How values of time are read: with all the figures that they have, which a `Date` has not. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (value: bigint) => moment(value, 3),
  timestampFromMicroseconds: (value: bigint) => moment(value, 6),
  timestampFromNanoseconds: (value: bigint) => moment(value, 9),
  dateFromDays: (days: number) => moment(BigInt(days) * 86_400n, 0).slice(0, 10),
  jsonFromBytes: (bytes: Uint8Array) => decode(bytes, 'utf-8'),
  geometryFromBytes: (bytes: Uint8Array) => bytes,
  geographyFromBytes: (bytes: Uint8Array) => bytes,
};

/** A value as it is written. */
export function writtenValue(value: unknown, element: SchemaElement): string {
  const scale = decimalScale(element);
  if (scale !== null && value !== null && value !== undefined) return decimal(value, scale);
  if (typeof value === 'number' && element.type === 'FLOAT') return writtenNumber(value, 'f4');
  return written(value);
}

/** What a column holds, in a few words. */
export function typeWords(element: SchemaElement): string {
  const { type, repetition_type: repetition, logical_type: logical, converted_type: converted } = element;
  const isUtc = logical !== undefined && 'isAdjustedToUTC' in logical && logical.isAdjustedToUTC === true;
  const unit = logical !== undefined && 'unit' in logical ? ` ${String(logical.unit).toLowerCase()}` : '';
  const bits = logical?.type === 'INTEGER' ? `${logical.isSigned ? '' : 'u'}int${logical.bitWidth}` : null;
  const meant = bits ?? (logical?.type ?? converted ?? type ?? '').toLowerCase().replaceAll('_', ' ');
  const scale = decimalScale(element);
  const words = [
    `${meant}${unit}${isUtc ? ' UTC' : ''}${scale === null ? '' : ` (${element.precision ?? '?'}, ${scale})`}`,
    repetition === 'OPTIONAL' ? texts.optional : repetition === 'REPEATED' ? texts.repeated : '',
  ];
  return words.filter(word => word !== '').join(', ');
}

/** The same, with decimal numbers left as they are stored: as doubles they would lose figures. */
export function withoutDecimals(metadata: FileMetaData): FileMetaData {
  // Only columns of the table itself; those in others keep what the library makes of them.
  let left = 0;
  const schema = metadata.schema.map((element, at) => {
    const isTop = at > 0 && left === 0;
    if (at > 0) left += (element.num_children ?? 0) - (left > 0 ? 1 : 0);
    if (!isTop || decimalScale(element) === null) return element;
    const { converted_type: _, logical_type: __, ...plain } = element;
    return plain;
  });
  return { ...metadata, schema };
}

function decimalScale(element: SchemaElement): number | null {
  if (element.converted_type !== 'DECIMAL' && element.logical_type?.type !== 'DECIMAL') return null;
  const { logical_type: logical } = element;
  return element.scale ?? (logical !== undefined && 'scale' in logical ? Number(logical.scale) : 0);
}

function decimal(value: unknown, scale: number): string {
  const whole = value instanceof Uint8Array ? bigEndian(value) : BigInt(value as number | bigint);
  if (scale <= 0 || scale > 100) return String(whole);
  const figures = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  return `${whole < 0n ? '-' : ''}${figures.slice(0, -scale)}.${figures.slice(-scale)}`;
}

function bigEndian(bytes: Uint8Array): bigint {
  let whole = 0n;
  for (const byte of bytes) whole = (whole << 8n) | BigInt(byte);
  return (bytes[0] ?? 0) > 127 ? whole - (1n << BigInt(bytes.length * 8)) : whole;
}

function written(value: unknown): string {
  if (value === null || value === undefined) return texts.none;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? texts.none : value.toISOString();
  if (value instanceof Uint8Array) return writtenBytes(value);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return nested(value, 0);
}

/** Lists and records in one line, with all figures of their numbers. Deeper ones than any table has are left out. */
function nested(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return JSON.stringify(writtenBytes(value));
  if (depth > MOST_DEPTH) return '…';
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView)))
    return `[${Array.from(value as Iterable<unknown>, each => nested(each, depth + 1)).join(', ')}]`;
  if (typeof value !== 'object' || value === null || value instanceof Date) return written(value);
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${nested(each, depth + 1)}`);
  return `{${fields.join(', ')}}`;
}

/** Bytes as text where they are some, else as figures. */
function writtenBytes(bytes: Uint8Array): string {
  const text = bytes.includes(0) ? '\u0000' : decode(bytes, 'utf-8');
  // oxlint-disable-next-line no-control-regex
  if (!/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text)) return text;
  const shown = Array.from(bytes.subarray(0, MOST_BYTES_SHOWN), byte => byte.toString(16).padStart(2, '0')).join('');
  return `0x${shown}${bytes.length > MOST_BYTES_SHOWN ? '…' : ''}`;
}

/** A moment with all its figures, without a time zone: the column says whether it has one. */
function moment(units: bigint, figures: number): string {
  const perSecond = 10n ** BigInt(figures);
  const seconds = units / perSecond - (units % perSecond < 0n ? 1n : 0n);
  const rest = units - seconds * perSecond;
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return String(units);
  const tail = figures === 0 ? '' : `.${String(rest).padStart(figures, '0')}`;
  return `${date.toISOString().slice(0, -5).replace('T', ' ')}${tail}`;
}
