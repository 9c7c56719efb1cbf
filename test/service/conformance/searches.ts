import { expect, test, vi } from 'vitest';

import { MEMBER, OWNER, STRANGER } from './subject.ts';
import type { Json, Tester } from './subject.ts';

/** Section 4.5: the four searches. The agent is kept from answering, so that only what is written here is found. */
export function searches(service: Tester): void {
  const find = async (path: string, user = OWNER): Promise<Json & { readonly totalCount: number }> =>
    (await service.expectStatus(200, service.ask('GET', path, undefined, user))) as Json & { totalCount: number };
  const titles = async (path: string, user = OWNER): Promise<string[]> =>
    (await find(path, user)).items.map(hit => hit.title);

  /** A file whose extraction has ended. */
  const extracted = async (folderId: string, name: string, content: string, user = OWNER): Promise<Json> => {
    service.subject.change({ extractionDelayMs: 0 });
    const file = await service.upload(folderId, name, content, user);
    await vi.waitFor(
      async () => {
        const { extractionStatus } = (await service.ask('GET', `/files/${file.id}`, undefined, user)).json;
        expect(extractionStatus).toBe('done');
      },
      { timeout: 15_000, interval: 20 },
    );
    return file;
  };

  const task = async (body: object, user = OWNER): Promise<Json> => {
    service.subject.change({ agentStepMs: 3_600_000 });
    return service.expectStatus(201, service.ask('POST', '/tasks', body, user));
  };

  test('the content of files is found by words, with what was found in bold and all else escaped', async () => {
    const folder = await service.folder('Texts');
    const file = await extracted(folder, 'a.md', 'The <script> & the Western blot of day 3');
    await extracted(folder, 'b.md', 'Nothing of the kind');
    const { items, totalCount } = await find('/search/file-content?q=western');
    expect(totalCount).toBe(1);
    expect(items[0]).toMatchObject({ type: 'file', id: file.id, title: 'a.md', rank: expect.any(Number) });
    expect(items[0]?.snippet).toBe('The &lt;script&gt; &amp; the <b>Western</b> blot of day 3');
    expect(await titles('/search/file-content?q=western%20day')).toEqual(['a.md']);
    expect(await titles('/search/file-content?q=western%20elisa')).toEqual([]);
    expect(await titles('/search/file-content?q=')).toEqual([]);
  });

  test('only the latest version counts, and only once its extraction is done', async () => {
    const file = await extracted(await service.folder('Versions'), 'a.md', 'first words');
    service.subject.change({ extractionDelayMs: 600_000 });
    await service.expectStatus(201, service.ask('POST', `/files/${file.id}/versions`, { content: 'second thoughts' }));
    expect(await titles('/search/file-content?q=thoughts')).toEqual([]);
    expect(await titles('/search/file-content?q=words')).toEqual([]);
  });

  test('content of removed files, of archived folders and of others is not found, nor counted', async () => {
    const [kept, old] = [await service.folder('Kept'), await service.folder('Old')];
    await extracted(kept, 'kept.md', 'kestrel');
    const removed = await extracted(kept, 'removed.md', 'kestrel');
    await extracted(old, 'archived.md', 'kestrel');
    await extracted(await service.folder('Private', null, MEMBER), 'private.md', 'kestrel', MEMBER);
    await extracted(await service.folder('Elsewhere', null, STRANGER), 'foreign.md', 'kestrel', STRANGER);
    await service.expectStatus(204, service.ask('DELETE', `/files/${removed.id}`));
    await service.expectStatus(204, service.ask('POST', `/folders/${old}/archive`, {}));
    for (const path of ['/search/file-content?q=kestrel', '/search?q=kestrel']) {
      expect(await find(path)).toMatchObject({ items: [{ title: 'kept.md' }], totalCount: 1, totalPages: 1 });
    }
    expect((await titles('/search/file-content?q=kestrel', MEMBER)).toSorted()).toEqual(['kept.md', 'private.md']);
    expect(await titles('/search/file-content?q=kestrel', STRANGER)).toEqual(['foreign.md']);
  });

  test('tasks are found by what was said in them and by their title, each once, and only the own ones', async () => {
    const own = await task({ title: 'Standards', initialMessage: 'Which standard curve for the ELISA?' });
    await service.expectStatus(201, service.ask('POST', `/tasks/${own.id}/messages`, { content: 'The ELISA of May' }));
    await task({ title: 'ELISA plates' });
    await task({ title: 'Something else', initialMessage: 'PCR' });
    await task({ title: 'ELISA of theirs', initialMessage: 'ELISA' }, MEMBER);
    expect(await titles('/search/tasks?q=elisa')).toEqual(['ELISA plates', 'Standards']);
    const [, second] = (await find('/search/tasks?q=elisa')).items;
    expect(second).toMatchObject({ type: 'task', id: own.id });
    expect(second?.snippet).toContain('<b>ELISA</b>');
    expect(await titles('/search/tasks?q=standard%20elisa')).toEqual(['Standards']);
    expect(await titles('/search/tasks?q=elisa', STRANGER)).toEqual([]);
  });

  test.each(['%', '_', '100%25', "'", '"', '(', '<b>', '*', 'a"b', 'NEAR(x', '\\'])(
    'signs in a search mean themselves or nothing: %s',
    async sign => {
      await task({ title: 'Plain', initialMessage: 'plain words' });
      await extracted(await service.folder('Plain'), 'plain.md', 'plain words');
      for (const path of ['/search', '/search/file-content', '/search/files', '/search/tasks']) {
        expect(await titles(`${path}?q=${encodeURIComponent(sign)}`)).toEqual([]);
      }
    },
  );

  test('what people wrote is escaped in snippets', async () => {
    await task({ title: 'x', initialMessage: '<img src=x onerror="alert(1)"> & kestrel' });
    const [hit] = (await find('/search/tasks?q=kestrel')).items;
    expect(hit?.snippet).toBe('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; <b>kestrel</b>');
  });

  test('the search over everything merges tasks and files, names before words', async () => {
    const folder = await service.folder('Everything');
    const named = await extracted(folder, 'kestrel plan.md', 'about the bird, the kestrel');
    await extracted(folder, 'notes.md', 'a kestrel was seen');
    const mine = await task({ title: 'Kestrel dosing', initialMessage: 'How much?' });
    const { items, totalCount } = await find('/search?q=Kestrel');
    expect(totalCount).toBe(3);
    const bySide = items.slice(0, 2).map(hit => `${hit.type} ${hit.id}`);
    expect(bySide.toSorted()).toEqual([`file ${named.id}`, `task ${mine.id}`]);
    expect(items[2]).toMatchObject({ type: 'file', title: 'notes.md' });
  });

  test('files found by name come in the order asked for, last changed first without one', async () => {
    const folder = await service.folder('Sorted');
    for (const name of ['kestrel b.txt', 'kestrel a.txt', 'kestrel c.txt']) {
      await service.upload(folder, name, name);
      service.subject.advance(1000);
    }
    const names = async (query: string) =>
      (await titles(`/search/files?q=kestrel${query}`)).map(title => title.charAt('kestrel '.length)).join('');
    expect(await names('')).toBe('cab');
    expect(await names('&SortBy=name&SortDirection=asc')).toBe('abc');
    expect(await names('&SortBy=name&SortDirection=desc')).toBe('cba');
    expect(await names('&SortBy=createdAt&SortDirection=asc')).toBe('bac');
    expect(await names('&SortBy=name&SortDirection=asc&PageSize=2&Page=2')).toBe('c');
  });

  test.each(['/search', '/search/tasks'])('%s comes in pages and in the order asked for', async path => {
    for (const title of ['kestrel b', 'kestrel a', 'kestrel c']) {
      await task({ title });
      service.subject.advance(1000);
    }
    expect(await titles(`${path}?q=kestrel&SortBy=title&SortDirection=asc`)).toEqual([
      'kestrel a',
      'kestrel b',
      'kestrel c',
    ]);
    expect(await titles(`${path}?q=kestrel&SortBy=createdAt&SortDirection=desc`)).toEqual([
      'kestrel c',
      'kestrel a',
      'kestrel b',
    ]);
    expect(await find(`${path}?q=kestrel&sortBy=title&pageSize=2&page=2`)).toMatchObject({
      items: [{ title: 'kestrel c' }],
      totalCount: 3,
      totalPages: 2,
      hasNextPage: false,
      hasPreviousPage: true,
    });
    expect((await service.ask('GET', `${path}?q=x&pageSize=101`)).status).toBe(400);
  });

  test('the search of files by name finds what was put into own tasks', async () => {
    const { id } = await task({ title: 'Inputs' });
    const body = { fileName: 'task input 7.txt', contentType: 'text/plain', fileSizeBytes: 1, taskId: id };
    const target = await service.expectStatus(200, service.ask('POST', '/files/upload', body));
    await service.expectStatus(200, service.put(target.uploadUrl, 'x'));
    await service.expectStatus(200, service.ask('POST', `/files/${target.fileId}/upload/confirm`));
    expect((await service.list('/files/search?q=input%207')).map(file => file.name)).toEqual(['task input 7.txt']);
    expect(await service.list('/files/search?q=input%207', MEMBER)).toEqual([]);
  });
}
