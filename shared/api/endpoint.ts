import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may come near an endpoint, before its own rules about the single thing (spec 5).
 * - `public`: needs no credentials.
 * - `data`: everyone signed in, and every key.
 * - `member`: an organization endpoint that every member's key may call.
 * - `admin`: an organization endpoint for Owner and Admin; a plain member's key is refused before it gets there.
 * - `session`: people who signed in themselves; keys are refused, also those of admins.
 */
export type Access = 'public' | 'data' | 'member' | 'admin' | 'session';

/** One endpoint of the service, below its base address: declared once for the service, its clients and its document. */
export interface Endpoint<
  P extends string = string,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** With its values in braces, such as `/files/{id}`. */
  readonly path: P;
  /** Unique; the name of the operation wherever one is needed. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly access: Access;
  /** Null: the query is not read. */
  readonly query: Q | null;
  /** Null: no body is read. */
  readonly body: B | null;
  /** The body's `content` or `contentBase64` may be of any length and is streamed past the schema. */
  readonly streamsContent: boolean;
  /** The status of success. */
  readonly status: number;
  /** The JSON of success; null: nothing, or bytes. */
  readonly answer: A | null;
  /** Success is a file's bytes. */
  readonly bytes: boolean;
}

interface Parts<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly access?: Access;
  readonly query?: Q;
  readonly body?: B;
  readonly streamsContent?: true;
  readonly status?: number;
  readonly answer?: A;
  readonly bytes?: true;
}

/** Declares an endpoint. Without `status` success is 200 with an answer or bytes, and 204 without. */
export function endpoint<
  const P extends string,
  Q extends z.ZodType = z.ZodNever,
  B extends z.ZodType = z.ZodNever,
  A extends z.ZodType = z.ZodNever,
>(method: Method, path: P, parts: Parts<Q, B, A>): Endpoint<P, Q, B, A> {
  const { name, summary, access = 'data', query = null, body = null, answer = null, bytes = false } = parts;
  const status = parts.status ?? (answer === null && !bytes ? 204 : 200);
  const streamsContent = parts.streamsContent ?? false;
  return { method, path, name, summary, access, query, body, streamsContent, status, answer, bytes };
}

/** The names of the values in a path. */
export type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
