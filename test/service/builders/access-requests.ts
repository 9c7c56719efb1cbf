import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { requirePresent } from '../../../shared/assert.ts';
import type { Prop, Stage } from './access-stage.ts';

/** What an endpoint is asked in the access matrix, beside what its path says. */
export interface Wanted {
  /** Which thing stands for a value of the path, where that is not the usual one. */
  readonly path?: { readonly [name: string]: Prop };
  /** With its question mark. */
  readonly query?: string;
  readonly body?: object | ((stage: Stage) => Promise<object>);
}

export interface Request {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly body: object | undefined;
}

/** A valid request to an endpoint about the things of a stage. */
export async function requestTo(name: string, stage: Stage): Promise<Request> {
  const endpoint = endpointOf(name);
  const wanted: Wanted = REQUESTS[name] ?? {};
  const body = typeof wanted.body === 'function' ? await wanted.body(stage) : wanted.body;
  let { path } = endpoint;
  for (const [braced, value = ''] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
    const prop = wanted.path?.[value] ?? usualProp(endpoint.path, value);
    path = path.replace(braced, await stage.get(prop));
  }
  return { method: endpoint.method, path: path + (wanted.query ?? ''), body };
}

/** The endpoint of a name. */
export function endpointOf(name: string): Endpoint {
  return requirePresent(
    ENDPOINTS.find(endpoint => endpoint.name === name),
    `the endpoint ${name}`,
  );
}

/** What stands for a value of this name in a path of this kind. */
function usualProp(path: string, value: string): Prop {
  const named = USUAL[value];
  if (named !== undefined) return named;
  const [, section = ''] = path.split('/');
  return requirePresent(SECTIONS[section], `a thing for {${value}} in ${path}`);
}

const USUAL: { readonly [value: string]: Prop } = {
  orgId: 'lab',
  organizationId: 'lab',
  taskId: 'task',
  versionId: 'version',
  attachmentId: 'attachment',
  memberUserId: 'projectMember',
  membershipId: 'membership',
  invitationId: 'invitation',
  token: 'invitationToken',
  connectionId: 'connection',
  providerId: 'provider',
  authId: 'authorization',
  appUserId: 'holder',
  jobId: 'bundle',
};

const SECTIONS: { readonly [section: string]: Prop } = {
  files: 'file',
  folders: 'folder',
  tasks: 'task',
  projects: 'project',
  'api-keys': 'key',
  'kb-review-items': 'proposal',
};

const inKnowledgeBase = async (stage: Stage): Promise<object> => ({ parentFolderId: await stage.get('knowledgeBase') });
const inFolder = async (stage: Stage): Promise<object> => ({ ...upload, folderId: await stage.get('folder') });
const withSpare = async (stage: Stage): Promise<object> => ({ userId: await stage.cast.spare(), role: 'viewer' });
const upload = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 1 };

/** What is asked of each endpoint that needs more than its path. */
const REQUESTS: { readonly [name: string]: Wanted } = {
  // 4.1
  createTask: { body: { title: 'Plan a blot' } },
  updateTask: { body: { title: 'Compare two gels' } },
  sendMessage: { body: { content: 'Which band is stronger?' } },
  unarchiveTask: { path: { id: 'archivedTask' } },
  initiateRenderedFile: { body: { fileName: 'a.html', contentType: 'text/html', sizeBytes: 1 } },
  confirmRenderedFile: { path: { id: 'rendered' } },
  // 4.2
  createFile: {
    body: async stage => ({ name: 'a.txt', fileType: 'Document', folderId: await stage.get('folder') }),
  },
  updateFile: { body: { description: 'Bands of run 7' } },
  moveFile: { body: inKnowledgeBase },
  createVersion: { body: { content: 'other bands' } },
  promoteFile: { body: { visibility: 'library' } },
  createWorkingCopy: { path: { id: 'published' } },
  commitWorkingCopy: { path: { id: 'copy' } },
  shareFile: { body: withSpare },
  unshareFile: { path: { aceId: 'fileEntry' } },
  initiateUpload: { body: inFolder },
  initiateUploads: { body: async stage => ({ items: [await inFolder(stage)] }) },
  confirmUpload: { path: { id: 'upload' } },
  // 4.3
  createFolder: {
    body: async stage => ({ name: 'New', visibility: 'private', parentFolderId: await stage.get('folder') }),
  },
  changeFolder: { body: { name: 'Bench 8' } },
  moveFolder: { body: inKnowledgeBase },
  restoreFolder: { path: { id: 'archived' } },
  shareFolder: { body: withSpare },
  unshareFolder: { path: { aceId: 'folderEntry' } },
  narrowCascade: { body: async stage => ({ fileIds: [await stage.get('file')] }) },
  initiateFolderUpload: { body: upload },
  initiateFolderUploads: { body: { items: [upload] } },
  // 4.4
  createLibraryFolder: { body: { name: 'SOPs' } },
  renameLibraryFolder: { path: { id: 'libraryFolder' }, body: { name: 'Protocols' } },
  deleteLibraryFolder: { path: { id: 'libraryFolder' } },
  // 4.5
  searchEverything: { query: '?q=gel' },
  searchFiles: { query: '?q=gel' },
  searchFileContent: { query: '?q=bands' },
  searchTasks: { query: '?q=gels' },
  searchFilesOfOrganization: { query: '?q=gel' },
  listFilesEverywhere: { query: '?q=gel' },
  // 4.6
  createProject: { body: { name: 'Heron' } },
  updateProject: { body: { description: 'Kinase screen' } },
  addProjectMember: { body: withSpare },
  changeProjectRole: { body: { role: 'editor' } },
  // 4.7
  updateOrganization: { body: { name: 'Halden Lab' } },
  setAutotidy: { body: { enabled: false } },
  searchMembers: { query: '?q=mira' },
  downloadExport: { path: { jobId: 'bundle' } },
  setMemberRole: { body: { role: 'Member' } },
  // 4.8
  createInvitation: { body: async stage => ({ email: await stage.get('invited'), role: 'Member' }) },
  // 4.9
  changeProviderPolicy: { body: { enabled: true } },
  createConnection: { body: { name: 'Notebook', url: 'https://folianote.example/' } },
  updateConnection: { body: { name: 'Notebook 2' } },
  switchConnection: { body: { enabled: false } },
  startAuthorization: { body: { consent: true } },
  completeAuthorization: {
    body: async stage => JSON.parse(await stage.get('authorizationAnswer')) as object,
  },
  // 4.10, 4.11
  updateAccount: { body: { hopes: 'Fewer gels' } },
  confirmEmail: { body: { email: 'nils.berg@example.org', token: 'wrong' } },
  startExternalLogin: { query: '?email=nils.berg@example.org' },
  startSingleSignOn: { query: '?email=mira.halden@example.org' },
  requestCode: { body: { email: 'nils.berg@example.org' } },
  verifyCode: { body: { email: 'mira.halden@example.org', code: '000000' } },
  completeRegistration: {
    body: {
      email: 'nils.berg@example.org',
      code: '000000',
      firstName: 'Nils',
      lastName: 'Berg',
      termsConditions: true,
      privacyPolicy: true,
    },
  },
  // Beyond the tables
  createKey: { body: { name: 'plate reader' } },
  setKeyPolicy: { body: { policy: 'all_members' } },
  validateToken: { body: { token: 'wrong' } },
  sendFeedback: { body: { title: 'Gels', description: 'A word of thanks.' } },
};
