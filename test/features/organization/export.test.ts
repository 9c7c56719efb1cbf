import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import { CopySaver } from '../../../main/items/local/save-copy.ts';
import { ExportDownloads, exportHandlers } from '../../../main/features/organization/export.ts';
import type { AppContext } from '../../../main/items/app-context.ts';
import { createNodeDisk } from '../../../main/node/node-disk.ts';
import { systemRandom } from '../../../main/node/system/system-random.ts';
import { GIB } from '../../../shared/units.ts';

// The real disk below, and a service above of which one export and its bundle are asked.

const JOB = '00000000-0000-4000-8000-0000000000aa';

const disk = createNodeDisk(join(tmpdir(), 'no records'));
afterAll(() => disk.close());

interface Wishes {
  readonly job?: object;
  readonly location?: string;
  readonly type?: string;
  readonly chunks?: readonly string[];
  /** After these nothing more comes, and the line stays open. */
  readonly hangs?: true;
  readonly totalBytes?: number | null;
}

async function* chunksOf(texts: readonly string[], hangs = false): AsyncIterable<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
  if (hangs) await new Promise(() => undefined);
}

async function stage({ job, location = 'https://store/x', type = 'application/zip', ...bytes }: Wishes = {}) {
  const { chunks, hangs, totalBytes } = bytes;
  const folder = await mkdtemp(join(tmpdir(), 'benchtop-export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const facts = new Map([['organization', 'o1']]);
  const discard = async (): Promise<void> => undefined;
  const asked: string[] = [];
  const connection = {
    call: async () => ({ id: JOB, status: 'completed', createdAt: '2026-11-22T10:00:00Z', sizeBytes: 4, ...job }),
    open: async () => ({ status: 302, headers: new Map([['location', location]]), body: chunksOf([]), discard }),
  };
  const storage = {
    getCounted: async (url: string) => {
      asked.push(url);
      const headers = new Map([['content-type', type]]);
      return {
        status: 200,
        headers,
        body: chunksOf(chunks ?? ['PK', '..'], hangs),
        discard,
        totalBytes: totalBytes ?? null,
      };
    },
  };
  const parts = {
    world: {
      disk: { space: async () => ({ freeBytes: 10 * GIB, totalBytes: 100 * GIB, recordsFreeBytes: 10 * GIB }) },
      random: systemRandom,
      ground: disk.ground,
    },
    settings: { dataDirectory: '/nowhere' },
    engine: { connection: async () => ({ line: () => ({ connection, organization: 'o1' }), storage }) },
    journal: {
      mirrors: { all: () => [] },
      facts: {
        get: (key: string) => facts.get(key) ?? null,
        set: (key: string, value: string | null) => (value === null ? facts.delete(key) : facts.set(key, value)),
      },
    },
  } as unknown as AppContext;
  const told: (number | null)[][] = [];
  const downloads = new ExportDownloads({ elapsed: () => told.length * 1000 }, underway =>
    told.push(underway.flatMap(({ doneBytes, sizeBytes }) => [doneBytes, sizeBytes])),
  );
  const handlers = exportHandlers(parts, new CopySaver(parts), downloads);
  const get = (name: string | null = null) => handlers['export.get']({ job: JOB, folder, name });
  const stop = (id: string | null) => handlers['export.stop']({ job: id });
  return { folder, asked, told, get, stop, inside: () => readdir(folder) };
}

test('a bundle is saved under its day, and the next one beside it', async () => {
  const { folder, asked, get, inside } = await stage();
  expect(await get()).toMatchObject({ path: join(folder, 'export-2026-11-22.zip'), sizeBytes: 4 });
  expect(await readFile(join(folder, 'export-2026-11-22.zip'), 'utf8')).toBe('PK..');
  expect(asked).toEqual(['https://store/x']);
  expect(await get()).toMatchObject({ path: join(folder, 'export-2026-11-22 (2).zip') });
  await get('mine.zip');
  await expect(get('mine.zip')).rejects.toThrow('mine.zip');
  expect((await inside()).length).toBe(3);
});

test.each<readonly [string, Wishes, string]>([
  ['is not built yet', { job: { status: 'running' } }, 'is not there yet'],
  ['failed', { job: { status: 'failed' } }, 'could not build'],
  ['has no address', { location: '' }, 'no address'],
  ['is cut off', { chunks: ['PK'] }, 'did not come whole'],
  ['is shorter than the storage says', { job: { sizeBytes: null }, totalBytes: 9 }, 'did not come whole'],
  ['is a web page', { type: 'text/html' }, 'A web page came'],
])('a bundle that %s leaves nothing', async (_, wishes, sentence) => {
  const { get, inside } = await stage(wishes);
  await expect(get()).rejects.toThrow(sentence);
  expect(await inside()).toEqual([]);
});

test('a status that nobody here knows does not keep the bundle away', async () => {
  const { get } = await stage({ job: { status: 'sealed' } });
  expect(await get('../../etc.zip').catch((error: unknown) => String(error))).toContain('no name of a file');
  expect(await get()).toMatchObject({ job: { status: 'sealed', isReady: null }, sizeBytes: 4 });
});

test('how far a download is is told, and at its end that none is under way', async () => {
  const { get, told } = await stage({ chunks: ['P', 'K..'] });
  await get();
  expect(told).toEqual([[0, 4], [1, 4], [4, 4], []]);
});

test('a download that is stopped leaves nothing, also on a line on which nothing comes any more', async () => {
  const { get, stop, told, inside } = await stage({ chunks: ['PK'], hangs: true });
  const ended = get().then(
    () => 'saved',
    (error: unknown) => String(error),
  );
  await vi.waitFor(() => expect(told.at(-1)).toEqual([2, 4]), 30_000);
  await stop('another');
  expect(told.at(-1)).toEqual([2, 4]);
  await stop(JOB);
  expect(await ended).toContain('was stopped');
  expect([await inside(), told.at(-1)]).toEqual([[], []]);
});
