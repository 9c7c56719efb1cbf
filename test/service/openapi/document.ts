import { z } from 'zod';

import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { errorAnswer } from '../../../shared/api/errors.ts';
import { pathValue } from '../../../shared/api/path-values.ts';
import { DOCUMENTED_ROWS, ROWS_BEYOND } from '../routes.ts';
import { inlineSchema, schemasOf } from './schemas.ts';
import type { JsonObject, Schemas } from './schemas.ts';
import { TAGS, tagOf } from './tags.ts';

/** The whole API as an OpenAPI 3.1 document, drawn from the declarations in `shared/api` and the documented statuses. */
export function openApiDocument(): JsonObject {
  const schemas = schemasOf();
  const paths: { [path: string]: JsonObject } = {};
  for (const endpoint of ENDPOINTS) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The research lab platform, as the local service speaks it',
      version: 'v1',
      description: 'Files, folders, tasks and people of a lab. Every path lies below /api/v1.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    security: KEY_OR_TOKEN,
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      parameters: { OrganizationId: ORGANIZATION },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or the token of a signed-in person.' },
      },
    },
  };
}

/** The document as the file `test/service/openapi.json` has it. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

const KEY_OR_TOKEN = [{ apiKey: [] }, { bearer: [] }];

/** Honoured wherever there is a caller, optional (wire facts, section 1). */
const ORGANIZATION = {
  name: 'X-Organization-Id',
  in: 'header',
  required: false,
  description: "The organization to act in; the key's own, when left out.",
  schema: { type: 'string', format: 'uuid' },
};

function operation(endpoint: Endpoint, schemas: Schemas): JsonObject {
  const { name, summary, path, access, body } = endpoint;
  const parameters = parametersOf(endpoint);
  return {
    operationId: name,
    summary,
    tags: [tagOf(path)],
    ...(access === 'public' ? { security: [] } : access === 'session' ? { security: [{ bearer: [] }] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: { required: needsFields(body), content: json(schemas.refOf(body)) } }),
    responses: responsesOf(endpoint, schemas),
  };
}

function parametersOf({ path, query, access }: Endpoint): JsonObject[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: inlineSchema(pathValue(name)),
  }));
  const shape = query instanceof z.ZodObject ? Object.entries(query.shape as { [name: string]: z.ZodType }) : [];
  const inQuery = shape.map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: inlineSchema(schema),
  }));
  return [...inPath, ...inQuery, ...(access === 'public' ? [] : [{ $ref: '#/components/parameters/OrganizationId' }])];
}

function needsFields(body: z.ZodType): boolean {
  return !body.safeParse({}).success;
}

function responsesOf(endpoint: Endpoint, schemas: Schemas): JsonObject {
  const { method, path, status } = endpoint;
  const row = [...DOCUMENTED_ROWS, ...ROWS_BEYOND].find(each => each[0] === method && each[1] === path);
  const refusals = new Set(row?.[2].filter(each => each >= 400));
  // The other refusals, of any endpoint, are the default.
  if (endpoint.access !== 'public') refusals.add(401);
  const error = { description: 'A refusal (section 7).', content: json(schemas.refOf(errorAnswer)) };
  const entries = [...refusals].map((each): readonly [string, JsonObject] => [String(each), error]);
  return { [String(status)]: success(endpoint, schemas), ...Object.fromEntries(entries), default: error };
}

function success({ status, answer, bytes }: Endpoint, schemas: Schemas): JsonObject {
  if (bytes) return { description: "The file's bytes.", content: { '*/*': { schema: {} } } };
  if (answer !== null) return { description: 'Done.', content: json(schemas.refOf(answer)) };
  if (status < 300 || status >= 400) return { description: 'Done; nothing to say.' };
  return { description: 'Elsewhere.', headers: { Location: { schema: { type: 'string', format: 'uri' } } } };
}

function json(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}
