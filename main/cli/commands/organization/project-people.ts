import { Argument } from 'commander';
import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { OrganizationPerson } from '../../../../shared/features/organization/model.ts';
import {
  givenProjectRole,
  type GivenProjectRole,
  projectMember,
  type ProjectMember,
} from '../../../../shared/features/projects/model.ts';
import { projectTexts as texts } from '../../../../shared/features/projects/text.ts';
import { projectOf } from '../../input/named-project.ts';
import { oneOf } from '../../input/one-of.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

/** How a project is named in a command. */
export const PROJECT = "a name, or an id as 'projects list' prints it";
const WHO = "a name, an address, or a person's number";
const ROLE = 'owner, admin, editor or viewer';

/** A member of a project, for scripts. */
export const publicMember = publicFields(projectMember, 'userId name email role isMe addedAt');
const afterwards = z.object({ member: publicMember.nullable() });

interface Named {
  readonly project: string;
  readonly who: string;
}

interface Role extends Named {
  readonly role: string;
}

/** Who is in a project. */
export const projectPeopleRows: readonly Row[] = [
  row('projects members <project>', {
    help: 'Lists who is in a project.',
    arguments: [PROJECT],
    json: listOf('members', publicMember),
    run: async ({ client }, { project }: { readonly project: string }) =>
      client.call('projects.look', { id: (await projectOf(client, project)).id }),
    lines: ({ members }) => members.map(memberLine),
  }),
  row('projects add <project> <who> [role]', {
    help: 'Adds somebody of the organization to a project.',
    arguments: [PROJECT, WHO, new Argument('[role]', ROLE).default('editor')],
    json: afterwards,
    run: async ({ client }, { project, who, role: text }: Role) => {
      const role = roleOf(text);
      const { id } = await projectOf(client, project);
      const userId = await personOf(client, who);
      const { members } = await client.call('projects.addMember', { id, userId, role });
      return { member: withNumber(members, userId) };
    },
    tell: ({ member }) => member && texts.added(member.name, member.role),
  }),
  row('projects role <project> <who> <role>', {
    help: 'Gives somebody in a project another role.',
    arguments: [PROJECT, WHO, ROLE],
    json: afterwards,
    run: async ({ client }, { project, who, role: text }: Role) => {
      const role = roleOf(text);
      const { id } = await projectOf(client, project);
      const { userId, role: seen } = await memberOf(client, id, who);
      const { members } = await client.call('projects.setRole', { id, userId, seen, role });
      return { member: withNumber(members, userId) };
    },
    tell: ({ member }) => member && texts.roleSet(member.name, member.role),
  }),
  row('projects remove <project> <who>', {
    help: 'Takes somebody out of a project. Without --yes it only says what would happen.',
    arguments: [PROJECT, WHO],
    options: [['--yes', 'do it']],
    json: z.object({ member: publicMember, removed: z.boolean() }),
    run: async ({ client }, { project: what, who, yes }: Named & { readonly yes?: true }) => {
      const project = await projectOf(client, what);
      const member = await memberOf(client, project.id, who);
      const { userId, role: seen } = member;
      if (yes) await client.call('projects.removeMember', { id: project.id, userId, seen });
      return { member, removed: yes === true, project: project.name };
    },
    tell: ({ member, removed, project }) =>
      removed ? texts.removed(member.name) : texts.removeAsk(member.name, project),
    exit: ({ removed }) => (removed ? EXIT.ok : EXIT.attention),
  }),
];

function withNumber(members: readonly ProjectMember[], userId: number): ProjectMember | null {
  return members.find(each => each.userId === userId) ?? null;
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

/** A member of a project, for people. */
export function memberLine({ name, email, role, isMe }: ProjectMember): string {
  return [isMe ? `${name} (you)` : name, ...(email === null ? [] : [email]), role].join('  ');
}
