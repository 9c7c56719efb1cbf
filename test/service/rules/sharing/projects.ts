import { projectEndpoints } from '../../../../shared/api/calls/projects.ts';
import type {
  CreateProjectBody,
  ProjectAnswer,
  ProjectMemberAnswer,
  ProjectRole,
} from '../../../../shared/api/calls/projects.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, notFound } from '../ground/api-error.ts';
import { pageOf, sliceOf, sliced } from '../ground/fields.ts';
import { momentAfter } from '../files/file-changes.ts';
import {
  isVisible,
  keepOneOwner,
  memberOf,
  membersIn,
  powerIn,
  projectFor,
  projectMembers,
  projects,
  projectsPresent,
  visibleProject,
} from './project-access.ts';
import type { ProjectMemberRow, ProjectRow } from './project-access.ts';
import { created, noContent, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isoTime } from '../ground/shapes.ts';

/** Section 4.6. */
export const projectRoutes: readonly Route[] = [
  route(projectEndpoints.listProjects, call => {
    projectsPresent(call);
    const rows = call.backend.records.rows(projects, { organizationId: call.caller.organizationId });
    const slice = sliceOf(call.query, { sortBy: 'name', descending: false });
    const { rows: page, total } = sliced(
      rows.filter(row => isVisible(call, row)),
      slice,
    );
    return ok(pageOf(slice, { rows: page.map(row => projectShape(call, row)), total }));
  }),

  route(projectEndpoints.createProject, call => {
    projectsPresent(call);
    return created(projectShape(call, createProject(call, call.body)));
  }),

  route(projectEndpoints.getProject, call => ok(projectShape(call, visibleProject(call, call.path.id)))),

  route(projectEndpoints.updateProject, call => {
    const project = projectFor(call, call.path.id, 'editor');
    const { name, description, icon } = call.body;
    // A field that is left out stays; null takes away what may be missing.
    const change = {
      name: name ?? project.name,
      description: description === undefined ? project.description : description,
      icon: icon === undefined ? project.icon : icon,
    };
    return ok(projectShape(call, save(call, project, change)));
  }),

  route(projectEndpoints.archiveProject, call => {
    const project = projectFor(call, call.path.id, 'owner');
    save(call, project, { archivedMs: call.backend.nowMs() });
    return noContent;
  }),

  route(projectEndpoints.leaveProject, call => {
    const project = visibleProject(call, call.path.id);
    const member = memberOf(call, project, call.caller.userId);
    if (member === null) throw badRequest('You are not a member of this project.');
    keepOneOwner(call, project, member);
    call.backend.records.dropRow(projectMembers, member.id);
    return noContent;
  }),
];

/** Section 4.6, who is in a project. */
export const projectMemberRoutes: readonly Route[] = [
  route(projectEndpoints.listProjectMembers, call => {
    const project = visibleProject(call, call.path.id);
    return ok(membersIn(call, project).map(member => memberShape(call, member)));
  }),

  route(projectEndpoints.addProjectMember, call => {
    const project = projectFor(call, call.path.id, 'admin');
    const { userId, role } = call.body;
    const wanted = role ?? 'editor';
    refuseGivingMore(call, project, wanted);
    if (memberOf(call, project, userId) !== null) throw badRequest('The user is already a member of this project.');
    return created(memberShape(call, addMember(call, project, { userId, role: wanted })));
  }),

  route(projectEndpoints.changeProjectRole, call => {
    const project = projectFor(call, call.path.id, 'admin');
    const member = memberNamed(call, project, call.path.memberUserId);
    refuseGivingMore(call, project, member.role);
    refuseGivingMore(call, project, call.body.role);
    if (call.body.role !== 'owner') keepOneOwner(call, project, member);
    call.backend.records.putRow(projectMembers, { ...member, role: call.body.role });
    return noContent;
  }),

  route(projectEndpoints.removeProjectMember, call => {
    const project = projectFor(call, call.path.id, 'admin');
    const member = memberNamed(call, project, call.path.memberUserId);
    refuseGivingMore(call, project, member.role);
    keepOneOwner(call, project, member);
    call.backend.records.dropRow(projectMembers, member.id);
    return noContent;
  }),
];

function createProject(site: Site, body: CreateProjectBody): ProjectRow {
  const nowMs = site.backend.nowMs();
  const project: ProjectRow = {
    id: site.backend.uuid(),
    organizationId: site.caller.organizationId,
    name: body.name,
    description: body.description ?? null,
    icon: body.icon ?? null,
    createdBy: site.caller.userId,
    createdMs: nowMs,
    updatedMs: nowMs,
    archivedMs: null,
  };
  site.backend.records.putRow(projects, project);
  addMember(site, project, { userId: site.caller.userId, role: 'owner' });
  return project;
}

/** @throws ApiError 400 for a user outside the organization. */
function addMember(
  site: Site,
  project: ProjectRow,
  member: Pick<ProjectMemberRow, 'userId' | 'role'>,
): ProjectMemberRow {
  const { backend } = site;
  const membership = backend.records.membership(project.organizationId, member.userId);
  if (membership === null) throw badRequest('The user is not a member of this organization.');
  const ids = { id: backend.uuid(), projectId: project.id, membershipId: membership.id };
  const row = { ...member, ...ids, addedMs: backend.nowMs() };
  backend.records.putRow(projectMembers, row);
  return row;
}

function memberNamed(site: Site, project: ProjectRow, userId: string): ProjectMemberRow {
  const member = memberOf(site, project, Number(userId));
  if (member === null) throw notFound('The member');
  return member;
}

/** Only an owner makes and unmakes owners. */
function refuseGivingMore(site: Site, project: ProjectRow, role: ProjectRole): void {
  if (role === 'owner' && powerIn(site, project) !== 'owner') throw forbidden('Only an owner may do this to an owner.');
}

function save(site: Site, project: ProjectRow, change: Partial<ProjectRow>): ProjectRow {
  const changed = { ...project, ...change, updatedMs: momentAfter(site, project.updatedMs) };
  site.backend.records.putRow(projects, changed);
  return changed;
}

function projectShape(site: Site, project: ProjectRow): ProjectAnswer {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    icon: project.icon,
    role: memberOf(site, project, site.caller.userId)?.role ?? null,
    memberCount: membersIn(site, project).length,
    createdBy: project.createdBy,
    createdAt: isoTime(project.createdMs),
    updatedAt: isoTime(project.updatedMs),
  };
}

function memberShape(site: Site, { userId, role, addedMs }: ProjectMemberRow): ProjectMemberAnswer {
  const user = site.backend.records.user(userId);
  if (user === null) throw notFound('The user');
  return { userId, role, displayName: user.displayName, email: user.email, addedAt: isoTime(addedMs) };
}
