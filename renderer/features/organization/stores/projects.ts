import type {
  GivenProjectRole,
  ProjectInfo,
  ProjectList,
  ProjectMember,
} from '../../../../shared/features/projects/model.ts';
import { projectTexts as texts } from '../../../../shared/features/projects/text.ts';
import { projectsWindow as words } from '../../../../shared/features/projects/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { openProjects } from '../../../state/navigation.ts';
import { organizationSection } from './organization-section.ts';

/** All projects that can be seen. */
export const projects = organizationSection<ProjectList>(() => engine.call('projects.list', {}));

/** A project with who is in it. */
export interface OpenProject {
  readonly project: ProjectInfo;
  readonly members: readonly ProjectMember[];
}

let shownId = '';

/** The project that is on show. */
export const project = organizationSection<OpenProject>(() => engine.call('projects.look', { id: shownId }));

/** Shows a project; until its answer comes, nothing of another one is shown. */
export function openProject(id: string): void {
  if (id === shownId) project.tidy();
  else project.forget();
  shownId = id;
  void project.read();
}

/** What a project says of itself, as it is typed; empty for nothing. */
export interface ProjectFields {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
}

/** Makes a project. @returns whether it was made. */
export function createProject({ name, description, icon }: ProjectFields): Promise<boolean> {
  return projects.change(
    '',
    async () => {
      const wanted = { name, description: orNull(description), icon: orNull(icon) };
      const made = await engine.call('projects.create', wanted);
      const before = projects.use.getState().value?.projects ?? [];
      return { isThere: true, projects: [...before.filter(each => each.id !== made.id), made] };
    },
    () => words.made(name),
  );
}

/** Sends only the fields that were changed; another person may have changed the others since they were read. */
export function editProject(old: ProjectInfo, { name, description, icon }: ProjectFields): Promise<boolean> {
  const { id } = old;
  return project.change(
    '',
    async () => {
      const now = await engine.call('projects.change', {
        id,
        ...(name === old.name ? {} : { name }),
        ...(description === (old.description ?? '') ? {} : { description: orNull(description) }),
        ...(icon === (old.icon ?? '') ? {} : { icon: orNull(icon) }),
      });
      return { project: now, members: project.use.getState().value?.members ?? [] };
    },
    now => texts.changed(now.project.name),
  );
}

/** Archives it for everybody, and goes back to the list. */
export function archiveProject({ id, name }: ProjectInfo): Promise<boolean> {
  return leaving(() => engine.call('projects.archive', { id }), texts.archived(name));
}

/** Takes who is signed in out of it, and goes back to the list. */
export function leaveProject({ id, name }: ProjectInfo): Promise<boolean> {
  return leaving(() => engine.call('projects.leave', { id }), texts.left(name));
}

async function leaving(work: () => Promise<ProjectList>, said: string): Promise<boolean> {
  const isDone = await projects.change('', work, () => said);
  if (isDone) openProjects();
  return isDone;
}

/** Adds a member of the organization. */
export function addToProject(id: string, userId: number, role: GivenProjectRole): Promise<boolean> {
  return project.change(
    'new',
    () => engine.call('projects.addMember', { id, userId, role }),
    now => texts.added(nameIn(now, userId), role),
  );
}

/** Gives a member another role, unless another person changed it since it was read. */
export function setProjectRole(id: string, { userId, role: seen }: ProjectMember, role: GivenProjectRole) {
  return project.change(
    String(userId),
    () => engine.call('projects.setRole', { id, userId, seen, role }),
    now => texts.roleSet(nameIn(now, userId), role),
  );
}

/** Removes a member, unless another person changed the role since it was read. */
export function removeFromProject(id: string, { userId, name, role: seen }: ProjectMember) {
  return project.change(
    String(userId),
    () => engine.call('projects.removeMember', { id, userId, seen }),
    () => texts.removed(name),
  );
}

function nameIn({ members }: OpenProject, userId: number): string {
  return members.find(each => each.userId === userId)?.name ?? String(userId);
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
