import assert from 'node:assert/strict';

import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import { requirePresent } from '../../../shared/assert.ts';
import type { Json } from '../conformance/subject.ts';
import type { Generated } from './generated-client.ts';

const STATUSES = new Map(ENDPOINTS.map(({ name, status }) => [name, status]));

/** One person's use of a generated client: every call has to succeed with the declared status. */
export class Walker {
  readonly #functions: { readonly [name: string]: Generated };
  readonly #headers: { readonly [name: string]: string };
  readonly #called: Set<string>;

  /** `called` collects the names of the functions that were used. */
  constructor(functions: { readonly [name: string]: Generated }, headers: Walker['headers'], called: Set<string>) {
    this.#functions = functions;
    this.#headers = headers;
    this.#called = called;
  }

  get headers(): { readonly [name: string]: string } {
    return this.#headers;
  }

  /** Another person with the same client. */
  as(headers: Walker['headers']): Walker {
    return new Walker(this.#functions, headers, this.#called);
  }

  /** Calls a generated function with its values; what it gives back has been checked by the generated schemas. */
  async call(name: string, ...values: readonly unknown[]): Promise<Json> {
    const generated = requirePresent(this.#functions[name], `a generated function ${name}`);
    const { status, data } = await generated(...values, { headers: this.#headers, redirect: 'manual' });
    assert.equal(status, STATUSES.get(name), `${name} answered ${status} with ${JSON.stringify(data)}`);
    this.#called.add(name);
    return data as Json;
  }

  /** As `call`, for what answers a list. */
  async list(name: string, ...values: readonly unknown[]): Promise<readonly Json[]> {
    const data: unknown = await this.call(name, ...values);
    assert.ok(Array.isArray(data), `${name} answered no list`);
    return data as readonly Json[];
  }
}

/** Stores bytes at a presigned address, which is no endpoint of the document. */
export async function store(uploadUrl: string, bytes: string): Promise<void> {
  const response = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: bytes });
  assert.equal(response.status, 200);
}
