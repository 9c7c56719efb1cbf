import { expect, test } from 'vitest';

import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import { note } from '../../setup/note.ts';
import { DOCUMENTED_ROWS, ROWS_BEYOND } from '../routes.ts';
import { findRoute, ROUTES } from '../rules/routes.ts';
import type { Answered, Sent } from './subject.ts';

const ROWS = [...DOCUMENTED_ROWS, ...ROWS_BEYOND];

/** Remembers which endpoint answered with which status. */
export class Coverage {
  readonly #seen = new Set<string>();

  /** Takes note of one exchange; those outside the API do not count. */
  saw({ method, url }: Pick<Sent, 'method' | 'url'>, { status }: Pick<Answered, 'status'>): void {
    const { pathname } = new URL(url);
    if (!pathname.startsWith('/api/v1/')) return;
    const found = findRoute(method, pathname.slice('/api/v1'.length));
    if (found.kind === 'route') this.#seen.add(`${method} ${found.route.endpoint.path} ${status}`);
  }

  /** Each pair of endpoint and status that was answered, such as `GET /files/{id} 404`. */
  get seen(): ReadonlySet<string> {
    return this.#seen;
  }
}

/** What must hold of the whole contract once every test of the suite has run; the last part of the suite over HTTP. */
export function coverage(answered: Coverage): void {
  const rows = ROWS.map(([method, path]) => `${method} ${path}`);
  const declared = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  const routed = ROUTES.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);

  test('the specification has 126 rows, and no row stands twice', () => {
    expect(DOCUMENTED_ROWS.length).toBe(126);
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
  });

  test('every row has a declared endpoint, and every endpoint a row', () => {
    expect({
      rowsWithoutEndpoint: rows.filter(row => !declared.includes(row)),
      endpointsWithoutRow: declared.filter(endpoint => !rows.includes(endpoint)),
    }).toEqual({ rowsWithoutEndpoint: [], endpointsWithoutRow: [] });
  });

  test('every declared endpoint has exactly one route, and the declared one', () => {
    expect(routed.toSorted()).toEqual(declared.toSorted());
    const declarations = new Set(ENDPOINTS);
    expect(ROUTES.filter(({ endpoint }) => !declarations.has(endpoint))).toEqual([]);
  });

  test('success is one of the documented statuses', () => {
    const documented = new Map(ROWS.map(([method, path, statuses]) => [`${method} ${path}`, statuses]));
    const others = ENDPOINTS.filter(
      ({ method, path, status }) => documented.get(`${method} ${path}`)?.includes(status) === false,
    );
    expect(others.map(({ name, status }) => `${name} ${status}`)).toEqual([]);
  });

  test('every documented status was answered in this run', () => {
    const wanted = ROWS.flatMap(([method, path, statuses]) => statuses.map(status => `${method} ${path} ${status}`));
    const missed = wanted.filter(pair => !answered.seen.has(pair));
    note(
      `Coverage: ${DOCUMENTED_ROWS.length} rows and ${ROWS_BEYOND.length} beyond, ${ENDPOINTS.length} endpoints; ` +
        `${wanted.length - missed.length} of ${wanted.length} documented statuses reached, ` +
        `${answered.seen.size} pairs of endpoint and status in all`,
    );
    expect(missed).toEqual([]);
  });
}
