import type { z } from 'zod';

import type { Endpoint, NamesIn } from '../../../shared/api/endpoint.ts';
import type { HttpBody, HttpResponse } from '../../ports/http.ts';
import type { ApiCall, Connection } from './request.ts';
import { anything } from './shapes.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant.ts';

/** Through which connection, and for which organization: null is the key's own (wire facts, section 1). */
export interface Line {
  readonly connection: Connection;
  readonly organization: string | null;
}

type PathPart<P extends string> = [NamesIn<P>] extends [never]
  ? { readonly path?: never }
  : { readonly path: { readonly [N in NamesIn<P>]: string | number } };

/** What a call of an endpoint carries. A body with long content may come prepared, as a stream. */
export type CallInput<P extends string, Q, B> = PathPart<P> & {
  readonly query?: { readonly [N in keyof Q]?: Q[N] };
  readonly body?: B;
  readonly stream?: HttpBody;
  readonly idleMs?: number;
};

/** Asks one endpoint; without a schema of its own the caller gets the declared answer, read tolerantly. */
export interface Ask<P extends string, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> {
  (line: Line, asked: CallInput<P, z.output<Q>, z.input<B>>): Promise<Tolerant<z.output<A>>>;
  <S extends z.ZodType>(line: Line, asked: CallInput<P, z.output<Q>, z.input<B>>, answer: S): Promise<z.output<S>>;
}

/** The function for an endpoint. It @throws FaultError for anything but a success of a form that can be read. */
export function askFunction<P extends string, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
): Ask<P, Q, B, A> {
  const declared = endpoint.answer === null ? anything : tolerant(endpoint.answer);
  const ask = (
    line: Line,
    asked: CallInput<P, z.output<Q>, z.input<B>>,
    answer: z.ZodType = declared,
  ): Promise<unknown> => line.connection.call({ ...callOf(endpoint, line, asked), answer });
  // The signatures say which answer comes with which schema.
  return ask as Ask<P, Q, B, A>;
}

/** The function for an endpoint that answers with bytes or with a redirect. */
export function openFunction<P extends string, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
): (line: Line, asked: CallInput<P, z.output<Q>, z.input<B>>) => Promise<HttpResponse> {
  return (line, asked) => line.connection.open({ ...callOf(endpoint, line, asked), redirects: true });
}

interface UntypedCallInput {
  readonly path?: { readonly [name: string]: string | number } | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly stream?: HttpBody | undefined;
  readonly idleMs?: number | undefined;
}

function callOf(endpoint: Endpoint, line: Line, asked: UntypedCallInput): ApiCall<typeof anything> {
  return {
    method: endpoint.method,
    path: filled(endpoint.path, asked.path ?? {}),
    query: given(asked.query ?? {}),
    answer: anything,
    organization: line.organization,
    ...(asked.body === undefined ? {} : { body: asked.body }),
    ...(asked.stream === undefined ? {} : { stream: asked.stream }),
    ...(asked.idleMs === undefined ? {} : { idleMs: asked.idleMs }),
  };
}

function filled(path: string, values: { readonly [name: string]: string | number }): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function given(query: object): { [name: string]: string | number } {
  const values: { [name: string]: string | number } = {};
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' || typeof value === 'number') values[name] = value;
    else if (typeof value === 'boolean') values[name] = String(value);
  }
  return values;
}
