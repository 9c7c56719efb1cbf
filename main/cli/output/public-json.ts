import { z } from 'zod';

// What scripts read. A stable interface: fields are added, never changed or taken away. Every object in a public schema
// names its fields one by one, so that a field which a model or an answer gains does not reach the scripts by itself.

/** A record of schemas, as `z.object` takes it. */
type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * The public fields of a model, in the order in which they are printed: names of the model's fields, separated by spaces,
 * or schemas for fields that are not printed as the model has them.
 * @throws Error as it is loaded, when the model has no such field.
 */
export function publicFields(model: z.ZodObject, ...parts: readonly (string | Shape)[]): z.ZodObject {
  const fields = parts.flatMap(part => (typeof part === 'string' ? named(model, part) : Object.entries(part)));
  return z.object(Object.fromEntries(fields));
}

/** What a command puts together itself, field by field, and not from a model: printed as it is. */
export const madeHere = z.unknown();

/** A list of such objects under one name. */
export function listOf(name: string, item: z.ZodType): z.ZodObject {
  return z.object({ [name]: z.array(item) });
}

function named(model: z.ZodObject, names: string): [string, z.ZodType][] {
  return names.split(' ').map(name => {
    const field: unknown = model.shape[name];
    if (!(field instanceof z.ZodType)) throw new Error(`The model has no field '${name}'.`);
    return [name, field];
  });
}

/**
 * What a public schema lets through of a value, in the schema's order. It never refuses: an answer of another version is
 * printed as far as it is known.
 */
export function toPublic(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return toPublic(schema.def.innerType, value);
  if (schema === madeHere) return value;
  if (Array.isArray(value))
    return schema instanceof z.ZodArray ? value.map(each => toPublic(schema.element, each)) : null;
  if (typeof value !== 'object') return value;
  if (schema instanceof z.ZodObject) return fieldsOf(schema, value);
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toPublic(schema.valueType, each)]));
  if (!(schema instanceof z.ZodUnion)) return null;
  const fitting = schema.options.find(option => z.safeParse(option, value).success);
  return fitting === undefined ? null : toPublic(fitting, value);
}

function fieldsOf(schema: z.ZodObject, value: object): object {
  const shape: Shape = schema.shape;
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, toPublic(field, given.get(name))]));
}
