import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { requirePresent } from '../../shared/assert.ts';
import { running, temporaryFolder } from './builders/running.ts';
import { command, ended } from './builders/served.ts';
import { MEMBER, OWNER } from './conformance/subject.ts';
import type { Json, Tester } from './conformance/subject.ts';
import { folded } from './rules/ground/names.ts';
import type { ByteRange } from './rules/files/storage.ts';
import { drawsFrom } from './scale/draws.ts';
import { plannedFolders } from './scale/tree.ts';
import { generatedKey, generatedObject } from './storage/generated-key.ts';
import type { GeneratedKind, GeneratedObject } from './storage/generated-key.ts';
import { firstGenerated, readGenerated } from './storage/generated-content.ts';

const SORTS = ['name', 'createdAt', 'updatedAt'].flatMap(by => [`${by}&SortDirection=asc`, `${by}&SortDirection=desc`]);

/** Every file of a folder, page by page. */
async function pages(tester: Tester, folder: string, query: string, user: number = OWNER): Promise<Json[]> {
  const files: Json[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/folders/${folder}/files?Page=${page}&${query}`;
    const { items, hasNextPage } = (await tester.ask('GET', path, undefined, user)).json as Json & {
      hasNextPage: boolean;
    };
    files.push(...items);
    if (!hasNextPage) return files;
  }
}

/** Every folder, the roots first, and every file below them. */
async function walk(tester: Tester): Promise<{ folders: readonly Json[]; files: readonly Json[] }> {
  const folders = [...(await tester.list('/folders/roots'))];
  const files: Json[] = [];
  for (const folder of folders) {
    folders.push(...(await tester.list(`/folders/${folder.id}/children`)));
    files.push(...(await pages(tester, folder.id, 'PageSize=100')));
  }
  return { folders, files };
}

test('two services of one size hold the same, ids and times included', async () => {
  const [one, other] = [await running({ sampleSize: 300 }), await running({ sampleSize: 300 })];
  const first = await walk(one.tester);
  const second = await walk(other.tester);
  expect(second.files).toEqual(first.files);
  // The Knowledge Base itself is as old as the service.
  expect(second.folders.slice(1)).toEqual(first.folders.slice(1));
  expect(first.files).toHaveLength(300);
});

test('a million files lie in 50,000 folders, one with 50,000 and some with over 10,000, at most eight deep', () => {
  const folders = plannedFolders(1_000_000);
  const counts = folders.map(folder => folder.files).toSorted((one, other) => other - one);
  expect(folders).toHaveLength(50_000);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_000_000);
  expect(counts[0]).toBeGreaterThanOrEqual(50_000);
  expect(counts[0]).toBeLessThan(66_000);
  expect(counts.filter(count => count >= 10_000).length).toBeGreaterThanOrEqual(15);
  expect(Math.max(...folders.map(folder => folder.depth))).toBe(8);
  expect(new Set(folders.map(folder => folder.ownerId))).toEqual(new Set([1, 2, 3]));
});

test('paging through a folder gives each file exactly once and in order, for every sort and page size', async () => {
  const { tester } = await running({ sampleSize: 2000 });
  const { folders, files } = await walk(tester);
  expect(new Set(files.map(file => file.id)).size).toBe(2000);
  const counts = folders.map(folder => files.filter(file => file.folderId === folder.id).length);
  const largest = requirePresent(folders[counts.indexOf(Math.max(...counts))], 'the largest folder').id;
  const held = files.filter(file => file.folderId === largest);
  expect(held.length).toBeGreaterThan(100);
  const keys = { name: 'name', createdAt: 'createdAt', updatedAt: 'updatedAt' } as const;
  for (const sort of SORTS) {
    for (const size of [1 + (held.length % 7), 33, 100]) {
      const listed = await pages(tester, largest, `PageSize=${size}&SortBy=${sort}`);
      expect(new Set(listed.map(file => file.id))).toEqual(new Set(held.map(file => file.id)));
      const key = keys[sort.split('&')[0] as keyof typeof keys];
      const ascending = listed.map(file => `${file[key]} ${file.id}`);
      if (sort.endsWith('desc')) ascending.reverse();
      expect(ascending).toEqual(ascending.toSorted((one, other) => (one < other ? -1 : 1)));
    }
  }
  const beyond = await tester.ask('GET', `/folders/${largest}/files?Page=1000000&PageSize=100`);
  expect(beyond.json).toMatchObject({ items: [], totalCount: held.length });
});

test('pages stay right when the folder changes between them', async () => {
  const { tester } = await running({ sampleSize: 1500 });
  const { folders, files } = await walk(tester);
  const counts = folders.map(folder => files.filter(file => file.folderId === folder.id).length);
  const largest = requirePresent(folders[counts.indexOf(Math.max(...counts))], 'the largest folder').id;
  const draws = drawsFrom(8);
  let held = await pages(tester, largest, 'PageSize=100');
  for (let step = 0; step < 25; step += 1) {
    const file = draws.pick(held);
    if (step % 3 === 0) await tester.expectStatus(204, tester.ask('DELETE', `/files/${file.id}`));
    if (step % 3 === 1) await tester.ask('PUT', `/files/${file.id}`, { name: `${draws.below(9)} renamed ${step}` });
    if (step % 3 === 2) await tester.upload(largest, `${draws.below(9)} new ${step}.txt`, 'x');
    const query = `PageSize=${3 + draws.below(9)}&SortBy=${draws.pick(SORTS)}`;
    const listed = await pages(tester, largest, query);
    held = await pages(tester, largest, 'PageSize=100');
    expect(new Set(listed.map(each => each.id))).toEqual(new Set(held.map(each => each.id)));
    expect(listed).toHaveLength(held.length);
  }
});

test('contents are nowhere on the disk, the same each time, and every range is a part of the whole', async () => {
  const folder = await temporaryFolder();
  const { tester, baseUrl, users } = await running({ folder, sampleSize: 200 });
  const { files } = await walk(tester);
  const small = files.filter(file => Number((file as Json & { size: number }).size) < 200_000).slice(0, 12);
  expect(small.length).toBeGreaterThan(5);
  for (const file of small) {
    const { size } = file as Json & { size: number };
    const headers = { 'x-api-key': requirePresent(users[0], 'the owner').apiKey };
    const whole = Buffer.from(await (await fetch(`${baseUrl}/files/${file.id}/download`, { headers })).arrayBuffer());
    expect(whole).toHaveLength(size);
    const { url } = (await tester.ask('GET', `/files/${file.id}/content`)).json;
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(whole)).toBe(true);
    if (size < 10) continue;
    for (const [start, end] of [
      [0, 0],
      [1, 5],
      [Math.floor(size / 2), size - 1],
      [size - 3, size + 100],
    ] as const) {
      const part = await fetch(url, { headers: { range: `bytes=${start}-${end}` } });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true);
    }
  }
  expect(await readdir(join(folder, 'content', 'objects'))).toEqual([]);
});

const CONTENTS: readonly (readonly [GeneratedKind, number, string])[] = [
  ['text', 5000, 'e8ca2b78061455beaaad58ab68ec7b04cbb6f2a7c6bd994b907c9186a466d5c9'],
  ['table', 200_001, 'b3d9165ec66af4c080eea20075014a74e17161b184b2ce490573938e5414855f'],
  ['json', 77, '6de36b20c087beb43e9ab265f8b0556e48151486fa2fdb2a3a865583e904f0ed'],
  ['pdf', 4000, '70a146ef76f67aee287b814982e5c8c8b0d75095823f343dea70c81e0e051adb'],
  ['tiff', 70_000, 'b25955f27039592968afb3a422594c0cd4170562b0ea35040d5b26f420b64757'],
  ['bytes', 131_073, '0c1dbea72e88398443ba7e4e37e796078f47caaf28e2640f4a689bcb08067edb'],
];

test.each(CONTENTS)('a generated %s of %i bytes has the same hash for ever', (kind, sizeBytes, hash) => {
  const bytes = firstGenerated({ kind, seed: 2 ** 40 + 12_345, sizeBytes }, Infinity);
  expect(bytes).toHaveLength(sizeBytes);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
});

async function read(object: GeneratedObject, range: ByteRange): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readGenerated(object, range)) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

test('every size of every kind is exact, any two neighbouring ranges join, and JSON parses', async () => {
  const draws = drawsFrom(11);
  for (const kind of ['text', 'table', 'json', 'pdf', 'tiff', 'bytes'] as const) {
    for (const sizeBytes of [0, 1, 2, 7, 8, 63, 64, 65, 130, 700, 1500, 65_535, 65_537, draws.below(300_000)]) {
      const object = { kind, seed: draws.below(2 ** 31) * 1000, sizeBytes };
      expect(generatedObject(generatedKey(object))).toEqual(object);
      const whole = firstGenerated(object, Infinity);
      expect(whole).toHaveLength(sizeBytes);
      if (kind === 'json' && sizeBytes > 0) JSON.parse(Buffer.from(whole).toString());
      if (sizeBytes < 2) continue;
      const cut = 1 + draws.below(sizeBytes - 1);
      const parts = [
        await read(object, { start: 0, end: cut - 1 }),
        await read(object, { start: cut, end: sizeBytes - 1 }),
      ];
      expect(Buffer.concat(parts).equals(Buffer.from(whole))).toBe(true);
    }
  }
});

test('the key of a stored object is never taken for one of a generated object', () => {
  for (let count = 0; count < 1000; count += 1) expect(generatedObject(crypto.randomUUID())).toBeNull();
});

test('extraction of every file has ended, and nothing waits', async () => {
  const { tester } = await running({ sampleSize: 100 });
  for (const file of (await walk(tester)).files) {
    const { extractionStatus, name } = (await tester.ask('GET', `/files/${file.id}`)).json;
    const isPicture = /\.(tif|trc|fcs|gz)$/.test(name);
    expect([name, extractionStatus]).toEqual([name, isPicture ? 'deferred' : 'done']);
  }
});

test('a second start does not build again, and what was changed since stays', async () => {
  const folder = await temporaryFolder();
  const first = await running({ folder, sampleSize: 150, sample: true });
  const { files } = await walk(first.tester);
  const gone = requirePresent(files[7], 'a file');
  await first.tester.expectStatus(204, first.tester.ask('DELETE', `/files/${gone.id}`));
  await first.close();
  const second = await running({ folder, sampleSize: 150, sample: true });
  expect((await walk(second.tester)).files).toEqual(files.filter(file => file.id !== gone.id));
  await second.close();
  await expect(running({ folder, sampleSize: 151 })).rejects.toThrow(
    'This data folder holds a sample of 150 files; use a new one for 151 files.',
  );
  const without = await running({ folder });
  expect((await walk(without.tester)).files).toHaveLength(files.length - 1);
});

test('a sample beside the small one leaves that as it was', async () => {
  const small = await walk((await running({ sample: true })).tester);
  const both = await walk((await running({ sample: true, sampleSize: 60 })).tester);
  const ids = new Set(both.files.map(file => file.id));
  expect(small.files.every(file => ids.has(file.id))).toBe(true);
  expect(both.files).toHaveLength(small.files.length + 60);
});

test.each(['0', '1000001', 'many', '-5', '1.5'])('a sample size of %s ends with 2 and a sentence', async size => {
  const end = await ended(command('--port', '0', '--data', 'x', `--sample-size=${size}`));
  expect(end).toMatchObject({ code: 2, words: expect.stringContaining('The sample size must be a number from 1') });
});

test('whatever changes, counts and searches by name agree with the listings', async () => {
  // An extraction that ends between two of the lists would give the later one another description.
  const switches = { searchDepth: 10_000, flatListingCap: 10_000, extractionDelayMs: 600_000 };
  const { tester } = await running({ sampleSize: 800, switches });
  const draws = drawsFrom(5);
  const { folders, files } = await walk(tester);
  for (let step = 0; step < 60; step += 1) {
    const file = draws.pick(files);
    const folderId = draws.pick(folders).id;
    const kind = draws.below(5);
    if (kind === 0) await tester.ask('DELETE', `/files/${file.id}`);
    if (kind === 1) await tester.ask('PUT', `/files/${file.id}`, { name: `Ümbenannt ${step} "x" ${file.name}` });
    if (kind === 2) await tester.ask('PATCH', `/files/${file.id}/move`, { parentFolderId: folderId });
    if (kind === 3) await tester.upload(folderId, `Neu ${step} 100%_A'B.txt`, 'x');
    if (kind === 4) await tester.ask('POST', `/files/${file.id}/versions`, { content: 'changed' });
  }
  const now = (await walk(tester)).files.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  const texts = [
    '',
    'Ü',
    'ümbenannt',
    'UMBENANNT',
    '"x"',
    '100%_a',
    "_a'b",
    'zzqq',
    '2',
    '20',
    '.csv',
    '🧪',
    '🧪 b',
    'ка',
  ];
  for (let count = 0; count < 25; count += 1) {
    const characters = Array.from(draws.pick(now).name);
    const start = draws.below(characters.length);
    texts.push(characters.slice(start, start + 1 + draws.below(20)).join(''));
  }
  for (const text of texts) {
    const expected = now.filter(file => folded(file.name).includes(folded(text)));
    const q = encodeURIComponent(text);
    const flat = await tester.list(`/folders/files?q=${q}`);
    const ids = (list: readonly Json[]): readonly string[] => list.map(file => file.id).toSorted();
    expect({ text, ids: ids(flat) }).toEqual({ text, ids: ids(expected) });
    const times = flat.map(file => file.updatedAt);
    expect({ text, times }).toEqual({ text, times: times.toSorted().toReversed() });
    const { totalCount } = (await tester.ask('GET', `/search/files?q=${q}&PageSize=7`)).json as Json & {
      totalCount: number;
    };
    expect({ text, totalCount }).toEqual({ text, totalCount: expected.length });
    const picked = await tester.list(`/files/search?q=${q}&limit=5`);
    expect(picked).toEqual(flat.slice(0, 5));
  }
});

test('a search finds at most as many as its depth says, over all pages, and only what the caller may read', async () => {
  const { tester } = await running({ sampleSize: 500, switches: { searchDepth: 40 } });
  expect((await tester.ask('GET', '/search/files?q=2&PageSize=30&Page=2')).json).toMatchObject({ totalCount: 40 });
  expect((await tester.ask('GET', '/search/files?q=2&PageSize=30&Page=2')).json.items).toHaveLength(10);
  const mine = await tester.folder('Of a member alone', null, MEMBER);
  for (const name of ['secret plan 1.txt', 'secret plan 2.txt']) await tester.upload(mine, name, 'x', MEMBER);
  for (const path of ['/files/search?q=secret plan', '/folders/files?q=secret', '/files/search?q=pl']) {
    expect((await tester.list(path, MEMBER)).filter(file => file.name.startsWith('secret'))).toHaveLength(2);
    expect((await tester.list(path, OWNER)).filter(file => file.name.startsWith('secret'))).toEqual([]);
  }
});

test('a generated file is forked, given a version and taken back to its first one like any other', async () => {
  const { tester } = await running({ sampleSize: 200 });
  const { files } = await walk(tester);
  const file = requirePresent(
    files.find(each => /\.(md|txt|csv|tsv|json)$/.test(each.name)),
    'a text',
  );
  const { latestVersionId } = (await tester.ask('GET', `/files/${file.id}`)).json;
  const content = await tester.content(file.id);
  const fork = await tester.expectStatus(201, tester.ask('POST', `/files/${file.id}/fork`, { newName: 'fork.md' }));
  expect(await tester.content(fork.id)).toBe(content);
  await tester.expectStatus(201, tester.ask('POST', `/files/${file.id}/versions`, { content: 'other' }));
  expect(await tester.content(file.id)).toBe('other');
  await tester.expectStatus(201, tester.ask('POST', `/files/${file.id}/versions/${latestVersionId}/restore`));
  expect(await tester.content(file.id)).toBe(content);
  expect(await tester.content(fork.id)).toBe(content);
});
