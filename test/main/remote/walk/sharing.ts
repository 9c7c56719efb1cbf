import assert from 'node:assert/strict';

import * as copies from '../../../../main/remote/api/calls/copies.ts';
import * as files from '../../../../main/remote/api/calls/files.ts';
import * as folders from '../../../../main/remote/api/calls/folders.ts';
import * as library from '../../../../main/remote/api/calls/library.ts';
import { listOrganizations } from '../../../../main/remote/api/calls/organizations.ts';
import * as sharing from '../../../../main/remote/api/calls/sharing.ts';
import { present } from '../../../../shared/assert.ts';
import type { Base } from './knowledge-base.ts';
import type { Lab } from './lab.ts';

/** Shares, inheritance, copies and the library through our own functions. */
export async function walkSharing(lab: Lab, base: Base): Promise<void> {
  const line = lab.line();
  const file = { id: base.file };
  const folder = { id: base.folder };
  await sharing.breakInheritance(line, { path: folder });
  for (const { id } of await lab.whole(sharing.listFolderShares(line, { path: folder }))) {
    await sharing.unshareFolder(line, { path: { id: base.folder, aceId: id } });
  }
  await lab.whole(sharing.shareFolder(line, { path: folder, body: { userId: 2, role: 'viewer' } }));
  await lab.whole(sharing.shareFile(line, { path: file, body: { isOrgWide: true } }));
  assert.equal((await lab.whole(sharing.listContainedOverrides(line, { path: folder })))[0]?.id, base.file);
  assert.equal((await lab.whole(sharing.reportSharingDrift(line, {})))[0]?.id, base.file);
  await lab.whole(sharing.narrowCascade(line, { path: folder, body: { fileIds: [base.file] } }));
  const entry = await lab.whole(sharing.shareFile(line, { path: file, body: { userId: 3, role: 'editor' } }));
  await lab.whole(sharing.listFileShares(line, { path: file }));
  await lab.whole(sharing.listFileAccess(line, { path: file }));
  await lab.whole(sharing.listFolderAccess(line, { path: folder }));
  await sharing.unshareFile(line, { path: { id: base.file, aceId: entry.id } });
}

/** Forks, publishing, working copies and the library. */
export async function walkLibrary(lab: Lab, base: Base): Promise<void> {
  const line = lab.line();
  const [organization] = await listOrganizations(line, {});
  const orgId = present(organization, 'the lab').id;
  const made = await lab.whole(library.createLibraryFolder(line, { path: { orgId }, body: { name: 'SOPs' } }));
  const shelf = { orgId, id: made.id };
  await lab.whole(library.renameLibraryFolder(line, { path: shelf, body: { name: 'SOPs 2026' } }));
  const fork = await lab.whole(copies.forkFile(line, { path: { id: base.file }, body: { newName: 'sop.txt' } }));
  const body = { visibility: 'library', orgFolderId: made.id };
  await lab.whole(copies.promoteFile(line, { path: { id: fork.id }, body }));
  const query = { folderId: made.id, pageSize: 5 };
  assert.equal((await lab.whole(library.listLibraryFiles(line, { path: { orgId }, query }))).items.length, 1);
  assert.equal((await lab.whole(library.listLibraryFolders(line, { path: { orgId } })))[0]?.name, 'SOPs 2026');
  const copy = await lab.whole(copies.createWorkingCopy(line, { path: { id: fork.id }, body: {} }));
  await files.createVersion(line, { path: { id: copy.id }, stream: Buffer.from('{"content":"13 %"}') });
  await lab.whole(copies.commitWorkingCopy(line, { path: { id: copy.id } }));
  await lab.whole(files.listOrganizationFiles(line, { path: { orgId }, query: { pageSize: 5 } }));
  const empty = await library.createLibraryFolder(line, { path: { orgId }, body: { name: 'Empty' } });
  await library.deleteLibraryFolder(line, { path: { orgId, id: empty.id } });
  await lab.whole(folders.ensureDraftsFolder(line, {}));
  await lab.whole(folders.ensureUserFolder(line, { body: {} }));
}
