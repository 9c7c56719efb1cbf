import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What a server was asked, as it stood on the wire. */
export interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on this computer that records every request it gets. */
export interface Recorder {
  readonly origin: string;
  readonly heard: readonly Heard[];
  close(): void;
}

type Answer = (heard: Heard, body: Buffer, response: ServerResponse) => Promise<void> | void;

/** Begins one. Bodies are kept as one sign a byte, so that any text in them can be found. */
export async function record(answer: Answer): Promise<Recorder> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const { method = '', url = '', headers } = request;
      const said = { method, url, headers, body: body.toString('latin1') };
      heard.push(said);
      await answer(said, body, response);
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, heard, close: () => server.close().closeAllConnections() };
}

/** The service and its storage, each behind a recorder, and every signature that an answer of theirs carried. */
export interface RecordedService {
  readonly baseUrl: string;
  readonly api: Recorder;
  readonly storage: Recorder;
  readonly signatures: ReadonlySet<string>;
  close(): void;
}

const STORAGE = /http:\/\/127\.0\.0\.1:\d+(?=\/objects\/)/g;
const SIGNED = /signature=([^&"\s\\]+)/g;

/** Stands before a running service, with addresses of the storage led through the second recorder. Its first answers fail. */
export async function recordService(baseUrl: string): Promise<RecordedService> {
  const signatures = new Set<string>();
  let kept = '';
  const failing = new Set(['PUT', 'GET']);
  const storage = await record(async ({ method, url, headers }, body, response) => {
    if (failing.delete(method)) return void response.writeHead(500).end(`no answer for ${url}`);
    await pass({ method, headers, body }, `${kept}${url}`, response);
  });
  const { origin } = new URL(baseUrl);
  const rewrite = (text: string): string => {
    for (const [, signature = ''] of text.matchAll(SIGNED)) signatures.add(decodeURIComponent(signature));
    return text.replaceAll(STORAGE, found => {
      kept = found;
      return storage.origin;
    });
  };
  const api = await record(({ method, url, headers }, body, response) =>
    pass({ method, headers, body }, `${origin}${url}`, response, rewrite),
  );
  return {
    baseUrl: baseUrl.replace(origin, api.origin),
    api,
    storage,
    signatures,
    close: () => [api, storage].forEach(each => each.close()),
  };
}

interface Passed {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Hands a request on, and its answer back. */
async function pass(
  { method, headers, body }: Passed,
  url: string,
  response: ServerResponse,
  rewrite: (text: string) => string = text => text,
): Promise<void> {
  const own = /^(host|connection|transfer-encoding|content-length|keep-alive|expect)$/;
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    own.test(name) || typeof value !== 'string' ? [] : [[name, value]],
  );
  const answer = await fetch(url, {
    method,
    headers: sent,
    body: method === 'GET' || method === 'HEAD' ? null : new Uint8Array(body),
    redirect: 'manual',
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isText = (answer.headers.get('content-type') ?? '').includes('json');
  for (const [name, value] of answer.headers)
    if (!own.test(name) && name !== 'content-encoding') response.setHeader(name, rewrite(value));
  response.writeHead(answer.status).end(isText ? rewrite(bytes.toString('utf8')) : bytes);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Everything below a folder, the folder itself included; folders with a slash at the end. */
export function everythingBelow(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? everythingBelow(path) : [path];
  });
  return [`${folder}/`, ...inside];
}

/** What other accounts than the owner can reach in a folder, as `path mode`: a closed folder hides its content from them. */
export function openToOthers(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    const { mode } = lstatSync(path);
    if ((mode & 0o077) === 0) return [];
    return [`${path} ${(mode & 0o777).toString(8)}`, ...(entry.isDirectory() ? openToOthers(path) : [])];
  });
}

/** The files below a folder in which one of the texts stands, as `path: text`. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  return everythingBelow(folder).flatMap(path => {
    if (!lstatSync(path).isFile()) return [];
    const bytes = readFileSync(path);
    return texts.filter(text => bytes.includes(text)).map(text => `${path}: ${text}`);
  });
}
