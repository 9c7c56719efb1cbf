import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { endpoints } from '../../../shared/api/endpoints.ts';
import { askFunction, openFunction } from './ask.ts';
import type { Ask } from './ask.ts';

type Calls<E> = {
  readonly [N in keyof E]: E[N] extends Endpoint<infer P, infer Q, infer B, infer A> ? Ask<P, Q, B, A> : never;
};

function callsOf<E extends { readonly [name: string]: Endpoint }>(declared: E): Calls<E> {
  const made = Object.entries(declared).map(([name, endpoint]) => [name, askFunction(endpoint)]);
  // The mapped type says of each name what `askFunction` makes of its endpoint.
  return Object.fromEntries(made) as Calls<E>;
}

/** Every call of the service, made from its declaration in `shared/api/calls` and named like it. */
export const calls = {
  ...callsOf(endpoints),
  downloadFile: openFunction(endpoints.downloadFile),
  downloadExport: openFunction(endpoints.downloadExport),
};
