import type { Input, Output } from '../../../shared/contract.ts';
import type { ProjectMember } from '../../../shared/features/projects/model.ts';
import { changeTexts } from '../../../shared/features/organization/text.ts';
import { projectTexts as texts } from '../../../shared/features/projects/text.ts';
import type { Line } from '../../remote/api/ask.ts';
import { addProjectMember, changeProjectRole, removeProjectMember } from '../../remote/api/calls/projects.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { addressOf } from '../../items/signed-in-person.ts';
import { changeAndRead } from '../../items/change-and-verify.ts';
import { membersIn, projectAt } from './project-list.ts';

type WithMembers = Output<'projects.look'>;

/** A project with its members. */
export async function lookAtProject(context: AppContext, line: Line, id: string): Promise<WithMembers> {
  const me = await addressOf(context, line);
  const [project, members] = await Promise.all([projectAt(line, id), membersIn(line, id, me)]);
  return { project, members };
}

/** Adds a member of the organization. */
export async function addMember(
  context: AppContext,
  line: Line,
  { id, userId, role }: Input<'projects.addMember'>,
): Promise<WithMembers> {
  const old = (await lookAtProject(context, line, id)).members.find(each => each.userId === userId);
  if (old !== undefined) throw refused(texts.memberAlready(old.name, old.role));
  return changeAndRead({
    ask: () => addProjectMember(line, { path: { id }, body: { userId, role } }),
    read: () => lookAtProject(context, line, id),
    isSeen: ({ members }) => members.some(each => each.userId === userId && isRole(each.role, role)),
  });
}

/** Changes a member's role. @throws FaultError, also `bad-request` when another client changed it since. */
export async function setRole(
  context: AppContext,
  line: Line,
  { id, userId, seen, role }: Input<'projects.setRole'>,
): Promise<WithMembers> {
  const before = await lookAtProject(context, line, id);
  const old = sameAsSeen(before.members, userId, seen);
  if (old === null) throw refused(texts.memberGone);
  if (isRole(old.role, role)) return before;
  return changeAndRead({
    ask: () => changeProjectRole(line, { path: { id, memberUserId: userId }, body: { role } }),
    read: () => lookAtProject(context, line, id),
    isSeen: ({ members }) => members.some(each => each.userId === userId && isRole(each.role, role)),
  });
}

/** Removes a member from a project. Succeeds if another client removed them first. */
export async function removeMember(
  context: AppContext,
  line: Line,
  { id, userId, seen }: Input<'projects.removeMember'>,
): Promise<WithMembers> {
  const before = await lookAtProject(context, line, id);
  if (sameAsSeen(before.members, userId, seen) === null) return before;
  return changeAndRead({
    ask: () => removeProjectMember(line, { path: { id, memberUserId: userId } }),
    read: () => lookAtProject(context, line, id),
    isSeen: ({ members }) => members.every(each => each.userId !== userId),
  });
}

/** Null: no longer a member. @throws FaultError `bad-request` when the role is not the one the person saw. */
function sameAsSeen(members: readonly ProjectMember[], userId: number, seen: string): ProjectMember | null {
  const found = members.find(each => each.userId === userId);
  if (found === undefined) return null;
  if (!isRole(found.role, seen)) throw refused(changeTexts.changedMeanwhile(found.name, found.role));
  return found;
}

function isRole(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
