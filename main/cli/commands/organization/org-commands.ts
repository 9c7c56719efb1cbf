import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import {
  organizationMember,
  type OrganizationMember,
  organizationView,
  type OrganizationView,
} from '../../../../shared/features/organization/model.ts';
import { billingText, organizationTexts as texts } from '../../../../shared/features/organization/text.ts';
import { oneOf } from '../../input/one-of.ts';
import { dayOf } from '../../input/typed-day.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { auditRow } from './org-audit.ts';
import { filesRow } from './org-files-command.ts';
import { invitationRows } from './org-invitations.ts';
import { keyRows } from './org-keys.ts';
import { proposalRows } from './org-proposals.ts';
import { organizationRoleOf } from './org-role.ts';

const MEMBER = "a name, an address, or an id as 'org members --json' prints it";

const publicView = publicFields(organizationView, 'id name role isDefault mayManage pilotStart pilotEnd autotidy', {
  billing: publicFields(organizationView.shape.billing.unwrap(), 'status members').nullable(),
});
const publicMember = publicFields(organizationMember, 'id userId name email role isMe');

interface Pilot {
  readonly from?: string;
  readonly to?: string;
}

const SETTINGS: readonly Row[] = [
  row('org show', {
    help: 'Says what it is called, what you are in it, its pilot, its billing, and whether auto-tidy is on.',
    json: publicView,
    call: 'organization.look',
    input: () => ({}),
    lines: viewLines,
  }),
  row('org rename <name>', {
    help: 'Gives it another name, for everybody. For its owners and admins.',
    arguments: ['in quotes when it has spaces'],
    json: publicView,
    call: 'organization.rename',
    input: ({ name }: { readonly name: string }) => ({ name }),
    tell: ({ name }) => texts.renamed(name),
  }),
  row('org pilot', {
    help: 'Sets when its pilot starts and ends. What is not named stays. For its owners and admins.',
    options: [
      ['--from <date>', "such as 2026-11-22, or 'none'"],
      ['--to <date>', "such as 2027-02-22, or 'none'"],
    ],
    json: publicView,
    run: setPilot,
    tell: view => texts.pilotSet(view),
  }),
  row('org default', {
    help: 'Makes it what you find after signing in.',
    json: publicView,
    call: 'organization.makeDefault',
    input: () => ({}),
    tell: ({ name }) => texts.isDefault(name),
  }),
  row('org auto-tidy <state>', {
    help: 'Switches the curation of the knowledge base on or off. For its owners and admins.',
    arguments: ['on or off'],
    json: publicView,
    call: 'organization.setAutotidy',
    input: ({ state }: { readonly state: string }) => ({ enabled: isOn(state) }),
    tell: ({ autotidy }) => texts.autotidy(autotidy === true),
  }),
];

async function setPilot({ client }: Asking, { from, to }: Pilot): Promise<OrganizationView> {
  const [start, end] = [from, to].map(text => (text === undefined ? undefined : text === 'none' ? null : dayOf(text)));
  const now = await client.call('organization.look', {});
  return client.call('organization.setPilot', {
    start: start === undefined ? now.pilotStart : start,
    end: end === undefined ? now.pilotEnd : end,
  });
}

interface Named {
  readonly member: string;
}

const MEMBERS: readonly Row[] = [
  row('org members', {
    help: 'Lists everyone in it.',
    json: listOf('members', publicMember),
    call: 'organization.members',
    input: () => ({}),
    lines: ({ members }) => members.map(memberLine),
  }),
  row('org role <member> <role>', {
    help: 'Gives a member another role. For its owners and admins.',
    arguments: [MEMBER, 'owner, admin or member'],
    json: z.object({ member: publicMember.nullable() }),
    run: async ({ client }, { member: who, role: text }: Named & { readonly role: string }) => {
      const role = organizationRoleOf(text);
      const { id, role: seen, name } = await memberOf(client, who);
      const { members } = await client.call('organization.setRole', { member: id, seen, role });
      return { member: members.find(each => each.id === id) ?? null, name };
    },
    tell: ({ member, name }) => (member === null ? null : texts.roleSet(name, member.role)),
  }),
  row('org remove <member>', {
    help: 'Ends a membership. Without --yes it only says what would happen. For its owners and admins.',
    arguments: [MEMBER],
    options: [['--yes', 'do it']],
    json: z.object({ member: publicMember, removed: z.boolean() }),
    run: async ({ client }, { member: who, yes }: Named & { readonly yes?: true }) => {
      const member = await memberOf(client, who);
      if (yes) await client.call('organization.removeMember', { member: member.id, seen: member.role });
      return { member, removed: yes === true };
    },
    tell: ({ member, removed }) => (removed ? texts.removed(member.name) : texts.removeAsk(member.name)),
    exit: ({ removed }) => (removed ? EXIT.ok : EXIT.attention),
  }),
];

/** The organization that is acted in, its people, its invitations and all its files. */
export const orgRows: readonly Row[] = [
  commandGroup(
    'org',
    'the organization you act in: its people, its settings',
    'The organization you act in. Every change ends with what the service says afterwards. ' +
      'To act in another one: benchtop account switch ORGANIZATION',
  ),
  ...SETTINGS,
  ...MEMBERS,
  ...invitationRows,
  filesRow,
  auditRow,
  ...keyRows,
  ...proposalRows,
];

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

function memberLine({ name, email, role, isMe }: OrganizationMember): string {
  return [isMe ? `${name} (you)` : name, ...(email === null ? [] : [email]), role].join('  ');
}
