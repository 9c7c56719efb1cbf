import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../shared/api/endpoints.ts';
import { requirePresent } from '../../shared/assert.ts';
import { note } from '../setup/note.ts';
import { ROLES, castAt } from './builders/access-cast.ts';
import type { Cast, Role } from './builders/access-cast.ts';
import { endpointOf, requestTo } from './builders/access-requests.ts';
import { Stage } from './builders/access-stage.ts';
import { testerAt } from './builders/running.ts';
import type { Reply } from './conformance/subject.ts';
import { startLocalService } from './local-service.ts';
import type { LocalService } from './local-service.ts';

/**
 * Who may do what: what every endpoint answers to each of the people in `builders/access-cast.ts`, asked validly about
 * things of the holder's. A new endpoint needs a row here; when its path alone does not say what to ask, it needs words
 * in `builders/access-requests.ts`, and for things that are not there yet a maker in `builders/access-stage.ts`.
 * A star: the batch was taken, but an item of it was refused. `scope`: 403 INSUFFICIENT_SCOPE, before the endpoint.
 */
const MATRIX = `
                            holder   admin    editor   viewer   outsider Owner    Admin    stranger revoked
# 4.1
listTasks                   200      200      200      200      200      200      200      200      401
createTask                  201      201      201      201      201      201      201      201      401
getTask                     200      404      404      404      404      404      404      404      401
updateTask                  200      404      404      404      404      404      404      404      401
archiveTask                 204      404      404      404      404      404      404      404      401
listMessages                200      404      404      404      404      404      404      404      401
sendMessage                 201      404      404      404      404      404      404      404      401
unarchiveTask               204      404      404      404      404      404      404      404      401
listAttachments             200      404      404      404      404      404      404      404      401
deleteAttachment            204      404      404      404      404      404      404      404      401
getAttachmentContent        200      404      404      404      404      404      404      404      401
initiateRenderedFile        201      404      404      404      404      404      404      404      401
confirmRenderedFile         200      404      404      404      404      404      404      404      401
# 4.2
searchAttachments           200      200      200      200      200      200      200      200      401
createFile                  201      201      201      403      403      403      403      400      401
getFile                     200      200      200      200      404      404      404      404      401
updateFile                  200      200      200      403      404      404      404      404      401
moveFile                    200      200      200      403      403      403      403      404      401
deleteFile                  204      204      204      403      403      403      403      404      401
searchFilesOfOrganization   200      200      200      200      200      200      200      200      401
listOrganizationFiles       scope    scope    scope    scope    scope    200      200      403      401
getFileContent              200      200      200      200      404      404      404      404      401
downloadFile                200      200      200      200      404      404      404      404      401
listVersions                200      200      200      200      404      404      404      404      401
createVersion               201      201      201      403      404      404      404      404      401
getVersionContent           200      200      200      200      404      404      404      404      401
restoreVersion              201      201      201      403      404      404      404      404      401
forkFile                    201      201      201      201      404      404      404      404      401
promoteFile                 200      200      403      403      404      404      404      404      401
createWorkingCopy           201      201      201      201      201      201      201      404      401
commitWorkingCopy           201      404      404      404      404      404      404      404      401
initiateUpload              200      200      200      403      403      403      403      400      401
initiateUploads             200      200      200      200*     200*     200*     200*     200*     401
initiateFolderUpload        200      200      200      403      403      403      403      404      401
initiateFolderUploads       200      200      200      403      403      403      403      404      401
confirmUpload               200      404      404      404      404      404      404      404      401
# 4.3
createFolder                201      201      201      403      403      403      403      400      401
getFolder                   200      200      200      200      403      403      403      404      401
changeFolder                200      200      200      403      403      403      403      404      401
moveFolder                  200      200      200      403      403      403      403      404      401
listRootFolders             200      200      200      200      200      200      200      200      401
listChildFolders            200      200      200      200      403      403      403      404      401
listFolderFiles             200      200      200      200      403      403      403      404      401
listFilesEverywhere         200      200      200      200      200      200      200      200      401
archiveFolder               204      204      204      403      403      403      403      404      401
restoreFolder               200      200      200      403      403      403      403      404      401
listArchivedFolders         200      200      200      200      200      200      200      200      401
ensureDraftsFolder          200      200      200      200      200      200      200      200      401
ensureUserFolder            200      200      200      200      200      200      200      200      401
ensureTaskFolder            200      400      400      400      400      400      400      400      401
# 4.2 and 4.3, sharing
listFileAccess              200      200      200      200      403      403      403      404      401
listFileShares              200      200      200      200      403      403      403      404      401
shareFile                   201      201      403      403      403      403      403      404      401
unshareFile                 204      204      403      403      403      403      403      404      401
listFolderAccess            200      200      200      200      403      403      403      404      401
listFolderShares            200      200      200      200      403      403      403      404      401
shareFolder                 201      201      403      403      403      403      403      404      401
unshareFolder               204      204      403      403      403      403      403      404      401
breakInheritance            204      204      403      403      403      403      403      404      401
listContainedOverrides      200      200      403      403      403      403      403      404      401
narrowCascade               200      200      403      403      403      403      403      404      401
reportSharingDrift          403      403      403      403      403      200      200      200      401
# 4.4
listLibraryFiles            200      200      200      200      200      200      200      403      401
listLibraryFolders          200      200      200      200      200      200      200      403      401
createLibraryFolder         403      403      403      403      403      201      201      403      401
renameLibraryFolder         403      403      403      403      403      200      200      403      401
deleteLibraryFolder         403      403      403      403      403      204      204      403      401
# 4.5
searchEverything            200      200      200      200      200      200      200      200      401
searchFileContent           200      200      200      200      200      200      200      200      401
searchFiles                 200      200      200      200      200      200      200      200      401
searchTasks                 200      200      200      200      200      200      200      200      401
# 4.6
listProjects                200      200      200      200      200      200      200      200      401
createProject               201      201      201      201      201      201      201      201      401
getProject                  200      200      200      200      404      200      200      404      401
updateProject               200      200      200      403      404      200      200      404      401
archiveProject              204      403      403      403      404      204      204      404      401
leaveProject                400      204      204      204      404      400      400      404      401
listProjectMembers          200      200      200      200      404      200      200      404      401
addProjectMember            201      201      403      403      404      201      201      404      401
changeProjectRole           204      204      403      403      404      204      204      404      401
removeProjectMember         204      204      403      403      404      204      204      404      401
# 4.7
listOrganizations           200      200      200      200      200      200      200      200      401
getOrganization             200      200      200      200      200      200      200      403      401
updateOrganization          scope    scope    scope    scope    scope    200      200      403      401
getBillingStatus            200      200      200      200      200      200      200      403      401
setAutotidy                 scope    scope    scope    scope    scope    200      200      403      401
setDefaultOrganization      204      204      204      204      204      204      204      403      401
switchOrganization          scope    scope    scope    scope    scope    scope    scope    scope    401
listMembers                 200      200      200      200      200      200      200      403      401
searchMembers               200      200      200      200      200      200      200      403      401
removeMember                scope    scope    scope    scope    scope    204      204      403      401
setMemberRole               scope    scope    scope    scope    scope    204      204      403      401
startExport                 scope    scope    scope    scope    scope    202      202      403      401
getExport                   scope    scope    scope    scope    scope    200      404      403      401
downloadExport              scope    scope    scope    scope    scope    302      404      403      401
# 4.8
getInvitation               200      200      200      200      200      200      200      200      200
acceptInvitation            400      400      400      400      400      400      400      400      401
listInvitations             scope    scope    scope    scope    scope    200      200      403      401
createInvitation            scope    scope    scope    scope    scope    200      200      403      401
cancelInvitation            scope    scope    scope    scope    scope    200      200      403      401
resendInvitation            scope    scope    scope    scope    scope    200      200      403      401
# 4.9
listProviders               200      200      200      200      200      200      200      200      401
changeProviderPolicy        scope    scope    scope    scope    scope    200      200      200      401
browseToolServers           200      200      200      200      200      200      200      200      401
listConnections             200      200      200      200      200      200      200      200      401
createConnection            200      200      200      200      200      200      200      200      401
updateConnection            200      404      404      404      404      404      404      404      401
archiveConnection           200      404      404      404      404      404      404      404      401
makeConnectionDefault       200      404      404      404      404      404      404      404      401
switchConnection            200      404      404      404      404      404      404      404      401
probeConnection             200      404      404      404      404      404      404      404      401
listConnectionInventory     scope    scope    scope    scope    scope    200      200      200      401
startAuthorization          200      404      404      404      404      404      404      404      401
getAuthorizationSession     200      404      404      404      404      404      404      404      401
completeAuthorization       200      400      400      400      400      400      400      400      401
# 4.10 and 4.11
getAccount                  200      404      404      404      404      404      404      404      401
updateAccount               200      404      404      404      404      404      404      404      401
deleteAccount               scope    scope    scope    scope    scope    scope    scope    scope    401
confirmEmail                404      404      404      404      404      404      404      404      404
startExternalLogin          200      200      200      200      200      200      200      200      200
finishExternalLogin         400      400      400      400      400      400      400      400      400
startSingleSignOn           200      200      200      200      200      200      200      200      200
finishSingleSignOn          400      400      400      400      400      400      400      400      400
requestCode                 200      200      200      200      200      200      200      200      200
verifyCode                  400      400      400      400      400      400      400      400      400
completeRegistration        400      400      400      400      400      400      400      400      400
# beyond the tables
listKeys                    200      200      200      200      200      200      200      200      401
createKey                   201      201      201      201      201      201      201      201      401
revokeKey                   204      404      404      404      404      204      204      404      401
getKeyPolicy                200      200      200      200      200      200      200      200      401
setKeyPolicy                scope    scope    scope    scope    scope    200      200      200      401
getVersion                  200      200      200      200      200      200      200      200      200
validateToken               200      200      200      200      200      200      200      200      200
listAuditLog                scope    scope    scope    scope    scope    200      200      403      401
sendFeedback                201      201      201      201      201      201      201      201      401
listReviewItems             200      200      200      200      200      200      200      200      401
approveReviewItem           200      200      200      200      200      200      200      404      401
rejectReviewItem            200      200      200      200      200      200      200      404      401
`;

/** Endpoints whose rows are still to come; none may be here that has one. */
const NOT_YET: readonly string[] = [];

/** Whom these endpoints show ids of things that were never shared with them: the organization's own overviews. */
const OVERVIEWS: { readonly [name: string]: readonly Role[] } = {
  listOrganizationFiles: ['Owner', 'Admin'],
  listAuditLog: ['Owner', 'Admin'],
};

const WITHOUT_A_SHARE: readonly Role[] = ['outsider', 'Owner', 'Admin', 'stranger'];

type Row = readonly [name: string, cells: readonly string[]];

const [HEADING = '', ...LINES] = MATRIX.trim().split('\n');
const ROWS: readonly Row[] = LINES.filter(line => !line.startsWith('#')).map(rowOf);

function rowOf(line: string): Row {
  const [name = '', ...cells] = line.trim().split(/\s+/);
  return [name, cells];
}

describe('who may do what', () => {
  let folder = '';
  let service: LocalService | null = null;
  let cast: Cast | null = null;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-service-'));
    // The agent does not get to act in between, and contents are found at once.
    const switches = { agentStepMs: 3_600_000, extractionDelayMs: 0, exportDelayMs: 0 };
    service = await startLocalService({ port: 0, folder, switches, checksAnswers: true });
    cast = await castAt(testerAt(service.baseUrl, service));
  });

  afterAll(async () => {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(ROWS)('%s', async (name, cells) => {
    const row = await asked(name, requirePresent(cast, 'the cast'));
    expect(named(row.statuses)).toEqual(named(cells));
    expect(row.leaks).toEqual([]);
  });
});

test('every endpoint has a row, once', () => {
  const known = ENDPOINTS.map(endpoint => endpoint.name).filter(name => !NOT_YET.includes(name));
  expect(ROWS.map(([name]) => name).toSorted(byText)).toEqual(known.toSorted(byText));
  expect(new Set(NOT_YET).size).toBe(ENDPOINTS.length - known.length);
});

test('every row says something about everybody', () => {
  expect(HEADING.trim().split(/\s+/)).toEqual(ROLES);
  const cells = ROWS.flatMap(([, row]) => row);
  expect(cells.filter(cell => !/^([234]\d\d\*?|scope)$/.test(cell))).toEqual([]);
  expect(cells.length).toBe(ROWS.length * ROLES.length);
  const count = `${ROWS.length} endpoints × ${ROLES.length} roles = ${cells.length} cells`;
  note(`Access matrix: ${count}, ${NOT_YET.length} endpoints not yet covered`);
});

test('a revoked key opens public endpoints only, and these are the same for everybody', () => {
  const isPublic = ([name]: Row): boolean => endpointOf(name).access === 'public';
  const revoked = ([, cells]: Row): string | undefined => cells[ROLES.indexOf('revoked')];
  const unlike = ROWS.filter(row => isPublic(row) && new Set(row[1]).size !== 1);
  const open = ROWS.filter(row => !isPublic(row) && revoked(row) !== '401');
  expect([unlike, open]).toEqual([[], []]);
});

/** Asks an endpoint in every role; after a role changed something, the next one gets a new stage. */
async function asked(name: string, cast: Cast): Promise<{ statuses: string[]; leaks: string[] }> {
  const statuses: string[] = [];
  const leaks: string[] = [];
  let stage = new Stage(cast);
  for (const role of ROLES) {
    const { method, path, body } = await requestTo(name, stage);
    const secrets =
      method === 'GET' ? await Promise.all([stage.get('folder'), stage.get('file'), stage.get('task')]) : [];
    const reply = await cast.ask(role, method, path, body);
    statuses.push(statusOf(reply));
    if (reply.status < 300 && mayNotSee(role, name) && secrets.some(id => reply.text.includes(id))) leaks.push(role);
    if (reply.status < 300 && method !== 'GET') stage = new Stage(cast);
  }
  return { statuses, leaks };
}

function mayNotSee(role: Role, name: string): boolean {
  return WITHOUT_A_SHARE.includes(role) && OVERVIEWS[name]?.includes(role) !== true;
}

function statusOf({ status, json }: Reply): string {
  if (status === 403 && (json as { errorCode?: string }).errorCode === 'INSUFFICIENT_SCOPE') return 'scope';
  const items: readonly { readonly status?: string }[] = Array.isArray(json) ? json : [];
  return items.some(item => item.status === 'failed') ? `${status}*` : String(status);
}

/** Cells with their roles, so that a difference says whose it is. */
function named(cells: readonly string[]): object {
  return Object.fromEntries(ROLES.map((role, index) => [role, cells[index]]));
}

function byText(one: string, other: string): number {
  return one.localeCompare(other);
}
