import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { requirePresent } from '../../shared/assert.ts';
import { startServer } from '../setup/child.ts';
import type { Child } from '../setup/child.ts';
import type { TreeWish } from './tree/plan.ts';
import { weigh } from './commands.ts';
import { S3Endpoint } from './s3/endpoint.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** A server of this folder, as a process of its own. */
export interface Server {
  readonly url: string;
  readonly child: Child;
  /** Of the lean service: the folder that it was filled with. */
  readonly folder: string | null;
  /** Of a line: where the server at its other end is reached. */
  readonly line: string | null;
}

const orNull = z
  .string()
  .nullish()
  .transform(text => text ?? null);

/** Starts `s3/serve.ts`, `lean/serve.ts` or `network/serve.ts`; the caller must end it. */
export async function startOwn(script: 's3' | 'lean' | 'network', args: readonly string[] = []): Promise<Server> {
  const spawning = { args: [`test/bench/${script}/serve.ts`, '--ends-with-input', ...args], folder: root };
  const { child, ready } = await startServer(spawning, READY_WITHIN_MS);
  return {
    ...z.object({ url: z.string(), folder: orNull, line: orNull }).parse(ready),
    child,
  };
}

const state = z.object({
  requests: z.number(),
  /** Sent and received so far, heads included, without what the bench itself asks. */
  bytes: z.number(),
  /** Files that lists show. */
  confirmed: z.number(),
  /** Versions added to files that were there, and how many bytes the last one has. */
  versions: z.number(),
  latestBytes: z.number(),
});

/** How many requests were under way over a line: the most, and the sum of their waiting in milliseconds. */
const underWay = z.object({ most: z.number(), waitedMs: z.number() });

/** What was under way over a line, since this was asked last. */
export async function takenOver(line: Server): Promise<z.infer<typeof underWay>> {
  return underWay.parse(await (await fetch(line.url)).json());
}

/** What an S3 server answered, and what it has. */
export async function stateOf(s3: Server): Promise<{ readonly requests: number; readonly objects: number }> {
  const answer = await fetch(`${s3.url}${S3Endpoint.STATE}`);
  return z.object({ requests: z.number(), objects: z.number() }).parse(await answer.json());
}

/** The lean service, seen from the side that counts. */
export class LeanService {
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Where it is reached without what clients have to go through. */
  get url(): string {
    return this.#server.url;
  }

  get baseUrl(): string {
    return `${this.#server.url}/api/v1`;
  }

  /** The folder that it was filled with. @throws Error when it was not. */
  get filled(): string {
    return requirePresent(this.#server.folder, 'a folder that the lean service was filled with');
  }

  async stop(): Promise<void> {
    await this.#server.child.stop();
  }

  /** Requests answered so far, and files that lists show. */
  async state(): Promise<z.infer<typeof state>> {
    return state.parse(await (await fetch(`${this.#server.url}/bench/state`)).json());
  }

  /** Processor time so far, in milliseconds. */
  get cpuMs(): number {
    return weigh(this.#server.child.pid)?.cpuMs ?? 0;
  }

  /** The id of the folder at the top. */
  async rootFolder(): Promise<string> {
    const [first] = z
      .array(z.object({ id: z.string() }))
      .parse(await (await fetch(`${this.baseUrl}/folders/roots`)).json());
    if (first === undefined) throw new Error('the lean service has no folder at the top');
    return first.id;
  }

  /** A new folder at the service; its id. */
  async makeFolder(name: string): Promise<string> {
    return z
      .object({ id: z.string() })
      .parse(await this.#post('/api/v1/folders', { name, parentFolderId: await this.rootFolder() })).id;
  }

  /** A new folder with a whole tree in it; its id. */
  async fill(name: string, wish: TreeWish): Promise<string> {
    return z.object({ folderId: z.string() }).parse(await this.#post('/bench/fill', { name, wish })).folderId;
  }

  /** A new file of so many bytes of noise, and where its bytes are read. */
  async addNoise(folderId: string, name: string, sizeBytes: number): Promise<{ readonly url: string }> {
    return z.object({ url: z.string() }).parse(await this.#post('/bench/noise', { folderId, name, sizeBytes }));
  }

  /** How often each route was asked so far; `{}` stands for an id. */
  async asked(): Promise<Readonly<Record<string, number>>> {
    return z.record(z.string(), z.number()).parse(await (await fetch(`${this.#server.url}/bench/asked`)).json());
  }

  /** When a file of this name was announced first, on the clock of all processes; null: not yet. */
  async heardAt(name: string): Promise<number | null> {
    const url = `${this.#server.url}/bench/heard?name=${encodeURIComponent(name)}`;
    return z.object({ atMs: z.number().nullable() }).parse(await (await fetch(url)).json()).atMs;
  }

  /** Edits a file at the service: its new content has this many bytes. */
  async edit(file: string, sizeBytes: number): Promise<void> {
    const contentBase64 = Buffer.alloc(sizeBytes).toString('base64');
    await this.#post(`/api/v1/files/${file}/versions`, { contentBase64 });
  }

  /** An address that takes the bytes of one file. */
  async place(): Promise<string> {
    const body = { fileName: 'put', contentType: 'application/octet-stream', folderId: await this.rootFolder() };
    return z.object({ uploadUrl: z.string() }).parse(await this.#post('/api/v1/files/upload', body)).uploadUrl;
  }

  async #post(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${this.#server.url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })).json();
  }
}
