import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import { CopySaver } from '../../../main/items/local/save-copy.ts';
import type { AppContext } from '../../../main/items/app-context.ts';
import { createNodeDisk } from '../../../main/node/node-disk.ts';
import { systemRandom } from '../../../main/node/system/system-random.ts';
import type { FolderSurveyor } from '../../../main/ports/folder-survey.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import { GIB } from '../../../shared/units.ts';

// The real disk below, a service above that gives one text, and what a disk says when it is full.

const FILE = { where: 'service', id: '00000000-0000-4000-8000-000000000001' as ServiceId } as const;

const disk = createNodeDisk(join(tmpdir(), 'no records'));
afterAll(() => disk.close());

interface Wishes {
  readonly freeBytes?: number;
  readonly ground?: (real: FolderSurveyor) => FolderSurveyor;
  readonly name?: string;
  /** The service names no version of the file; asked to stream it, it answers so. */
  readonly streams?: {
    readonly status: number;
    readonly type: string;
    readonly text: string;
    /** The text comes again and again. */
    readonly isEndless?: true;
  };
}

async function stage({ freeBytes = 10 * GIB, ground = real => real, name = 'plate 7.csv', streams }: Wishes = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'benchtop-out-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const facts = new Map<string, string>();
  const detail = { name, folderId: null, version: streams === undefined ? 'v1' : null, sizeBytes: 4, isGone: false };
  const api = {
    versions: async () => [],
    file: async () => detail,
    versionContent: async () => ({ url: null, inline: 'data' }),
  };
  const connection = {
    open: async () => ({
      status: streams?.status,
      headers: new Map([['content-type', streams?.type]]),
      body: (async function* () {
        do yield new TextEncoder().encode(streams?.text);
        while (streams?.isEndless);
      })(),
      discard: async () => undefined,
    }),
  };
  const parts = {
    world: {
      disk: { space: async () => ({ freeBytes, totalBytes: 100 * GIB, recordsFreeBytes: 10 * GIB }) },
      random: systemRandom,
      ground: ground(disk.ground),
    },
    engine: {
      connection: async () => ({ api: () => api, storage: null, line: () => ({ connection, organization: null }) }),
    },
    journal: {
      facts: {
        get: (key: string) => facts.get(key) ?? null,
        set: (key: string, value: string | null) => (value === null ? facts.delete(key) : facts.set(key, value)),
      },
    },
  } as unknown as AppContext;
  return { folder, facts, copies: new CopySaver(parts), inside: () => readdir(folder) };
}

test('an older version is saved as it was, whatever the current one holds', async () => {
  const { folder, copies } = await stage();
  const version = '00000000-0000-4000-8000-0000000000aa' as VersionId;
  expect(await copies.save(FILE, { folder, name: null, version })).toMatchObject({ sizeBytes: 4, version });
  expect(await readFile(join(folder, 'plate 7.csv'), 'utf8')).toBe('data');
});

test('a copy takes the next number that is free, whatever case the other names are in', async () => {
  const { folder, facts, copies, inside } = await stage();
  await writeFile(join(folder, 'plate 7.csv'), 'mine');
  await writeFile(join(folder, 'plate 7 (2).csv'), 'mine too');
  expect(await copies.save(FILE, { folder, name: null })).toEqual({
    path: join(folder, 'plate 7 (3).csv'),
    sizeBytes: 4,
    version: 'v1',
  });
  expect(await readFile(join(folder, 'plate 7.csv'), 'utf8')).toBe('mine');
  expect((await inside()).length).toBe(3);
  expect(facts.size).toBe(0);
});

test('a file whose versions the service does not name is saved as the service streams it', async () => {
  const { folder, copies } = await stage({ streams: { status: 200, type: 'text/csv', text: 'data' } });
  const path = join(folder, 'plate 7.csv');
  expect(await copies.save(FILE, { folder, name: null })).toEqual({ path, sizeBytes: 4, version: null });
  expect(await readFile(path, 'utf8')).toBe('data');
});

test.each([
  ['less than it said', 200, 'text/csv', 'dat'],
  ['a web page', 200, 'text/html', '<p>'],
  ['a redirect, which is not followed', 302, 'text/csv', ''],
])('of what the service streams nothing is saved when it is %s', async (_, status, type, text) => {
  const { folder, copies, inside } = await stage({ streams: { status, type, text } });
  await expect(copies.save(FILE, { folder, name: null })).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  expect(await inside()).toEqual([]);
});

test('of an answer without an end nothing is saved, and its rest is not read', async () => {
  const streams = { status: 200, type: 'text/csv', text: 'data', isEndless: true } as const;
  const { folder, copies, inside } = await stage({ streams });
  await expect(copies.save(FILE, { folder, name: null })).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  expect(await inside()).toEqual([]);
});

test('a name of the service never leads out of the folder [S30]', async () => {
  const { folder, copies, inside } = await stage({ name: '../../../etc/passwd\n' });
  await copies.save(FILE, { folder, name: null });
  const [only] = await inside();
  expect((await inside()).length).toBe(1);
  expect(only).not.toMatch(/[/\n]/);
});

test('a name of the service makes no hidden file, which other programs would obey', async () => {
  const { folder, copies, inside } = await stage({ name: '.bashrc' });
  await copies.save(FILE, { folder, name: null });
  expect(await inside()).toEqual(['_bashrc']);
});

test('what does not fit is not begun', async () => {
  const { folder, copies, inside } = await stage({ freeBytes: 3 });
  const saving = copies.save(FILE, { folder, name: null });
  await expect(saving).rejects.toMatchObject({ fault: { kind: 'disk-full' } });
  expect(await inside()).toEqual([]);
});

test.each(['write', 'finish', 'become'] as const)('a disk that is full at %s leaves nothing', async step => {
  const full = () => Promise.reject(new FaultError({ kind: 'disk-full', path: 'x' }));
  const { folder, facts, copies, inside } = await stage({
    ground: real => ({
      ...real,
      begin: async (where, mark) => {
        const file = await real.begin(where, mark);
        const all = {
          write: (chunk: Uint8Array) => file.write(chunk),
          finish: () => file.finish(),
          discard: () => file.discard(),
          become: (name: string) => file.become(name),
        };
        return { ...all, [step]: full };
      },
    }),
  });
  await expect(copies.save(FILE, { folder, name: null })).rejects.toMatchObject({ fault: { kind: 'disk-full' } });
  expect(await inside()).toEqual([]);
  expect(facts.size).toBe(0);
});

test('what was begun in a folder that stops answering stays noted until it is cleared there', async () => {
  let isSilent = true;
  const unlessSilent = <T>(work: () => Promise<T>): Promise<T> =>
    isSilent ? Promise.reject(new FaultError({ kind: 'disk-refused', path: 'x', code: 'ETIMEDOUT' })) : work();
  const { folder, facts, copies, inside } = await stage({
    ground: real => ({
      ...real,
      clear: (where, mark) => unlessSilent(() => real.clear(where, mark)),
      begin: async (where, mark) => {
        const file = await real.begin(where, mark);
        return {
          write: chunk => file.write(chunk),
          finish: async () => unlessSilent(async () => file.finish()),
          discard: () => unlessSilent(() => file.discard()),
          become: name => file.become(name),
        };
      },
    }),
  });
  await expect(copies.save(FILE, { folder, name: null })).rejects.toMatchObject({ fault: { code: 'ETIMEDOUT' } });
  await copies.clear();
  expect([(await inside()).length, facts.size]).toEqual([1, 1]);
  isSilent = false;
  await copies.clear();
  expect([await inside(), facts.size]).toEqual([[], 0]);
});

test('closing ends what is under way, and nothing half stays', async () => {
  const { folder, copies, inside } = await stage();
  const saving = copies.save(FILE, { folder, name: null });
  const closing = copies.close();
  await expect(saving).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  await closing;
  expect(await inside()).toEqual([]);
});
