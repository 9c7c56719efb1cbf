import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { descriptionField, idAnswer, nameField, pageAnswer, pageQuery, timeAnswer, userIdField } from '../fields.ts';

/**
 * GAP: the roles of a project are not shown (spec 2.14). Ours: an owner may do everything, an admin everything but make
 * owners and archive, an editor changes the project itself, a viewer only reads.
 */
export const projectRole = z.enum(['owner', 'admin', 'editor', 'viewer']);

export const projectAnswer = z.strictObject({
  id: idAnswer,
  name: z.string(),
  description: z.string().nullable(),
  icon: z.string().nullable(),
  /** The caller's own; null for an organization's Owner or Admin who is no member. */
  role: projectRole.nullable(),
  memberCount: z.int(),
  createdBy: z.int(),
  createdAt: timeAnswer,
  updatedAt: timeAnswer,
});

export const projectMemberAnswer = z.strictObject({
  userId: z.int(),
  role: projectRole,
  displayName: z.string(),
  email: z.string(),
  addedAt: timeAnswer,
});

const iconField = z.string().max(200);

const createBody = z.object({ name: nameField, description: descriptionField.nullish(), icon: iconField.nullish() });

const updateBody = createBody.extend({ name: nameField.nullish() });

export type ProjectRole = z.infer<typeof projectRole>;
export type ProjectAnswer = z.infer<typeof projectAnswer>;
export type ProjectMemberAnswer = z.infer<typeof projectMemberAnswer>;
export type CreateProjectBody = z.output<typeof createBody>;

/** Section 4.6. */
export const projectEndpoints = {
  listProjects: endpoint('GET', '/projects', {
    name: 'listProjects',
    summary: 'The projects of the active organization that the caller belongs to; all of them for Owner and Admin.',
    query: pageQuery,
    answer: pageAnswer(projectAnswer),
  }),
  createProject: endpoint('POST', '/projects', {
    name: 'createProject',
    summary: 'Makes a project with the caller as its owner.',
    body: createBody,
    status: 201,
    answer: projectAnswer,
  }),
  getProject: endpoint('GET', '/projects/{id}', {
    name: 'getProject',
    summary: 'One project.',
    answer: projectAnswer,
  }),
  updateProject: endpoint('PUT', '/projects/{id}', {
    name: 'updateProject',
    summary: 'Changes name, description or icon of a project.',
    body: updateBody,
    answer: projectAnswer,
  }),
  archiveProject: endpoint('DELETE', '/projects/{id}', {
    name: 'archiveProject',
    summary: 'Archives a project.',
  }),
  leaveProject: endpoint('POST', '/projects/{id}/leave', {
    name: 'leaveProject',
    summary: 'Takes the caller out of a project.',
  }),
  listProjectMembers: endpoint('GET', '/projects/{id}/members', {
    name: 'listProjectMembers',
    summary: 'Everyone in a project, in the order they came.',
    answer: z.array(projectMemberAnswer),
  }),
  addProjectMember: endpoint('POST', '/projects/{id}/members', {
    name: 'addProjectMember',
    summary: 'Adds a member of the organization to a project; as an editor when no role is named.',
    body: z.object({ userId: userIdField, role: projectRole.nullish() }),
    status: 201,
    answer: projectMemberAnswer,
  }),
  changeProjectRole: endpoint('PUT', '/projects/{id}/members/{memberUserId}', {
    name: 'changeProjectRole',
    summary: "Changes a member's role in a project.",
    body: z.object({ role: projectRole }),
  }),
  removeProjectMember: endpoint('DELETE', '/projects/{id}/members/{memberUserId}', {
    name: 'removeProjectMember',
    summary: 'Takes a member out of a project.',
  }),
};
