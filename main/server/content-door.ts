import { extname } from 'node:path';
import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply } from 'fastify';

import { browserServerTexts } from '../../shared/text/door.ts';
import type { Content } from '../items/content/content-grants.ts';
import { COMMON_HEADERS } from './page-headers.ts';

/** Pictures that the browser draws itself. Every other file is served as bytes, even if it claims another type. */
const PICTURES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.svg': 'image/svg+xml',
};

/**
 * Headers for a file's bytes. A browser that opens the address itself gets a download, in a sandbox without scripts or any
 * other page: nothing of a file ever runs here (S25).
 */
export function contentHeaders({ name }: Pick<Content, 'name'>): Readonly<Record<string, string>> {
  // Half of a sign cannot be written into an address.
  const whole = name.replaceAll(/\p{Surrogate}/gu, '\u{fffd}');
  return {
    ...COMMON_HEADERS,
    'Content-Type': PICTURES[extname(name).toLowerCase()] ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(whole)}`,
    // Styles inside an SVG are part of the picture.
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Cache-Control': 'private, no-store',
    'Accept-Ranges': 'bytes',
  };
}

/** A part of a file, to the byte after the last. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** The one part that is asked for; null: all of it. `none`: there is no such part. Several at once are answered with all. */
export function partOf(range: string | undefined, sizeBytes: number): Part | null | 'none' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const count = Math.min(sizeBytes, Number(last));
    return count === 0 ? 'none' : { from: sizeBytes - count, to: sizeBytes };
  }
  const from = Number(first);
  const to = last === '' ? sizeBytes : Math.min(sizeBytes, Number(last) + 1);
  if (last !== '' && Number(last) < from) return null;
  return from < sizeBytes ? { from, to } : 'none';
}

/** The answer to a request for a file's bytes. */
export interface ContentAnswer {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: there are none to send. */
  readonly parts: AsyncIterable<Uint8Array> | null;
}

/** All of it, or the part that is asked for. */
export function answerContent(content: Content, range: string | undefined): ContentAnswer {
  const { sizeBytes } = content;
  const headers = contentHeaders(content);
  const part = partOf(range, sizeBytes);
  if (part === 'none')
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${sizeBytes}` }, parts: null };
  const { from, to } = part ?? { from: 0, to: sizeBytes };
  const length = { 'Content-Length': String(to - from) };
  const parts = content.read(from, to);
  if (part === null) return { status: 200, headers: { ...headers, ...length }, parts };
  const which = { 'Content-Range': `bytes ${from}-${to - 1}/${sizeBytes}` };
  return { status: 206, headers: { ...headers, ...length, ...which }, parts };
}

/** `GET /content/<id>`: the bytes of the opened file, or a part of them. The transfer breaks off if the file changes. */
export function addContents(app: FastifyInstance, contents: { find(id: string): Content | null }): void {
  app.get<{ Params: { id: string } }>('/content/:id', (request, reply) => {
    const content = contents.find(request.params.id);
    if (content === null) return notThere(reply);
    const { status, headers, parts } = answerContent(content, request.headers.range);
    void reply.code(status).headers(headers);
    return parts === null ? reply.send() : reply.send(Readable.from(parts, { objectMode: false }));
  });
}

function notThere(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers({ ...COMMON_HEADERS, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' })
    .send(`${browserServerTexts.notThere}\n`);
}
