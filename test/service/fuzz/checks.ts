import { errorAnswer } from '../../../shared/api/errors.ts';
import { DOCUMENTED_ROWS, ROWS_BEYOND } from '../routes.ts';
import { findRoute } from '../rules/routes.ts';
import type { Endpoint } from '../../../shared/api/endpoint.ts';
import type { RawRequest, RawResponse } from './wire.ts';

/** The codes of section 7, each with the statuses it may come with. */
const CODES: { readonly [code: string]: readonly number[] } = {
  BAD_REQUEST: [400, 405, 413, 414, 431],
  UNAUTHORIZED: [401],
  FORBIDDEN: [403],
  NOT_FOUND: [404],
  FILE_EXPIRED: [404],
  VERSION_CONFLICT: [409],
  SOLE_OWNER: [409],
  INSUFFICIENT_SCOPE: [403],
  ORGANIZATION_ACCESS_REVOKED: [403],
  RATE_LIMIT_EXCEEDED: [429],
};

/** What only our own insides would say. The requests never contain any of it. */
const INSIDES = /node_modules|\.ts:\d+|\n\s+at \S+|Sqlite|SQLITE_|ZodError|ENOENT|EISDIR|local-service-/;

/** What is wrong with an answer, regardless of who asked. */
export function faultsOf(request: RawRequest, response: RawResponse): string[] {
  const { status, text } = response;
  const faults: string[] = [];
  if (status >= 500 || status < 200) faults.push(`answered ${status}`);
  if (INSIDES.test(text)) faults.push('shows its insides');
  if (status >= 400) faults.push(...faultsOfRefusal(request, response));
  else faults.push(...faultsOfSuccess(request, response));
  return faults;
}

/** The endpoint a request leads to, or null. */
export function endpointOf({ method, target }: RawRequest): Endpoint | null {
  const { pathname } = new URL(target, 'http://service.invalid');
  const found = findRoute(method, pathname.slice('/api/v1'.length));
  return found.kind === 'route' ? found.route.endpoint : null;
}

/** The JSON of a text, or undefined. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultsOfRefusal(request: RawRequest, { status, headers, text }: RawResponse): string[] {
  const parsed = errorAnswer.safeParse(jsonOf(text));
  if (!parsed.success) return [`refuses with ${status} and not in the form of section 7`];
  const { errorCode, messages, correlationId, missingFileIds } = parsed.data;
  const faults: string[] = [];
  if (CODES[errorCode]?.includes(status) !== true) faults.push(`says ${errorCode} with ${status}`);
  if (messages.length === 0 || messages.some(message => message.trim() === '')) faults.push('refuses without a word');
  const isBefore = errorCode === 'INSUFFICIENT_SCOPE' || errorCode === 'ORGANIZATION_ACCESS_REVOKED';
  if ((correlationId === undefined) !== isBefore) faults.push(`has the wrong correlationId for ${errorCode}`);
  if ((missingFileIds === undefined) === (errorCode === 'FILE_EXPIRED')) faults.push('has the wrong missingFileIds');
  if (status === 429 && headers['retry-after'] === undefined) faults.push('says no time to wait');
  if (!String(headers['content-type']).startsWith('application/json')) faults.push('refuses in no JSON');
  return faults;
}

const DOCUMENTED = new Map(
  [...DOCUMENTED_ROWS, ...ROWS_BEYOND].map(([method, path, all]) => [`${method} ${path}`, all]),
);

function faultsOfSuccess(request: RawRequest, { status, text }: RawResponse): string[] {
  const endpoint = endpointOf(request);
  if (endpoint === null) return [`answers ${status} where no endpoint is`];
  const documented = DOCUMENTED.get(`${endpoint.method} ${endpoint.path}`);
  const faults: string[] = [];
  if (status !== endpoint.status && documented?.includes(status) !== true) faults.push(`succeeds with ${status}`);
  if (endpoint.bytes || status !== endpoint.status) return faults;
  if (endpoint.answer === null) return text === '' ? faults : [...faults, 'says something where nothing is declared'];
  const parsed = endpoint.answer.safeParse(jsonOf(text));
  return parsed.success ? faults : [...faults, `does not answer as declared: ${parsed.error.message.slice(0, 500)}`];
}
