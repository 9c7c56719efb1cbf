import { z } from 'zod';

import type { Endpoint, NamesIn } from '../../../../shared/api/endpoint.ts';
import { pathValue } from '../../../../shared/api/path-values.ts';
import { ApiError, badRequest } from './api-error.ts';
import type { Backend, Caller, StoredContent } from './backend.ts';

/** An object to stream as the answer's body. */
export interface ObjectToSend extends StoredContent {
  readonly contentType: string;
  readonly fileName: string;
}

/** What an endpoint answers: a status with JSON, an object's bytes, or nothing. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly json?: T;
  readonly object?: ObjectToSend;
  /** A text object whose content is to stand in the answer, as `{content}`, in the place of `json`. */
  readonly inlined?: StoredContent;
  /** A form that a switch asks for, beside the declared one. */
  readonly varied?: true;
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

/** An endpoint and what the service does for it. */
export interface Route {
  readonly endpoint: Endpoint;
  /** What arrives: nothing we read, JSON, or JSON whose `content` may be huge and goes straight to the object storage. */
  readonly body: 'none' | 'json' | 'content';
  run(arrived: Arrived): Answer;
}

/** A request whose every part was checked against the endpoint's schemas. */
export interface Call<P extends string = string, Q = unknown, B = unknown> {
  readonly backend: Backend;
  readonly caller: Caller;
  readonly path: { readonly [N in NamesIn<P>]: string };
  readonly query: Q;
  readonly body: B;
  readonly content: StoredContent | null;
}

/** Says what the service does at a declared endpoint. What it answers must have the declared form. */
export function route<P extends string, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
  run: (call: Call<P, z.output<Q>, z.output<B>>) => Answer<z.input<A>>,
): Route {
  const { query, body, streamsContent } = endpoint;
  return {
    endpoint,
    body: streamsContent ? 'content' : body === null ? 'none' : 'json',
    run: arrived =>
      run({
        backend: arrived.backend,
        caller: arrived.caller,
        path: checkedPath(arrived.pathValues) as Call<P>['path'],
        query: (query === null ? {} : checked(query, clamped(named(query, arrived.query), arrived))) as z.output<Q>,
        body: (body === null ? null : checked(body, arrived.body ?? {})) as z.output<B>,
        content: arrived.content,
      }),
  };
}

/** 200 with JSON. */
export function ok<T>(json: T): Answer<T> {
  return { status: 200, json };
}

/** 201 with JSON. */
export function created<T>(json: T): Answer<T> {
  return { status: 201, json };
}

/** 204, nothing to say. */
export const noContent: Answer<never> = { status: 204 };

/** 200 with JSON in a form that a switch asks for, beside the declared one. */
export function varied(json: unknown): Answer<never> {
  return { status: 200, json: json as never, varied: true };
}

function checkedPath(values: { readonly [name: string]: string }): { [name: string]: string } {
  const checkedValues: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(values)) {
    const result = pathValue(name).safeParse(value);
    if (!result.success) throw badRequest(`The value '${value.slice(0, 100)}' is not valid for ${pascal(name)}.`);
    checkedValues[name] = result.data;
  }
  return checkedValues;
}

/** Query names match without regard to case; names the endpoint does not know are ignored. */
function named(schema: z.ZodType, query: ReadonlyMap<string, string>): { [name: string]: string } {
  const values: { [name: string]: string } = {};
  if (!(schema instanceof z.ZodObject)) return values;
  for (const name of Object.keys(schema.shape)) {
    const value = query.get(name.toLowerCase());
    if (value !== undefined && value !== '') values[name] = value;
  }
  return values;
}

/** Page sizes over the maximum of spec 8 become the maximum where the switch says so. */
function clamped(values: { [name: string]: string }, { backend }: Arrived): { [name: string]: string } {
  if (backend.switches().oversizedPage === 'refused') return values;
  for (const name of ['pageSize', 'limit']) if (Number(values[name]) > 100) values[name] = '100';
  return values;
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
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
