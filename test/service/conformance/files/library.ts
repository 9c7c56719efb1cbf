import { expect, test } from 'vitest';

import { MEMBER, OTHER_MEMBER, OWNER, STRANGER } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

const NOBODYS_ID = '3f2b8f0e-9a51-4c55-8a4e-0c4f6d1f7a10';

/** Section 4.4, and of 4.2 what leads into the library and back: promote, working copy, commit; and fork. */
export function library(service: Tester): void {
  const libraryPath = async (user: number = OWNER): Promise<string> => {
    const [organization] = await service.list('/organizations', user);
    return `/organizations/${organization?.id ?? ''}/library`;
  };
  const names = async (query = '', user: number = OWNER): Promise<string[]> => {
    const path = `${await libraryPath()}/files${query}`;
    return (await service.expectStatus(200, service.ask('GET', path, undefined, user))).items.map(({ name }) => name);
  };
  const libraryFolder = async (name: string, parentFolderId?: string): Promise<Json> =>
    service.expectStatus(201, service.ask('POST', `${await libraryPath()}/folders`, { name, parentFolderId }));
  const published = async (name: string, content = 'one', user: number = OWNER): Promise<Json> => {
    const file = await service.upload(await service.folder('Own', null, user), name, content, user);
    const promote = service.ask('POST', `/files/${file.id}/promote`, { visibility: 'library' }, user);
    return service.expectStatus(200, promote);
  };

  test('a published file is listed and read by everyone in the organization, and changed by nobody new', async () => {
    const file = await published('SOP 1.md', 'one', MEMBER);
    expect(file).toMatchObject({ visibility: 'library', ownerId: 2 });
    expect([await names(), await names('', OTHER_MEMBER)]).toEqual([['SOP 1.md'], ['SOP 1.md']]);
    expect(await service.content(file.id, undefined, OTHER_MEMBER)).toBe('one');
    expect((await service.list('/folders/files?q=SOP', OTHER_MEMBER)).map(({ id }) => id)).toEqual([file.id]);
    expect((await service.ask('PUT', `/files/${file.id}`, { name: 'x.md' }, OTHER_MEMBER)).status).toBe(403);
    await service.expectStatus(404, service.ask('GET', `/files/${file.id}`, undefined, STRANGER));
    const access = await service.list(`/files/${file.id}/access`, OTHER_MEMBER);
    expect(access).toMatchObject([
      { userId: 2, role: 'admin' },
      { principalType: 'organization', role: 'viewer' },
    ]);
  });

  test('a file is taken out of the library again', async () => {
    const file = await published('SOP 1.md');
    const back = await service.ask('POST', `/files/${file.id}/promote`, { visibility: 'private' });
    expect(back).toMatchObject({ status: 200, json: { visibility: 'private' } });
    expect(await names()).toEqual([]);
    await service.expectStatus(404, service.ask('GET', `/files/${file.id}`, undefined, MEMBER));
  });

  test('promote refuses unknown visibilities and folders with 400, and who does not administer the file', async () => {
    const folder = await service.folder('Shared');
    const file = await service.upload(folder, 'a.txt', 'x');
    const promote = (body: object, user?: number): Promise<{ status: number }> =>
      service.ask('POST', `/files/${file.id}/promote`, body, user);
    expect((await promote({})).status).toBe(400);
    expect((await promote({ visibility: 'moon' })).status).toBe(400);
    expect((await promote({ visibility: 'library', orgFolderId: NOBODYS_ID })).status).toBe(400);
    expect((await promote({ visibility: 'library' }, MEMBER)).status).toBe(403);
    expect((await promote({ visibility: 'Organization' })).status).toBe(200);
  });

  test('the library’s folders are a tree that Owner and Admin make', async () => {
    const sops = await libraryFolder('SOPs');
    const path = `${await libraryPath()}/folders`;
    const inner = await service.expectStatus(201, service.ask('POST', path, { name: 'Cells', parentId: sops.id }));
    expect(await service.list(path, MEMBER)).toMatchObject([
      { id: sops.id, name: 'SOPs', parentFolderId: null, children: [{ id: inner.id, name: 'Cells', children: [] }] },
    ]);
    const renamed = await service.ask('PUT', `${path}/${sops.id}`, { name: 'Protocols' });
    expect(renamed).toMatchObject({ status: 200, json: { id: sops.id, name: 'Protocols' } });
    await service.expectStatus(403, service.ask('POST', path, { name: 'x' }, MEMBER));
    await service.expectStatus(403, service.ask('PUT', `${path}/${sops.id}`, { name: 'x' }, MEMBER));
    await service.expectStatus(403, service.ask('DELETE', `${path}/${sops.id}`, undefined, MEMBER));
    await service.expectStatus(403, service.ask('GET', path, undefined, STRANGER));
    await service.expectStatus(400, service.ask('POST', path, { name: 'x', parentFolderId: NOBODYS_ID }));
    await service.expectStatus(404, service.ask('PUT', `${path}/${NOBODYS_ID}`, { name: 'x' }));
  });

  test('files are published into folders and stay published when these go', async () => {
    const sops = await libraryFolder('SOPs');
    const cells = await libraryFolder('Cells', sops.id);
    for (const [name, orgFolderId] of [
      ['b.md', cells.id],
      ['a.md', sops.id],
      ['c.md', null],
    ] as const) {
      const { id } = await published(name);
      const body = { visibility: 'library', orgFolderId };
      await service.expectStatus(200, service.ask('POST', `/files/${id}/promote`, body));
    }
    expect(await names()).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await names('?SortBy=name&SortDirection=desc&PageSize=2')).toEqual(['c.md', 'b.md']);
    expect([await names(`?folderId=${sops.id}`), await names(`?folderId=${cells.id}`)]).toEqual([['a.md'], ['b.md']]);
    const path = await libraryPath();
    await service.expectStatus(204, service.ask('DELETE', `${path}/folders/${sops.id}`));
    expect(await service.list(`${path}/folders`)).toEqual([]);
    expect(await names()).toEqual(['a.md', 'b.md', 'c.md']);
    await service.expectStatus(404, service.ask('GET', `${path}/files?folderId=${cells.id}`));
  });

  test('a removed file leaves the library', async () => {
    const file = await published('a.md');
    await service.expectStatus(204, service.ask('DELETE', `/files/${file.id}`));
    expect(await names()).toEqual([]);
  });

  test('a working copy is edited apart and committed as a new version of the original', async () => {
    const file = await published('SOP 1.md', 'one');
    const copy = await service.expectStatus(201, service.ask('POST', `/files/${file.id}/working-copy`));
    expect(copy.id).not.toBe(file.id);
    expect(await service.content(copy.id)).toBe('one');
    await service.expectStatus(400, service.ask('POST', `/files/${copy.id}/commit`));
    await service.expectStatus(201, service.ask('POST', `/files/${copy.id}/versions`, { content: 'two' }));
    expect(await service.content(file.id)).toBe('one');
    const committed = await service.expectStatus(201, service.ask('POST', `/files/${copy.id}/commit`));
    expect(committed).toMatchObject({ id: file.id, latestVersion: { versionNumber: 2, changeSource: 'commit' } });
    expect(await service.content(file.id, undefined, MEMBER)).toBe('two');
    await service.expectStatus(201, service.ask('POST', `/files/${copy.id}/versions`, { content: 'three' }));
    await service.expectStatus(201, service.ask('POST', `/files/${copy.id}/commit`));
    expect(await service.content(file.id)).toBe('three');
  });

  test('a commit over somebody else’s newer version is a conflict, unless base versions are not enforced', async () => {
    const file = await published('SOP 1.md', 'one');
    const copy = await service.expectStatus(201, service.ask('POST', `/files/${file.id}/working-copy`, {}));
    await service.expectStatus(201, service.ask('POST', `/files/${copy.id}/versions`, { content: 'mine' }));
    await service.expectStatus(201, service.ask('POST', `/files/${file.id}/versions`, { content: 'theirs' }));
    const refused = await service.ask('POST', `/files/${copy.id}/commit`);
    expect(refused).toMatchObject({ status: 409, json: { errorCode: 'VERSION_CONFLICT' } });
    expect(await service.content(file.id)).toBe('theirs');
    service.subject.change({ enforceBaseVersion: false });
    await service.expectStatus(201, service.ask('POST', `/files/${copy.id}/commit`));
    expect(await service.content(file.id)).toBe('mine');
  });

  test('a reader’s working copy is the reader’s own, and only an editor of the original commits', async () => {
    const file = await published('SOP 1.md', 'one');
    const path = `/files/${file.id}/working-copy`;
    const copy = await service.expectStatus(201, service.ask('POST', path, undefined, MEMBER));
    await service.expectStatus(404, service.ask('GET', `/files/${copy.id}`));
    const version = service.ask('POST', `/files/${copy.id}/versions`, { content: 'two' }, MEMBER);
    await service.expectStatus(201, version);
    await service.expectStatus(403, service.ask('POST', `/files/${copy.id}/commit`, undefined, MEMBER));
    await service.share(`/files/${file.id}`, 2, 'editor');
    await service.expectStatus(201, service.ask('POST', `/files/${copy.id}/commit`, undefined, MEMBER));
    expect(await service.content(file.id)).toBe('two');
  });

  test('only published files have working copies, unless the switch allows any, and only copies are committed', async () => {
    const file = await service.upload(await service.folder('Own', null), 'a.txt', 'x');
    await service.expectStatus(400, service.ask('POST', `/files/${file.id}/working-copy`));
    await service.expectStatus(400, service.ask('POST', `/files/${file.id}/commit`));
    service.subject.change({ workingCopiesOf: 'any' });
    expect((await service.ask('POST', `/files/${file.id}/working-copy`)).status).toBe(201);
  });

  test('a working copy for a task of the caller names it in the query or in the body', async () => {
    const file = await published('SOP 1.md');
    const task = await service.expectStatus(201, service.ask('POST', '/tasks', { title: 'Revise SOP 1' }));
    const path = `/files/${file.id}/working-copy`;
    const copies = [
      await service.ask('POST', `${path}?taskId=${task.id}`),
      await service.ask('POST', path, { taskId: task.id }),
    ];
    expect(copies.map(reply => reply.status)).toEqual([201, 201]);
    await service.expectStatus(400, service.ask('POST', `${path}?taskId=${task.id}`, undefined, MEMBER));
  });

  test('a working copy for a task that is not the caller’s is refused', async () => {
    const file = await published('SOP 1.md');
    const path = `/files/${file.id}/working-copy`;
    await service.expectStatus(400, service.ask('POST', `${path}?taskId=${NOBODYS_ID}`));
    await service.expectStatus(400, service.ask('POST', path, { taskId: NOBODYS_ID }));
    await service.expectStatus(400, service.ask('POST', `${path}?taskId=x`));
    expect(await service.list('/folders/files?q=SOP')).toHaveLength(1);
  });

  test('a fork is a file of its own with the latest content', async () => {
    const folder = await service.folder('Originals', null);
    const target = await service.folder('Target', null, MEMBER);
    const file = await service.upload(folder, 'plate.csv', 'a;b');
    await service.expectStatus(201, service.ask('POST', `/files/${file.id}/versions`, { content: 'a;b;c' }));
    const beside = await service.expectStatus(201, service.ask('POST', `/files/${file.id}/fork`));
    expect(beside).toMatchObject({ name: 'plate (copy).csv', folderId: folder, latestVersion: { versionNumber: 1 } });
    await service.share(`/files/${file.id}`, 2, 'viewer');
    const body = { newName: 'mine.csv', targetFolderId: target };
    const fork = await service.expectStatus(201, service.ask('POST', `/files/${file.id}/fork`, body, MEMBER));
    expect(fork).toMatchObject({ name: 'mine.csv', folderId: target, ownerId: 2 });
    await service.expectStatus(201, service.ask('POST', `/files/${fork.id}/versions`, { content: 'x' }, MEMBER));
    expect([await service.content(file.id), await service.content(beside.id)]).toEqual(['a;b;c', 'a;b;c']);
    const loose = await service.expectStatus(201, service.ask('POST', `/files/${file.id}/fork`, undefined, MEMBER));
    expect(loose).toMatchObject({ name: 'plate.csv', folderId: null, ownerId: 2 });
  });

  test('a fork is refused for runnable names and for folders that are unknown or may not be written', async () => {
    const folder = await service.folder('Originals', null);
    const file = await service.upload(folder, 'a.txt', 'x');
    const fork = (body: object, user?: number): Promise<{ status: number }> =>
      service.ask('POST', `/files/${file.id}/fork`, body, user);
    expect((await fork({ newName: 'a.exe' })).status).toBe(400);
    expect((await fork({ targetFolderId: NOBODYS_ID })).status).toBe(400);
    await service.share(`/folders/${folder}`, 2, 'viewer');
    expect((await fork({ targetFolderId: folder }, MEMBER)).status).toBe(403);
    expect(await service.names(folder)).toEqual(['a.txt']);
  });

  test('the compliance view lists all files of the organization, for Owner and Admin only', async () => {
    const hidden = await service.upload(await service.folder('Own', null, MEMBER), 'hidden.txt', 'x', MEMBER);
    await service.expectStatus(404, service.ask('GET', `/files/${hidden.id}`));
    const [organization] = await service.list('/organizations');
    const path = `/organizations/${organization?.id ?? ''}/files`;
    const all = await service.expectStatus(200, service.ask('GET', `${path}?sortBy=name&pageSize=1`));
    expect(all).toMatchObject({ items: [{ id: hidden.id, ownerId: 2, visibility: 'private' }], totalCount: 1 });
    const refused = await service.ask('GET', path, undefined, MEMBER);
    expect(refused).toMatchObject({ status: 403, json: { errorCode: 'INSUFFICIENT_SCOPE' } });
    await service.expectStatus(403, service.ask('GET', path, undefined, STRANGER));
  });

  test('the compliance view is paged, last changed first unless something else is asked for', async () => {
    const folder = await service.folder('Own', null, MEMBER);
    const order = ['c.txt', 'a.txt', 'e.txt', 'b.txt', 'd.txt'];
    for (const name of order) {
      await service.upload(folder, name, name, MEMBER);
      service.subject.advance(1000);
    }
    const loose = { name: 'loose.md', fileType: 'Document' };
    await service.expectStatus(201, service.ask('POST', '/files', loose, OTHER_MEMBER));
    const removed = await service.upload(folder, 'removed.txt', 'x', MEMBER);
    await service.expectStatus(204, service.ask('DELETE', `/files/${removed.id}`, undefined, MEMBER));
    const [organization] = await service.list('/organizations');
    const pages = async (query: string): Promise<string[]> => {
      const found: string[] = [];
      for (const page of [1, 2, 3, 4]) {
        const path = `/organizations/${organization?.id ?? ''}/files?pageSize=2&page=${page}${query}`;
        const answer = await service.expectStatus(200, service.ask('GET', path));
        expect(answer).toMatchObject({ totalCount: 6, totalPages: 3, hasNextPage: page < 3 });
        found.push(answer.items.map(({ name }) => name).join(' '));
      }
      return found;
    };
    expect(await pages('')).toEqual(['loose.md d.txt', 'b.txt e.txt', 'a.txt c.txt', '']);
    expect(await pages('&sortDirection=asc')).toEqual(['c.txt a.txt', 'e.txt b.txt', 'd.txt loose.md', '']);
    expect(await pages('&sortBy=name&sortDirection=asc')).toEqual(['a.txt b.txt', 'c.txt d.txt', 'e.txt loose.md', '']);
  });
}
