import { z } from 'zod';

import { givenProjectRole, projectInfo, projectList, projectMember } from './model.ts';
import { call } from '../../rpc/call.ts';

const id = z.string().min(1).max(100);
const userId = z.number().int().min(1);
const text = z.string().max(10_000).nullable();
const icon = z.string().max(200).nullable();
const name = z.string().trim().min(1).max(255);
const withMembers = z.object({ project: projectInfo, members: z.array(projectMember) });
/** The role that the person saw; when it is another one by now, another person was faster, and nothing is changed. */
const seen = z.string().max(100);

/** Projects of the organization (spec 2.8), which a service need not have. Every change is read back before it is told as done. */
export const projectCalls = {
  'projects.list': call(z.object({}), projectList),
  'projects.look': call(z.object({ id }), withMembers),
  'projects.create': call(z.object({ name, description: text, icon }), projectInfo),
  /** What is left out stays; null takes away. */
  'projects.change': call(
    z.object({ id, name: name.optional(), description: text.optional(), icon: icon.optional() }),
    projectInfo,
  ),
  /** @returns the projects that are left. */
  'projects.archive': call(z.object({ id }), projectList),
  /** Takes the person who is signed in out of it. @returns the projects that are still seen. */
  'projects.leave': call(z.object({ id }), projectList),
  'projects.addMember': call(z.object({ id, userId, role: givenProjectRole }), withMembers),
  'projects.setRole': call(z.object({ id, userId, seen, role: givenProjectRole }), withMembers),
  'projects.removeMember': call(z.object({ id, userId, seen }), withMembers),
};
