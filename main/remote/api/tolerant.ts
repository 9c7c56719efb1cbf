import { z } from 'zod';

/**
 * What a declared answer becomes when it is read tolerantly (wire facts): every field but `id` and `items` may be
 * missing or null, values of closed sets are any text.
 */
export type Tolerant<T> = T extends string
  ? string
  : T extends readonly (infer U)[]
    ? readonly Tolerant<U>[]
    : T extends object
      ? { readonly [K in NeededIn<T>]: Tolerant<T[K]> } & {
          readonly [K in Exclude<keyof T, NeededIn<T>>]?: Tolerant<NonNullable<T[K]>> | null;
        }
      : T;

/** Of the needed fields those that are always there by the declaration. */
type NeededIn<T> = { [K in keyof T & Needed]: null extends T[K] ? never : K }[keyof T & Needed];

type Needed = 'id' | 'items';

const NEEDED: ReadonlySet<string> = new Set<Needed>(['id', 'items']);

/** Names that clients of the live service have seen for a field (wire facts, section 2), tried in this order. */
const OTHER_NAMES: { readonly [name: string]: readonly string[] } = {
  uploadUrl: ['url'],
  fileId: ['id'],
  url: ['downloadUrl', 'presignedUrl', 'contentUrl', 'signedUrl'],
  size: ['fileSizeBytes', 'sizeBytes'],
  sizeBytes: ['size', 'fileSizeBytes'],
  mimeType: ['contentType'],
  contentType: ['mimeType'],
};

/** Thrown when even a tolerant reader cannot use a value; names the place. */
class Unreadable extends Error {}

/**
 * A schema that reads an answer of the declared form tolerantly: unknown fields are ignored, missing ones allowed, a list
 * may come bare or as a page, a presigned address as a bare text. An element of a list that cannot be read makes the whole
 * list unreadable: a list with gaps would look like things removed.
 */
export function tolerant<S extends z.ZodType>(declared: S): z.ZodType<Tolerant<z.output<S>>> {
  return z.unknown().transform((value, context) => {
    try {
      // What the walk builds has the form of the schema it walked.
      return read(declared, value, 'answer') as Tolerant<z.output<S>>;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
}

function read(schema: z.core.$ZodType, value: unknown, place: string): unknown {
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodObject) return readObject(plain, value, place);
  if (plain instanceof z.ZodArray)
    return listIn(value, place).map((each, at) => read(plain.element, each, `${place}.${at}`));
  if (plain instanceof z.ZodUnion) return readUnion(plain, value, place);
  if (isText(plain)) return textOf(value, place);
  if (plain instanceof z.ZodNumber) return numberOf(value, place);
  const parsed = z.safeParse(plain, value);
  if (parsed.success) return parsed.data;
  throw new Unreadable(place);
}

function readObject(schema: z.ZodObject, value: unknown, place: string): object {
  const given = fieldsOf(schema, value, place);
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const found = [name, ...(OTHER_NAMES[name] ?? [])].map(each => given[each]).find(isThere);
    if (found !== undefined) result[name] = readField(field, found, { name, place });
    else if (isNeeded(name, field)) throw new Unreadable(`${place}.${name}`);
  }
  return result;
}

/** A field that is there but makes no sense is left out, unless nothing works without it. */
function readField(schema: z.core.$ZodType, value: unknown, at: { name: string; place: string }): unknown {
  try {
    return read(schema, value, `${at.place}.${at.name}`);
  } catch (error) {
    if (error instanceof Unreadable && !isNeeded(at.name, schema)) return undefined;
    throw error;
  }
}

function fieldsOf(schema: z.ZodObject, value: unknown, place: string): { readonly [name: string]: unknown } {
  if (typeof value === 'string' && 'url' in schema.shape) return { url: value };
  if (Array.isArray(value) && 'items' in schema.shape) return { items: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable(place);
  return value as { readonly [name: string]: unknown };
}

/** Of the forms that can be read, the one that keeps the most. */
function readUnion(schema: z.ZodUnion, value: unknown, place: string): unknown {
  const readings = schema.options.flatMap(option => {
    try {
      return [{ reading: read(option, value, place) }];
    } catch (error) {
      if (error instanceof Unreadable) return [];
      throw error;
    }
  });
  const [best] = readings.toSorted((one, other) => fieldCount(other.reading) - fieldCount(one.reading));
  if (best === undefined) throw new Unreadable(place);
  return best.reading;
}

function fieldCount(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function listIn(value: unknown, place: string): readonly unknown[] {
  const list: unknown = typeof value === 'object' && value !== null && 'items' in value ? value.items : value;
  if (!Array.isArray(list)) throw new Unreadable(place);
  return list;
}

/** Structured text, such as a message's metadata, may come as the structure itself. */
function textOf(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return writtenOut(value, place);
  throw new Unreadable(place);
}

/** Writing a structure down goes as deep as it is: one that is nested without end is as good as none. */
function writtenOut(value: object, place: string): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new Unreadable(place);
  }
}

function numberOf(value: unknown, place: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new Unreadable(place);
}

function isNeeded(name: string, schema: z.core.$ZodType): boolean {
  return NEEDED.has(name) && unwrapped(schema) === schema;
}

function isText(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodEnum;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  let plain = schema;
  while (plain instanceof z.ZodNullable || plain instanceof z.ZodOptional) plain = plain.unwrap();
  return plain;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}
