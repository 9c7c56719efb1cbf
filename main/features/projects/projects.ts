import { badRequest } from '../../../shared/fault.ts';
import type { Handlers, Input, Output } from '../../../shared/contract.ts';
import type { ProjectInfo, ProjectList, ProjectMember } from '../../../shared/features/projects/model.ts';
import { changeTexts } from '../../../shared/features/organization/text.ts';
import { projectTexts as texts } from '../../../shared/features/projects/text.ts';
import type { Line } from '../../remote/api/ask.ts';
import type { AppContext } from '../../items/app-context.ts';
import { calls } from '../../remote/api/calls.ts';
import { addressOf } from '../../items/signed-in-person.ts';
import { changeAndRead } from '../../items/change-and-verify.ts';
import { activeOrganization } from '../../items/current-organization.ts';
import { allProjects, inProjects, membersIn, projectAt } from './project-list.ts';

type ProjectCall = keyof Handlers & `projects.${string}`;

/** Projects of the active organization. */
export function projectHandlers(context: AppContext): Pick<Handlers, ProjectCall> {
  const within = async <T>(work: (line: Line) => Promise<T>): Promise<T> => {
    const { line } = await activeOrganization(context);
    return inProjects(line, () => work(line));
  };
  return {
    'projects.list': () => within(allProjects),
    'projects.look': ({ id }) => within(line => lookAtProject(context, line, id)),
    'projects.create': wanted => within(line => create(line, wanted)),
    'projects.change': wanted => within(line => change(line, wanted)),
    'projects.archive': ({ id }) => within(line => archive(line, id)),
    'projects.leave': ({ id }) => within(line => leave(context, line, id)),
    'projects.addMember': wanted => within(line => addMember(context, line, wanted)),
    'projects.setRole': wanted => within(line => setRole(context, line, wanted)),
    'projects.removeMember': wanted => within(line => removeMember(context, line, wanted)),
  };
}

type WithMembers = Output<'projects.look'>;

/** A project with its members. */
async function lookAtProject(context: AppContext, line: Line, id: string): Promise<WithMembers> {
  const me = await addressOf(context, line);
  const [project, members] = await Promise.all([projectAt(line, id), membersIn(line, id, me)]);
  return { project, members };
}

/** Adds a member of the organization. */
async function addMember(
  context: AppContext,
  line: Line,
  { id, userId, role }: Input<'projects.addMember'>,
): Promise<WithMembers> {
  const old = (await lookAtProject(context, line, id)).members.find(each => each.userId === userId);
  if (old !== undefined) throw badRequest(texts.memberAlready(old.name, old.role));
  return changeAndRead({
    ask: () => calls.addProjectMember(line, { path: { id }, body: { userId, role } }),
    read: () => lookAtProject(context, line, id),
    isSeen: ({ members }) => members.some(each => each.userId === userId && isRole(each.role, role)),
  });
}

/** Changes a member's role. @throws FaultError, also `bad-request` when another client changed it since. */
async function setRole(
  context: AppContext,
  line: Line,
  { id, userId, seen, role }: Input<'projects.setRole'>,
): Promise<WithMembers> {
  const before = await lookAtProject(context, line, id);
  const old = sameAsSeen(before.members, userId, seen);
  if (old === null) throw badRequest(texts.memberGone);
  if (isRole(old.role, role)) return before;
  return changeAndRead({
    ask: () => calls.changeProjectRole(line, { path: { id, memberUserId: userId }, body: { role } }),
    read: () => lookAtProject(context, line, id),
    isSeen: ({ members }) => members.some(each => each.userId === userId && isRole(each.role, role)),
  });
}

/** Removes a member from a project. Succeeds if another client removed them first. */
async function removeMember(
  context: AppContext,
  line: Line,
  { id, userId, seen }: Input<'projects.removeMember'>,
): Promise<WithMembers> {
  const before = await lookAtProject(context, line, id);
  if (sameAsSeen(before.members, userId, seen) === null) return before;
  return changeAndRead({
    ask: () => calls.removeProjectMember(line, { path: { id, memberUserId: userId } }),
    read: () => lookAtProject(context, line, id),
    isSeen: ({ members }) => members.every(each => each.userId !== userId),
  });
}

/** Null: no longer a member. @throws FaultError `bad-request` when the role is not the one the person saw. */
function sameAsSeen(members: readonly ProjectMember[], userId: number, seen: string): ProjectMember | null {
  const found = members.find(each => each.userId === userId);
  if (found === undefined) return null;
  if (!isRole(found.role, seen)) throw badRequest(changeTexts.changedMeanwhile(found.name, found.role));
  return found;
}

function isRole(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Makes a project. If the answer is lost, it is identified as the one that was not listed before. */
async function create(line: Line, wanted: Input<'projects.create'>): Promise<ProjectInfo> {
  const before = await allProjects(line);
  if (!before.isThere) throw badRequest(texts.absent);
  const known = new Set(before.projects.map(({ id }) => id));
  const isNew = ({ id, name }: ProjectInfo): boolean => !known.has(id) && name === wanted.name;
  let made: string | null = null;
  const after = await changeAndRead({
    ask: async () => {
      made = (await calls.createProject(line, { body: wanted })).id;
    },
    read: () => allProjects(line),
    isSeen: ({ projects }) => projects.some(each => (made === null ? isNew(each) : each.id === made)),
  });
  const found = after.projects.find(each => (made === null ? isNew(each) : each.id === made));
  if (found === undefined) throw badRequest(texts.gone);
  return found;
}

/** Changes name, description or icon. */
async function change(line: Line, { id, ...wanted }: Input<'projects.change'>): Promise<ProjectInfo> {
  const { name, description, icon } = wanted;
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
  };
  await projectAt(line, id);
  return changeAndRead({
    ask: () => calls.updateProject(line, { path: { id }, body }),
    read: () => projectAt(line, id),
    isSeen: now =>
      (name === undefined || now.name === name) &&
      (description === undefined || (now.description ?? '') === (description ?? '')) &&
      (icon === undefined || (now.icon ?? '') === (icon ?? '')),
  });
}

/** Archives a project for all its members. */
async function archive(line: Line, id: string): Promise<ProjectList> {
  // If it is no longer visible, "archived" would be unfounded.
  await projectAt(line, id);
  return changeAndRead({
    ask: () => calls.archiveProject(line, { path: { id } }),
    read: () => allProjects(line),
    isSeen: ({ isThere, projects }) => isThere && projects.every(each => each.id !== id),
  });
}

/** Removes the signed-in person from a project; owners and admins of the organization may still see it. */
async function leave(context: AppContext, line: Line, id: string): Promise<ProjectList> {
  const me = await addressOf(context, line);
  if (me === null) throw badRequest(texts.whoAreYou);
  if (!(await membersIn(line, id, me)).some(({ isMe }) => isMe)) throw badRequest(texts.notMember);
  const { list } = await changeAndRead({
    ask: () => calls.leaveProject(line, { path: { id } }),
    read: async () => {
      const now = await allProjects(line);
      const isListed = now.projects.some(each => each.id === id);
      return { list: now, members: isListed ? await membersIn(line, id, me) : [] };
    },
    isSeen: ({ list: { isThere }, members }) => isThere && !members.some(({ isMe }) => isMe),
  });
  return list;
}
