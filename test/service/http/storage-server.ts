import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { PresignedLinks } from '../rules/files/presigned.ts';
import { decideStorage } from '../rules/files/storage.ts';
import type { StorageDecision } from '../rules/files/storage.ts';
import type { ObjectFiles } from '../storage/object-files.ts';
import { bareServer, headerOf } from './bare-server.ts';
import type { Outgoing } from './deliver.ts';
import { withFaults } from './faulty.ts';
import type { Faults } from './faulty.ts';
import { drain } from './request-body.ts';

export interface StorageParts {
  readonly objects: ObjectFiles;
  readonly links: PresignedLinks;
  readonly faults: Faults;
  /** Whether downloads carry an `ETag`. */
  hasEtags(): boolean;
  nowMs(): number;
}

/** The object storage over HTTP, not listening yet: it knows presigned addresses and nothing else. */
export function storageServer(parts: StorageParts): FastifyInstance {
  return bareServer((request, reply) =>
    withFaults(parts.faults, { port: 'storage', route: null, request, reply }, () => respond(parts, request)),
  );
}

async function respond(parts: StorageParts, request: FastifyRequest): Promise<Outgoing> {
  const { objects, links } = parts;
  const asked = { method: request.method, target: request.raw.url ?? '/', header: headerOf(request) };
  const adoptedSize = (objectKey: string): number | null => objects.adoptedSize(objectKey);
  const decision = decideStorage(asked, { links, nowMs: parts.nowMs(), adoptedSize });
  if (decision.kind === 'send') {
    const outgoing = sent(objects, decision);
    return parts.hasEtags()
      ? { ...outgoing, headers: { ...outgoing.headers, etag: `"${decision.objectKey}"` } }
      : outgoing;
  }
  if (decision.kind === 'refuse') {
    await drain(request.raw);
    return { status: decision.status, headers: decision.headers, body: Buffer.from(decision.xml) };
  }
  await objects.storeUpload(decision.objectKey, request.raw);
  return { status: 200, headers: {}, body: new Uint8Array() };
}

function sent(objects: ObjectFiles, decision: Extract<StorageDecision, { kind: 'send' }>): Outgoing {
  const { status, headers, objectKey, range } = decision;
  const sizeBytes = range.end - range.start + 1;
  const stream = sizeBytes === 0 ? Readable.from([]) : objects.read(objectKey, range);
  return { status, headers, body: { sizeBytes, stream } };
}
