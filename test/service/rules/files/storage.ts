import type { Grant } from '../ground/backend.ts';
import type { LinkProblem, PresignedLinks } from './presigned.ts';

/** A part of an object, both ends included, as HTTP ranges are. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A request to the object storage, without its body. */
export interface StorageRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
}

/** What the object storage does with a request. */
export type StorageDecision =
  | { readonly kind: 'store'; readonly objectKey: string }
  | {
      readonly kind: 'send';
      readonly status: 200 | 206;
      readonly headers: { readonly [name: string]: string };
      readonly objectKey: string;
      readonly range: ByteRange;
    }
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly headers: { readonly [name: string]: string };
      readonly xml: string;
    };

/** Decides over a request; `adoptedSize` tells how large a downloadable object is, or null. */
export function decideStorage(
  request: StorageRequest,
  storage: { links: PresignedLinks; nowMs: number; adoptedSize(objectKey: string): number | null },
): StorageDecision {
  const grant = storage.links.check(request.target, storage.nowMs);
  if (typeof grant === 'string') return LINK_PROBLEMS[grant];
  if (grant.verb !== request.method) return LINK_PROBLEMS['bad-signature'];
  if (grant.verb === 'PUT') return decideUpload(request, grant);
  const sizeBytes = storage.adoptedSize(grant.objectKey);
  return sizeBytes === null
    ? refuse(404, 'NoSuchKey', 'The object does not exist')
    : decideDownload(request, grant, sizeBytes);
}

function decideUpload(request: StorageRequest, grant: Grant): StorageDecision {
  if (request.header('content-type') !== grant.contentType) return LINK_PROBLEMS['bad-signature'];
  if (request.header('content-length') !== undefined) return { kind: 'store', objectKey: grant.objectKey };
  return refuse(411, 'MissingContentLength', 'You must provide the Content-Length header');
}

function decideDownload(request: StorageRequest, grant: Grant, sizeBytes: number): StorageDecision {
  const { objectKey, contentType, fileName } = grant;
  const range = rangeOf(request.header('range'), sizeBytes);
  if (range === 'unsatisfiable') {
    const refused = refuse(416, 'InvalidRange', 'The requested range is not satisfiable');
    return { ...refused, headers: { ...refused.headers, 'content-range': `bytes */${sizeBytes}` } };
  }
  const headers = {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  };
  if (range === null) return { kind: 'send', status: 200, headers, objectKey, range: { start: 0, end: sizeBytes - 1 } };
  const contentRange = `bytes ${range.start}-${range.end}/${sizeBytes}`;
  return { kind: 'send', status: 206, headers: { ...headers, 'content-range': contentRange }, objectKey, range };
}

/** One range of RFC 9110; null for none, or for a form we do not serve, which means the whole object. */
function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start > end || start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

type Refusal = Extract<StorageDecision, { kind: 'refuse' }>;

const LINK_PROBLEMS: { readonly [P in LinkProblem]: Refusal } = {
  expired: refuse(403, 'AccessDenied', 'Request has expired'),
  'bad-signature': refuse(403, 'SignatureDoesNotMatch', 'The request signature does not match the address'),
};

/** Object storages complain in XML. */
function refuse(status: number, code: string, message: string): Refusal {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { kind: 'refuse', status, headers: { 'content-type': 'application/xml' }, xml };
}
