import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { requirePresent } from '../../../../shared/assert.ts';
import { ENDPOINTS } from '../../../../shared/api/endpoints.ts';
import { calls } from '../../../../main/remote/api/calls.ts';
import { DOCUMENTED_ROWS, ROWS_BEYOND } from '../../../service/routes.ts';
import { note } from '../../../setup/note.ts';
import { namesBelow } from '../../../setup/run/test-files.ts';

/**
 * Which part of the product calls which row of the specification: as `calls.<name of the endpoint>`, which the mirroring
 * engine reaches through a method of `ServiceApi`.
 */
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const SERVICE_API = 'main/remote/api/service.ts';

const sources = new Map(
  ['main', 'renderer'].flatMap(folder =>
    namesBelow(join(root, folder))
      .map(name => `${folder}/${name}`)
      .filter(path => /\.tsx?$/.test(path))
      .map(path => [path, readFileSync(join(root, path), 'utf8')] as const),
  ),
);

const withApi = [...sources];

/** The methods of `ServiceApi` by the calls they make. */
function methodsThatCall(name: string): string[] {
  const text = requirePresent(sources.get(SERVICE_API), SERVICE_API);
  const methods = [...text.matchAll(/^ {2}(?:async )?(\w+)\(.*?^ {2}\}/gms)];
  return methods
    .filter(([body]) => new RegExp(`\\bcalls\\s*\\.${name}\\b`).test(body))
    .map(([, method = '']) => method);
}

/** Files that call a row, below `main/remote/api` apart. */
function callersOf(name: string): string[] {
  const methods = methodsThatCall(name);
  const outside = withApi.filter(([path]) => !path.startsWith('main/remote/api/'));
  const isCaller = (text: string): boolean =>
    new RegExp(`\\bcalls\\s*\\.${name}\\b`).test(text) ||
    methods.some(method => new RegExp(`\\bapi(?:\\([^)]*\\))?\\s*\\.${method}\\(`).test(text));
  return outside.filter(([, text]) => isCaller(text)).map(([path]) => path);
}

/** Files of `main/app` that import a file, directly or through others, and the file itself. */
function appFilesAbove(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const name = `./${path.split('/').at(-1)}'`;
  for (const [each, text] of withApi) {
    // The file that puts the handlers of all sections together belongs to no section.
    const isSection = each.startsWith('main/app/') && !/\.\.\.\w+Handlers\(/.test(text);
    if (isSection && text.includes(name)) appFilesAbove(each, seen);
  }
  return seen;
}

/** Who asks the calls of the contract that files of `main/app` answer. */
function askersOf(path: string): string[] {
  const answers = [...appFilesAbove(path)].map(each => sources.get(each) ?? '').join('\n');
  const calls = [...answers.matchAll(/^ {4}'(\w+\.\w+)': /gm)].map(([, call = '']) => `'${call}'`);
  const asks = (folder: string): boolean =>
    withApi.some(([each, text]) => each.startsWith(folder) && calls.some(call => text.includes(call)));
  return [...(asks('renderer/') ? ['window'] : []), ...(asks('main/cli/') ? ['command line'] : [])];
}

/** Where a row is called from: engine, window, command line. */
function partsOf(files: readonly string[]): string {
  const parts = files.flatMap(path => (path.startsWith('main/app/') ? askersOf(path) : ['engine']));
  return [...new Set(parts)].toSorted().join(', ');
}

test('every row of the specification is a call of the client, and every call a row', () => {
  const documented = [...DOCUMENTED_ROWS, ...ROWS_BEYOND].map(([method, path]) => `${method} ${path}`);
  const declared = new Map(ENDPOINTS.map(({ method, path, name }) => [`${method} ${path}`, name]));
  const made = new Set(Object.keys(calls));
  expect(documented.filter(row => !made.has(declared.get(row) ?? ''))).toEqual([]);
  const known = new Set(ENDPOINTS.map(({ name }) => name));
  expect([...made].filter(name => !known.has(name))).toEqual([]);
});

test('which rows the product calls is known, and those it does not call are printed', () => {
  const rows = ENDPOINTS.map(({ method, path, name }) => ({ row: `${method} ${path}`, name, files: callersOf(name) }));
  const called = rows.filter(({ files }) => files.length > 0);
  const uncalled = rows.filter(({ files }) => files.length === 0);
  const lines = called.map(({ row, files }) => `  ${row} ← ${partsOf(files)}: ${files.join(', ')}`);
  note(`${called.length} of ${rows.length} rows are called:\n${lines.join('\n')}`);
  note(`Without a caller (${uncalled.length}):\n${uncalled.map(({ row }) => `  ${row}`).join('\n')}`);
  expect(called.map(({ name }) => name).toSorted()).toEqual(CALLED);
  const documented = new Set(DOCUMENTED_ROWS.map(([method, path]) => `${method} ${path}`));
  expect(documented.size).toBe(126);
  expect(uncalled.filter(({ row }) => documented.has(row))).toEqual([]);
});

/** What mirroring stands on; a new screen adds its rows here. */
const CALLED = [
  'acceptInvitation',
  'addProjectMember',
  'approveReviewItem',
  'archiveConnection',
  'archiveFolder',
  'archiveProject',
  'archiveTask',
  'breakInheritance',
  'browseToolServers',
  'cancelInvitation',
  'changeFolder',
  'changeProjectRole',
  'changeProviderPolicy',
  'commitWorkingCopy',
  'completeAuthorization',
  'completeRegistration',
  'confirmEmail',
  'confirmRenderedFile',
  'confirmUpload',
  'createConnection',
  'createFile',
  'createFolder',
  'createInvitation',
  'createKey',
  'createLibraryFolder',
  'createProject',
  'createTask',
  'createVersion',
  'createWorkingCopy',
  'deleteAccount',
  'deleteAttachment',
  'deleteFile',
  'deleteLibraryFolder',
  'downloadExport',
  'downloadFile',
  'ensureDraftsFolder',
  'ensureTaskFolder',
  'ensureUserFolder',
  'finishExternalLogin',
  'finishSingleSignOn',
  'forkFile',
  'getAccount',
  'getAttachmentContent',
  'getAuthorizationSession',
  'getBillingStatus',
  'getExport',
  'getFile',
  'getFileContent',
  'getFolder',
  'getInvitation',
  'getKeyPolicy',
  'getOrganization',
  'getProject',
  'getTask',
  'getVersion',
  'getVersionContent',
  'initiateFolderUpload',
  'initiateFolderUploads',
  'initiateRenderedFile',
  'initiateUpload',
  'initiateUploads',
  'leaveProject',
  'listArchivedFolders',
  'listAttachments',
  'listAuditLog',
  'listChildFolders',
  'listConnectionInventory',
  'listConnections',
  'listContainedOverrides',
  'listFileAccess',
  'listFileShares',
  'listFilesEverywhere',
  'listFolderAccess',
  'listFolderFiles',
  'listFolderShares',
  'listInvitations',
  'listKeys',
  'listLibraryFiles',
  'listLibraryFolders',
  'listMembers',
  'listMessages',
  'listOrganizationFiles',
  'listOrganizations',
  'listProjectMembers',
  'listProjects',
  'listProviders',
  'listReviewItems',
  'listRootFolders',
  'listTasks',
  'listVersions',
  'makeConnectionDefault',
  'moveFile',
  'moveFolder',
  'narrowCascade',
  'probeConnection',
  'promoteFile',
  'rejectReviewItem',
  'removeMember',
  'removeProjectMember',
  'renameLibraryFolder',
  'reportSharingDrift',
  'requestCode',
  'resendInvitation',
  'restoreFolder',
  'restoreVersion',
  'revokeKey',
  'searchAttachments',
  'searchEverything',
  'searchFileContent',
  'searchFiles',
  'searchFilesOfOrganization',
  'searchMembers',
  'searchTasks',
  'sendMessage',
  'setAutotidy',
  'setDefaultOrganization',
  'setKeyPolicy',
  'setMemberRole',
  'shareFile',
  'shareFolder',
  'startAuthorization',
  'startExport',
  'startExternalLogin',
  'startSingleSignOn',
  'switchConnection',
  'switchOrganization',
  'unarchiveTask',
  'unshareFile',
  'unshareFolder',
  'updateAccount',
  'updateConnection',
  'updateFile',
  'updateOrganization',
  'updateProject',
  'updateTask',
  'validateToken',
  'verifyCode',
];
