import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { requirePresent } from '../../shared/assert.ts';
import { startLocalService } from './local-service.ts';
import type { LocalService } from './local-service.ts';
import { drawsFrom } from './scale/draws.ts';
import type { Draws } from './scale/draws.ts';
import { plannedFolders } from './scale/tree.ts';
import type { PlannedFolder } from './scale/tree.ts';

const USAGE = 'Usage: node test/service/scale-times.ts [--size FILES] [--requests N] [--seed S] [--data DIR]';

const named = z.object({ id: z.string(), name: z.string() });
const page = z.object({ items: z.array(named), totalCount: z.number() });

/** What is timed: its name, and the address of one request drawn from the seed. */
interface Timed {
  readonly name: string;
  address(draws: Draws): string;
}

/** What the addresses are drawn from. */
interface Ground {
  readonly folders: readonly string[];
  readonly files: readonly z.infer<typeof named>[];
  readonly largest: { readonly id: string; readonly files: number };
}

const SORTS = ['name', 'createdAt', 'updatedAt'].flatMap(by => [`${by}&SortDirection=asc`, `${by}&SortDirection=desc`]);

function timed({ folders, files, largest }: Ground): readonly Timed[] {
  const text = (draws: Draws, length: number): string => {
    const characters = Array.from(draws.pick(files).name);
    const start = draws.below(Math.max(1, characters.length - length + 1));
    return encodeURIComponent(characters.slice(start, start + length).join(''));
  };
  const searches = (path: string): readonly Timed[] => [
    { name: `${path} 3 to 12 characters`, address: draws => `${path}${text(draws, 3 + draws.below(10))}` },
    { name: `${path} whole names`, address: draws => `${path}${text(draws, 300)}` },
    { name: `${path} 1 or 2 characters`, address: draws => `${path}${text(draws, 1 + draws.below(2))}` },
    { name: `${path} in no name`, address: draws => `${path}zq${draws.below(1e6)}xw` },
    {
      name: `${path} a word in very many names`,
      address: draws => `${path}${draws.pick(['run', '202', 'csv', '.tif'])}`,
    },
  ];
  const sizes = [10, 50, 100];
  return [
    { name: '/folders/roots', address: () => '/folders/roots' },
    { name: '/folders/{id}', address: draws => `/folders/${draws.pick(folders)}` },
    { name: '/folders/{id}/children', address: draws => `/folders/${draws.pick(folders)}/children` },
    {
      name: '/folders/{id}/files',
      address: draws => `/folders/${draws.pick(folders)}/files?PageSize=100&SortBy=${draws.pick(SORTS)}`,
    },
    {
      name: '/folders/{id}/files, any page of the largest',
      address: draws => {
        const size = draws.pick(sizes);
        const number = 1 + draws.below(Math.ceil(largest.files / size));
        return `/folders/${largest.id}/files?Page=${number}&PageSize=${size}&SortBy=${draws.pick(SORTS)}`;
      },
    },
    { name: '/files/{id}', address: draws => `/files/${draws.pick(files).id}` },
    { name: '/files/{id}/versions', address: draws => `/files/${draws.pick(files).id}/versions` },
    ...searches('/files/search?q='),
    ...searches('/search/files?q='),
    ...searches('/folders/files?q='),
  ];
}

/** One way to the service, kept open. */
class Line {
  readonly #service: LocalService;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #key: string;

  constructor(service: LocalService) {
    this.#service = service;
    this.#key = requirePresent(service.users[0], 'a user').apiKey;
  }

  /**
   * The answer's text, how long it took from the call to its last byte, and how long the processor worked on it, here and
   * in the service together; in milliseconds.
   */
  async ask(path: string): Promise<{ text: string; ms: number; busyMs: number }> {
    const before = performance.now();
    const used = process.cpuUsage();
    const text = await new Promise<string>((resolve, reject) => {
      const options = { agent: this.#agent, headers: { 'x-api-key': this.#key } };
      get(this.#service.baseUrl + path, options, incoming => {
        const pieces: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.on('end', () => {
          if (incoming.statusCode === 200) resolve(Buffer.concat(pieces).toString('utf8'));
          else reject(new Error(`${path} was answered ${incoming.statusCode}`));
        });
      }).on('error', reject);
    });
    const { user, system } = process.cpuUsage(used);
    return { text, ms: performance.now() - before, busyMs: (user + system) / 1000 };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Enough folders to draw from; reading all 50,000 would take longer than the timing. */
const MOST_FOLDERS = 3000;

/** Walks through the tree here and there, as people do, and to the largest folder. */
async function look(line: Line, draws: Draws, size: number): Promise<Ground> {
  const files: z.infer<typeof named>[] = [];
  const largest = await largestFolder(line, size);
  const folders = [largest.id];
  const ahead = [...(await listed(line, '/folders/roots'))];
  while (ahead.length > 0 && folders.length < MOST_FOLDERS) {
    const [next] = ahead.splice(draws.below(ahead.length), 1);
    const { id } = requirePresent(next, 'a folder');
    folders.push(id);
    ahead.push(...(await listed(line, `/folders/${id}/children`)));
    const address = `/folders/${id}/files?PageSize=${1 + draws.below(5)}`;
    files.push(...page.parse(JSON.parse((await line.ask(address)).text)).items);
  }
  return { folders, files, largest };
}

async function listed(line: Line, path: string): Promise<readonly z.infer<typeof named>[]> {
  return z.array(named).parse(JSON.parse((await line.ask(path)).text));
}

/** The folder with the most files, found by the names on the way to it. */
async function largestFolder(line: Line, size: number): Promise<Ground['largest']> {
  const planned = plannedFolders(size);
  const most = Math.max(...planned.map(folder => folder.files));
  const names: string[] = [];
  for (let at: number | null = planned.findIndex(folder => folder.files === most); at !== null;) {
    const folder: PlannedFolder = requirePresent(planned[at], 'a planned folder');
    names.unshift(folder.name);
    at = folder.parent;
  }
  let id = requirePresent((await listed(line, '/folders/roots'))[0], 'the Knowledge Base').id;
  for (const name of names) {
    const children = await listed(line, `/folders/${id}/children`);
    id = requirePresent(
      children.find(child => child.name === name),
      name,
    ).id;
  }
  return { id, files: most };
}

/** Times of one listing, each kind in ascending order. */
interface Times {
  readonly whole: readonly number[];
  readonly busy: readonly number[];
}

async function timesOf(line: Line, each: Timed, draws: { requests: number; seed: number }): Promise<Times> {
  const drawn = drawsFrom(draws.seed);
  const [whole, busy]: [number[], number[]] = [[], []];
  for (let count = 0; count < draws.requests; count += 1) {
    const { ms, busyMs } = await line.ask(each.address(drawn));
    whole.push(ms);
    busy.push(busyMs);
  }
  const ascending = (times: readonly number[]): number[] => times.toSorted((one, other) => one - other);
  return { whole: ascending(whole), busy: ascending(busy) };
}

const HEADINGS = ['median', 'p95', 'max', 'CPU med.', 'CPU p95'];

function row(name: string, { whole, busy }: Times): string {
  const at = (times: readonly number[], share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const cells = [at(whole, 0.5), at(whole, 0.95), at(whole, 1), at(busy, 0.5), at(busy, 0.95)];
  return `${name.padEnd(50)}${cells.map(cell => cell.toFixed(2).padStart(9)).join('')}\n`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '100000' },
      requests: { type: 'string', default: '400' },
      seed: { type: 'string', default: '1' },
      data: { type: 'string' },
    },
  });
  const [size, requests, seed] = [Number(values.size), Number(values.requests), Number(values.seed)];
  if (![size, requests, seed].every(Number.isInteger) || requests < 1) throw new Error(USAGE);
  const folder = values.data ?? mkdtempSync(join(tmpdir(), 'scale-times-'));
  const say = (text: string): boolean => process.stdout.write(text);
  say(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, `);
  say(`${process.platform}, Node ${process.version}, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
  const started = performance.now();
  const service = await startLocalService({ port: 0, folder, sampleSize: size });
  say(`${size} files, ready after ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  const line = new Line(service);
  try {
    const ground = await look(line, drawsFrom(seed), size);
    say(`${ground.folders.length} folders looked at, the largest with ${ground.largest.files} files\n`);
    say(`${requests} requests each, seed ${seed}, milliseconds`.padEnd(50));
    say(`${HEADINGS.map(word => word.padStart(9)).join('')}\n`);
    for (const each of timed(ground)) say(row(each.name, await timesOf(line, each, { requests, seed })));
  } finally {
    line.close();
    await service.close();
    if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

await main();
