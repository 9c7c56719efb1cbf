import { expect, test } from 'vitest';

import { MEMBER, OTHER_MEMBER, OWNER } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

const NOBODYS_ID = '3f2b8f0e-9a51-4c55-8a4e-0c4f6d1f7a10';

/** Section 4.3: folders that are made at the first request for them. */
export function seededFolders(service: Tester): void {
  const post = (path: string, body?: object, user: number = OWNER): Promise<Json> =>
    service.expectStatus(200, service.ask('POST', path, body, user));

  test('everyone has one drafts folder, which nobody else may read', async () => {
    const first = await post('/folders/drafts-user', undefined, MEMBER);
    expect(await post('/folders/drafts-user', {}, MEMBER)).toEqual(first);
    expect((await post('/folders/drafts-user')).id).not.toBe(first.id);
    const folder = await service.expectStatus(200, service.ask('GET', `/folders/${first.id}`, undefined, MEMBER));
    expect(folder).toMatchObject({ name: 'Drafts', kind: 'drafts', parentFolderId: null, ownerId: 2 });
    await service.expectStatus(403, service.ask('GET', `/folders/${first.id}`));
  });

  test('an archived drafts folder is made anew', async () => {
    const first = await post('/folders/drafts-user');
    await service.expectStatus(204, service.ask('POST', `/folders/${first.id}/archive`));
    expect((await post('/folders/drafts-user')).id).not.toBe(first.id);
  });

  test('the personal folder lies in the Knowledge Base and is its user’s alone', async () => {
    const made = await post('/folders/ensure-user-kb-folder', { displayName: 'Jonas at the bench' }, MEMBER);
    expect(made.knowledgeBaseRootId).toBe(await service.knowledgeBase());
    const path = `/folders/${made.userFolderId}`;
    const folder = await service.expectStatus(200, service.ask('GET', path, undefined, MEMBER));
    expect(folder).toMatchObject({ name: 'Jonas at the bench', parentFolderId: made.knowledgeBaseRootId });
    expect(await post('/folders/ensure-user-kb-folder', { displayName: 'Other' }, MEMBER)).toEqual(made);
    for (const user of [OWNER, OTHER_MEMBER])
      await service.expectStatus(403, service.ask('GET', path, undefined, user));
    const unnamed = await post('/folders/ensure-user-kb-folder', undefined, OTHER_MEMBER);
    const own = await service.ask('GET', `/folders/${unnamed.userFolderId}`, undefined, OTHER_MEMBER);
    expect(own.json.name).toBe('Aiko Tanabe');
  });

  test('an archived Knowledge Base is made anew for everybody, with the personal folder in it', async () => {
    const archive = service.ask('POST', `/folders/${await service.knowledgeBase()}/archive`);
    await service.expectStatus(204, archive);
    const [first, second] = [
      await post('/folders/ensure-user-kb-folder', undefined, MEMBER),
      await post('/folders/ensure-user-kb-folder', undefined, OTHER_MEMBER),
    ];
    expect(second.knowledgeBaseRootId).toBe(first.knowledgeBaseRootId);
    expect(await service.knowledgeBase(OWNER)).toBe(first.knowledgeBaseRootId);
  });

  test('without a key each of them is 401, with a body that is no object 400', async () => {
    const paths = ['drafts-user', 'ensure-user-kb-folder', `uploads-task/${NOBODYS_ID}`].map(
      name => `/folders/${name}`,
    );
    for (const path of paths) {
      const url = service.subject.baseUrl + path;
      expect((await service.raw({ method: 'POST', url, headers: {}, body: '' })).status).toBe(401);
      await service.expectStatus(400, service.ask('POST', path, ['x']));
    }
    await service.expectStatus(400, service.ask('POST', '/folders/ensure-user-kb-folder', { displayName: ' ' }));
  });

  test('a task’s uploads have one folder, named after it, below the caller’s root for uploads', async () => {
    const own = await service.folder('uploads', null, MEMBER);
    const task = await service.expectStatus(201, service.ask('POST', '/tasks', { title: 'Plate 7' }, MEMBER));
    const path = `/folders/uploads-task/${task.id}`;
    const made = await post(path, undefined, MEMBER);
    expect(await post(path, {}, MEMBER)).toEqual(made);
    const folder = await service.expectStatus(200, service.ask('GET', `/folders/${made.folderId}`, undefined, MEMBER));
    expect(folder).toMatchObject({ name: 'Plate 7', parentFolderId: own, kind: 'task-uploads', ownerId: 2 });
    await service.expectStatus(403, service.ask('GET', `/folders/${made.id}`));
    await service.expectStatus(400, service.ask('POST', path));
  });

  test('uploads for a task that is not the caller’s are refused, and nothing is made', async () => {
    await service.expectStatus(400, service.ask('POST', `/folders/uploads-task/${NOBODYS_ID}`));
    await service.expectStatus(400, service.ask('POST', '/folders/uploads-task/x'));
    const body = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 1, taskId: NOBODYS_ID };
    await service.expectStatus(400, service.ask('POST', '/files/upload', body));
    const folder = await service.folder('Uploads', null);
    await service.expectStatus(400, service.ask('POST', `/folders/${folder}/files/upload`, body));
    expect((await service.list('/folders/roots')).map(({ name }) => name)).not.toContain('uploads');
  });
}
