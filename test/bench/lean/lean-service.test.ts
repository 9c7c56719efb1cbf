import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { fileEndpoints, versionEndpoints } from '../../../shared/api/calls/files.ts';
import { folderEndpoints } from '../../../shared/api/calls/folders.ts';
import { uploadEndpoints } from '../../../shared/api/calls/uploads.ts';
import { requirePresent } from '../../../shared/assert.ts';
import { treeOf } from '../tree/plan.ts';
import { LeanEndpoint } from './endpoint.ts';

const server = createServer(new LeanEndpoint({ keepsContent: true }).answer);
let origin = '';
beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  return (
    await fetch(`${origin}/api/v1${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  ).json();
}

/** An answer that has the form its endpoint declares. */
function formed<T>({ answer }: { readonly answer: z.ZodType<T> | null }, json: unknown): T {
  return requirePresent(answer, 'a form').parse(json);
}

test('what it answers has the form that the API declares', async () => {
  const [root] = z
    .array(z.object({ id: z.string() }))
    .parse(formed(folderEndpoints.listRootFolders, await ask('GET', '/folders/roots')));
  const made = await ask('POST', '/folders', { name: 'Plates', parentFolderId: root?.id });
  const folder = formed(folderEndpoints.createFolder, made);
  const items = [{ fileName: 'a.csv', contentType: 'text/csv', fileSizeBytes: 3, folderId: folder.id }];
  const batch = formed(uploadEndpoints.initiateUploads, await ask('POST', '/files/upload/batch', { items }));
  const target = z.object({ fileId: z.string(), uploadUrl: z.string() }).parse(batch[0]?.data);
  await fetch(target.uploadUrl, { method: 'PUT', body: 'abc' });
  expect(formed(folderEndpoints.listFolderFiles, await ask('GET', `/folders/${folder.id}/files`)).items).toEqual([]);
  const confirmed = formed(uploadEndpoints.confirmUpload, await ask('POST', `/files/${target.fileId}/upload/confirm`));
  const listed = formed(folderEndpoints.listFolderFiles, await ask('GET', `/folders/${folder.id}/files`));
  expect([confirmed.size, listed.items.map(({ name }) => name)]).toEqual([3, ['a.csv']]);
  formed(fileEndpoints.getFile, await ask('GET', `/files/${target.fileId}`));
  const link = formed(versionEndpoints.getFileContent, await ask('GET', `/files/${target.fileId}/content`));
  expect(await (await fetch(link.url)).text()).toBe('abc');
});

test.each([0, 1, 2, 3, 1000])('a version of %i bytes that came as base64 is counted with its size', async sizeBytes => {
  const target = formed(
    uploadEndpoints.initiateUpload,
    await ask('POST', '/files/upload', { fileName: 'b.raw', contentType: 'x/y', fileSizeBytes: 1, folderId: null }),
  );
  const body = { changeSource: 'desktop', contentBase64: Buffer.alloc(sizeBytes, 7).toString('base64') };
  const made = formed(versionEndpoints.createVersion, await ask('POST', `/files/${target.fileId}/versions`, body));
  expect([made.sizeBytes, made.versionNumber]).toEqual([sizeBytes, 2]);
});

test('a version on an older one is refused; a file that was renamed, moved or removed is so in all lists', async () => {
  const [root] = formed(folderEndpoints.listRootFolders, await ask('GET', '/folders/roots'));
  const folder = formed(
    folderEndpoints.createFolder,
    await ask('POST', '/folders', { name: 'To', parentFolderId: root?.id }),
  );
  const announced = { fileName: 'c.csv', contentType: 'text/csv', fileSizeBytes: 3, folderId: root?.id };
  const { fileId } = formed(uploadEndpoints.initiateUpload, await ask('POST', '/files/upload', announced));
  await ask('POST', `/files/${fileId}/upload/confirm`);
  const stale = { baseVersionId: folder.id, contentBase64: '' };
  expect(await ask('POST', `/files/${fileId}/versions`, stale)).toMatchObject({ errorCode: 'VERSION_CONFLICT' });
  const namesIn = async (id: string | undefined): Promise<readonly string[]> =>
    formed(folderEndpoints.listFolderFiles, await ask('GET', `/folders/${id}/files`)).items.map(({ name }) => name);
  formed(fileEndpoints.updateFile, await ask('PUT', `/files/${fileId}`, { name: 'd.csv', folderId: folder.id }));
  expect([await namesIn(root?.id), await namesIn(folder.id)]).toEqual([[], ['d.csv']]);
  await ask('DELETE', `/files/${fileId}`);
  expect([await namesIn(folder.id), await ask('GET', `/files/${fileId}`)]).toEqual([
    [],
    { errorCode: 'NOT_FOUND', messages: ['Not here.'] },
  ]);
});

test('a tree that it was filled with has the same ids and bytes each time', async () => {
  const filled = (name: string): Promise<string> =>
    fetch(`${origin}/bench/fill`, { method: 'POST', body: JSON.stringify({ name, wish: treeOf(40, 'tiny', 5) }) }).then(
      async answer => z.object({ folderId: z.string() }).parse(await answer.json()).folderId,
    );
  expect(await filled('one')).toBe(await filled('two'));
});
