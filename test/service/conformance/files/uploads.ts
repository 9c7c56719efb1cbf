import { expect, test } from 'vitest';

import { MEMBER, refusal } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

/** The upload flow of section 4.2: initiate, PUT, confirm; single and batch. */
export function uploads(service: Tester): void {
  const initiate = async (fileSizeBytes: number, fileName = 'a.txt') => {
    const folder = await service.folder('Uploads');
    const body = { fileName, contentType: 'text/plain', fileSizeBytes };
    const target = await service.expectStatus(200, service.ask('POST', `/folders/${folder}/files/upload`, body));
    return { ...target, folder, confirm: `/files/${target.fileId}/upload/confirm` };
  };

  test('initiate, PUT and confirm make a file whose version is the one announced', async () => {
    const target = await initiate(5);
    await service.expectStatus(200, service.put(target.uploadUrl, 'hello'));
    const confirm = service.ask('POST', `${target.confirm}?VersionId=${target.versionId}`);
    const file = await service.expectStatus(200, confirm);
    expect(file).toMatchObject({ id: target.fileId, name: 'a.txt', size: 5, latestVersionId: target.versionId });
    expect(await service.content(target.fileId)).toBe('hello');
  });

  test('POST /files/upload takes the folder from the body', async () => {
    const folderId = await service.folder('By body');
    const body = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 1, folderId };
    const target = await service.expectStatus(200, service.ask('POST', '/files/upload', body));
    await service.expectStatus(200, service.put(target.uploadUrl, 'x'));
    await service.expectStatus(200, service.ask('POST', `/files/${target.fileId}/upload/confirm`));
    expect(await service.names(folderId)).toEqual(['a.txt']);
  });

  test('an upload that was not confirmed is unlisted and visible to its uploader alone', async () => {
    const target = await initiate(5);
    expect(await service.names(target.folder)).toEqual([]);
    await service.expectStatus(200, service.ask('GET', `/files/${target.fileId}`));
    await service.expectStatus(404, service.ask('GET', `/files/${target.fileId}`, undefined, MEMBER));
    await service.expectStatus(400, service.ask('GET', `/files/${target.fileId}/content`));
    service.subject.change({ listUnconfirmed: true });
    expect(await service.names(target.folder)).toEqual(['a.txt']);
  });

  test('confirming fails when nothing was stored, and when the size is not the announced one', async () => {
    const target = await initiate(5);
    const nothing = await service.ask('POST', target.confirm);
    expect(nothing).toMatchObject({
      status: 400,
      json: refusal('BAD_REQUEST', 'Nothing was stored at the upload address.'),
    });
    await service.expectStatus(200, service.put(target.uploadUrl, 'four'));
    expect((await service.ask('POST', target.confirm)).json).toEqual(refusal('BAD_REQUEST', /4 bytes, but 5/));
    await service.expectStatus(200, service.put(target.uploadUrl, 'right'));
    await service.expectStatus(200, service.ask('POST', target.confirm));
    expect(await service.content(target.fileId)).toBe('right');
  });

  test('confirming twice answers the same file and makes no second version', async () => {
    const target = await initiate(5);
    await service.put(target.uploadUrl, 'hello');
    const once = await service.expectStatus(200, service.ask('POST', target.confirm));
    const twice = await service.expectStatus(
      200,
      service.ask('POST', `${target.confirm}?versionId=${target.versionId}`),
    );
    expect({ ...twice, extractionStatus: '', latestVersion: '' }).toEqual({
      ...once,
      extractionStatus: '',
      latestVersion: '',
    });
    service.subject.change({ confirmTwice: false });
    await service.expectStatus(400, service.ask('POST', target.confirm));
  });

  test('an announced file names no version, or on request the one it will become, which has no content yet', async () => {
    const target = await initiate(1);
    const head = async (): Promise<unknown> =>
      (await service.expectStatus(200, service.ask('GET', `/files/${target.fileId}`)))['latestVersionId'];
    expect(await head()).toBe(null);
    service.subject.change({ announcedHeads: true });
    expect(await head()).toBe(target.versionId);
    await service.put(target.uploadUrl, 'x');
    const content = `/files/${target.fileId}/versions/${target.versionId}/content`;
    await service.expectStatus(404, service.ask('GET', content));
  });

  test('confirming another version, or a file that was never uploaded, is refused', async () => {
    const target = await initiate(1);
    await service.put(target.uploadUrl, 'x');
    await service.expectStatus(400, service.ask('POST', `${target.confirm}?versionId=${target.fileId}`));
    const file = await service.expectStatus(201, service.ask('POST', '/files', { name: 'a', fileType: 'Document' }));
    expect((await service.ask('POST', `/files/${file.id}/upload/confirm`)).status).toBe(400);
  });

  test('a late PUT to a confirmed upload does not change the version', async () => {
    const target = await initiate(5);
    await service.put(target.uploadUrl, 'first');
    await service.expectStatus(200, service.ask('POST', target.confirm));
    await service.put(target.uploadUrl, 'later');
    await service.expectStatus(200, service.ask('POST', target.confirm));
    expect(await service.content(target.fileId)).toBe('first');
  });

  test('a presigned address works for its verb and content type only, and only unchanged', async () => {
    const target = await initiate(5);
    expect((await service.put(target.uploadUrl, 'hello', 'text/csv')).status).toBe(403);
    expect((await service.put(target.uploadUrl.replace('a.txt', 'b.txt'), 'hello')).status).toBe(403);
    expect((await service.raw({ method: 'GET', url: target.uploadUrl, headers: {}, body: '' })).status).toBe(403);
    await service.expectStatus(400, service.ask('POST', target.confirm));
  });

  test('presigned addresses run out after their time', async () => {
    service.subject.change({ presignedTtlSeconds: 60 });
    const target = await initiate(5);
    service.subject.advance(59_000);
    await service.expectStatus(200, service.put(target.uploadUrl, 'hello'));
    service.subject.advance(1_000);
    const late = await service.put(target.uploadUrl, 'later');
    expect(late).toMatchObject({ status: 403, text: expect.stringContaining('Request has expired') });
    await service.expectStatus(200, service.ask('POST', target.confirm));
    const { url } = await service.expectStatus(200, service.ask('GET', `/files/${target.fileId}/content`));
    service.subject.advance(60_000);
    expect((await service.raw({ method: 'GET', url, headers: {}, body: '' })).status).toBe(403);
    expect(await service.content(target.fileId)).toBe('hello');
  });

  test('an empty file can be uploaded, unless the switch forbids it', async () => {
    const target = await initiate(0);
    await service.expectStatus(200, service.put(target.uploadUrl, ''));
    await service.expectStatus(200, service.ask('POST', target.confirm));
    expect(await service.content(target.fileId)).toBe('');
    service.subject.change({ zeroByteUploads: false });
    const body = { fileName: 'empty.txt', contentType: 'text/plain', fileSizeBytes: 0 };
    await service.expectStatus(400, service.ask('POST', '/files/upload', body));
  });

  test.each(['/files/upload/batch', '/folders/{id}/files/upload/batch'])(
    'POST %s answers in the order of the request, and a bad item fails alone',
    async path => {
      const folderId = await service.folder('Batch');
      const item = (fileName: string, fileSizeBytes: unknown = 1): object => {
        return { fileName, contentType: 'text/plain', fileSizeBytes, folderId };
      };
      const items = [item('1.txt'), item('bad.exe'), item('2.txt', 'two'), item('3.txt')];
      const reply = await service.ask('POST', path.replace('{id}', folderId), { items });
      const answers = reply.json as unknown as readonly Json[];
      expect(answers.map(answer => answer.status)).toEqual(['initiated', 'failed', 'failed', 'initiated']);
      expect(answers[1]?.error).toContain("'.exe'");
      for (const answer of answers.filter(each => each.status !== 'failed')) {
        await service.expectStatus(200, service.put(answer.data.uploadUrl, 'x'));
        await service.expectStatus(200, service.ask('POST', `/files/${answer.data.fileId}/upload/confirm`));
      }
      expect(await service.names(folderId)).toEqual(['1.txt', '3.txt']);
    },
  );

  test('a batch of more than 50 items is refused as a whole', async () => {
    const items = Array.from({ length: 51 }, (_, index) => {
      return { fileName: `${index}.txt`, contentType: 'text/plain', fileSizeBytes: 1 };
    });
    await service.expectStatus(400, service.ask('POST', '/files/upload/batch', { items }));
    expect((await service.ask('POST', '/files/upload/batch', { items: items.slice(1) })).status).toBe(200);
  });
}
