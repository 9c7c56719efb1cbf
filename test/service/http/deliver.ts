import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

/** A whole answer, ready to be written. A stream's `sizeBytes` is exact. */
export interface Outgoing {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array | { readonly sizeBytes: number; readonly stream: Readable };
}

/** Writes an answer; with `truncate`, only so many bytes of its body before the connection is closed. */
export async function deliver(reply: FastifyReply, outgoing: Outgoing, truncate: number | null): Promise<void> {
  const { status, body } = outgoing;
  const sizeBytes = body instanceof Uint8Array ? body.length : body.sizeBytes;
  const headers = status === 204 ? outgoing.headers : { ...outgoing.headers, 'content-length': String(sizeBytes) };
  if (truncate !== null) {
    await deliverPart(reply, { ...outgoing, headers }, truncate);
    return;
  }
  // Not awaited: a reply is a promise of the end of the exchange, which a client may cut short.
  void reply
    .code(status)
    .headers(headers)
    .send(body instanceof Uint8Array ? Buffer.from(body) : body.stream);
}

/** Resets the connection without a word. */
export function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

async function deliverPart(reply: FastifyReply, outgoing: Outgoing, partBytes: number): Promise<void> {
  reply.hijack();
  const { status, headers, body } = outgoing;
  reply.raw.writeHead(status, headers);
  const stream = body instanceof Uint8Array ? Readable.from([body]) : body.stream;
  let left = partBytes;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    if (left > 0) reply.raw.write(piece.subarray(0, left));
    left -= piece.length;
    if (left <= 0) break;
  }
  // Ended after the written part has left, so that the client has it and still misses the rest.
  reply.raw.write('', () => reply.raw.socket?.destroy());
}
