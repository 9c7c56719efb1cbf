import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { OrganizationMember, OrganizationView } from '../../../../shared/features/organization/model.ts';
import { billingText, organizationTexts as texts } from '../../../../shared/features/organization/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { addOrgAudit } from './org-audit.ts';
import { addOrgFiles } from './org-files-command.ts';
import { addOrgInvitations } from './org-invitations.ts';
import { oneOf } from '../../input/one-of.ts';
import { addOrgKeys } from './org-keys.ts';
import { addOrgProposals } from './org-proposals.ts';
import { organizationRoleOf } from './org-role.ts';
import { dayOf } from '../../input/typed-day.ts';

const MEMBER = "a name, an address, or an id as 'org members --json' prints it";

/** `org`: the organization that is acted in, its people, its invitations and all its files. */
export function addOrgCommands(program: Command, context: CommandContext): void {
  const org = program
    .command('org')
    .summary('the organization you act in: its people, its settings')
    .description(
      'The organization you act in. Every change ends with what the service says afterwards. ' +
        'To act in another one: benchtop account switch ORGANIZATION',
    );
  org
    .command('show')
    .description('Says what it is called, what you are in it, its pilot, its billing, and whether auto-tidy is on.')
    .option(...JSON_OPTION)
    .action((format: Format) =>
      context.ask(async ({ client }) => {
        const view = await client.call('organization.look', {});
        if (format.json) context.printJson(viewShape(view));
        else context.printLines(viewLines(view));
      }),
    );
  addSettings(org, context);
  addMembers(org, context);
  addOrgInvitations(org, context);
  addOrgFiles(org, context);
  addOrgAudit(org, context);
  addOrgKeys(org, context);
  addOrgProposals(org, context);
}

function addSettings(org: Command, context: CommandContext): void {
  const settle = (view: OrganizationView, format: Format, said: string): void => {
    if (format.json) context.printJson(viewShape(view));
    context.tell(said);
  };
  org
    .command('rename')
    .description('Gives it another name, for everybody. For its owners and admins.')
    .argument('<name>', 'in quotes when it has spaces')
    .option(...JSON_OPTION)
    .action((name: string, format: Format) =>
      context.ask(async ({ client }) => {
        const view = await client.call('organization.rename', { name });
        settle(view, format, texts.renamed(view.name));
      }),
    );
  org
    .command('pilot')
    .description('Sets when its pilot starts and ends. What is not named stays. For its owners and admins.')
    .option('--from <date>', "such as 2026-11-22, or 'none'")
    .option('--to <date>', "such as 2027-02-22, or 'none'")
    .option(...JSON_OPTION)
    .action(({ from, to, ...format }: Format & { readonly from?: string; readonly to?: string }) =>
      context.ask(async ({ client }) => {
        const [start, end] = [from, to].map(text =>
          text === undefined ? undefined : text === 'none' ? null : dayOf(text),
        );
        const now = await client.call('organization.look', {});
        const dates = {
          start: start === undefined ? now.pilotStart : start,
          end: end === undefined ? now.pilotEnd : end,
        };
        const view = await client.call('organization.setPilot', dates);
        settle(view, format, texts.pilotSet(view));
      }),
    );
  org
    .command('default')
    .description('Makes it what you find after signing in.')
    .option(...JSON_OPTION)
    .action((format: Format) =>
      context.ask(async ({ client }) => {
        const view = await client.call('organization.makeDefault', {});
        settle(view, format, texts.isDefault(view.name));
      }),
    );
  org
    .command('auto-tidy')
    .description('Switches the curation of the knowledge base on or off. For its owners and admins.')
    .argument('<state>', 'on or off')
    .option(...JSON_OPTION)
    .action((state: string, format: Format) =>
      context.ask(async ({ client }) => {
        const view = await client.call('organization.setAutotidy', { enabled: isOn(state) });
        settle(view, format, texts.autotidy(view.autotidy === true));
      }),
    );
}

function addMembers(org: Command, context: CommandContext): void {
  org
    .command('members')
    .description('Lists everyone in it.')
    .option(...JSON_OPTION)
    .action((format: Format) =>
      context.ask(async ({ client }) => {
        const { members } = await client.call('organization.members', {});
        if (format.json) context.printJson({ v: 1, members: members.map(memberShape) });
        else context.printLines(members.map(memberLine));
      }),
    );
  org
    .command('role')
    .description('Gives a member another role. For its owners and admins.')
    .argument('<member>', MEMBER)
    .argument('<role>', 'owner, admin or member')
    .option(...JSON_OPTION)
    .action((who: string, text: string, format: Format) =>
      context.ask(async ({ client }) => {
        const role = organizationRoleOf(text);
        const { id, role: seen, name } = await memberOf(client, who);
        const { members } = await client.call('organization.setRole', { member: id, seen, role });
        const now = members.find(each => each.id === id);
        if (format.json) context.printJson({ v: 1, member: now === undefined ? null : memberShape(now) });
        if (now !== undefined) context.tell(texts.roleSet(name, now.role));
      }),
    );
  org
    .command('remove')
    .description('Ends a membership. Without --yes it only says what would happen. For its owners and admins.')
    .argument('<member>', MEMBER)
    .option('--yes', 'do it')
    .option(...JSON_OPTION)
    .action((who: string, { yes, json }: Format & { readonly yes?: true }) =>
      context.ask(async ({ client }) => {
        const member = await memberOf(client, who);
        if (yes) await client.call('organization.removeMember', { member: member.id, seen: member.role });
        if (json) context.printJson({ v: 1, member: memberShape(member), removed: yes === true });
        context.tell(yes ? texts.removed(member.name) : texts.removeAsk(member.name));
        return yes ? EXIT.ok : EXIT.attention;
      }),
    );
}

async function memberOf(client: EngineClient, who: string): Promise<OrganizationMember> {
  const { members } = await client.call('organization.members', {});
  const by = ({ id, userId, name, email }: OrganizationMember) => ({
    name,
    others: [email, userId === null ? null : String(userId), id],
  });
  return oneOf(members, who, by, { none: texts.noSuchMember(who), several: names => texts.several(who, names) });
}

function isOn(text: string): boolean {
  if (text === 'on') return true;
  if (text === 'off') return false;
  throw new Ending(EXIT.usage, texts.onOff(text));
}

function viewShape(view: OrganizationView): object {
  const { id, name, role, isDefault, mayManage, pilotStart, pilotEnd, autotidy, billing } = view;
  return {
    v: 1,
    id,
    name,
    role,
    isDefault,
    mayManage,
    pilotStart,
    pilotEnd,
    autotidy,
    billing: billing === null ? null : { status: billing.status, members: billing.members },
  };
}

function viewLines({ name, role, isDefault, pilotStart, pilotEnd, autotidy, billing }: OrganizationView): string[] {
  const lines: (readonly [string, string | null])[] = [
    ['Name', name],
    ['Your role', role],
    ['After signing in', isDefault === null ? null : isDefault ? 'this one' : 'another one'],
    ['Billing', billing?.status ? billingText(billing.status) : null],
    ['Members', billing?.members === null || billing === null ? null : String(billing.members)],
    ['Pilot starts', pilotStart],
    ['Pilot ends', pilotEnd],
    ['Auto-tidy', autotidy === null ? null : autotidy ? 'on' : 'off'],
  ];
  return lines.flatMap(([title, value]) => (value === null ? [] : [`${title}: ${value}`]));
}

function memberShape({ id, userId, name, email, role, isMe }: OrganizationMember): object {
  return { id, userId, name, email, role, isMe };
}

function memberLine({ name, email, role, isMe }: OrganizationMember): string {
  return [isMe ? `${name} (you)` : name, ...(email === null ? [] : [email]), role].join('  ');
}
