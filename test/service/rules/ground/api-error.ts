/** The stable codes of section 7 of the specification. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'FILE_EXPIRED'
  | 'VERSION_CONFLICT'
  | 'SOLE_OWNER'
  | 'INSUFFICIENT_SCOPE'
  | 'ORGANIZATION_ACCESS_REVOKED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR';

export interface ErrorParts {
  readonly status: number;
  readonly errorCode: ErrorCode;
  readonly messages: readonly string[];
  readonly headers?: { readonly [name: string]: string };
  /** Further fields of the body. */
  readonly fields?: { readonly [name: string]: unknown };
  /** What was saved before the refusal stays, such as the count of wrong tries; otherwise nothing of it does. */
  readonly keepsWhatWasSaved?: true;
}

/** A refusal of the service: its status, code and words. */
export class ApiError extends Error {
  readonly parts: ErrorParts;
  constructor(parts: ErrorParts) {
    super(`${parts.status} ${parts.errorCode}: ${parts.messages.join(' ')}`);
    this.name = 'ApiError';
    this.parts = parts;
  }
}

export function badRequest(...messages: readonly string[]): ApiError {
  return new ApiError({ status: 400, errorCode: 'BAD_REQUEST', messages });
}

export function unauthorized(message: string): ApiError {
  return new ApiError({ status: 401, errorCode: 'UNAUTHORIZED', messages: [message] });
}

export function forbidden(message: string): ApiError {
  return new ApiError({ status: 403, errorCode: 'FORBIDDEN', messages: [message] });
}

export function notFound(what: string): ApiError {
  return new ApiError({ status: 404, errorCode: 'NOT_FOUND', messages: [`${what} was not found.`] });
}

/** Section 7, rule 4: `fileIds` are exactly those that failed. */
export function filesExpired(fileIds: readonly string[]): ApiError {
  const messages = ['Some of the files are archived, removed or not available to you.'];
  return new ApiError({ status: 404, errorCode: 'FILE_EXPIRED', messages, fields: { missingFileIds: fileIds } });
}

export function versionConflict(what = 'The file'): ApiError {
  const messages = [`${what} has a newer version. Read it again and retry.`];
  return new ApiError({ status: 409, errorCode: 'VERSION_CONFLICT', messages });
}

export function tooLarge(limitBytes: number): ApiError {
  const messages = [`The content is larger than ${limitBytes} bytes.`];
  return new ApiError({ status: 413, errorCode: 'BAD_REQUEST', messages });
}

/** These two are refused before the request reaches an endpoint, so nothing gave them a correlation id (spec 7, rule 3). */
const BEFORE_THE_ENDPOINT: readonly string[] = ['INSUFFICIENT_SCOPE', 'ORGANIZATION_ACCESS_REVOKED'];

/** The error body of section 7, exactly. */
export function errorBody(errorCode: string, messages: readonly string[], correlationId: string): object {
  if (BEFORE_THE_ENDPOINT.includes(errorCode)) return { errorCode, messages };
  return { errorCode, messages, correlationId };
}
