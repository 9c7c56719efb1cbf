import { randomUUID } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { FaultPanel } from '../fault-panel.ts';
import type { Grant } from '../rules/backend.ts';
import type { ByteRange, ObjectFiles } from '../storage/object-files.ts';
import type { PresignedLinks } from '../storage/presigned.ts';
import { bareServer } from './api-server.ts';
import type { Outgoing } from './deliver.ts';
import { withFaults } from './faulty.ts';
import { drain } from './request-body.ts';

export interface StorageParts {
  readonly objects: ObjectFiles;
  readonly links: PresignedLinks;
  readonly panel: FaultPanel;
  nowMs(): number;
}

/** The object storage over HTTP, not listening yet: it knows presigned addresses and nothing else. */
export function storageServer(parts: StorageParts): FastifyInstance {
  const app = bareServer();
  app.all('/*', async (request, reply) => {
    await withFaults(parts.panel, { port: 'storage', request, reply }, () => respond(parts, request));
    return reply;
  });
  return app;
}

async function respond(parts: StorageParts, request: FastifyRequest): Promise<Outgoing> {
  const grant = parts.links.check(request.raw.url ?? '/', parts.nowMs());
  const problem = typeof grant === 'string' ? LINK_PROBLEMS[grant] : mismatch(grant, request);
  if (typeof grant === 'string' || problem !== null) {
    await drain(request.raw);
    return problem ?? LINK_PROBLEMS['bad-signature'];
  }
  if (grant.verb === 'GET') return download(parts, grant, request.headers.range);
  await parts.objects.storeUpload(grant.objectKey, request.raw);
  return { status: 200, headers: {}, body: new Uint8Array() };
}

const LINK_PROBLEMS = {
  expired: complaint(403, 'AccessDenied', 'Request has expired'),
  'bad-signature': complaint(403, 'SignatureDoesNotMatch', 'The request signature does not match the address'),
};

/** What the request does that the address was not made for. */
function mismatch(grant: Grant, request: FastifyRequest): Outgoing | null {
  if (grant.verb !== request.method) return LINK_PROBLEMS['bad-signature'];
  if (grant.verb === 'GET') return null;
  if (request.headers['content-type'] !== grant.contentType) return LINK_PROBLEMS['bad-signature'];
  if (request.headers['content-length'] !== undefined) return null;
  return complaint(411, 'MissingContentLength', 'You must provide the Content-Length header');
}

function download(parts: StorageParts, grant: Grant, rangeHeader: string | undefined): Outgoing {
  const sizeBytes = parts.objects.adoptedSize(grant.objectKey);
  if (sizeBytes === null) return complaint(404, 'NoSuchKey', 'The object does not exist');
  const headers = {
    'content-type': grant.contentType,
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(grant.fileName)}`,
  };
  const range = rangeOf(rangeHeader, sizeBytes);
  if (range === 'unsatisfiable') {
    const refused = complaint(416, 'InvalidRange', 'The requested range is not satisfiable');
    return { ...refused, headers: { ...refused.headers, 'content-range': `bytes */${sizeBytes}` } };
  }
  if (range === null) {
    return { status: 200, headers, body: { sizeBytes, stream: parts.objects.read(grant.objectKey) } };
  }
  const stream = parts.objects.read(grant.objectKey, range);
  const contentRange = `bytes ${range.start}-${range.end}/${sizeBytes}`;
  const body = { sizeBytes: range.end - range.start + 1, stream };
  return { status: 206, headers: { ...headers, 'content-range': contentRange }, body };
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

/** Object storages complain in XML. */
function complaint(status: number, code: string, message: string): Outgoing {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${code}</Code><Message>${message}</Message><RequestId>${randomUUID()}</RequestId></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(xml) };
}
