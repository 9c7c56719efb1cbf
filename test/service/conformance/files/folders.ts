import { expect, test } from 'vitest';

import { MEMBER, OWNER, STRANGER, refusal } from '../subject.ts';
import type { Tester } from '../subject.ts';

/** Section 4.3. */
export function folders(service: Tester): void {
  const childNames = async (id: string): Promise<string[]> => {
    return (await service.list(`/folders/${id}/children`)).map(child => child.name);
  };

  test('a folder answers its place and its breadcrumbs, root first', async () => {
    const root = await service.knowledgeBase();
    const plates = await service.folder('Plates', root);
    const elisa = await service.folder('ELISA (TNF-α)', plates);
    expect(await service.expectStatus(200, service.ask('GET', `/folders/${elisa}`))).toMatchObject({
      id: elisa,
      name: 'ELISA (TNF-α)',
      parentFolderId: plates,
      visibility: 'private',
      breadcrumbs: [
        { id: root, name: 'Knowledge Base' },
        { id: plates, name: 'Plates' },
        { id: elisa, name: 'ELISA (TNF-α)' },
      ],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  test('children lists folders only, and files lists files only', async () => {
    const folder = await service.folder('Mixed');
    await service.folder('Inside', folder);
    await service.upload(folder, 'beside.txt', 'x');
    expect(await childNames(folder)).toEqual(['Inside']);
    expect(await service.names(folder)).toEqual(['beside.txt']);
  });

  test('one call renames and moves, and the folder keeps its id and what is in it', async () => {
    const from = await service.folder('From');
    const to = await service.folder('To');
    const folder = await service.folder('Western blots', from);
    await service.upload(folder, 'blot.txt', 'β-actin');
    const body = { name: 'Blots 2026', parentFolderId: to };
    const changed = await service.expectStatus(200, service.ask('PATCH', `/folders/${folder}`, body));
    expect(changed).toMatchObject({ id: folder, name: 'Blots 2026', parentFolderId: to });
    expect([await childNames(from), await childNames(to)]).toEqual([[], ['Blots 2026']]);
    expect(await service.names(folder)).toEqual(['blot.txt']);
  });

  test('PATCH move moves, and only moveToRoot brings a folder to the top', async () => {
    const target = await service.folder('Target');
    const folder = await service.folder('Wanderer');
    await service.expectStatus(200, service.ask('PATCH', `/folders/${folder}/move`, { parentFolderId: target }));
    expect(await childNames(target)).toEqual(['Wanderer']);
    const top = await service.expectStatus(200, service.ask('PATCH', `/folders/${folder}`, { moveToRoot: true }));
    expect(top).toMatchObject({ parentFolderId: null, breadcrumbs: [{ id: folder, name: 'Wanderer' }] });
    const roots = await service.list('/folders/roots');
    expect(roots.map(root => root.name)).toContain('Wanderer');
  });

  test('a folder cannot be moved into itself or below itself', async () => {
    const outer = await service.folder('Outer');
    const inner = await service.folder('Inner', outer);
    for (const parentFolderId of [outer, inner]) {
      const reply = await service.ask('PATCH', `/folders/${outer}/move`, { parentFolderId });
      expect(reply.json).toEqual(refusal('BAD_REQUEST', 'A folder cannot be moved into itself.'));
    }
  });

  test('an archived folder is gone with all below it, and restoring brings the subtree back', async () => {
    const folder = await service.folder('Old project');
    const inside = await service.folder('Raw', folder);
    const file = await service.upload(inside, 'run.txt', 'counts');
    await service.expectStatus(204, service.ask('POST', `/folders/${folder}/archive`, {}));
    for (const path of [`/folders/${folder}`, `/folders/${inside}`, `/folders/${inside}/files`, `/files/${file.id}`]) {
      await service.expectStatus(404, service.ask('GET', path));
    }
    const tops = await service.list('/folders/archived');
    expect(tops.map(top => top.name)).toEqual(['Old project']);
    await service.expectStatus(200, service.ask('POST', `/folders/${folder}/restore`));
    expect(await childNames(folder)).toEqual(['Raw']);
    expect(await service.content(file.id)).toBe('counts');
  });

  test('what was archived before stays archived when the folder above comes back', async () => {
    const folder = await service.folder('Above');
    const inside = await service.folder('Below', folder);
    await service.expectStatus(204, service.ask('POST', `/folders/${inside}/archive`));
    await service.expectStatus(204, service.ask('POST', `/folders/${folder}/archive`));
    await service.expectStatus(400, service.ask('POST', `/folders/${inside}/restore`));
    await service.expectStatus(200, service.ask('POST', `/folders/${folder}/restore`));
    expect(await childNames(folder)).toEqual([]);
  });

  test('nothing can be put into an archived folder', async () => {
    const folder = await service.folder('Closed');
    await service.expectStatus(204, service.ask('POST', `/folders/${folder}/archive`));
    const body = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 1 };
    await service.expectStatus(404, service.ask('POST', `/folders/${folder}/files/upload`, body));
    await service.expectStatus(400, service.ask('POST', '/folders', { name: 'x', parentFolderId: folder }));
    service.subject.change({ unknownFolderInBody: 404 });
    expect((await service.ask('POST', '/folders', { name: 'x', parentFolderId: folder })).status).toBe(404);
  });

  test('two folders may have one name, unless the switch forbids it', async () => {
    const parent = await service.folder('Twins');
    await service.folder('Plate', parent);
    await service.folder('Plate', parent);
    expect(await childNames(parent)).toEqual(['Plate', 'Plate']);
    service.subject.change({ duplicateNames: false });
    const body = { name: 'Plate', visibility: 'private', parentFolderId: parent };
    await service.expectStatus(400, service.ask('POST', '/folders', body));
  });

  test('a private root folder is its owner’s alone: 403 for the lab, 404 for another lab', async () => {
    const folder = await service.folder('My notes', null);
    await service.expectStatus(200, service.ask('GET', `/folders/${folder}`));
    await service.expectStatus(403, service.ask('GET', `/folders/${folder}`, undefined, MEMBER));
    await service.expectStatus(404, service.ask('GET', `/folders/${folder}`, undefined, STRANGER));
    const roots = await service.list('/folders/roots', MEMBER);
    expect(roots.map(root => root.name)).not.toContain('My notes');
  });

  test('the Knowledge Base is shared: a member’s folder in it is everyone’s in the lab and nobody else’s', async () => {
    const folder = await service.folder('From a member', undefined, MEMBER);
    await service.upload(folder, 'by the owner.txt', 'x', OWNER);
    expect(await service.names(folder, MEMBER)).toEqual(['by the owner.txt']);
    await service.expectStatus(404, service.ask('GET', `/folders/${folder}/files`, undefined, STRANGER));
    expect(await service.knowledgeBase(STRANGER)).not.toBe(await service.knowledgeBase());
  });

  test('every change of a folder counts its updatedAt up', async () => {
    const folder = await service.folder('Clock');
    const before = await service.expectStatus(200, service.ask('GET', `/folders/${folder}`));
    const renamed = await service.expectStatus(200, service.ask('PATCH', `/folders/${folder}`, { name: 'Clock 2' }));
    expect(renamed.updatedAt > before.updatedAt).toBe(true);
    const same = await service.expectStatus(200, service.ask('PATCH', `/folders/${folder}`, { name: 'Clock 2' }));
    expect(same.updatedAt).toBe(renamed.updatedAt);
  });
}
