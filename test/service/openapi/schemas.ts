import { z } from 'zod';

import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { fileUpload, uploadEndpoints } from '../../../shared/api/calls/uploads.ts';
import { schemaNames } from './names.ts';

/** JSON as a document holds it. */
export type JsonObject = { [name: string]: unknown };

/** The schemas of all bodies and answers by name, and where each stands. */
export interface Schemas {
  readonly components: JsonObject;
  /** A reference to a named schema. */
  refOf(schema: z.ZodType): JsonObject;
}

/** Draws every body and every answer of the service as JSON schema, each under one name. */
export function schemasOf(endpoints: readonly Endpoint[] = ENDPOINTS): Schemas {
  const names = schemaNames(endpoints);
  const bodies = new Set(endpoints.flatMap(({ body }) => (body === null ? [] : [body])));
  const input = [...names].filter(([schema]) => bodies.has(schema));
  const output = [...names].filter(([schema]) => !bodies.has(schema));
  const components = { ...drawn(input, 'input'), ...drawn(output, 'output') };
  addContent(components, endpoints, names);
  addBatchItems(components, names);
  const sorted = Object.fromEntries(Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return {
    components: sorted,
    refOf: schema => {
      const name = names.get(schema);
      if (name === undefined) throw new Error('This schema belongs to no endpoint.');
      return { $ref: place(name) };
    },
  };
}

/** One schema without a name, as values of paths and queries have. */
export function inlineSchema(schema: z.ZodType): JsonObject {
  const input = tidied(z.toJSONSchema(schema, { io: 'input' })) as JsonObject;
  if (input['type'] !== 'string') return input;
  // Text that is read as a boolean or a number is meant as one.
  const output = tidied(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })) as JsonObject;
  return output['type'] === 'boolean' || output['type'] === 'integer' ? output : input;
}

function drawn(named: readonly (readonly [z.ZodType, string])[], io: 'input' | 'output'): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: place, io });
  return tidied(schemas) as JsonObject;
}

function place(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The content of a file travels in the body too, but past its schema, because it may be of any length (spec 2.1, 2.2). */
function addContent(components: JsonObject, endpoints: readonly Endpoint[], names: Map<z.ZodType, string>): void {
  for (const { streamsContent, body } of endpoints) {
    if (!streamsContent || body === null) continue;
    const schema = components[names.get(body) ?? ''] as JsonObject;
    schema['properties'] = {
      ...(schema['properties'] as JsonObject),
      content: { type: 'string', description: 'Text. Excludes contentBase64.' },
      contentBase64: { type: 'string', contentEncoding: 'base64', description: 'Any bytes. Excludes content.' },
    };
  }
}

/** Items of a batch are declared as anything, because each is checked by itself; what is meant is one upload each. */
function addBatchItems(components: JsonObject, names: Map<z.ZodType, string>): void {
  const batch = names.get(uploadEndpoints.initiateUploads.body ?? fileUpload);
  const upload = names.get(fileUpload);
  if (batch === undefined || upload === undefined) throw new Error('The batch upload is gone.');
  const { properties } = components[batch] as { properties: { items: JsonObject } };
  properties.items['items'] = { $ref: place(upload) };
}

/** Leaves out what says nothing to a reader: our own addresses, and patterns that only spell a format out. */
function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied);
  if (typeof value !== 'object' || value === null) return value;
  const isSchema = 'type' in value || '$ref' in value || '$schema' in value;
  const kept = Object.entries(value).filter(([name, part]) => !isSchema || !isNoise(name, part, value as JsonObject));
  return Object.fromEntries(kept.map(([name, part]) => [name, tidied(part)]));
}

function isNoise(name: string, part: unknown, schema: JsonObject): boolean {
  if (name === '$schema' || name === '$id') return true;
  if (name === 'pattern') return schema['format'] !== undefined;
  return (name === 'minimum' || name === 'maximum') && Math.abs(Number(part)) === Number.MAX_SAFE_INTEGER;
}
