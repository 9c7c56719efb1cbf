import type { Command } from 'commander';

import type { ProjectInfo } from '../../../../shared/features/projects/model.ts';
import { projectTexts as texts } from '../../../../shared/features/projects/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { projectOf } from '../../input/named-project.ts';
import { addProjectPeople, memberLine, memberShape } from './project-people.ts';

interface Fields {
  readonly name?: string;
  readonly description?: string;
  readonly icon?: string;
}

const PROJECT = "a name, or an id as 'projects list' prints it";

/** `projects`: list, create, show, edit, archive, leave, and who is in them. */
export function addProjectCommands(program: Command, context: CommandContext): void {
  const projects = program
    .command('projects')
    .summary('projects of the organization, and who is in them')
    .description('Projects of the organization you act in. Every change ends with what the service says afterwards.');
  projects
    .command('list')
    .description('Lists the projects that you can see.')
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const list = await client.call('projects.list', {});
        if (json) return context.printJson({ v: 1, isThere: list.isThere, projects: list.projects.map(projectShape) });
        context.printLines(list.projects.map(projectLine));
        if (!list.isThere) context.tell(texts.absent);
        else if (list.projects.length === 0) context.tell(texts.none);
      }),
    );
  projects
    .command('show')
    .description('Says what a project is about, and who is in it.')
    .argument('<project>', PROJECT)
    .option(...JSON_OPTION)
    .action((what: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await projectOf(client, what);
        const { project, members } = await client.call('projects.look', { id });
        if (json) return context.printJson({ v: 1, project: projectShape(project), members: members.map(memberShape) });
        const about = project.description === null ? [] : [project.description];
        context.printLines([projectLine(project), ...about, ...members.map(memberLine)]);
      }),
    );
  addMaking(projects, context);
  addEnding(projects, context);
  addProjectPeople(projects, context);
}

function addMaking(projects: Command, context: CommandContext): void {
  projects
    .command('create')
    .description('Makes a project, with you as its owner.')
    .argument('<name>', 'in quotes when it has spaces')
    .option('--description <words>', 'what it is about')
    .option('--icon <icon>', 'a sign for it, such as an emoji')
    .option(...JSON_OPTION)
    .action((name: string, { description, icon, json }: Format & Fields) =>
      context.ask(async ({ client }) => {
        const wanted = { name, description: description ?? null, icon: icon ?? null };
        const project = await client.call('projects.create', wanted);
        if (json) context.printJson({ v: 1, project: projectShape(project) });
        context.tell(texts.made(project.name, project.id));
      }),
    );
  projects
    .command('edit')
    .description("Changes name, description or icon; '' takes one away. What is not named stays.")
    .argument('<project>', PROJECT)
    .option('--name <name>', 'in quotes when it has spaces')
    .option('--description <words>', 'what it is about')
    .option('--icon <icon>', 'a sign for it, such as an emoji')
    .option(...JSON_OPTION)
    .action((what: string, { name, description, icon, json }: Format & Fields) =>
      context.ask(async ({ client }) => {
        if (name === undefined && description === undefined && icon === undefined)
          throw new Ending(EXIT.usage, texts.nothingToDo);
        const { id } = await projectOf(client, what);
        const wanted = {
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description: description === '' ? null : description }),
          ...(icon === undefined ? {} : { icon: icon === '' ? null : icon }),
        };
        const project = await client.call('projects.change', { id, ...wanted });
        if (json) context.printJson({ v: 1, project: projectShape(project) });
        context.tell(texts.changed(project.name));
      }),
    );
}

/** What ends a project, for everybody or for oneself. */
const ENDINGS = [
  {
    verb: 'archive',
    call: 'projects.archive',
    about: 'Archives a project for everybody in it.',
    done: 'archived',
    ask: texts.archiveAsk,
    told: texts.archived,
  },
  {
    verb: 'leave',
    call: 'projects.leave',
    about: 'Takes you out of a project.',
    done: 'left',
    ask: texts.leaveAsk,
    told: texts.left,
  },
] as const;

function addEnding(projects: Command, context: CommandContext): void {
  for (const { verb, call, about, done, ask, told } of ENDINGS)
    projects
      .command(verb)
      .description(`${about} Without --yes it only says what would happen.`)
      .argument('<project>', PROJECT)
      .option('--yes', 'do it')
      .option(...JSON_OPTION)
      .action((what: string, { yes, json }: Format & { readonly yes?: true }) =>
        context.ask(async ({ client }) => {
          const project = await projectOf(client, what);
          if (yes) await client.call(call, { id: project.id });
          if (json) context.printJson({ v: 1, project: projectShape(project), [done]: yes === true });
          context.tell(yes ? told(project.name) : ask(project.name));
          return yes ? EXIT.ok : EXIT.attention;
        }),
      );
}

function projectShape(project: ProjectInfo): object {
  const { id, name, description, icon, role, members, createdAt, updatedAt } = project;
  return { id, name, description, icon, role, members, createdAt, updatedAt };
}

function projectLine({ id, name, icon, role, members }: ProjectInfo): string {
  const count = members === null ? null : members === 1 ? '1 member' : `${members} members`;
  const facts = [icon === null ? name : `${icon} ${name}`, role, count];
  return [id, ...facts.filter(fact => fact !== null)].join('  ');
}
