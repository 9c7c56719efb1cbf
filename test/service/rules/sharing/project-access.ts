import type { ProjectRole } from '../../../../shared/api/calls/projects.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, notFound } from '../ground/api-error.ts';
import { table } from '../ground/tables.ts';

/** Times are milliseconds since the epoch. */
export interface ProjectRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly icon: string | null;
  readonly createdBy: number;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly archivedMs: number | null;
}

export interface ProjectMemberRow {
  readonly id: string;
  readonly projectId: string;
  readonly userId: number;
  /** Of the organization, when the row was made: who leaves it and comes back is no member of its projects any more. */
  readonly membershipId: string;
  readonly role: ProjectRole;
  readonly addedMs: number;
}

export const projects = table<ProjectRow>()('project', 'organizationId');
export const projectMembers = table<ProjectMemberRow>()('projectMember', 'projectId', 'userId');

const RANK: { readonly [R in ProjectRole]: number } = { viewer: 1, editor: 2, admin: 3, owner: 4 };

/** @throws ApiError 404 where the service has no projects, as a switch. */
export function projectsPresent(site: Site): void {
  if (site.backend.switches().projects === 'absent') throw notFound('The address');
}

/**
 * A project the caller may see: as one of its members, or as Owner or Admin of the organization.
 * @throws ApiError 404 when it is unknown, archived, of another organization or not for the caller.
 */
export function visibleProject(site: Site, id: string): ProjectRow {
  projectsPresent(site);
  const project = site.backend.records.row(projects, id);
  if (project === null || !isVisible(site, project)) throw notFound('The project');
  return project;
}

/** A project in which the caller may do what takes `least`. @throws ApiError 404 as `visibleProject`, else 403. */
export function projectFor(site: Site, id: string, least: ProjectRole): ProjectRow {
  const project = visibleProject(site, id);
  if (RANK[powerIn(site, project)] < RANK[least]) throw forbidden('Your role in this project does not allow this.');
  return project;
}

/** Whether the caller sees a project at all. */
export function isVisible(site: Site, project: ProjectRow): boolean {
  if (project.organizationId !== site.caller.organizationId || project.archivedMs !== null) return false;
  return leadsOrganization(site) || memberOf(site, project, site.caller.userId) !== null;
}

/** What the caller may do: the own role, and everything for an Owner or Admin of the organization. */
export function powerIn(site: Site, project: ProjectRow): ProjectRole {
  if (leadsOrganization(site)) return 'owner';
  return memberOf(site, project, site.caller.userId)?.role ?? 'viewer';
}

/** The members of a project in the order they came; who has left the organization does not count any more. */
export function membersIn(site: Site, project: ProjectRow): readonly ProjectMemberRow[] {
  const rows = site.backend.records.rows(projectMembers, { projectId: project.id });
  return rows.filter(row => counts(site, project, row));
}

/** A user's membership in a project, or null. */
export function memberOf(site: Site, project: ProjectRow, userId: number): ProjectMemberRow | null {
  const rows = site.backend.records.rows(projectMembers, { projectId: project.id, userId });
  return rows.find(row => counts(site, project, row)) ?? null;
}

function counts(site: Site, project: ProjectRow, row: ProjectMemberRow): boolean {
  return site.backend.records.membership(project.organizationId, row.userId)?.id === row.membershipId;
}

/** @throws ApiError 400 when `member` is the only owner: the project would be left without one. */
export function keepOneOwner(site: Site, project: ProjectRow, member: ProjectMemberRow): void {
  const owners = membersIn(site, project).filter(row => row.role === 'owner');
  if (member.role === 'owner' && owners.length === 1) throw badRequest('A project needs an owner: name another first.');
}

/** Whether the caller is Owner or Admin of the active organization. */
function leadsOrganization(site: Site): boolean {
  const membership = site.backend.records.membership(site.caller.organizationId, site.caller.userId);
  return membership !== null && membership.role !== 'Member';
}
