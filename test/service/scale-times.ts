import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { present } from '../../shared/assert.ts';
import { startLocalService } from './local-service.ts';
import type { LocalService } from './local-service.ts';
import { drawsFrom } from './scale/draws.ts';
import type { Draws } from './scale/draws.ts';

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
    this.#key = present(service.users[0], 'a user').apiKey;
  }

  /** The answer's text, and how long it took from the call to its last byte, in milliseconds. */
  async ask(path: string): Promise<{ text: string; ms: number }> {
    const before = performance.now();
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
    return { text, ms: performance.now() - before };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Walks the tree as a client does: every folder, and some files of each. */
async function look(line: Line, draws: Draws): Promise<Ground> {
  const folders: string[] = [];
  const files: z.infer<typeof named>[] = [];
  let largest = { id: '', files: 0 };
  let level = z.array(named).parse(JSON.parse((await line.ask('/folders/roots')).text));
  while (level.length > 0) {
    const below: z.infer<typeof named>[] = [];
    for (const { id } of level) {
      folders.push(id);
      below.push(...z.array(named).parse(JSON.parse((await line.ask(`/folders/${id}/children`)).text)));
      const { items, totalCount } = page.parse(
        JSON.parse((await line.ask(`/folders/${id}/files?PageSize=${1 + draws.below(5)}`)).text),
      );
      files.push(...items);
      if (totalCount > largest.files) largest = { id, files: totalCount };
    }
    level = below;
  }
  return { folders, files, largest };
}

async function timesOf(line: Line, each: Timed, draws: { requests: number; seed: number }): Promise<readonly number[]> {
  const drawn = drawsFrom(draws.seed);
  const times: number[] = [];
  for (let count = 0; count < draws.requests; count += 1) times.push((await line.ask(each.address(drawn))).ms);
  return times.toSorted((one, other) => one - other);
}

function row(name: string, times: readonly number[]): string {
  const at = (share: number): string =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(2).padStart(8);
  return `${name.padEnd(52)}${at(0.5)}${at(0.95)}${at(1)}\n`;
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
  say(`${process.platform}, Node ${process.version}\n`);
  const started = performance.now();
  const service = await startLocalService({ port: 0, folder, sampleSize: size });
  say(`${size} files, ready after ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  const line = new Line(service);
  try {
    const ground = await look(line, drawsFrom(seed));
    say(`${ground.folders.length} folders, the largest with ${ground.largest.files} files\n`);
    say(`${requests} requests each, seed ${seed}, milliseconds`.padEnd(52));
    say(`${['median', 'p95', 'max'].map(word => word.padStart(8)).join('')}\n`);
    for (const each of timed(ground)) say(row(each.name, await timesOf(line, each, { requests, seed })));
  } finally {
    line.close();
    await service.close();
    if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

await main();
