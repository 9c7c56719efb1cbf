import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { OrganizationPerson } from '../../../../shared/features/organization/model.ts';
import {
  givenProjectRole,
  type GivenProjectRole,
  type ProjectMember,
} from '../../../../shared/features/projects/model.ts';
import { projectTexts as texts } from '../../../../shared/features/projects/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { oneOf } from '../../input/one-of.ts';
import { projectOf } from '../../input/named-project.ts';

const PROJECT = "a name, or an id as 'projects list' prints it";
const WHO = "a name, an address, or a person's number";
const ROLE = 'owner, admin, editor or viewer';

/** `projects members|add|role|remove`. */
export function addProjectPeople(projects: Command, context: CommandContext): void {
  projects
    .command('members')
    .description('Lists who is in a project.')
    .argument('<project>', PROJECT)
    .option(...JSON_OPTION)
    .action((what: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const { members } = await client.call('projects.look', { id: (await projectOf(client, what)).id });
        if (json) context.printJson({ v: 1, members: members.map(memberShape) });
        else context.printLines(members.map(memberLine));
      }),
    );
  projects
    .command('add')
    .description('Adds somebody of the organization to a project.')
    .argument('<project>', PROJECT)
    .argument('<who>', WHO)
    .argument('[role]', ROLE, 'editor')
    .option(...JSON_OPTION)
    .action((what: string, who: string, text: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const role = roleOf(text);
        const { id } = await projectOf(client, what);
        const userId = await personOf(client, who);
        const { members } = await client.call('projects.addMember', { id, userId, role });
        tellOf(context, members, { userId, json, words: texts.added });
      }),
    );
  projects
    .command('role')
    .description('Gives somebody in a project another role.')
    .argument('<project>', PROJECT)
    .argument('<who>', WHO)
    .argument('<role>', ROLE)
    .option(...JSON_OPTION)
    .action((what: string, who: string, text: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const role = roleOf(text);
        const { id } = await projectOf(client, what);
        const { userId, role: seen } = await memberOf(client, id, who);
        const { members } = await client.call('projects.setRole', { id, userId, seen, role });
        tellOf(context, members, { userId, json, words: texts.roleSet });
      }),
    );
  addRemoving(projects, context);
}

function addRemoving(projects: Command, context: CommandContext): void {
  projects
    .command('remove')
    .description('Takes somebody out of a project. Without --yes it only says what would happen.')
    .argument('<project>', PROJECT)
    .argument('<who>', WHO)
    .option('--yes', 'do it')
    .option(...JSON_OPTION)
    .action((what: string, who: string, { yes, json }: Format & { readonly yes?: true }) =>
      context.ask(async ({ client }) => {
        const project = await projectOf(client, what);
        const member = await memberOf(client, project.id, who);
        const { userId, role: seen } = member;
        if (yes) await client.call('projects.removeMember', { id: project.id, userId, seen });
        if (json) context.printJson({ v: 1, member: memberShape(member), removed: yes === true });
        context.tell(yes ? texts.removed(member.name) : texts.removeAsk(member.name, project.name));
        return yes ? EXIT.ok : EXIT.attention;
      }),
    );
}

interface Told {
  readonly userId: number;
  readonly json: true | undefined;
  readonly words: (name: string, role: string) => string;
}

function tellOf(context: CommandContext, members: readonly ProjectMember[], { userId, json, words }: Told): void {
  const found = members.find(each => each.userId === userId);
  if (json) context.printJson({ v: 1, member: found === undefined ? null : memberShape(found) });
  if (found !== undefined) context.tell(words(found.name, found.role));
}

async function personOf(client: EngineClient, who: string): Promise<number> {
  if (/^[1-9]\d{0,9}$/.test(who)) return Number(who);
  const { found } = await client.call('organization.find', { query: who });
  const by = ({ name, email }: OrganizationPerson) => ({ name, others: [email] });
  return oneOf(found, who, by, { none: texts.nobody(who), several: names => texts.several(who, names) }).userId;
}

async function memberOf(client: EngineClient, id: string, who: string): Promise<ProjectMember> {
  const { members } = await client.call('projects.look', { id });
  const by = ({ userId, name, email }: ProjectMember) => ({ name, others: [email, String(userId)] });
  return oneOf(members, who, by, { none: texts.noSuchMember(who), several: names => texts.several(who, names) });
}

function roleOf(text: string): GivenProjectRole {
  const read = givenProjectRole.safeParse(text.toLowerCase());
  if (!read.success) throw new Ending(EXIT.usage, texts.noSuchRole(text));
  return read.data;
}

/** Somebody in a project, for scripts. */
export function memberShape({ userId, name, email, role, isMe, addedAt }: ProjectMember): object {
  return { userId, name, email, role, isMe, addedAt };
}

/** Somebody in a project, for people. */
export function memberLine({ name, email, role, isMe }: ProjectMember): string {
  return [isMe ? `${name} (you)` : name, ...(email === null ? [] : [email]), role].join('  ');
}
