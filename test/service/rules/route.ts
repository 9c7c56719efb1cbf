import { z } from 'zod';

import { ApiError, badRequest } from './api-error.ts';
import type { Backend, Caller, StoredContent } from './backend.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An object to stream as the answer's body. */
export interface ObjectToSend extends StoredContent {
  readonly contentType: string;
  readonly fileName: string;
}

/** What an endpoint answers: a status with JSON, an object's bytes, or nothing. */
export interface Answer {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly json?: unknown;
  readonly object?: ObjectToSend;
}

/** A request as it reaches an endpoint, still unchecked. `content` was taken out of the body while it streamed in. */
export interface Arrived {
  readonly backend: Backend;
  readonly caller: Caller;
  readonly pathValues: { readonly [name: string]: string };
  /** Names in lower case. */
  readonly query: ReadonlyMap<string, string>;
  readonly body: unknown;
  readonly content: StoredContent | null;
}

/**
 * One endpoint. `body` says what arrives: nothing we read, JSON, or JSON whose `content` or `contentBase64` may be
 * huge and goes straight to the object storage.
 */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly public: boolean;
  readonly body: 'none' | 'json' | 'content';
  run(arrived: Arrived): Answer;
}

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A request whose every part was checked against the endpoint's schemas. */
export interface Call<P extends string, Q, B> {
  readonly backend: Backend;
  readonly caller: Caller;
  readonly path: { readonly [N in NamesIn<P>]: string };
  readonly query: Q;
  readonly body: B;
  readonly content: StoredContent | null;
}

interface Endpoint<P extends string, Q extends z.ZodRawShape, B extends z.ZodType> {
  readonly public?: boolean;
  readonly query?: z.ZodObject<Q>;
  readonly body?: B;
  /** The body's `content` and `contentBase64` go to the object storage. */
  readonly withContent?: boolean;
  run(call: Call<P, z.infer<z.ZodObject<Q>>, z.infer<B>>): Answer;
}

const nothing = z.object({});

/** Declares an endpoint, such as `route('GET', '/files/{id}', { run })`. */
export function route<P extends string, Q extends z.ZodRawShape = {}, B extends z.ZodType = z.ZodUnknown>(
  method: Method,
  path: P,
  endpoint: Endpoint<P, Q, B>,
): Route {
  const { query, body, withContent = false } = endpoint;
  return {
    method,
    path,
    public: endpoint.public ?? false,
    body: withContent ? 'content' : body === undefined ? 'none' : 'json',
    run: arrived =>
      endpoint.run({
        backend: arrived.backend,
        caller: arrived.caller,
        path: checkedPath(arrived.pathValues) as Call<P, unknown, unknown>['path'],
        query: (query === undefined ? {} : checked(query, named(query, arrived.query))) as z.infer<z.ZodObject<Q>>,
        body: (body === undefined ? null : checked(body, arrived.body ?? {})) as z.infer<B>,
        content: arrived.content,
      }),
  };
}

/** 200 with JSON. */
export function ok(json: unknown): Answer {
  return { status: 200, json };
}

/** 201 with JSON. */
export function created(json: unknown): Answer {
  return { status: 201, json };
}

/** 204, nothing to say. */
export const noContent: Answer = { status: 204 };

const uuid = z.uuid().transform(id => id.toLowerCase());
const int32 = z.string().regex(/^\d{1,10}$/);

/** Path values are UUIDs, except those the specification types otherwise. */
const PATH_TYPES: { readonly [name: string]: z.ZodType<string> } = {
  appUserId: int32,
  memberUserId: int32,
  token: z.string(),
  connectionId: z.string(),
  providerId: z.string(),
  authId: z.string(),
};

function checkedPath(values: { readonly [name: string]: string }): { [name: string]: string } {
  const checkedValues: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(values)) {
    const result = (PATH_TYPES[name] ?? uuid).safeParse(value);
    if (!result.success) throw badRequest(`The value '${value.slice(0, 100)}' is not valid for ${pascal(name)}.`);
    checkedValues[name] = result.data;
  }
  return checkedValues;
}

/** Query names match without regard to case; names the endpoint does not know are ignored. */
function named(schema: z.ZodObject, query: ReadonlyMap<string, string>): { [name: string]: string } {
  const values: { [name: string]: string } = {};
  for (const name of Object.keys(schema.shape ?? nothing.shape)) {
    const value = query.get(name.toLowerCase());
    if (value !== undefined && value !== '') values[name] = value;
  }
  return values;
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const messages = result.error.issues.slice(0, 10).map(wordsFor);
  throw new ApiError({ status: 400, errorCode: 'BAD_REQUEST', messages });
}

function wordsFor(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(part => pascal(String(part))).join('.') || 'Request';
  if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) {
    return `${field} field is required`;
  }
  return `${field} is not valid: ${issue.message}`;
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
