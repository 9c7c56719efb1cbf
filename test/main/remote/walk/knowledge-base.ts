import assert from 'node:assert/strict';

import { calls } from '../../../../main/remote/api/calls.ts';
import { requirePresent } from '../../../../shared/assert.ts';
import { textOf } from './lab.ts';
import type { Lab } from './lab.ts';

/** What later parts of the walk go on with. */
export interface Base {
  readonly root: string;
  readonly folder: string;
  readonly file: string;
  readonly version: string;
}

/** Folders, uploads, files and versions through our own functions. */
export async function walkKnowledgeBase(lab: Lab): Promise<Base> {
  const line = lab.line();
  assert.equal((await lab.whole(calls.getVersion(line, {}))).apiVersion, 'v1');
  const [root] = await lab.whole(calls.listRootFolders(line, {}));
  const base = requirePresent(root, 'a root folder').id;
  const body = { name: 'Gels', visibility: 'private', parentFolderId: base };
  const { id: folder } = await lab.whole(calls.createFolder(line, { body }));
  const { file, version } = await walkUploads(lab, folder);
  await walkVersions(lab, file, version);
  await walkPlaces(lab, { base, folder, file });
  return { root: base, folder, file, version };
}

async function walkUploads(lab: Lab, folder: string): Promise<{ file: string; version: string }> {
  const line = lab.line();
  const announced = { fileName: 'gel.txt', contentType: 'text/plain', fileSizeBytes: 4 };
  const target = await lab.whole(calls.initiateFolderUpload(line, { path: { id: folder }, body: announced }));
  await lab.storage('PUT', target.uploadUrl ?? '', Buffer.from('10 %'));
  const path = { id: target.fileId ?? '' };
  const query = { versionId: target.versionId ?? '' };
  const detail = await lab.whole(calls.confirmUpload(line, { path, query }));
  assert.equal(detail.size, 4);
  await lab.whole(calls.initiateUpload(line, { body: { ...announced, folderId: folder } }));
  const items = [announced, { ...announced, fileName: 'x.exe' }];
  const [first, second] = await lab.whole(calls.initiateUploads(line, { body: { items } }));
  assert.deepEqual([first?.status, second?.status], ['initiated', 'failed']);
  await lab.whole(calls.initiateFolderUploads(line, { path: { id: folder }, body: { items } }));
  return { file: detail.id, version: detail.latestVersionId ?? '' };
}

async function walkVersions(lab: Lab, id: string, versionId: string): Promise<void> {
  const line = lab.line();
  const content = { content: '12 %', baseVersionId: versionId, changeSummary: 'Higher' };
  // The content is streamed past the declared body, so that it may have any length.
  const stream = Buffer.from(JSON.stringify(content));
  const version = await lab.whole(calls.createVersion(line, { path: { id }, stream }));
  assert.equal(version.baseVersionId, versionId);
  const page = await lab.whole(calls.listVersions(line, { path: { id }, query: { page: 1, pageSize: 10 } }));
  assert.deepEqual(
    page.items.map(each => each.versionNumber),
    [2, 1],
  );
  const link = await lab.whole(calls.getFileContent(line, { path: { id } }));
  assert.equal(await lab.storage('GET', link.url ?? ''), '12 %');
  const old = await lab.whole(calls.getVersionContent(line, { path: { id, versionId } }));
  assert.equal(await lab.storage('GET', old.url ?? ''), '10 %');
  await lab.whole(calls.restoreVersion(line, { path: { id, versionId } }));
  assert.equal(await textOf(await calls.downloadFile(line, { path: { id } })), '10 %');
}

async function walkPlaces(lab: Lab, at: { base: string; folder: string; file: string }): Promise<void> {
  const line = lab.line();
  const other = await lab.whole(
    calls.createFolder(line, { body: { name: 'Blots', visibility: 'private', parentFolderId: at.folder } }),
  );
  const path = { id: at.file };
  await lab.whole(calls.updateFile(line, { path, body: { name: 'gel 1.txt', tags: ['gel'] } }));
  await lab.whole(calls.moveFile(line, { path, body: { parentFolderId: other.id } }));
  assert.equal((await lab.whole(calls.getFile(line, { path }))).folderId, other.id);
  await lab.whole(calls.moveFile(line, { path, body: { parentFolderId: at.folder } }));
  assert.equal((await lab.whole(calls.searchFilesOfOrganization(line, { query: { q: 'gel 1' } }))).length, 1);
  const extra = await lab.whole(calls.createFile(line, { body: { name: 'x.md', fileType: 'Document' } }));
  await calls.deleteFile(line, { path: { id: extra.id } });
  await lab.whole(calls.getFolder(line, { path: { id: other.id } }));
  await lab.whole(calls.changeFolder(line, { path: { id: other.id }, body: { name: 'Blots 2026' } }));
  await lab.whole(calls.moveFolder(line, { path: { id: other.id }, body: { parentFolderId: at.base } }));
  assert.equal((await lab.whole(calls.listChildFolders(line, { path: { id: at.base } }))).length, 2);
  const listed = await lab.whole(calls.listFolderFiles(line, { path: { id: at.folder }, query: { pageSize: 5 } }));
  assert.deepEqual(
    listed.items.map(({ name }) => name),
    ['gel 1.txt'],
  );
  await lab.whole(calls.listFilesEverywhere(line, { query: { q: 'gel' } }));
  await calls.archiveFolder(line, { path: { id: other.id } });
  assert.equal((await lab.whole(calls.listArchivedFolders(line, {})))[0]?.id, other.id);
  await lab.whole(calls.restoreFolder(line, { path: { id: other.id } }));
}
