import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { z } from 'zod';

import { MIB } from '../../../shared/units.ts';
import type { TreeWish } from '../tree/plan.ts';
import { nowMs } from '../one-clock.ts';
import { Contents } from '../tree/write.ts';
import { fileDetail, fileRow, folderAnswer, folderDetail, pageOf, versionAnswer } from './answers.ts';
import { latestOf, LeanStore } from './store.ts';
import type { File, Folder, Version } from './store.ts';

/** A request that was taken apart. */
interface Asked {
  readonly request: IncomingMessage;
  /** When its first line was here. */
  readonly atMs: number;
  /** Where the service is reached. */
  readonly origin: string;
  /** What the path names, in its order. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
}

/** What is answered: JSON, bytes of a version, or that there is no such thing. */
type Answer = { readonly json: unknown; readonly status?: number } | { readonly version: Version } | null;

const upload = z.object({ fileName: z.string(), contentType: z.string(), folderId: z.string().nullish() });
const batch = z.object({ items: z.array(upload) });
const noise = z.object({ folderId: z.string(), name: z.string(), sizeBytes: z.number() });
const placing = z.object({ name: z.string().optional(), folderId: z.string().optional() });
const newFolder = z.object({ name: z.string(), parentFolderId: z.string() });
/** A tree to put into a new folder. */
export const fill = z.object({
  name: z.string(),
  wish: z.object({
    files: z.number(),
    folders: z.number(),
    sizes: z.enum(['lab', 'small', 'tiny']),
    seed: z.number(),
  }),
});

/** An endpoint that keeps no contents remembers their sizes, and answers a download with noise of that size. */
export interface LeanWishes {
  readonly keepsContent: boolean;
}

/**
 * The part of the service's API that keeping folders in step needs, in memory and without rules: any token is accepted and
 * everything is granted. Its answers have the form of the local service's. For measuring the client: the local service does
 * for each request what a real one would do on other machines.
 */
export class LeanEndpoint {
  readonly #store = new LeanStore();
  readonly #wishes: LeanWishes;
  readonly #noise = Buffer.concat([...new Contents(1).of(0, MIB)]);
  #requests = 0;
  /** How often each route was asked. */
  readonly #asked = new Map<string, number>();
  /** When each name was announced first. */
  readonly #heardAt = new Map<string, number>();
  /** The connections of the clients, without those of the bench itself. */
  readonly #sockets = new Set<Socket>();
  readonly #added = { versions: 0, latestBytes: 0 };

  constructor(wishes: LeanWishes) {
    this.#wishes = wishes;
  }

  readonly answer: RequestListener = (request, response) => {
    const atMs = nowMs();
    this.#requests += 1;
    const origin = `http://${request.headers.host ?? ''}`;
    const url = new URL(request.url ?? '/', origin);
    const [ids, route] = takenApart(`${request.method} ${url.pathname}`);
    if (!url.pathname.startsWith('/bench/')) this.#sockets.add(request.socket);
    this.#respond(route, { request, atMs, origin, ids, query: url.searchParams })
      .then(answer => this.#send(response, answer))
      .catch((failure: unknown) => response.destroy(failure instanceof Error ? failure : new Error(String(failure))));
  };

  /** Puts a whole tree into a new folder; its id. */
  fill(name: string, wish: TreeWish): string {
    return this.#store.fill(name, wish).id;
  }

  async #respond(route: string, asked: Asked): Promise<Answer> {
    this.#asked.set(route, (this.#asked.get(route) ?? 0) + 1);
    const run = this.#routes[route];
    if (run !== undefined) return run(asked);
    asked.request.resume();
    return null;
  }

  readonly #routes: Readonly<Record<string, (asked: Asked) => Answer | Promise<Answer>>> = {
    'GET /api/v1/organizations': () => ({ json: [{ id: 'bench', name: 'Bench', role: 'Owner', isDefault: true }] }),
    'GET /api/v1/folders/roots': () => ({ json: [folderAnswer(this.#store.root)] }),
    'GET /api/v1/folders/files': () => ({ json: [] }),
    'GET /api/v1/folders/{}': asked => this.#ofFolder(asked, folderDetail),
    'GET /api/v1/folders/{}/access': () => ({ json: [] }),
    'GET /api/v1/folders/{}/children': asked => this.#ofFolder(asked, ({ folders }) => folders.map(folderAnswer)),
    'GET /api/v1/folders/{}/files': asked => this.#ofFolder(asked, ({ files }) => pageOf(files, asked.query, fileRow)),
    'POST /api/v1/folders': async ({ request }) => {
      const { name, parentFolderId } = newFolder.parse(await jsonOf(request));
      const parent = this.#store.folder(parentFolderId);
      return parent === null ? null : { json: folderDetail(this.#store.addFolder(name, parent)), status: 201 };
    },
    'POST /api/v1/files/upload': async asked => this.#announced(upload.parse(await jsonOf(asked.request)), asked),
    'POST /api/v1/files/upload/batch': async asked => {
      const { items } = batch.parse(await jsonOf(asked.request));
      const all = items.map(item => this.#announced(item, asked));
      return { json: all.map(one => (one === null ? { status: 'failed' } : { status: 'initiated', data: one.json })) };
    },
    'POST /api/v1/files/{}/upload/confirm': asked => {
      asked.request.resume();
      return this.#ofFile(asked, file => {
        this.#store.confirm(file);
        return fileDetail(file);
      });
    },
    'GET /api/v1/files/{}': asked => this.#ofFile(asked, fileDetail),
    'PUT /api/v1/files/{}': async asked => {
      const to = placing.parse(await jsonOf(asked.request));
      return this.#ofFile(asked, file => {
        this.#store.place(file, to);
        return fileDetail(file);
      });
    },
    'DELETE /api/v1/files/{}': asked => {
      asked.request.resume();
      return this.#ofFile(asked, file => this.#store.remove(file));
    },
    'GET /api/v1/files/{}/versions': asked =>
      this.#ofFile(asked, file => pageOf(file.versions, asked.query, version => versionAnswer(file, version))),
    'GET /api/v1/files/{}/content': asked => this.#ofFile(asked, file => this.#link(latestOf(file), file, asked)),
    'GET /api/v1/files/{}/versions/{}/content': asked =>
      this.#ofFile(asked, file => this.#link(latestOf(file), file, asked)),
    'GET /api/v1/files/{}/download': ({ ids }) => this.#bytes(this.#store.file(ids[0] ?? '')?.versions.at(-1)),
    'POST /api/v1/files/{}/versions': asked => this.#addVersion(asked),
    'PUT /objects/{}': async ({ request, ids }) => {
      const version = this.#store.version(ids[0] ?? '');
      const { sizeBytes, bytes } = await taken(request, this.#wishes.keepsContent);
      if (version === null) return null;
      Object.assign(version, { sizeBytes, bytes });
      return { json: null };
    },
    'GET /objects/{}': ({ ids }) => this.#bytes(this.#store.version(ids[0] ?? '')),
    'POST /bench/fill': async ({ request }) => {
      const { name, wish } = fill.parse(await jsonOf(request));
      return { json: { folderId: this.fill(name, wish) } };
    },
    'POST /bench/noise': async ({ request, origin }) => {
      const { folderId, name, sizeBytes } = noise.parse(await jsonOf(request));
      const folder = this.#store.folder(folderId);
      if (folder === null) return null;
      const file = this.#store.announce(folder, name, 'application/octet-stream');
      Object.assign(latestOf(file), { sizeBytes });
      this.#store.confirm(file);
      return { json: { url: `${origin}/objects/${latestOf(file).id}` } };
    },
    'GET /bench/asked': () => ({ json: Object.fromEntries(this.#asked) }),
    'GET /bench/heard': ({ query }) => ({ json: { atMs: this.#heardAt.get(query.get('name') ?? '') ?? null } }),
    'GET /bench/state': () => ({
      json: {
        requests: this.#requests,
        bytes: [...this.#sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
        confirmed: this.#store.confirmed,
        ...this.#added,
      },
    }),
  };

  #ofFolder({ ids }: Asked, answer: (folder: Folder) => unknown): Answer {
    const folder = this.#store.folder(ids[0] ?? '');
    return folder === null ? null : { json: answer(folder) };
  }

  #ofFile({ ids }: Asked, answer: (file: File) => unknown): Answer {
    const file = this.#store.file(ids[0] ?? '');
    return file === null ? null : { json: answer(file) ?? null };
  }

  #announced(item: z.infer<typeof upload>, { origin, atMs }: Asked): { readonly json: object } | null {
    this.#heardAt.set(item.fileName, this.#heardAt.get(item.fileName) ?? atMs);
    const folder = this.#store.folder(item.folderId ?? this.#store.root.id);
    if (folder === null) return null;
    const file = this.#store.announce(folder, item.fileName, item.contentType);
    const { id } = latestOf(file);
    return { json: { fileId: file.id, versionId: id, uploadUrl: `${origin}/objects/${id}`, expiresAt: inAnHour() } };
  }

  #link({ id, sizeBytes }: Version, { name, contentType }: File, { origin }: Asked): object {
    return { url: `${origin}/objects/${id}`, expiresAt: inAnHour(), fileName: name, contentType, sizeBytes };
  }

  #bytes(version: Version | null | undefined): Answer {
    return version === null || version === undefined ? null : { version };
  }

  /** The content comes last in the body and is counted, not kept. What is made on an older version is refused. */
  async #addVersion({ request, ids }: Asked): Promise<Answer> {
    const file = this.#store.file(ids[0] ?? '');
    const { head, tail, total } = await passed(request);
    if (file === null) return null;
    const begins = head.indexOf('"contentBase64":"') + '"contentBase64":"'.length;
    const padding = (/=*(?="\}$)/.exec(tail)?.[0] ?? '').length;
    const sizeBytes = ((total - begins - 2) / 4) * 3 - padding;
    const base = latestOf(file).id;
    const named = /"baseVersionId":"([^"]+)"/.exec(head.slice(0, begins))?.[1] ?? base;
    if (named !== base) return { json: { errorCode: 'VERSION_CONFLICT', messages: ['Not the latest.'] }, status: 409 };
    Object.assign(this.#added, { versions: this.#added.versions + 1, latestBytes: sizeBytes });
    return { json: versionAnswer(file, this.#store.addVersion(file, { sizeBytes, bytes: null, base })), status: 201 };
  }

  async #send(response: ServerResponse, answer: Answer): Promise<void> {
    if (answer !== null && 'version' in answer) return this.#sendBytes(response, answer.version);
    const json = answer === null ? { errorCode: 'NOT_FOUND', messages: ['Not here.'] } : answer.json;
    const body = Buffer.from(JSON.stringify(json));
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    response.writeHead(answer === null ? 404 : (answer.status ?? 200), headers).end(body);
  }

  async #sendBytes(response: ServerResponse, { sizeBytes, bytes }: Version): Promise<void> {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': sizeBytes });
    if (bytes !== null) return void response.end(typeof bytes === 'function' ? bytes() : bytes);
    for (let left = sizeBytes; left > 0; left -= MIB) {
      const isTaken = response.write(left < MIB ? this.#noise.subarray(0, left) : this.#noise);
      if (!isTaken) await new Promise(resolve => response.once('drain', resolve));
    }
    response.end();
  }
}

/** The ids of a path, and the path with `{}` in their place. */
function takenApart(line: string): readonly [readonly string[], string] {
  const ids: string[] = [];
  const route = line.replaceAll(/(?<=\/)[0-9a-f]{8}-[0-9a-f-]{27}/gi, id => {
    ids.push(id.toLowerCase());
    return '{}';
  });
  return [ids, route];
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** Reads a body to its end, and keeps only how it begins and ends. */
function passed(request: IncomingMessage): Promise<{ head: string; tail: string; total: number }> {
  return new Promise((resolve, reject) => {
    let [head, tail, total] = ['', '', 0];
    request.on('data', (chunk: Buffer) => {
      if (head.length < 1000) head += chunk.toString('latin1', 0, 1000);
      tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 8))).slice(-8);
      total += chunk.length;
    });
    request.once('end', () => resolve({ head, tail, total }));
    request.once('error', reject);
  });
}

/** Reads a body to its end. */
function taken(request: IncomingMessage, keeps: boolean): Promise<{ sizeBytes: number; bytes: Buffer | null }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (keeps) chunks.push(chunk);
    });
    request.once('end', () => resolve({ sizeBytes, bytes: keeps ? Buffer.concat(chunks) : null }));
    request.once('error', reject);
  });
}

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString();
}
