import { seededFolderEndpoints } from '../../../../shared/api/calls/folders.ts';
import type { Site } from '../ground/access.ts';
import { namedTask } from '../tasks/task-access.ts';
import { KNOWLEDGE_BASE } from '../people/founding.ts';
import { knowledgeBaseId } from '../people/people-seed.ts';
import { newFolder } from '../files/new-folder.ts';
import type { FolderRow } from '../ground/records.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { table } from '../ground/tables.ts';

/** Which folder was made for a purpose; the id says the purpose. */
interface SeededFolderRow {
  readonly id: string;
  readonly folderId: string;
}

const seededFolders = table<SeededFolderRow>()('seededFolder');

/** Section 4.3: drafts, the user's own folder, a task's uploads. Asked for again, the same folder is answered. */
export const seededFolderRoutes: readonly Route[] = [
  route(seededFolderEndpoints.ensureDraftsFolder, call => {
    const { id } = ensured(call, purposeOf(call, 'drafts'), { name: 'Drafts', kind: 'drafts', parentFolderId: null });
    return ok({ id, folderId: id });
  }),

  route(seededFolderEndpoints.ensureUserFolder, call => {
    const root = knowledgeBase(call);
    const name = call.body.displayName ?? call.backend.records.user(call.caller.userId)?.displayName ?? 'Personal';
    // GAP: "personal" is not explained. Here the folder inherits nothing, so that it is its user's until it is shared.
    const wanted = { name, kind: 'personal', parentFolderId: root.id, inherits: false };
    const { id } = ensured(call, purposeOf(call, 'personal'), wanted);
    return ok({ id, userFolderId: id, knowledgeBaseRootId: root.id });
  }),

  route(seededFolderEndpoints.ensureTaskFolder, call => {
    const task = namedTask(call, call.path.taskId);
    const name = task.title.trim() === '' ? 'Task' : task.title.slice(0, 255);
    const root = { name: 'uploads', kind: 'uploads', parentFolderId: null };
    const uploads = ownRoot(call, root.name) ?? ensured(call, purposeOf(call, 'uploads'), root);
    const wanted = { name, kind: 'task-uploads', parentFolderId: uploads.id };
    const { id } = ensured(call, `task ${task.id}`, wanted);
    return ok({ id, folderId: id });
  }),
];

type Wanted = Pick<FolderRow, 'name' | 'kind' | 'parentFolderId'> & Partial<Pick<FolderRow, 'inherits' | 'visibility'>>;

function purposeOf(site: Site, what: string): string {
  return `${what} ${site.caller.organizationId} ${site.caller.userId}`;
}

/** The folder of a purpose; made when there is none, or when the one there was is archived. */
function ensured(site: Site, purpose: string, wanted: Wanted): FolderRow {
  const { records } = site.backend;
  const known = records.row(seededFolders, purpose);
  const folder = known === null ? null : records.folder(known.folderId);
  if (folder !== null && isActive(site, folder)) return folder;
  const made = newFolder(site, wanted);
  records.saveFolder(made);
  records.putRow(seededFolders, { id: purpose, folderId: made.id });
  return made;
}

/** The organization's Knowledge Base; when it was archived or renamed, a new one is made and shared with all members. */
function knowledgeBase(site: Site): FolderRow {
  const { records } = site.backend;
  const { organizationId } = site.caller;
  const seeded = records.folder(knowledgeBaseId(organizationId));
  if (seeded !== null && isActive(site, seeded)) return seeded;
  const isBase = (root: FolderRow): boolean => root.name === KNOWLEDGE_BASE && root.visibility === 'organization';
  const named = activeRoots(site).find(isBase);
  if (named !== undefined) return named;
  const made = newFolder(site, {
    name: KNOWLEDGE_BASE,
    kind: null,
    parentFolderId: null,
    visibility: 'organization',
  });
  records.saveFolder(made);
  const everyone = { userId: null, teamId: null, isOrgWide: true };
  records.saveShare({ id: site.backend.uuid(), itemId: made.id, ...everyone, role: 'editor' });
  return made;
}

function ownRoot(site: Site, name: string): FolderRow | null {
  return activeRoots(site).find(root => root.name === name && root.ownerId === site.caller.userId) ?? null;
}

function activeRoots(site: Site): readonly FolderRow[] {
  return site.backend.records.rootFolders(site.caller.organizationId).filter(root => root.archivedMs === null);
}

function isActive(site: Site, folder: FolderRow): boolean {
  for (let next: FolderRow | null = folder; next !== null;) {
    if (next.archivedMs !== null) return false;
    next = next.parentFolderId === null ? null : site.backend.records.folder(next.parentFolderId);
  }
  return true;
}
