import { expect, test } from 'vitest';

import { MEMBER, OWNER, refusal } from '../subject.ts';
import type { Json, Reply, Tester } from '../subject.ts';

const UNKNOWN = '7f0c1c52-3f0e-4b1d-9a6e-ffffffffffff';

/** Section 4.1: rendered files, and the search for them of section 4.2. */
export function renderedFiles(service: Tester): void {
  const task = async (user = OWNER): Promise<string> =>
    (await service.expectStatus(201, service.ask('POST', '/tasks', { title: 'Rendering' }, user))).id;

  const announce = (taskId: string, body: object, user = OWNER): Promise<Reply> =>
    service.ask('POST', `/tasks/${taskId}/files/rendered`, body, user);

  const confirm = (taskId: string, id: string, body?: object): Promise<Reply> =>
    service.ask('POST', `/tasks/${taskId}/files/rendered/${id}/confirm`, body);

  const rendered = async (taskId: string, fileName: string): Promise<Json> => {
    const target = await service.expectStatus(201, announce(taskId, { fileName, contentType: 'text/plain' }));
    await service.expectStatus(200, service.put(target.uploadUrl, 'rendered'));
    return service.expectStatus(200, confirm(taskId, target.id));
  };

  const found = async (query: string, user = OWNER): Promise<string[]> => {
    const reply = await service.ask('GET', `/attachments/search${query}`, undefined, user);
    expect(reply.status).toBe(200);
    return (reply.json as unknown as readonly { fileName: string }[]).map(each => each.fileName);
  };

  test('a rendered file becomes an attachment with its source, and a file of the knowledge base', async () => {
    const id = await task();
    const source = await service.upload(await service.folder('Sources'), 'notes.md', '# Notes');
    const body = {
      fileName: 'notes.html',
      contentType: 'text/html',
      sizeBytes: 8,
      sourceFileId: source.id,
      sourceVersionId: source.latestVersionId,
    };
    const target = await service.expectStatus(201, announce(id, body));
    await service.expectStatus(200, service.put(target.uploadUrl, '<h1>hi</', 'text/html'));
    const attachment = await service.expectStatus(200, confirm(id, target.id, { versionId: target.versionId }));
    expect(attachment).toMatchObject({
      id: target.id,
      taskId: id,
      fileName: 'notes.html',
      sizeBytes: 8,
      source: 'rendered',
      sourceFileId: source.id,
      sourceVersionId: source.latestVersionId,
    });
    expect(await service.list(`/tasks/${id}/attachments`)).toEqual([attachment]);
    expect(await service.content(target.fileId)).toBe('<h1>hi</');
    const again = await service.expectStatus(200, confirm(id, target.id));
    expect(again).toEqual(attachment);
  });

  test('nothing has to be said about a rendered file; it is confirmed with what was stored', async () => {
    const id = await task();
    const target = await service.expectStatus(201, announce(id, {}));
    const put = await service.put(target.uploadUrl, 'whatever', 'application/octet-stream');
    expect(put.status).toBe(200);
    expect(await service.expectStatus(200, confirm(id, target.id))).toMatchObject({ sizeBytes: 8 });
  });

  test('confirming is refused when nothing was stored, when the size is another, and for another version', async () => {
    const id = await task();
    const target = await service.expectStatus(
      201,
      announce(id, { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 }),
    );
    const nothing = await confirm(id, target.id);
    expect(nothing).toMatchObject({
      status: 400,
      json: refusal('BAD_REQUEST', 'Nothing was stored at the upload address.'),
    });
    await service.expectStatus(200, service.put(target.uploadUrl, 'four'));
    expect((await confirm(id, target.id)).json).toEqual(refusal('BAD_REQUEST', /4 bytes, but 5/));
    expect((await confirm(id, target.id, { versionId: UNKNOWN })).status).toBe(400);
    expect(await service.list(`/tasks/${id}/attachments`)).toEqual([]);
    await service.expectStatus(200, service.put(target.uploadUrl, 'right'));
    expect((await confirm(id, target.id, { versionId: target.versionId })).status).toBe(200);
  });

  test.each([
    ['a runnable name', { fileName: 'a.exe' }],
    ['a negative size', { sizeBytes: -1 }],
    ['an unknown source', { sourceFileId: UNKNOWN }],
    ['a version without its file', { sourceVersionId: UNKNOWN }],
    ['an id that is none', { sourceFileId: 'x' }],
  ])('announcing with %s is refused and leaves nothing', async (_, body) => {
    const id = await task();
    expect(await announce(id, body)).toMatchObject({ status: 400, json: { errorCode: 'BAD_REQUEST' } });
    expect((await service.list('/folders/roots')).map(root => root.name)).toEqual(['Knowledge Base']);
  });

  test('a source the caller may not read, and a version of another file, are refused', async () => {
    const id = await task();
    const private_ = await service.upload(await service.folder('Private', null, MEMBER), 'p.md', 'p', MEMBER);
    expect((await announce(id, { sourceFileId: private_.id })).status).toBe(400);
    const folder = await service.folder('Two');
    const [one, two] = [await service.upload(folder, '1.md', '1'), await service.upload(folder, '2.md', '2')];
    const mixed = { sourceFileId: one.id, sourceVersionId: two.latestVersionId };
    expect((await announce(id, mixed)).status).toBe(400);
  });

  test('somebody else’s task takes no rendered files', async () => {
    const id = await task(MEMBER);
    expect(await announce(id, {})).toMatchObject({ status: 404 });
    const target = await service.expectStatus(201, announce(id, {}, MEMBER));
    expect(await confirm(id, target.id)).toMatchObject({ status: 404 });
    expect(await confirm(await task(), target.id)).toMatchObject({ status: 404 });
  });

  test('rendered files are found by name, newest first, as long as their file is there', async () => {
    const id = await task();
    for (const name of ['Figure 1.txt', 'Figure 2.txt', 'table.txt']) await rendered(id, name);
    expect(await found('?q=FIGURE')).toEqual(['Figure 2.txt', 'Figure 1.txt']);
    expect(await found('?q=figure&limit=1')).toEqual(['Figure 2.txt']);
    expect(await found('')).toHaveLength(3);
    const { fileId } = (await service.list(`/tasks/${id}/attachments`))[0] ?? { fileId: '' };
    await service.expectStatus(204, service.ask('DELETE', `/files/${fileId}`));
    expect(await found('?q=figure')).toEqual(['Figure 2.txt']);
    expect((await service.ask('GET', '/attachments/search?limit=0')).status).toBe(400);
  });

  test('others find a rendered file only when the file itself is shared, and never learn of the task', async () => {
    const id = await task();
    const { fileId } = await rendered(id, 'Figure 1.txt');
    expect(await found('?q=figure', MEMBER)).toEqual([]);
    const knowledgeBase = await service.knowledgeBase();
    const moved = { parentFolderId: knowledgeBase };
    await service.expectStatus(200, service.ask('PATCH', `/files/${fileId}/move`, moved));
    const reply = await service.ask('GET', '/attachments/search?q=figure', undefined, MEMBER);
    expect(reply.json).toMatchObject([{ fileId, fileName: 'Figure 1.txt', taskId: null }]);
  });
}
