import { expect, test } from 'vitest';

import { MEMBER, OTHER_MEMBER, STRANGER, refusal } from '../subject.ts';
import type { Tester } from '../subject.ts';

/** Section 4.2, the file itself, and the searches by name. */
export function files(service: Tester): void {
  test('POST /files makes an empty file, which a version fills', async () => {
    const folderId = await service.folder('Notes');
    const body = { name: 'idea.md', fileType: 'Document', folderId, description: 'A thought', tags: ['idea'] };
    const file = await service.expectStatus(201, service.ask('POST', '/files', body));
    expect(file).toMatchObject({ ...body, latestVersionId: null, extractionStatus: null, size: 0 });
    await service.expectStatus(400, service.ask('GET', `/files/${file.id}/content`));
    await service.expectStatus(201, service.ask('POST', `/files/${file.id}/versions`, { content: '# Idea' }));
    expect(await service.content(file.id)).toBe('# Idea');
  });

  test('POST /files with content makes the first version at once', async () => {
    const body = { name: 'µ-plate.md', fileType: 'Document', content: 'Ø 35 mm, "glass" 🧫\n' };
    const file = await service.expectStatus(201, service.ask('POST', '/files', body));
    expect(file).toMatchObject({ latestVersion: { versionNumber: 1 }, mimeType: 'text/markdown', folderId: null });
    expect(await service.content(file.id)).toBe(body.content);
  });

  test('lists carry size and place of a file, but neither its latest version nor its extraction', async () => {
    const folderId = await service.folder('Rows');
    const file = await service.upload(folderId, 'row.csv', 'a;b\n1,5;2');
    const page = await service.expectStatus(200, service.ask('GET', `/folders/${folderId}/files`));
    expect(page.items).toEqual([
      {
        id: file.id,
        name: 'row.csv',
        fileType: 'Dataset',
        folderId,
        size: 9,
        mimeType: 'text/plain',
        description: null,
        tags: [],
        createdAt: file.createdAt,
        updatedAt: file.updatedAt,
      },
    ]);
  });

  test('PUT renames, describes, tags and moves in one call, and keeps id and versions', async () => {
    const [from, to] = [await service.folder('From'), await service.folder('To')];
    const file = await service.upload(from, 'a.txt', 'one');
    const body = { name: 'b (final).txt', description: 'Second run', tags: ['qPCR'], folderId: to };
    const changed = await service.expectStatus(200, service.ask('PUT', `/files/${file.id}`, body));
    expect(changed).toMatchObject({ ...body, id: file.id, latestVersionId: file.latestVersionId });
    expect([await service.names(from), await service.names(to)]).toEqual([[], ['b (final).txt']]);
    const cleared = await service.expectStatus(200, service.ask('PUT', `/files/${file.id}`, { clearFolder: true }));
    expect(cleared.folderId).toBe(null);
  });

  test('PATCH move answers the file in its new folder', async () => {
    const [from, to] = [await service.folder('From'), await service.folder('To')];
    const file = await service.upload(from, 'a.txt', 'one');
    const moved = await service.ask('PATCH', `/files/${file.id}/move`, { parentFolderId: to });
    expect(moved).toMatchObject({ status: 200, json: { id: file.id, folderId: to } });
    await service.expectStatus(400, service.ask('PATCH', `/files/${file.id}/move`, {}));
  });

  test('updatedAt grows with content, rename and move, and stays when nothing changes', async () => {
    const [from, to] = [await service.folder('From'), await service.folder('To')];
    const file = await service.upload(from, 'a.txt', 'one');
    const renamed = await service.expectStatus(200, service.ask('PUT', `/files/${file.id}`, { name: 'b.txt' }));
    const same = await service.expectStatus(200, service.ask('PUT', `/files/${file.id}`, { name: 'b.txt' }));
    const move = service.ask('PATCH', `/files/${file.id}/move`, { parentFolderId: to });
    const moved = await service.expectStatus(200, move);
    const version = await service.expectStatus(
      201,
      service.ask('POST', `/files/${file.id}/versions`, { content: '2' }),
    );
    const times = [file.createdAt, file.updatedAt, renamed.updatedAt, moved.updatedAt, version.createdAt];
    expect(same.updatedAt).toBe(renamed.updatedAt);
    expect(times.toSorted()).toEqual(times);
    expect(new Set(times.slice(1)).size).toBe(4);
    const detail = await service.expectStatus(200, service.ask('GET', `/files/${file.id}`));
    expect(detail).toMatchObject({ updatedAt: version.createdAt, latestVersionId: version.id });
  });

  test('a removed file is 404 and unlisted, its name is free again, and removing twice is 404', async () => {
    const folder = await service.folder('Removals');
    const file = await service.upload(folder, 'a.txt', 'one');
    await service.expectStatus(204, service.ask('DELETE', `/files/${file.id}`));
    const gone = await service.ask('GET', `/files/${file.id}`);
    expect(gone).toMatchObject({ status: 404, json: refusal('NOT_FOUND', 'The file was not found.') });
    await service.expectStatus(404, service.ask('DELETE', `/files/${file.id}`));
    await service.expectStatus(404, service.ask('POST', `/files/${file.id}/versions`, { content: 'x' }));
    const again = await service.upload(folder, 'a.txt', 'two');
    expect(again.id).not.toBe(file.id);
    expect(await service.names(folder)).toEqual(['a.txt']);
  });

  test('a removed file may also be answered 400, or 200 with a flag', async () => {
    const file = await service.upload(await service.folder('Removals'), 'a.txt', 'one');
    await service.expectStatus(204, service.ask('DELETE', `/files/${file.id}`));
    service.subject.change({ removedFile: 'bad-request' });
    await service.expectStatus(400, service.ask('GET', `/files/${file.id}`));
    service.subject.change({ removedFile: 'flagged' });
    expect((await service.ask('GET', `/files/${file.id}`)).json).toMatchObject({ id: file.id, isDeleted: true });
  });

  test('one name twice in a folder is two files, unless the switch forbids it', async () => {
    const folder = await service.folder('Twins');
    const one = await service.upload(folder, 'a.txt', '1');
    const other = await service.upload(folder, 'a.txt', '2');
    expect(await service.names(folder)).toEqual(['a.txt', 'a.txt']);
    expect([await service.content(one.id), await service.content(other.id)]).toEqual(['1', '2']);
    service.subject.change({ duplicateNames: false });
    const body = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 1 };
    await service.expectStatus(400, service.ask('POST', `/folders/${folder}/files/upload`, body));
  });

  test.each(['setup.EXE', 'run.sh', 'driver.msi', 'macro.vbs', 'tool.jar', 'script.py'])(
    'the runnable name %s is refused with its extension, when new and when renamed to',
    async name => {
      const folderId = await service.folder('Refused');
      const extension = name.slice(name.lastIndexOf('.')).toLowerCase();
      const words = refusal('BAD_REQUEST', new RegExp(`'\\${extension}'`));
      const upload = { fileName: name, contentType: 'text/plain', fileSizeBytes: 1 };
      expect((await service.ask('POST', `/folders/${folderId}/files/upload`, upload)).json).toEqual(words);
      expect((await service.ask('POST', '/files', { name, fileType: 'Document', folderId })).json).toEqual(words);
      const file = await service.upload(folderId, 'fine.txt', 'x');
      expect((await service.ask('PUT', `/files/${file.id}`, { name })).json).toEqual(words);
      expect(await service.names(folderId)).toEqual(['fine.txt']);
    },
  );

  test('odd names come back exactly as they were sent', async () => {
    const folder = await service.folder('Names');
    const names = [
      '..',
      '../../etc/passwd',
      'CON',
      'a/b\\c.txt',
      'Ångström µ (2).csv',
      ' lead.txt',
      'e\u0301.txt',
      '🧬',
    ];
    for (const name of names) await service.upload(folder, name, name);
    expect((await service.names(folder)).toSorted()).toEqual(names.toSorted());
  });

  test('a file in no folder is its owner’s alone, and unknown to everyone else', async () => {
    const body = { name: 'private.md', fileType: 'Document', content: 'x' };
    const file = await service.expectStatus(201, service.ask('POST', '/files', body, MEMBER));
    for (const user of [OTHER_MEMBER, STRANGER]) {
      await service.expectStatus(404, service.ask('GET', `/files/${file.id}`, undefined, user));
      await service.expectStatus(404, service.ask('POST', `/files/${file.id}/versions`, { content: 'y' }, user));
    }
    // Where the specification documents both, a member of the lab is told 403, unless the switch says otherwise.
    await service.expectStatus(403, service.ask('DELETE', `/files/${file.id}`, undefined, OTHER_MEMBER));
    await service.expectStatus(404, service.ask('DELETE', `/files/${file.id}`, undefined, STRANGER));
    service.subject.change({ fileWithoutAccess: 404 });
    await service.expectStatus(404, service.ask('DELETE', `/files/${file.id}`, undefined, OTHER_MEMBER));
    expect(await service.content(file.id, undefined, MEMBER)).toBe('x');
  });

  test('a file in a shared folder may be changed by the lab, and is unknown to another lab', async () => {
    const folder = await service.folder('Shared');
    const file = await service.upload(folder, 'a.txt', 'one');
    await service.expectStatus(201, service.ask('POST', `/files/${file.id}/versions`, { content: 'two' }, MEMBER));
    expect(await service.content(file.id)).toBe('two');
    await service.expectStatus(404, service.ask('GET', `/files/${file.id}`, undefined, STRANGER));
    const foreign = await service.knowledgeBase(STRANGER);
    await service.expectStatus(404, service.ask('PATCH', `/files/${file.id}/move`, { parentFolderId: foreign }));
  });

  test('the flat list and the searches find by name, without removed, archived and foreign files', async () => {
    const folder = await service.folder('Searched');
    const closed = await service.folder('Closed', folder);
    await service.upload(folder, 'Zebrafish <1>.csv', 'x');
    await service.upload(closed, 'zebrafish 2.csv', 'x');
    const removed = await service.upload(folder, 'zebrafish 3.csv', 'x');
    await service.upload(await service.knowledgeBase(STRANGER), 'zebrafish 4.csv', 'x', STRANGER);
    await service.expectStatus(204, service.ask('DELETE', `/files/${removed.id}`));
    await service.expectStatus(204, service.ask('POST', `/folders/${closed}/archive`));
    const flat = await service.list('/folders/files?q=zebrafish');
    const found = await service.list('/files/search?q=ZEBRA&limit=5');
    const hits = await service.expectStatus(200, service.ask('GET', '/search/files?q=zebrafish'));
    expect([flat, found].map(rows => rows.map(row => row.name))).toEqual([
      ['Zebrafish <1>.csv'],
      ['Zebrafish <1>.csv'],
    ]);
    expect(hits).toMatchObject({
      totalCount: 1,
      items: [{ type: 'file', title: 'Zebrafish <1>.csv', snippet: '<b>Zebrafish</b> &lt;1&gt;.csv' }],
    });
  });

  test('the flat list is capped and not paged', async () => {
    const folder = await service.folder('Many');
    for (const name of ['1.txt', '2.txt', '3.txt', '4.txt']) await service.upload(folder, name, name);
    service.subject.change({ flatListingCap: 3 });
    expect(await service.expectStatus(200, service.ask('GET', '/folders/files?page=2'))).toHaveLength(3);
  });
}
