import assert from 'node:assert/strict';

import { calls } from '../../../../main/remote/api/calls.ts';
import { requirePresent } from '../../../../shared/assert.ts';
import type { Base } from './knowledge-base.ts';
import type { Lab } from './lab.ts';

/** Shares, inheritance, copies and the library through our own functions. */
export async function walkSharing(lab: Lab, base: Base): Promise<void> {
  const line = lab.line();
  const file = { id: base.file };
  const folder = { id: base.folder };
  await calls.breakInheritance(line, { path: folder });
  for (const { id } of await lab.whole(calls.listFolderShares(line, { path: folder }))) {
    await calls.unshareFolder(line, { path: { id: base.folder, aceId: id } });
  }
  await lab.whole(calls.shareFolder(line, { path: folder, body: { userId: 2, role: 'viewer' } }));
  await lab.whole(calls.shareFile(line, { path: file, body: { isOrgWide: true } }));
  assert.equal((await lab.whole(calls.listContainedOverrides(line, { path: folder })))[0]?.id, base.file);
  assert.equal((await lab.whole(calls.reportSharingDrift(line, {})))[0]?.id, base.file);
  await lab.whole(calls.narrowCascade(line, { path: folder, body: { fileIds: [base.file] } }));
  const entry = await lab.whole(calls.shareFile(line, { path: file, body: { userId: 3, role: 'editor' } }));
  await lab.whole(calls.listFileShares(line, { path: file }));
  await lab.whole(calls.listFileAccess(line, { path: file }));
  await lab.whole(calls.listFolderAccess(line, { path: folder }));
  await calls.unshareFile(line, { path: { id: base.file, aceId: entry.id } });
}

/** Forks, publishing, working copies and the library. */
export async function walkLibrary(lab: Lab, base: Base): Promise<void> {
  const line = lab.line();
  const [organization] = await calls.listOrganizations(line, {});
  const orgId = requirePresent(organization, 'the lab').id;
  const made = await lab.whole(calls.createLibraryFolder(line, { path: { orgId }, body: { name: 'SOPs' } }));
  const shelf = { orgId, id: made.id };
  await lab.whole(calls.renameLibraryFolder(line, { path: shelf, body: { name: 'SOPs 2026' } }));
  const fork = await lab.whole(calls.forkFile(line, { path: { id: base.file }, body: { newName: 'sop.txt' } }));
  const body = { visibility: 'library', orgFolderId: made.id };
  await lab.whole(calls.promoteFile(line, { path: { id: fork.id }, body }));
  const query = { folderId: made.id, pageSize: 5 };
  assert.equal((await lab.whole(calls.listLibraryFiles(line, { path: { orgId }, query }))).items.length, 1);
  assert.equal((await lab.whole(calls.listLibraryFolders(line, { path: { orgId } })))[0]?.name, 'SOPs 2026');
  const copy = await lab.whole(calls.createWorkingCopy(line, { path: { id: fork.id }, body: {} }));
  await calls.createVersion(line, { path: { id: copy.id }, stream: Buffer.from('{"content":"13 %"}') });
  await lab.whole(calls.commitWorkingCopy(line, { path: { id: copy.id } }));
  await lab.whole(calls.listOrganizationFiles(line, { path: { orgId }, query: { pageSize: 5 } }));
  const empty = await calls.createLibraryFolder(line, { path: { orgId }, body: { name: 'Empty' } });
  await calls.deleteLibraryFolder(line, { path: { orgId, id: empty.id } });
  await lab.whole(calls.ensureDraftsFolder(line, {}));
  await lab.whole(calls.ensureUserFolder(line, { body: {} }));
}
