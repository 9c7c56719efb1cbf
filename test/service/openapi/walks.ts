import { expect } from 'vitest';

import { requirePresent } from '../../../shared/assert.ts';
import { store } from './walker.ts';
import type { Walker } from './walker.ts';

/** What one walk leaves for the next. */
export interface Walked {
  readonly organization: string;
  readonly plates: string;
  readonly file: string;
  readonly note: string;
}

/** Folders, files, uploads and versions. */
export async function walkFiles(owner: Walker): Promise<Walked> {
  const organization = requirePresent((await owner.list('listOrganizations'))[0], 'an organization').id;
  const root = requirePresent((await owner.list('listRootFolders'))[0], 'a root folder').id;
  const plates = await owner.call('createFolder', { name: 'Plates', visibility: 'private', parentFolderId: root });

  const announced = { fileName: 'plate 1.csv', contentType: 'text/plain', fileSizeBytes: 8 };
  const target = await owner.call('initiateFolderUpload', plates.id, announced);
  await store(target.uploadUrl, 'a;b\r\n1;2');
  const file = await owner.call('confirmUpload', target.fileId, undefined);
  const base = file.latestVersionId;
  const next = { contentBase64: btoa('a;b\r\n1;3'), changeSummary: 'Corrected', baseVersionId: base };
  expect((await owner.call('createVersion', file.id, next)).versionNumber).toBe(2);
  expect((await owner.call('restoreVersion', file.id, base)).versionNumber).toBe(3);
  expect((await owner.call('listVersions', file.id, { pageSize: 2 })).items).toHaveLength(2);
  const { url } = await owner.call('getVersionContent', file.id, base);
  expect(await (await fetch(url)).text()).toBe('a;b\r\n1;2');
  await owner.call('getFileContent', file.id);
  expect(await owner.call('downloadFile', file.id)).toBe('a;b\r\n1;2');

  const note = await owner.call('createFile', { name: 'note.md', fileType: 'Document', content: '# Washing steps' });
  await owner.call('updateFile', note.id, { description: 'How to wash', tags: ['blot'] });
  expect((await owner.call('moveFile', note.id, { parentFolderId: plates.id })).folderId).toBe(plates.id);
  const [started] = await owner.list('initiateUploads', { items: [{ ...announced, folderId: plates.id }] });
  expect(started?.status).toBe('initiated');
  await owner.list('initiateFolderUploads', plates.id, { items: [announced] });
  await owner.call('initiateUpload', announced);
  expect((await owner.call('listFolderFiles', plates.id, { sortBy: 'name' })).items).toHaveLength(2);
  expect((await owner.list('listFilesEverywhere', { q: 'plate' })).map(({ id }) => id)).toContain(file.id);
  return { organization, plates: plates.id, file: file.id, note: note.id };
}

/** The searches, and who may read what. `other` is a colleague. */
export async function walkSharing(owner: Walker, other: Walker, { organization, plates, file }: Walked): Promise<void> {
  for (const search of ['searchFiles', 'searchEverything', 'searchFileContent', 'searchTasks']) {
    await owner.call(search, { q: 'plate' });
  }
  await owner.list('searchFilesOfOrganization', { q: 'plate', limit: 5 });
  await owner.list('searchAttachments', { q: 'plate' });
  await owner.call('listOrganizationFiles', organization, { pageSize: 5 });

  const entry = await owner.call('shareFile', file, { userId: 2, role: 'viewer' });
  expect((await owner.list('listFileShares', file)).map(({ id }) => id)).toContain(entry.id);
  expect((await other.call('getFile', file)).name).toBe('plate 1.csv');
  await owner.list('listFileAccess', file);
  const onFolder = await owner.call('shareFolder', plates, { userId: 2, role: 'editor' });
  await owner.list('listFolderShares', plates);
  await owner.list('listFolderAccess', plates);
  await owner.list('listContainedOverrides', plates);
  await owner.list('reportSharingDrift');
  await owner.call('breakInheritance', plates);
  await owner.call('narrowCascade', plates, { fileIds: [file] });
  await owner.call('unshareFolder', plates, onFolder.id);
  const again = await owner.call('shareFile', file, { isOrgWide: true, role: 'viewer' });
  await owner.call('unshareFile', file, again.id);
}

/** The library, copies, and what becomes of folders. */
export async function walkLibrary(owner: Walker, other: Walker, walked: Walked): Promise<void> {
  const { organization, plates, file, note } = walked;
  const shelf = await owner.call('createLibraryFolder', organization, { name: 'Standards' });
  await owner.call('renameLibraryFolder', organization, shelf.id, { name: 'Standard methods' });
  await owner.call('promoteFile', note, { visibility: 'library', orgFolderId: shelf.id });
  expect((await other.call('listLibraryFiles', organization, { folderId: shelf.id })).items).toHaveLength(1);
  expect(await other.list('listLibraryFolders', organization)).toHaveLength(1);
  const spare = await owner.call('createLibraryFolder', organization, { name: 'Spare' });
  await owner.call('deleteLibraryFolder', organization, spare.id);
  const copy = await owner.call('createWorkingCopy', note, {}, undefined);
  await owner.call('createVersion', copy.id, { content: '# Washing steps, shorter' });
  await owner.call('commitWorkingCopy', copy.id);
  await owner.call('forkFile', file, { newName: 'plate 1, mine.csv' });

  const old = await owner.call('createFolder', { name: 'Old', visibility: 'private' });
  await owner.call('changeFolder', plates, { name: 'Plates 2026' });
  await owner.call('moveFolder', plates, { parentFolderId: old.id });
  await owner.list('listChildFolders', old.id);
  expect((await owner.call('getFolder', plates)).name).toBe('Plates 2026');
  await owner.call('deleteFile', file);
  await owner.call('archiveFolder', old.id);
  await owner.list('listArchivedFolders');
  await owner.call('restoreFolder', old.id);
  await owner.call('ensureDraftsFolder', {});
  await owner.call('ensureUserFolder', { displayName: 'Mira' });
}

/** A conversation with its attachments. */
export async function walkTasks(person: Walker): Promise<void> {
  const task = await person.call('createTask', { title: 'Summary', initialMessage: 'Summarise the notes.' });
  await person.call('sendMessage', task.id, { content: 'In three sentences.' });
  const page = await person.call('listMessages', task.id, { limit: 10 });
  expect(page.items[0]).toMatchObject({ role: 'user', content: 'Summarise the notes.', sequence: 1 });
  await person.call('updateTask', task.id, { title: 'Summary of the notes' });
  expect((await person.call('getTask', task.id)).title).toBe('Summary of the notes');
  const rendered = { fileName: 'summary.txt', contentType: 'text/plain', sizeBytes: 5 };
  const target = await person.call('initiateRenderedFile', task.id, rendered);
  await store(target.uploadUrl, 'Short');
  const attachment = await person.call('confirmRenderedFile', task.id, target.id, { versionId: target.versionId });
  expect((await person.list('listAttachments', task.id)).map(({ id }) => id)).toContain(attachment.id);
  await person.call('getAttachmentContent', task.id, attachment.id);
  await person.call('deleteAttachment', task.id, attachment.id);
  await person.call('ensureTaskFolder', task.id, {});
  await person.call('archiveTask', task.id);
  await person.call('unarchiveTask', task.id);
  expect((await person.call('listTasks', { status: 'active' })).items.map(({ id }) => id)).toContain(task.id);
}

/** Organization, members, invitations, keys, account and signing in. The stranger is of another lab; `secretTo` reads the mail of an address. */
export async function walkPeople(
  [owner, other, stranger]: readonly [Walker, Walker, Walker],
  secretTo: (email: string) => Promise<string>,
): Promise<void> {
  const organization = requirePresent((await owner.list('listOrganizations'))[0], 'an organization').id;
  await owner.call('getOrganization', organization);
  await owner.call('updateOrganization', organization, { name: 'Halden Laboratory' });
  await owner.call('getBillingStatus', organization);
  await owner.call('setAutotidy', organization, { enabled: true });
  await owner.call('setDefaultOrganization', organization);
  await owner.list('searchMembers', organization, { q: 'aiko' });
  const members = await owner.list('listMembers', organization);
  const aiko = requirePresent(
    members.find(({ userId }) => userId === 3),
    'Aiko',
  );
  await owner.call('setMemberRole', organization, aiko.id, { role: 'Admin' });
  await owner.call('removeMember', organization, aiko.id);
  const job = await owner.call('startExport', organization);
  await owner.call('getExport', organization, job.id);
  await owner.call('listAuditLog', organization, { pageSize: 5 });

  const email = 'noor.silva@example.org';
  const invitation = await owner.call('createInvitation', organization, { email, role: 'Member' });
  await owner.list('listInvitations', organization);
  await owner.call('resendInvitation', organization, invitation.id);
  const invitationToken = await secretTo(email);
  await owner.call('getInvitation', invitationToken);
  await owner.call('requestCode', { email });
  const code = await secretTo(email);
  expect((await owner.call('verifyCode', { email, code })).status).toBe('registration-required');
  const consents = { termsConditions: true, privacyPolicy: true };
  const names = { firstName: 'Noor', lastName: 'Silva' };
  const session = await owner.call('completeRegistration', { email, code, ...names, ...consents, invitationToken });
  expect(session.organizationId).toBe(organization);
  const noor = owner.as({ authorization: `Bearer ${session.token}` });
  await noor.call('switchOrganization', organization);
  const later = await owner.call('createInvitation', organization, { email: 'sam.reyes@example.org' });
  await owner.call('cancelInvitation', organization, later.id);
  await owner.call('createInvitation', organization, { email: 'leon.weir@example.org' });
  await stranger.call('acceptInvitation', await secretTo('leon.weir@example.org'));

  const key = await other.call('createKey', { name: 'Second computer' });
  expect((await other.call('validateToken', { token: key.key })).userId).toBe(2);
  await other.list('listKeys');
  await other.call('revokeKey', key.id);
  await owner.call('setKeyPolicy', { policy: 'admins_only' });
  await owner.call('getKeyPolicy');
  await other.call('getAccount', 2);
  await other.call('updateAccount', 2, { currentPosition: 'Postdoc' });
  await other.call('confirmEmail', { email: 'jonas.brandt@example.org' }, undefined);
  await other.call('startExternalLogin', { email: 'jonas.brandt@example.org' });
  await other.call('sendFeedback', { title: 'Thanks', description: 'It works.' });
  await owner.call('listReviewItems', {});
  await owner.call('getVersion');
  await noor.call('deleteAccount', { confirm: email });
}

/** Projects and connections. */
export async function walkProjects(person: Walker, owner: Walker): Promise<void> {
  const project = await person.call('createProject', { name: 'Buffers', icon: 'flask' });
  await person.call('updateProject', project.id, { description: 'Eight weeks' });
  await person.call('addProjectMember', project.id, { userId: 1, role: 'viewer' });
  await person.call('changeProjectRole', project.id, 1, { role: 'owner' });
  expect(await person.list('listProjectMembers', project.id)).toHaveLength(2);
  await person.call('listProjects', { sortBy: 'createdAt', sortDirection: 'desc' });
  await person.call('leaveProject', project.id);
  await owner.call('getProject', project.id);
  await owner.call('addProjectMember', project.id, { userId: 2 });
  await owner.call('removeProjectMember', project.id, 2);
  await owner.call('archiveProject', project.id);
}

/** Tool-server connections; nothing is dialled. */
export async function walkConnections(person: Walker, owner: Walker): Promise<void> {
  await person.list('listProviders');
  await owner.call('changeProviderPolicy', 'hushline', { accessLevel: 'read', expectedVersion: 1 });
  await person.call('browseToolServers', { search: 'freezer' });
  const body = { name: 'Notebook', url: 'https://folianote.example/', headers: { Authorization: 'secret' } };
  const connection = await person.call('createConnection', body, { scope: 'user' });
  await person.call('updateConnection', connection.id, { name: 'Our notebook' }, {});
  await person.call('makeConnectionDefault', connection.id, {});
  await person.call('switchConnection', connection.id, { enabled: true }, {});
  expect((await person.call('probeConnection', connection.id, {})).status).toBe('connected');
  const started = (await person.call('startAuthorization', connection.id, {})) as unknown as {
    readonly auth_id: string;
    readonly state: string;
    readonly stand_in: { readonly code: string };
  };
  await person.call('getAuthorizationSession', started.auth_id);
  const { auth_id, state, stand_in } = started;
  await person.call('completeAuthorization', { auth_id, state, code: stand_in.code });
  expect(await person.list('listConnections', { includeArchived: true })).toHaveLength(1);
  await owner.list('listConnectionInventory');
  await person.call('archiveConnection', connection.id, {});
}
