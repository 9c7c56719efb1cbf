import type { Input } from '../../../shared/contract.ts';
import type { ProjectInfo, ProjectList } from '../../../shared/features/projects/model.ts';
import { projectTexts as texts } from '../../../shared/features/projects/text.ts';
import { archiveProject, createProject, leaveProject, updateProject } from '../../remote/api/calls/projects.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { addressOf } from '../../items/signed-in-person.ts';
import { changeAndRead } from '../../items/change-and-verify.ts';
import type { Line } from '../../remote/api/ask.ts';
import { allProjects, membersIn, projectAt } from './project-list.ts';

/** Makes a project. If the answer is lost, it is identified as the one that was not listed before. */
export async function create(line: Line, wanted: Input<'projects.create'>): Promise<ProjectInfo> {
  const before = await allProjects(line);
  if (!before.isThere) throw refused(texts.absent);
  const known = new Set(before.projects.map(({ id }) => id));
  const isNew = ({ id, name }: ProjectInfo): boolean => !known.has(id) && name === wanted.name;
  let made: string | null = null;
  const after = await changeAndRead({
    ask: async () => {
      made = (await createProject(line, { body: wanted })).id;
    },
    read: () => allProjects(line),
    isSeen: ({ projects }) => projects.some(each => (made === null ? isNew(each) : each.id === made)),
  });
  const found = after.projects.find(each => (made === null ? isNew(each) : each.id === made));
  if (found === undefined) throw refused(texts.gone);
  return found;
}

/** Changes name, description or icon. */
export async function change(line: Line, { id, ...wanted }: Input<'projects.change'>): Promise<ProjectInfo> {
  const { name, description, icon } = wanted;
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
  };
  await projectAt(line, id);
  return changeAndRead({
    ask: () => updateProject(line, { path: { id }, body }),
    read: () => projectAt(line, id),
    isSeen: now =>
      (name === undefined || now.name === name) &&
      (description === undefined || (now.description ?? '') === (description ?? '')) &&
      (icon === undefined || (now.icon ?? '') === (icon ?? '')),
  });
}

/** Archives a project for all its members. */
export async function archive(line: Line, id: string): Promise<ProjectList> {
  // If it is no longer visible, "archived" would be unfounded.
  await projectAt(line, id);
  return changeAndRead({
    ask: () => archiveProject(line, { path: { id } }),
    read: () => allProjects(line),
    isSeen: ({ isThere, projects }) => isThere && projects.every(each => each.id !== id),
  });
}

/** Removes the signed-in person from a project; owners and admins of the organization may still see it. */
export async function leave(context: AppContext, line: Line, id: string): Promise<ProjectList> {
  const me = await addressOf(context, line);
  if (me === null) throw refused(texts.whoAreYou);
  if (!(await membersIn(line, id, me)).some(({ isMe }) => isMe)) throw refused(texts.notMember);
  const { list } = await changeAndRead({
    ask: () => leaveProject(line, { path: { id } }),
    read: async () => {
      const now = await allProjects(line);
      const isListed = now.projects.some(each => each.id === id);
      return { list: now, members: isListed ? await membersIn(line, id, me) : [] };
    },
    isSeen: ({ list: { isThere }, members }) => isThere && !members.some(({ isMe }) => isMe),
  });
  return list;
}
