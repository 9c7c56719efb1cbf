import { z } from 'zod';

import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import type { Caller } from './callers.ts';
import type { Dice } from './dice.ts';
import { bodyBytes, oddHeaders, oddId, oddQueryValue, oddSegment, oddValue, spoil } from './oddities.ts';
import { kindOfField, kindOfPath } from './pool.ts';
import { fittingValue } from './values.ts';
import type { JsonSchema, Source } from './values.ts';
import type { RawRequest } from './wire.ts';

/** How a request is meant: all of it right, one thing wrong, or anything. */
export type Manner = 'fitting' | 'nearly' | 'wild';

export interface Planned {
  readonly endpoint: Endpoint;
  readonly manner: Manner;
  readonly request: RawRequest;
  /** The body before it became bytes. */
  readonly body: unknown;
}

/** A request for an endpoint, in a manner that chance chooses. */
export function plannedRequest(source: Source, endpoint: Endpoint, caller: Caller): Planned {
  const { dice } = source;
  const manner: Manner = dice.pick(['fitting', 'fitting', 'fitting', 'nearly', 'nearly', 'wild']);
  const wrong = manner === 'nearly' ? dice.pick(['path', 'query', 'body', 'body', 'headers', 'method'] as const) : null;
  const isOdd = (part: typeof wrong): boolean => wrong === part || (manner === 'wild' && dice.chance(0.5));
  const path = pathFor(source, endpoint, isOdd('path'));
  const query = queryFor(source, endpoint, isOdd('query'));
  const right =
    endpoint.body === null ? null : fittingValue(source, '', schemaOf(endpoint.body, endpoint.streamsContent));
  const body = bodyFor(source, right, isOdd('body'));
  const headers = {
    'content-type': 'application/json',
    ...caller.headers,
    ...(isOdd('headers') ? oddHeaders(dice) : {}),
  };
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
  const method = isOdd('method') && dice.chance(0.5) ? dice.pick(methods) : endpoint.method;
  const bytes = body === null && manner !== 'wild' ? Buffer.alloc(0) : bodyBytes(dice, body, manner === 'wild');
  return { endpoint, manner, body, request: { method, target: `/api/v1${path}${query}`, headers, body: bytes } };
}

/** The endpoints, with those that end a person's access much rarer: after them that caller only sees refusals. */
export function endpointFor(dice: Dice): Endpoint {
  const endpoint = dice.pick(ENDPOINTS);
  return ENDINGS.has(endpoint.name) && dice.chance(0.98) ? dice.pick(ENDPOINTS) : endpoint;
}

/** What is often asked right after another, because it only works for a while, or for what was just made. */
const NEXT: { readonly [name: string]: string } = {
  startAuthorization: 'completeAuthorization',
  requestCode: 'verifyCode',
  startExternalLogin: 'finishExternalLogin',
  createWorkingCopy: 'commitWorkingCopy',
  startExport: 'getExport',
};

/** The endpoint that often follows, or null. */
export function endpointAfter(dice: Dice, { name }: Endpoint): Endpoint | null {
  const next = NEXT[name];
  return next === undefined || dice.chance(0.3) ? null : (ENDPOINTS.find(each => each.name === next) ?? null);
}

const ENDINGS: ReadonlySet<string> = new Set([
  'deleteAccount',
  'revokeKey',
  'removeMember',
  'changeMemberRole',
  'archiveFolder',
]);

function pathFor(source: Source, endpoint: Endpoint, odd: boolean): string {
  const { dice } = source;
  const segments = endpoint.path.split('/').slice(1);
  const target = odd ? dice.below(segments.length) : -1;
  const values = pathValuesFor(source, endpoint.path);
  const filled = segments.map((segment, at) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const value = name === undefined ? segment : encodeURIComponent(values.shift() ?? '');
    if (at !== target) return value;
    return dice.chance(0.5) ? encodeURIComponent(oddId(dice)) : oddSegment(dice);
  });
  return `/${filled.join('/')}`;
}

/** The first word of a path, and the ids in it in their order; an inner one mostly belongs to the outer one. */
function pathValuesFor(source: Source, path: string): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const [, second] = names;
  const inner = second === undefined ? '' : second === 'id' ? kindOfPath(path) : kindOfField(second);
  const pair = second !== undefined && source.dice.chance(0.8) ? source.pair(path.split('/')[1] ?? '', inner) : null;
  return pair === null ? names.map(name => pathValueFor(source, path, name)) : [...pair];
}

function pathValueFor(source: Source, path: string, name: string): string {
  // `{id}` is what the part of the path up to it lists.
  const inPath = name === 'token' ? 'invitationToken' : kindOfField(name);
  const kind = name === 'id' ? kindOfPath(path.slice(0, path.indexOf('{id}'))) : inPath;
  const numbers = kind === 'user' ? String(1 + source.dice.below(6)) : null;
  return source.known(kind) ?? numbers ?? source.known('thing') ?? '7f0c1c53-3f0e-4b1d-9a6e-1d2f5a7b9c77';
}

function queryFor(source: Source, { query }: Endpoint, odd: boolean): string {
  const { dice } = source;
  const properties = query === null ? {} : (schemaOf(query, false).properties ?? {});
  const pairs = dice.some(Object.entries(properties), 0.5).map(([name, schema]): [string, string] => {
    const written = dice.chance(0.2) ? name.charAt(0).toUpperCase() + name.slice(1) : name;
    return [written, encodeURIComponent(String(fittingValue(source, name, schema)))];
  });
  if (odd) {
    const name = dice.pick([...Object.keys(properties), 'page', 'pageSize', 'cursor', '__proto__', 'a[]']);
    pairs.push([name, oddQueryValue(dice)]);
    if (dice.chance(0.3)) pairs.unshift([name, oddQueryValue(dice)]);
  }
  return pairs.length === 0 ? '' : `?${pairs.map(pair => pair.join('=')).join('&')}`;
}

function bodyFor({ dice }: Source, right: unknown, odd: boolean): unknown {
  if (!odd) return right;
  const isObject = typeof right === 'object' && right !== null;
  return isObject && dice.chance(0.85) ? spoil(dice, right as { [name: string]: unknown }) : oddValue(dice);
}

const SCHEMAS = new Map<z.ZodType, JsonSchema>();

/** A body's or query's schema as JSON; drawn once. */
function schemaOf(schema: z.ZodType, withContent: boolean): JsonSchema {
  const known = SCHEMAS.get(schema);
  if (known !== undefined) return known;
  const drawn = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  const content = { content: { type: 'string' }, contentBase64: { type: 'string' } };
  const whole = withContent ? { ...drawn, properties: { ...drawn.properties, ...content } } : drawn;
  SCHEMAS.set(schema, whole);
  return whole;
}
