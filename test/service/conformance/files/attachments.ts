import { expect, test } from 'vitest';

import { MEMBER, OWNER } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

const UNKNOWN = '7f0c1c52-3f0e-4b1d-9a6e-ffffffffffff';

/** Sections 4.1 and 4.2: attachments and rendered files. */
export function attachments(service: Tester): void {
  const task = async (title = 'With files', user = OWNER): Promise<string> =>
    (await service.expectStatus(201, service.ask('POST', '/tasks', { title }, user))).id;

  const initiated = async (path: string, body: object): Promise<Json> =>
    service.expectStatus(200, service.ask('POST', path, { contentType: 'text/plain', fileSizeBytes: 5, ...body }));

  /** A file uploaded for a task; its id. */
  const uploaded = async (taskId: string, fileName = 'a.txt', path = '/files/upload'): Promise<string> => {
    const target = await initiated(path, { fileName, taskId });
    await service.expectStatus(200, service.put(target.uploadUrl, 'hello'));
    await service.expectStatus(200, service.ask('POST', `/files/${target.fileId}/upload/confirm`));
    return target.fileId;
  };

  const contentOf = async (taskId: string, id: string): Promise<string> => {
    const path = `/tasks/${taskId}/attachments/${id}/content`;
    const { url } = await service.expectStatus(200, service.ask('GET', path));
    return service.text(url);
  };

  test.each([
    ['POST /files/upload', (): Promise<string> => Promise.resolve('/files/upload')],
    [
      'POST /folders/{id}/files/upload',
      async (): Promise<string> => `/folders/${await service.folder('Inputs')}/files/upload`,
    ],
  ])('what is uploaded with a taskId by %s is an attachment once it is confirmed', async (_, pathFor) => {
    const id = await task();
    const target = await initiated(await pathFor(), { fileName: 'gel.txt', taskId: id });
    await service.expectStatus(200, service.put(target.uploadUrl, 'hello'));
    expect(await service.list(`/tasks/${id}/attachments`)).toEqual([]);
    await service.expectStatus(200, service.ask('POST', `/files/${target.fileId}/upload/confirm`));
    await service.expectStatus(200, service.ask('POST', `/files/${target.fileId}/upload/confirm`));
    expect(await service.list(`/tasks/${id}/attachments`)).toMatchObject([
      { taskId: id, fileId: target.fileId, fileName: 'gel.txt', sizeBytes: 5, source: 'upload' },
    ]);
    expect(await contentOf(id, target.fileId)).toBe('hello');
  });

  test('an upload for a task that is not the caller’s is refused', async () => {
    const theirs = await task('Theirs', MEMBER);
    for (const taskId of [theirs, UNKNOWN]) {
      const body = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5, taskId };
      expect(await service.ask('POST', '/files/upload', body)).toMatchObject({ status: 400 });
    }
    expect(await service.list(`/tasks/${theirs}/attachments`, MEMBER)).toEqual([]);
  });

  test('a message carries attachments of its own task', async () => {
    const [one, other] = [await task('One'), await task('Other')];
    const id = await uploaded(one);
    const send = (taskId: string, attachmentIds: readonly string[]) =>
      service.ask('POST', `/tasks/${taskId}/messages`, { content: 'see this', attachmentIds });
    expect(await service.expectStatus(201, send(one, [id, id]))).toMatchObject({
      attachments: [{ id, fileName: 'a.txt' }],
      referencedFileIds: [],
    });
    expect(await service.expectStatus(201, send(other, [id]))).toMatchObject({
      attachments: [],
      referencedFileIds: [id],
    });
  });

  test('deleting removes the attachment and its object, and not a file that lies in a folder', async () => {
    const id = await task();
    const inFolder = await uploaded(id, 'kept.txt', `/folders/${await service.folder('Kept')}/files/upload`);
    const loose = await uploaded(id, 'loose.txt');
    const { url } = await service.expectStatus(200, service.ask('GET', `/tasks/${id}/attachments/${loose}/content`));
    for (const each of [inFolder, loose]) {
      await service.expectStatus(204, service.ask('DELETE', `/tasks/${id}/attachments/${each}`));
      await service.expectStatus(404, service.ask('DELETE', `/tasks/${id}/attachments/${each}`));
      await service.expectStatus(404, service.ask('GET', `/tasks/${id}/attachments/${each}/content`));
    }
    expect(await service.list(`/tasks/${id}/attachments`)).toEqual([]);
    expect((await service.raw({ method: 'GET', url, headers: {}, body: '' })).status).toBe(404);
    expect(await service.content(inFolder)).toBe('hello');
    expect((await service.ask('GET', `/files/${loose}`)).status).toBe(404);
  });

  test('an attachment outlives its file in the knowledge base', async () => {
    const id = await task();
    const file = await uploaded(id, 'gone.txt', `/folders/${await service.folder('Gone')}/files/upload`);
    await service.expectStatus(204, service.ask('DELETE', `/files/${file}`));
    expect(await contentOf(id, file)).toBe('hello');
  });

  test('attachments of somebody else’s task are not found', async () => {
    const id = await task();
    const file = await uploaded(id);
    const ask = (method: 'GET' | 'DELETE', path: string) => service.ask(method, path, undefined, MEMBER);
    expect(await ask('GET', `/tasks/${id}/attachments`)).toMatchObject({ status: 404 });
    expect(await ask('GET', `/tasks/${id}/attachments/${file}/content`)).toMatchObject({ status: 404 });
    expect(await ask('DELETE', `/tasks/${id}/attachments/${file}`)).toMatchObject({ status: 404 });
    expect(await ask('GET', `/tasks/${await task('Own', MEMBER)}/attachments/${file}/content`)).toMatchObject({
      status: 404,
    });
    expect(await contentOf(id, file)).toBe('hello');
  });
}
