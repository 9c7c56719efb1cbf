import { z } from 'zod';

import { projectInfo, type ProjectInfo, projectList } from '../../../../shared/features/projects/model.ts';
import { projectTexts as texts } from '../../../../shared/features/projects/text.ts';
import { projectOf } from '../../input/named-project.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { memberLine, PROJECT, projectPeopleRows, publicMember } from './project-people.ts';

interface Named {
  readonly project: string;
}

interface Fields {
  readonly name?: string;
  readonly description?: string;
  readonly icon?: string;
}

const publicProject = publicFields(projectInfo, 'id name description icon role members createdAt updatedAt');
const oneProject = z.object({ project: publicProject });
const ABOUT = [
  ['--description <words>', 'what it is about'],
  ['--icon <icon>', 'a sign for it, such as an emoji'],
] as const;

/** Projects of the organization, and who is in them. */
export const projectRows: readonly Row[] = [
  commandGroup(
    'projects',
    'projects of the organization, and who is in them',
    'Projects of the organization you act in. Every change ends with what the service says afterwards.',
  ),
  row('projects list', {
    help: 'Lists the projects that you can see.',
    json: publicFields(projectList, 'isThere', { projects: z.array(publicProject) }),
    call: 'projects.list',
    input: (_: { readonly json?: true }) => ({}),
    lines: ({ projects }) => projects.map(projectLine),
    tell: ({ isThere, projects }, { json }) =>
      json ? null : !isThere ? texts.absent : projects.length === 0 ? texts.none : null,
  }),
  row('projects show <project>', {
    help: 'Says what a project is about, and who is in it.',
    arguments: [PROJECT],
    json: z.object({ project: publicProject, members: z.array(publicMember) }),
    run: async ({ client }, { project }: Named) =>
      client.call('projects.look', { id: (await projectOf(client, project)).id }),
    lines: ({ project, members }) => [
      projectLine(project),
      ...(project.description === null ? [] : [project.description]),
      ...members.map(memberLine),
    ],
  }),
  row('projects create <name>', {
    help: 'Makes a project, with you as its owner.',
    arguments: ['in quotes when it has spaces'],
    options: ABOUT,
    json: oneProject,
    call: 'projects.create',
    input: ({ name, description, icon }: Fields & { readonly name: string }) => ({
      name,
      description: description ?? null,
      icon: icon ?? null,
    }),
    shape: project => ({ project }),
    tell: ({ name, id }) => texts.made(name, id),
  }),
  row('projects edit <project>', {
    help: "Changes name, description or icon; '' takes one away. What is not named stays.",
    arguments: [PROJECT],
    options: [['--name <name>', 'in quotes when it has spaces'], ...ABOUT],
    json: oneProject,
    run: edit,
    shape: project => ({ project }),
    tell: ({ name }) => texts.changed(name),
  }),
  ending('projects.archive', 'archived', 'Archives a project for everybody in it.', [texts.archived, texts.archiveAsk]),
  ending('projects.leave', 'left', 'Takes you out of a project.', [texts.left, texts.leaveAsk]),
  ...projectPeopleRows,
];

async function edit({ client }: Asking, { project, name, description, icon }: Named & Fields): Promise<ProjectInfo> {
  if (name === undefined && description === undefined && icon === undefined)
    throw new Ending(EXIT.usage, texts.nothingToDo);
  const { id } = await projectOf(client, project);
  return client.call('projects.change', {
    id,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description === '' ? null : description }),
    ...(icon === undefined ? {} : { icon: icon === '' ? null : icon }),
  });
}

type Words = (name: string) => string;

/** What ends a project, for everybody or for oneself. @param field what scripts know it by. */
function ending(
  call: 'projects.archive' | 'projects.leave',
  field: string,
  about: string,
  [told, asked]: readonly [Words, Words],
): Row {
  return row(`${call.replace('.', ' ')} <project>`, {
    help: `${about} Without --yes it only says what would happen.`,
    arguments: [PROJECT],
    options: [['--yes', 'do it']],
    json: oneProject.extend({ [field]: z.boolean() }),
    run: async ({ client }, { project: what, yes }: Named & { readonly yes?: true }) => {
      const project = await projectOf(client, what);
      if (yes) await client.call(call, { id: project.id });
      return project;
    },
    shape: (project, { yes }) => ({ project, [field]: yes === true }),
    tell: ({ name }, { yes }) => (yes ? told(name) : asked(name)),
    exit: (_, { yes }) => (yes ? EXIT.ok : EXIT.attention),
  });
}

function projectLine({ id, name, icon, role, members }: ProjectInfo): string {
  const count = members === null ? null : members === 1 ? '1 member' : `${members} members`;
  const facts = [icon === null ? name : `${icon} ${name}`, role, count];
  return [id, ...facts.filter(fact => fact !== null)].join('  ');
}
