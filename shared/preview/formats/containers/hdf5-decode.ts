import type { Metadata } from 'h5wasm';

import { decode as textOf } from '../../encoding.ts';
import { canDecode } from '../../decoder.ts';
import { halfFloat } from '../arrays/numbers-of.ts';
import { CLASS } from './hdf5-types.ts';

/** Stands for a value that points at something else in the file. */
export const REFERENCE: unique symbol = Symbol('reference');
/** Stands for a value of a type that is not read, such as a number of 128 bits. */
export const NOT_SHOWN: unique symbol = Symbol('not shown');

/** Values of a list that are read: more are not shown. */
const MOST_IN_LIST = 51;
const MOST_TEXT_BYTES = 8192;
/** Each value of a list of any length, and of a text of any length, is a number of 4 bytes and its place in 4 bytes. */
const POINTER = 4;

/** Reads one value, at a place in the memory of the library. */
export type Decode = (memory: DataView, at: number) => unknown;

/** How values of a type are read; what is of any length lies elsewhere in the same memory. */
export function decoderOf(type: Metadata): Decode {
  return ofType(type, isLittle(type) ? true : null);
}

/** Whether a value has parts in memory of their own, which the library has to free. */
export function hasParts({ type, vlen, compound_type: record, array_type: array }: Metadata): boolean {
  if (vlen || type === CLASS.list) return true;
  return (array !== undefined && hasParts(array)) || (record?.members ?? []).some(hasParts);
}

/** Whether values of a type are read at all. */
export function isShown(type: Metadata): boolean {
  const isHalfSwapped = type.type === CLASS.record && isLittle(type) && leavesOf(type).some(isSwappedEnum);
  return !isHalfSwapped && isKnown(type);
}

function isKnown({ type, size }: Metadata): boolean {
  if (type === CLASS.integer || type === CLASS.enum) return size <= 16;
  if (type === CLASS.float) return size === 2 || size === 4 || size === 8;
  return type <= CLASS.array;
}

/**
 * Whether the library gave all numbers the order of bytes that puts the lowest first. It leaves records with numbers of both
 * orders as they are in the file, and every enumeration; one in a record of the other order ends its swapping halfway.
 */
function isLittle(type: Metadata): boolean {
  const leaves = leavesOf(type);
  const isMixed = new Set(leaves.map(({ littleEndian }) => littleEndian)).size > 1;
  return !isMixed && (type.type === CLASS.record || !leaves.some(isSwappedEnum));
}

function isSwappedEnum({ type, littleEndian }: Metadata): boolean {
  return type === CLASS.enum && !littleEndian;
}

/** The types that are made of no others, in a type. */
function leavesOf(type: Metadata): readonly Metadata[] {
  const { compound_type: record, array_type: array, vlen_type: list } = type;
  if (record !== undefined) return record.members.flatMap(leavesOf);
  const inner = array ?? list;
  return inner === undefined ? [type] : leavesOf(inner);
}

/** @param little the order of the bytes of every number; null: each number's own. */
function ofType(type: Metadata, little: boolean | null): Decode {
  if (!isKnown(type)) return () => NOT_SHOWN;
  const { size } = type;
  switch (type.type) {
    case CLASS.integer:
    case CLASS.enum:
      return integer(size, type.signed, little ?? type.littleEndian);
    case CLASS.float:
      return float(size, little ?? type.littleEndian);
    case CLASS.string:
      return type.vlen ? longText : (memory, at) => fixedText(bytesAt(memory, at, size), type.strpad === SPACES);
    case CLASS.record:
      return record(type, little);
    case CLASS.list:
      return list(type.vlen_type, little);
    case CLASS.array:
      return array(type.array_type, little);
    case CLASS.reference:
      return () => REFERENCE;
    default:
      return (memory, at) => bytesAt(memory, at, size).slice();
  }
}

function integer(size: number, isSigned: boolean, little: boolean): Decode {
  if (size === 1) return (memory, at) => (isSigned ? memory.getInt8(at) : memory.getUint8(at));
  if (size === 2) return (memory, at) => (isSigned ? memory.getInt16(at, little) : memory.getUint16(at, little));
  if (size === 4) return (memory, at) => (isSigned ? memory.getInt32(at, little) : memory.getUint32(at, little));
  return (memory, at) => {
    const bytes = bytesAt(memory, at, size);
    const digits = Array.from(little ? bytes.toReversed() : bytes, byte => byte.toString(16).padStart(2, '0'));
    const value = BigInt(`0x${digits.join('')}`);
    return isSigned ? BigInt.asIntN(size * 8, value) : value;
  };
}

function float(size: number, little: boolean): Decode {
  if (size === 2) return (memory, at) => halfFloat(memory.getUint16(at, little));
  return (memory, at) => (size === 4 ? memory.getFloat32(at, little) : memory.getFloat64(at, little));
}

/** Texts of a fixed length that are filled up with spaces, as Fortran writes them. */
const SPACES = 2;

function fixedText(bytes: Uint8Array, isPadded: boolean): string {
  const end = bytes.indexOf(0);
  const text = written(end === -1 ? bytes : bytes.subarray(0, end));
  return isPadded ? text.trimEnd() : text;
}

/** Many programs write UTF-8 and say that it is ASCII. */
function written(bytes: Uint8Array): string {
  const shown = bytes.subarray(0, MOST_TEXT_BYTES);
  return textOf(shown, canDecode(shown, 'utf-8', true) ? 'utf-8' : 'windows-1252', true);
}

const longText: Decode = (memory, at) => {
  const place = memory.getUint32(at, true);
  if (place === 0) return '';
  return fixedText(bytesAt(memory, place, Math.min(MOST_TEXT_BYTES, memory.byteLength - place)), false);
};

function record({ compound_type: type }: Metadata, little: boolean | null): Decode {
  const members = (type?.members ?? []).map(member => ({ at: member.offset, read: ofType(member, little) }));
  return (memory, at) => members.map(member => member.read(memory, at + member.at));
}

function list(type: Metadata | undefined, little: boolean | null): Decode {
  if (type === undefined) return () => NOT_SHOWN;
  const read = ofType(type, little);
  return (memory, at) => {
    const [length, place] = [memory.getUint32(at, true), memory.getUint32(at + POINTER, true)];
    return some(length, each => read(memory, place + each * type.size));
  };
}

function array(type: Metadata | undefined, little: boolean | null): Decode {
  if (type === undefined) return () => NOT_SHOWN;
  const read = ofType(type, little);
  const { size, shape } = type;
  const along = (memory: DataView, at: number, [length = 0, ...inner]: readonly number[]): readonly unknown[] => {
    const step = inner.reduce((product, each) => product * each, size);
    return some(length, each =>
      inner.length === 0 ? read(memory, at + each * step) : along(memory, at + each * step, inner),
    );
  };
  return (memory, at) => along(memory, at, shape ?? []);
}

function some(length: number, one: (at: number) => unknown): readonly unknown[] {
  return Array.from({ length: Math.min(length, MOST_IN_LIST) }, (_, at) => one(at));
}

function bytesAt(memory: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(memory.buffer, memory.byteOffset + at, length);
}
