import { expect, test } from 'vitest';

import { MEMBER } from './subject.ts';
import type { Sent, Tester } from './subject.ts';

const NOBODYS_ID = '3f2b8f0e-9a51-4c55-8a4e-0c4f6d1f7a10';
const JONAS = 2;

/** Sections 4.2 and 4.3: the refusals that every row documents for what is malformed, not allowed or not there. */
export function refusals(service: Tester): void {
  const statusesOf = async (asks: readonly (readonly [Sent['method'], string, object?])[], user?: number) => {
    const replies = asks.map(([method, path, body]) => service.ask(method, path, body, user));
    return (await Promise.all(replies)).map(reply => reply.status);
  };

  test('what is malformed about a file is refused with 400', async () => {
    const file = await service.upload(await service.folder('Malformed'), 'a.txt', 'x');
    const empty = await service.expectStatus(
      201,
      service.ask('POST', '/files', { name: 'empty.md', fileType: 'Document' }),
    );
    const statuses = await statusesOf([
      ['GET', `/files/${empty.id}/download`],
      ['GET', `/files/${file.id}/versions?pageSize=0`],
      ['GET', `/files/${file.id}/versions/latest/content`],
      ['POST', `/files/${file.id}/versions/latest/restore`],
      ['PATCH', `/files/${file.id}/move`, { parentFolderId: 'home' }],
    ]);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
  });

  test('what is malformed about a folder is refused with 400', async () => {
    const folder = await service.folder('Malformed');
    const statuses = await statusesOf([
      ['PATCH', `/folders/${folder}`, { name: '' }],
      ['PATCH', `/folders/${folder}/move`, {}],
      ['POST', `/folders/${folder}/files/upload/batch`, { items: [] }],
      ['POST', `/folders/${folder}/files/upload/batch`, { items: Array.from({ length: 51 }, () => ({})) }],
    ]);
    expect(statuses).toEqual([400, 400, 400, 400]);
  });

  test('a viewer changes neither folder nor file, and puts nothing in', async () => {
    const folder = await service.folder('Only to read', null);
    const inside = await service.folder('Inside', folder);
    const file = await service.upload(folder, 'a.txt', 'x');
    await service.share(`/folders/${folder}`, JONAS, 'viewer');
    const target = await service.knowledgeBase();
    const upload = { fileName: 'b.txt', contentType: 'text/plain', fileSizeBytes: 1 };
    const statuses = await statusesOf(
      [
        ['PATCH', `/files/${file.id}/move`, { parentFolderId: target }],
        ['PATCH', `/folders/${inside}/move`, { parentFolderId: target }],
        ['PATCH', `/folders/${folder}`, { name: 'Mine' }],
        ['POST', `/folders/${inside}/archive`],
        ['POST', `/folders/${folder}/files/upload`, upload],
        ['POST', `/folders/${folder}/files/upload/batch`, { items: [upload] }],
      ],
      MEMBER,
    );
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
    await service.expectStatus(204, service.ask('POST', `/folders/${inside}/archive`));
    const restored = await service.ask('POST', `/folders/${inside}/restore`, undefined, MEMBER);
    expect(restored.status).toBe(403);
    expect(await service.names(folder)).toEqual(['a.txt']);
  });

  test('a folder that is not shared lists nothing', async () => {
    const folder = await service.folder('Hidden', null);
    const asks = ['children', 'files', 'access'].map(name => ['GET', `/folders/${folder}/${name}`] as const);
    expect(await statusesOf(asks, MEMBER)).toEqual([403, 403, 403]);
  });

  test('a folder that is not there is 404', async () => {
    const target = await service.knowledgeBase();
    const statuses = await statusesOf([
      ['GET', `/folders/${NOBODYS_ID}`],
      ['PATCH', `/folders/${NOBODYS_ID}`, { name: 'x' }],
      ['PATCH', `/folders/${NOBODYS_ID}/move`, { parentFolderId: target }],
      ['POST', `/folders/${NOBODYS_ID}/archive`],
      ['POST', `/folders/${NOBODYS_ID}/restore`],
      ['POST', `/folders/${NOBODYS_ID}/share`, { userId: JONAS, role: 'viewer' }],
    ]);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
  });

  test('a batch into a folder that may not be written fails item by item', async () => {
    const [own, closed] = [await service.folder('Own', null, MEMBER), await service.folder('Closed', null)];
    const item = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 1 };
    const items = [own, closed].map(folderId => ({ ...item, folderId }));
    const reply = await service.ask('POST', '/files/upload/batch', { items }, MEMBER);
    expect(reply).toMatchObject({ status: 200, json: [{ status: 'initiated' }, { status: 'failed' }] });
  });
}
