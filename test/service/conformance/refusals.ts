import { expect, test } from 'vitest';

import { MEMBER, OTHER_MEMBER, OWNER, STRANGER } from './subject.ts';
import type { Sent, Tester } from './subject.ts';

const ANNOUNCED = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 1 };

/** Sections 4.2 and 4.3: what is documented as refused, for files and folders. */
export function refusals(service: Tester): void {
  const statuses = async (
    user: number,
    asked: readonly (readonly [Sent['method'], string, unknown?])[],
  ): Promise<{ [request: string]: number }> => {
    const found: { [request: string]: number } = {};
    for (const [method, path, body] of asked) {
      const name = `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`;
      found[name] = (await service.ask(method, path, body, user)).status;
    }
    return found;
  };

  test('what a file cannot give is 400: bytes it does not have, pages too long, versions that are no ids', async () => {
    const empty = await service.expectStatus(
      201,
      service.ask('POST', '/files', { name: 'empty.txt', fileType: 'Document' }),
    );
    const path = `/files/${empty.id}`;
    expect(
      await statuses(OWNER, [
        ['GET', `${path}/download`],
        ['GET', `${path}/content`],
        ['GET', `${path}/versions?pageSize=101`],
        ['GET', `${path}/versions/17/content`],
        ['POST', `${path}/versions/17/restore`],
      ]),
    ).toEqual({
      'GET /files/…/download': 400,
      'GET /files/…/content': 400,
      'GET /files/…/versions?pageSize=101': 400,
      'GET /files/…/versions/17/content': 400,
      'POST /files/…/versions/17/restore': 400,
    });
  });

  test('a viewer reads a folder and what is in it, and is refused every change with 403', async () => {
    const folder = await service.folder('Shown', null);
    const inside = await service.folder('Inside', folder);
    const archived = await service.folder('Archived', folder);
    await service.expectStatus(204, service.ask('POST', `/folders/${archived}/archive`));
    const file = await service.upload(folder, 'a.txt', 'a');
    await service.expectStatus(201, service.ask('POST', `/folders/${folder}/share`, { userId: 2, role: 'viewer' }));
    expect(await service.names(folder, MEMBER)).toEqual(['a.txt']);
    const own = await service.folder('Own', null, MEMBER);
    const found = await statuses(MEMBER, [
      ['PATCH', `/files/${file.id}/move`, { parentFolderId: own }],
      ['PUT', `/files/${file.id}`, { name: 'b.txt' }],
      ['DELETE', `/files/${file.id}`],
      ['PATCH', `/folders/${inside}`, { name: 'Mine' }],
      ['PATCH', `/folders/${inside}/move`, { parentFolderId: own }],
      ['POST', `/folders/${inside}/archive`],
      ['POST', `/folders/${archived}/restore`],
      ['POST', `/folders/${folder}/files/upload`, ANNOUNCED],
      ['POST', `/folders/${folder}/files/upload/batch`, { items: [ANNOUNCED] }],
      ['POST', '/folders', { name: 'New', visibility: 'private', parentFolderId: folder }],
    ]);
    expect(Object.entries(found).filter(([, status]) => status !== 403)).toEqual([]);
    expect(await service.names(folder)).toEqual(['a.txt']);
  });

  test('somebody without access to a folder of the own organization is told so: 403', async () => {
    const folder = await service.folder('Closed', null);
    const found = await statuses(OTHER_MEMBER, [
      ['GET', `/folders/${folder}/children`],
      ['GET', `/folders/${folder}/files`],
      ['PATCH', `/folders/${folder}`, { name: 'Mine' }],
      ['POST', `/folders/${folder}/archive`],
    ]);
    expect(Object.entries(found).filter(([, status]) => status !== 403)).toEqual([]);
  });

  test('a folder of another organization is not there: 404', async () => {
    const folder = await service.folder('Of the lab', null);
    const own = await service.folder('Own', null, STRANGER);
    const found = await statuses(STRANGER, [
      ['PATCH', `/folders/${folder}`, { name: 'Mine' }],
      ['PATCH', `/folders/${folder}/move`, { parentFolderId: own }],
      ['POST', `/folders/${folder}/archive`],
      ['POST', `/folders/${folder}/restore`],
    ]);
    expect(Object.entries(found).filter(([, status]) => status !== 404)).toEqual([]);
  });

  test('a blank name and a batch of nothing, or of too much, are 400', async () => {
    const folder = await service.folder('Named', null);
    const found = await statuses(OWNER, [
      ['PATCH', `/folders/${folder}`, { name: ' ' }],
      ['POST', `/folders/${folder}/files/upload/batch`, { items: [] }],
    ]);
    expect(Object.values(found)).toEqual([400, 400]);
    const items = Array.from({ length: 51 }, () => ANNOUNCED);
    expect((await service.ask('POST', `/folders/${folder}/files/upload/batch`, { items })).status).toBe(400);
    expect(await service.names(folder)).toEqual([]);
  });
}
