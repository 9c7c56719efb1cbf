import type { Handlers } from '../../../../shared/contract.ts';
import type { ProjectInfo, ProjectMember } from '../../../../shared/features/projects/model.ts';
import { organizationWindow } from '../../../../shared/features/organization/window-text.ts';
import { projectsWindow as words } from '../../../../shared/features/projects/window-text.ts';
import { DAY, HOUR } from '../../../../shared/units.ts';
import { fail, failing, offline } from '../../lab/faults.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { organizationScene, VIEW } from './organization.ts';

const LIST = '#/organization/projects';
const ONE = '#/organization/projects/p1';

function project(id: string, name: string, change: Partial<ProjectInfo> = {}): ProjectInfo {
  return {
    id,
    name,
    description: null,
    icon: null,
    role: 'editor',
    members: 3,
    createdAt: ago(40 * DAY),
    updatedAt: ago(HOUR),
    ...change,
  };
}

const ABOUT = 'Dose response of the new inhibitors in HeLa and U2OS.\nReadouts: plates, flow cytometry, RNA-seq.';
const PROJECTS: ProjectInfo[] = [
  project('p1', 'Dose response 2026', { description: ABOUT, icon: '🧪', role: 'owner', members: 4 }),
  project('p2', 'Imaging of the organoids, together with the core facility and two partner institutes', {
    icon: 'IMG',
    role: 'steward',
    members: 1,
  }),
  project('p3', 'Plasmids', { role: null, members: null }),
];

function person(userId: number, name: string, role: string): ProjectMember {
  const email = `${name.toLowerCase().split(' ')[0]}@okafor.example`;
  return { userId, name, email, role, isMe: userId === 1, addedAt: ago(9 * DAY) };
}

const MEMBERS: ProjectMember[] = [
  person(1, 'Ada Moreau', 'owner'),
  person(2, 'Ben Okafor', 'editor'),
  person(3, 'Chidi Eze', 'viewer'),
  person(4, 'Femi Sato', 'steward'),
];

const ANSWERS: Partial<Handlers> = {
  'projects.list': async () => ({ isThere: true, projects: PROJECTS }),
  'projects.look': async () => ({ project: PROJECTS[0] ?? project('p1', ''), members: MEMBERS }),
};

type Rest = Omit<Scene, 'screen' | 'state' | 'route' | 'answers'>;

function scene(state: Scene['state'], route: string, answers: Partial<Handlers>, rest: Rest): Scene {
  return { ...organizationScene(state, route, { ...ANSWERS, ...answers }, rest), screen: 'projects' };
}

/** Projects and who is in them. */
export const projectScenes: readonly Scene[] = [
  scene('loading', ONE, { 'projects.look': never }, { shows: [organizationWindow.reading] }),
  scene('empty', LIST, { 'projects.list': async () => ({ isThere: true, projects: [] }) }, { shows: [words.none] }),
  scene('offline', ONE, { 'projects.look': async () => offline() }, { shows: [organizationWindow.again] }),
  scene('error', LIST, { 'projects.list': async () => failing() }, { shows: ['did not answer in time'] }),
  scene(
    'no-permission',
    ONE,
    {
      'projects.change': async () =>
        fail({
          kind: 'bad-request',
          detail: 'Your role in this project, or your key, does not allow this. Nothing was changed.',
        }),
    },
    {
      steps: async ({ press, write }) => {
        await press(words.edit);
        await write(words.name, 'Mine');
        await press(words.editing.yes);
      },
      shows: ['does not allow this'],
    },
  ),
  scene(
    'no-permission',
    ONE,
    {
      'organization.look': async () => ({ ...VIEW, role: 'Guest', mayManage: false }),
      'projects.look': async () => ({
        project: project('p1', 'Dose response 2026', { description: ABOUT, role: 'steward' }),
        members: MEMBERS,
      }),
    },
    {
      name: 'a role that nobody knows',
      shows: [organizationWindow.unsure('steward, a role from the service'), words.leave],
    },
  ),
  scene('full', LIST, {}, { shows: ['Dose response 2026', words.notIn] }),
  scene(
    'full',
    ONE,
    {},
    {
      name: 'one',
      shows: ['steward, a role from the service', 'Chidi Eze'],
    },
  ),
  scene(
    'full',
    ONE,
    {},
    {
      name: 'remove',
      steps: ({ press }) => press(organizationWindow.remove('Chidi Eze')),
      shows: [words.removing.yes],
    },
  ),
  scene(
    'full',
    ONE,
    {},
    {
      name: 'archive',
      steps: ({ press }) => press(words.archive),
      shows: [words.archiving.text],
    },
  ),
];
