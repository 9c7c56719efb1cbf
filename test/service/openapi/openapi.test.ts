import { readFileSync } from 'node:fs';

import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import { running } from '../builders/running.ts';
import { DOCUMENTED_ROWS } from '../routes.ts';
import { openApiDocument, openApiText } from './document.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: { readonly [status: string]: unknown };
}

/** Every operation of the document with where it stands. */
function operations(): { method: string; path: string; operation: Operation }[] {
  const { paths } = openApiDocument() as { paths: { [path: string]: { [method: string]: Operation } } };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

test('openapi.json is what the declarations say (else: node test/service/openapi/write.ts)', () => {
  const file = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
  expect(file === openApiText()).toBe(true);
});

test('the document is valid OpenAPI 3.1, and every reference in it leads somewhere', async () => {
  const document = openApiDocument();
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  const refs = [...openApiText().matchAll(/"\$ref": "([^"]+)"/g)].map(([, ref = '']) => ref);
  expect(refs.length).toBeGreaterThan(50);
  expect([...new Set(refs)].filter(ref => !leadsSomewhere(document, ref))).toEqual([]);
});

test('every declared endpoint is one operation, named by its name and under a tag', () => {
  const drawn = operations().map(({ method, path, operation }) => `${method} ${path} ${operation.operationId}`);
  expect(drawn.toSorted()).toEqual(ENDPOINTS.map(({ method, path, name }) => `${method} ${path} ${name}`).toSorted());
  expect(new Set(ENDPOINTS.map(({ name }) => name)).size).toBe(ENDPOINTS.length);
  expect(operations().filter(({ operation }) => operation.tags.length !== 1)).toEqual([]);
});

test('every status that the specification documents stands at its operation', () => {
  const documented = new Map(DOCUMENTED_ROWS.map(([method, path, statuses]) => [`${method} ${path}`, statuses]));
  const missing = operations().flatMap(({ method, path, operation }) =>
    (documented.get(`${method} ${path}`) ?? [])
      .filter(status => operation.responses[String(status)] === undefined)
      .map(status => `${method} ${path} ${status}`),
  );
  expect(missing).toEqual([]);
});

test('the running service serves the document at its origin and below its base address, without a key', async () => {
  const { baseUrl } = await running();
  for (const url of [`${baseUrl}/openapi.json`, new URL('/openapi.json', baseUrl).href]) {
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(openApiDocument());
  }
});

function leadsSomewhere(document: object, ref: string): boolean {
  let at: unknown = document;
  for (const name of ref.replace(/^#\//, '').split('/')) {
    at = typeof at === 'object' && at !== null ? (at as { [name: string]: unknown })[name] : undefined;
  }
  return at !== undefined;
}
