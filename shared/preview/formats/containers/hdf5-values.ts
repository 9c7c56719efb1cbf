import type { Metadata } from 'h5wasm';

import { hdf5Texts as texts } from '../../../features/preview/containers-text.ts';
import { writtenNumber } from '../arrays/numbers-of.ts';
import { isShown, NOT_SHOWN, REFERENCE } from './hdf5-decode.ts';
import { CLASS } from './hdf5-types.ts';

/** Values of an attribute that are shown, and signs of one value. */
const MOST_VALUES = 50;
const MOST_TEXT = 2000;
const MOST_MEMBERS = 200;

/** A type in a few words, such as `float64` or `record (id: int32, name: text)`. */
export function typeWords(metadata: Metadata): string {
  const { type, size, signed } = metadata;
  if (type === CLASS.integer) return `${signed ? 'int' : 'uint'}${size * 8}`;
  if (type === CLASS.float) return `float${size * 8}`;
  if (type === CLASS.string) return 'text';
  if (type === CLASS.enum)
    return `enum (${Object.keys(metadata.enum_type?.members ?? {})
      .slice(0, 20)
      .join(', ')})`;
  if (type === CLASS.record) {
    const members = metadata.compound_type?.members ?? [];
    const words = members.slice(0, 20).map(member => `${member.name}: ${typeWords(member)}`);
    return `record (${words.join(', ')}${members.length > 20 ? ', …' : ''})`;
  }
  if (type === CLASS.list)
    return `list of ${metadata.vlen_type === undefined ? 'values' : typeWords(metadata.vlen_type)}`;
  if (type === CLASS.array) {
    const { array_type: array } = metadata;
    return array === undefined ? 'array' : `${(array.shape ?? []).join(' × ')} ${typeWords(array)}`;
  }
  if (type === CLASS.reference) return 'reference';
  if (type === CLASS.complex) return `complex${size * 8}`;
  return type === CLASS.time ? 'time' : 'bytes';
}

/** Whether values of a type are numbers that can be drawn. */
export function isNumber(metadata: Metadata): boolean {
  return (metadata.type === CLASS.integer || metadata.type === CLASS.float) && isShown(metadata);
}

/** The names of the columns of records; null where values are no records. */
export function memberNames({ type, compound_type: record }: Metadata): readonly string[] | null {
  return type === CLASS.record ? (record?.members ?? []).slice(0, MOST_MEMBERS).map(({ name }) => name) : null;
}

/** The fields of a record, as they are written. */
export function recordFields(value: unknown, { compound_type: record }: Metadata): readonly string[] {
  const members = (record?.members ?? []).slice(0, MOST_MEMBERS);
  const fields: readonly unknown[] = Array.isArray(value) ? value : [];
  return members.map((member, at) => valueText(fields[at], member));
}

/** A value as it is written. */
export function valueText(value: unknown, metadata: Metadata): string {
  const text = writtenWhole(value, metadata);
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}

function writtenWhole(value: unknown, metadata: Metadata): string {
  if (value === null || value === undefined) return texts.none;
  if (value === NOT_SHOWN) return texts.notShown;
  if (value === REFERENCE) return texts.reference;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return writtenOne(value, metadata);
  const inner = metadata.vlen_type ?? metadata.array_type ?? metadata;
  if (metadata.type === CLASS.record && Array.isArray(value)) {
    const names = memberNames(metadata) ?? [];
    const fields = recordFields(value, metadata);
    return `{${names.map((name, at) => `${name}: ${fields[at] ?? ''}`).join(', ')}}`;
  }
  if (value instanceof Uint8Array) return hex(value);
  const list = listOf(value);
  if (list === null) return texts.unread;
  const shown = list.slice(0, MOST_VALUES).map(each => writtenWhole(each, inner));
  return `[${shown.join(', ')}${list.length > MOST_VALUES ? ', …' : ''}]`;
}

function writtenOne(value: number | bigint, { type, size, enum_type: names }: Metadata): string {
  const name =
    type === CLASS.enum ? Object.entries(names?.members ?? {}).find(([, code]) => code === Number(value)) : undefined;
  if (name !== undefined) return name[0];
  return writtenNumber(value, type === CLASS.float ? `f${size}` : `i${size}`);
}

function hex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes.subarray(0, 32), byte => byte.toString(16).padStart(2, '0')).join('')}${bytes.length > 32 ? '…' : ''}`;
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? (value as readonly unknown[]) : null;
}

/** Attributes beyond this are named, not read, in bytes. */
const MOST_ATTRIBUTE = 256 * 1024;

/** The value of an attribute as it is written; what cannot be read is said to be so. */
export function attributeText(metadata: Metadata, read: () => unknown): string {
  const { shape, size, total_size: count } = metadata;
  if (shape === null) return texts.none;
  if (size * count > MOST_ATTRIBUTE) return `${shapeWords(shape)} ${typeWords(metadata)}`;
  return valueText(read(), metadata);
}

/** A shape in words. */
export function shapeWords(shape: readonly number[] | null): string {
  if (shape === null) return texts.none;
  return shape.length === 0 ? texts.single : shape.join(' × ');
}
