import { projectEndpoints } from '../../../../shared/api/calls/projects.ts';
import { asking } from '../ask.ts';

/** `GET /projects`: The projects of the active organization that the caller belongs to; all of them for Owner and Admin. */
export const listProjects = asking(projectEndpoints.listProjects);

/** `POST /projects`: Makes a project with the caller as its owner. */
export const createProject = asking(projectEndpoints.createProject);

/** `GET /projects/{id}`: One project. */
export const getProject = asking(projectEndpoints.getProject);

/** `PUT /projects/{id}`: Changes name, description or icon of a project. */
export const updateProject = asking(projectEndpoints.updateProject);

/** `DELETE /projects/{id}`: Archives a project. */
export const archiveProject = asking(projectEndpoints.archiveProject);

/** `POST /projects/{id}/leave`: Takes the caller out of a project. */
export const leaveProject = asking(projectEndpoints.leaveProject);

/** `GET /projects/{id}/members`: Everyone in a project, in the order they came. */
export const listProjectMembers = asking(projectEndpoints.listProjectMembers);

/** `POST /projects/{id}/members`: Adds a member of the organization to a project; as an editor when no role is named. */
export const addProjectMember = asking(projectEndpoints.addProjectMember);

/** `PUT /projects/{id}/members/{memberUserId}`: Changes a member's role in a project. */
export const changeProjectRole = asking(projectEndpoints.changeProjectRole);

/** `DELETE /projects/{id}/members/{memberUserId}`: Takes a member out of a project. */
export const removeProjectMember = asking(projectEndpoints.removeProjectMember);
