import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test, vi } from 'vitest';

import { namesBelow } from '../setup/run/test-files.ts';
import { running } from './builders/running.ts';
import type { Json, Tester } from './conformance/subject.ts';
import type { Switches } from './switches.ts';
import { switchesSchema } from './switches.ts';

/** A service with a folder and three files in it. */
async function played(switches: Partial<Switches>) {
  const service = await running({ faults: true });
  const { tester } = service;
  const folder = await tester.folder('Switched');
  const files: Json[] = [];
  for (const name of ['b.txt', 'a.txt', 'c.txt']) files.push(await tester.upload(folder, name, `content of ${name}`));
  const [file] = files;
  if (file === undefined) throw new Error('The file is missing.');
  service.panel.change({ switches });
  const get = async (path: string): Promise<unknown> =>
    tester.expectStatus(200, tester.ask('GET', path)) as Promise<unknown>;
  return { ...service, folder, files, file, get };
}

test('every switch stands in a test', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const names = namesBelow(folder);
  const tests = names.filter(name => /\.test\.ts$|conformance/.test(name) && name.endsWith('.ts'));
  const text = tests.map(name => readFileSync(join(folder, name), 'utf8')).join('\n');
  const untested = Object.keys(switchesSchema.shape).filter(name => !new RegExp(`\\b${name}: `).test(text));
  expect(untested).toEqual([]);
});

test('lists come without their envelopes, or all with one', async () => {
  const { panel, folder, get } = await played({ listForms: 'bare' });
  expect(await get(`/folders/${folder}/files`)).toHaveLength(3);
  expect(await get('/folders/roots')).toMatchObject([{ name: 'Knowledge Base' }]);
  panel.change({ switches: { listForms: 'paged' } });
  expect(await get('/organizations')).toMatchObject({ items: [{ name: 'Halden Lab' }], totalCount: 1, totalPages: 1 });
  expect(await get(`/folders/${folder}/children`)).toMatchObject({ items: [], totalCount: 0, hasNextPage: false });
  panel.change({ switches: { listForms: 'swapped' } });
  expect(await get(`/folders/${folder}/files`)).toHaveLength(3);
  expect(await get('/folders/roots')).toMatchObject({ items: [{ name: 'Knowledge Base' }] });
});

test('times are told in milliseconds, or in whole seconds', async () => {
  const { panel, folder, get } = await played({ timesIn: 'seconds' });
  const times = async (): Promise<readonly string[]> =>
    JSON.stringify(await get(`/folders/${folder}/files`)).match(/T\d\d:\d\d:\d\d[^"]*/g) ?? [];
  expect(new Set((await times()).map(time => time.slice(9)))).toEqual(new Set(['Z']));
  panel.change({ switches: { timesIn: 'milliseconds' } });
  for (const time of await times()) expect(time.slice(9)).toMatch(/^\.\d{3}Z$/);
});

test('a batch is answered by an array or by items', async () => {
  const { tester, folder, panel } = await played({ batchForm: 'items' });
  const items = [{ fileName: 'd.txt', contentType: 'text/plain', fileSizeBytes: 1 }];
  const ask = async (): Promise<unknown> =>
    (await tester.ask('POST', `/folders/${folder}/files/upload/batch`, { items })).json;
  expect(await ask()).toMatchObject({ items: [{ status: 'initiated' }] });
  panel.change({ switches: { batchForm: 'array' } });
  expect(await ask()).toMatchObject([{ status: 'initiated' }]);
});

test('optional fields are left out, group by group', async () => {
  const { panel, folder, file, get, tester } = await played({ leftOut: ['paging', 'fileSize', 'fileFolder'] });
  const list = (await get(`/folders/${folder}/files`)) as { items: readonly object[] };
  expect(Object.keys(list)).toEqual(['items']);
  expect(Object.keys(list.items[0] ?? {}).toSorted()).toEqual(
    ['createdAt', 'description', 'fileType', 'id', 'mimeType', 'name', 'tags', 'updatedAt'].toSorted(),
  );
  panel.change({ switches: { leftOut: ['latestVersion', 'owner', 'fileMime'] } });
  const detail = (await get(`/files/${file.id}`)) as object;
  for (const name of ['latestVersionId', 'latestVersion', 'extractionStatus', 'ownerId', 'mimeType']) {
    expect(detail).not.toHaveProperty(name);
  }
  panel.change({ switches: { leftOut: ['versionDetails', 'previousPage'] } });
  const versions = (await get(`/files/${file.id}/versions`)) as { items: readonly object[] };
  expect(versions).not.toHaveProperty('hasPreviousPage');
  expect(versions).toHaveProperty('hasNextPage', false);
  expect(Object.keys(versions.items[0] ?? {})).toEqual(['id', 'createdAt']);
  panel.change({ switches: { leftOut: ['breadcrumbs', 'expiry'] } });
  expect(await get(`/folders/${folder}`)).not.toHaveProperty('breadcrumbs');
  const link = (await get(`/files/${file.id}/content`)) as Json;
  expect(link).not.toHaveProperty('expiresAt');
  expect(await tester.text(link.url)).toBe('content of b.txt');
});

test('sizes and types of files, and upload targets, have their other names', async () => {
  const { folder, tester, file, get } = await played({ fileFieldNames: 'fileSizeBytes', uploadTargetNames: 'url' });
  expect(await get(`/files/${file.id}`)).toMatchObject({ fileSizeBytes: 16, contentType: 'text/plain' });
  expect(await get(`/files/${file.id}`)).not.toHaveProperty('size');
  const body = { fileName: 'd.txt', contentType: 'text/plain', fileSizeBytes: 3 };
  const target = (await tester.ask('POST', `/folders/${folder}/files/upload`, body)).json;
  expect(target).not.toHaveProperty('fileId');
  expect((await tester.put(target.url, 'abc')).status).toBe(200);
  expect((await tester.ask('POST', `/files/${target.id}/upload/confirm`)).status).toBe(200);
});

test('an answer without content is 204 or an empty 200', async () => {
  const { files, tester, panel } = await played({ emptyAnswers: 200 });
  const first = await tester.ask('DELETE', `/files/${files[0]?.id}`);
  panel.change({ switches: { emptyAnswers: 204 } });
  const second = await tester.ask('DELETE', `/files/${files[1]?.id}`);
  expect([first, second].map(({ status, text }) => [status, text])).toEqual([
    [200, ''],
    [204, ''],
  ]);
});

test('changes may answer nothing and are made all the same', async () => {
  const { file, tester, get } = await played({ changesAnswer: 'empty' });
  expect(await tester.ask('PUT', `/files/${file.id}`, { name: 'n.txt' })).toMatchObject({ status: 200, text: '' });
  expect(await get(`/files/${file.id}`)).toMatchObject({ name: 'n.txt' });
});

test('error bodies may lack their code or be empty', async () => {
  const { tester, panel } = await played({ errorForm: 'without-code' });
  const path = '/files/7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9c99';
  expect((await tester.ask('GET', path)).json).toEqual({
    messages: ['The file was not found.'],
    correlationId: expect.any(String),
  });
  panel.change({ switches: { errorForm: 'empty' } });
  expect(await tester.ask('GET', path)).toMatchObject({ status: 404, text: '' });
});

test('small text comes inline, larger and other content by address', async () => {
  const { tester, folder, file, get } = await played({ inlineContentBytes: 16 });
  expect(await get(`/files/${file.id}/content`)).toEqual({ content: 'content of b.txt' });
  const larger = await tester.upload(folder, 'd.txt', 'seventeen bytes..');
  expect(await get(`/files/${larger.id}/content`)).toMatchObject({ url: expect.stringContaining('/objects/') });
});

test('a shuffled order stays, a drifting one is another on every page, and what is asked for counts before both', async () => {
  const { tester, folder, panel, get } = await played({ listingOrder: 'shuffled' });
  for (let count = 0; count < 12; count += 1) await tester.upload(folder, `f${count}.txt`, 'x');
  const paged = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const page of [1, 2, 3]) {
      const { items } = (await get(`/folders/${folder}/files?page=${page}&pageSize=5`)) as Json;
      names.push(...items.map(item => item.name));
    }
    return names;
  };
  const shuffled = await paged();
  expect(await paged()).toEqual(shuffled);
  expect(new Set(shuffled).size).toBe(15);
  expect(shuffled).not.toEqual(shuffled.toSorted());
  panel.change({ switches: { listingOrder: 'drifting' } });
  expect(new Set(await paged()).size).toBeLessThan(15);
  const { items } = (await get(`/folders/${folder}/files?sortBy=name&pageSize=100`)) as Json;
  expect(items.map(item => item.name)).toEqual(shuffled.toSorted());
});

test('SortBy may count for nothing', async () => {
  const { folder, get } = await played({ sortHonoured: false });
  const { items } = (await get(`/folders/${folder}/files?sortBy=name&sortDirection=desc`)) as Json;
  expect(items.map(item => item.name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
});

test('a search knows of a change only after its lag, by name and by content', async () => {
  let nowMs = Date.now();
  const { tester, panel } = await running({ faults: true, nowMs: () => nowMs, switches: { extractionDelayMs: 0 } });
  const file = await tester.upload(await tester.folder('Lag'), 'quokka.txt', 'wombat');
  const found = async (path: string): Promise<readonly string[]> => {
    const { items } = (await tester.ask('GET', path)).json;
    return items.map(item => item.id);
  };
  await vi.waitFor(async () => expect(await found('/search/file-content?q=wombat')).toEqual([file.id]), 10_000);
  panel.change({ switches: { searchLagMs: 5000 } });
  for (const path of ['/search/files?q=quokka', '/search/file-content?q=wombat', '/search?q=quokka']) {
    expect([path, await found(path)]).toEqual([path, []]);
  }
  nowMs += 6000;
  for (const path of ['/search/files?q=quokka', '/search/file-content?q=wombat', '/search?q=quokka']) {
    expect([path, await found(path)]).toEqual([path, [file.id]]);
  }
});

test.each([3600, -86_400])(
  'a clock %i seconds off shows in Date and in every time, and addresses still work',
  async skew => {
    const { tester, folder, get } = await played({ clockSkewSeconds: skew });
    const reply = await tester.ask('GET', '/organizations');
    const off = (time: string | undefined): number => Math.abs(Date.parse(time ?? '') - (Date.now() + skew * 1000));
    expect(off(reply.headers.get('date'))).toBeLessThan(30_000);
    const made = await tester.upload(folder, 'late.txt', 'x');
    expect(off(made.createdAt)).toBeLessThan(30_000);
    const { url } = (await get(`/files/${made.id}/content`)) as Json;
    const download = await fetch(url);
    expect(off(download.headers.get('date') ?? '')).toBeLessThan(30_000);
    expect(await download.text()).toBe('x');
  },
);

test('a page size over the maximum is refused or cut down', async () => {
  const { tester, folder, panel, get } = await played({});
  const path = `/folders/${folder}/files?pageSize=101`;
  expect((await tester.ask('GET', path)).status).toBe(400);
  panel.change({ switches: { oversizedPage: 'clamped' } });
  expect(await get(path)).toMatchObject({ pageSize: 100, totalCount: 3 });
});

test('more extensions are refused, on every way in', async () => {
  const { tester, folder, file } = await played({ moreRefusedExtensions: ['.vi'] });
  const upload = { fileName: 'run.VI', contentType: 'text/plain', fileSizeBytes: 1 };
  const replies = [
    await tester.ask('POST', `/folders/${folder}/files/upload`, upload),
    await tester.ask('POST', '/files', { name: 'run.vi', fileType: 'File' }),
    await tester.ask('PUT', `/files/${file.id}`, { name: 'run.vi' }),
    await tester.ask('POST', `/files/${file.id}/fork`, { newName: 'run.vi' }),
  ];
  for (const reply of replies) expect(reply).toMatchObject({ status: 400, text: expect.stringContaining('.vi') });
});

test('a full storage refuses uploads and versions, and changes nothing', async () => {
  const { tester, folder, file, panel, get } = await played({ quotaBytes: 50 });
  const upload = { fileName: 'd.txt', contentType: 'text/plain', fileSizeBytes: 3 };
  const path = `/folders/${folder}/files/upload`;
  expect((await tester.ask('POST', path, upload)).text).toContain('is full');
  expect((await tester.ask('POST', path, { ...upload, fileSizeBytes: 2 })).status).toBe(200);
  const version = await tester.ask('POST', `/files/${file.id}/versions`, { content: 'x'.repeat(19) });
  expect(version).toMatchObject({ status: 400, text: expect.stringContaining('is full') });
  expect(((await get(`/files/${file.id}/versions`)) as Json).items).toHaveLength(1);
  panel.change({ switches: { quotaBytes: null } });
  expect((await tester.ask('POST', `/files/${file.id}/versions`, { content: 'x'.repeat(19) })).status).toBe(201);
});

test('an unknown visibility is taken or refused', async () => {
  const { tester, panel } = await played({ visibilityValues: 'known' });
  const body = { name: 'Seen by some', visibility: 'some' };
  expect((await tester.ask('POST', '/folders', body)).status).toBe(400);
  expect((await tester.ask('POST', '/folders', { ...body, visibility: 'Private' })).status).toBe(201);
  panel.change({ switches: { visibilityValues: 'any' } });
  expect((await tester.ask('POST', '/folders', body)).status).toBe(201);
});

async function messagesOf(tester: Tester, taskId: string): Promise<readonly (Json & { readonly metadata: unknown })[]> {
  const { items } = (await tester.ask('GET', `/tasks/${taskId}/messages`)).json;
  return items as readonly (Json & { readonly metadata: unknown })[];
}

test('an initial message is taken or ignored, and pages of messages go up or down', async () => {
  const { tester, panel } = await played({ initialMessages: 'ignored' });
  const task = (await tester.ask('POST', '/tasks', { title: 'T', initialMessage: 'hello' })).json;
  expect(await messagesOf(tester, task.id)).toEqual([]);
  panel.change({ switches: { initialMessages: 'taken', messageOrder: 'descending', messageMetadata: 'object' } });
  const other = (await tester.ask('POST', '/tasks', { title: 'U', initialMessage: 'hello' })).json;
  await tester.ask('POST', `/tasks/${other.id}/messages`, { content: 'again' });
  const messages = await messagesOf(tester, other.id);
  const sequences = messages.map(message => (message as unknown as { sequence: number }).sequence);
  expect(sequences.length).toBeGreaterThanOrEqual(2);
  expect(sequences).toEqual(sequences.toSorted((one, another) => another - one));
  for (const { metadata } of messages) expect(metadata).toEqual(expect.any(Object));
});

test('the object storage may send an ETag and stand at the name localhost', async () => {
  const { file, get } = await played({ storageEtags: true, storageHost: 'localhost' });
  const { url } = (await get(`/files/${file.id}/content`)) as Json;
  expect(new URL(url).hostname).toBe('localhost');
  const answer = await fetch(url);
  expect([await answer.text(), answer.headers.get('etag')]).toEqual([
    'content of b.txt',
    expect.stringMatching(/^".+"$/),
  ]);
});

test('an initiated upload may not name its version, and a large one is refused', async () => {
  const { tester, folder, panel } = await played({ initiateNamesVersion: false, maxUploadBytes: 10 });
  const path = `/folders/${folder}/files/upload`;
  const upload = { fileName: 'd.txt', contentType: 'text/plain', fileSizeBytes: 10 };
  const target = await tester.ask('POST', path, upload);
  expect([target.status, 'versionId' in target.json]).toEqual([200, false]);
  expect((await tester.ask('POST', path, { ...upload, fileSizeBytes: 11 })).status).toBe(400);
  panel.change({ switches: { initiateNamesVersion: true } });
  expect((await tester.ask('POST', path, upload)).json).toHaveProperty('versionId');
});

test('a rename counts updatedAt up, or does not', async () => {
  const { tester, file, panel } = await played({ placeChangesCount: false });
  const first = (await tester.ask('PUT', `/files/${file.id}`, { name: 'n.txt' })).json;
  expect(first).toMatchObject({ name: 'n.txt', updatedAt: file.updatedAt });
  panel.change({ switches: { placeChangesCount: true } });
  const second = (await tester.ask('PUT', `/files/${file.id}`, { name: 'o.txt' })).json;
  expect(second.updatedAt > file.updatedAt).toBe(true);
});

test('an invitation lasts as long as the switch says', async () => {
  let nowMs = Date.now();
  const { tester } = await running({ nowMs: () => nowMs, switches: { invitationTtlSeconds: 60 } });
  const [{ id } = { id: '' }] = await tester.list('/organizations');
  const path = `/organizations/${id}/invitations`;
  await tester.expectStatus(200, tester.ask('POST', path, { email: 'new.person@example.org' }));
  expect(await tester.list(path)).toMatchObject([{ isExpired: false }]);
  nowMs += 61_000;
  expect(await tester.list(path)).toMatchObject([{ isExpired: true }]);
});
