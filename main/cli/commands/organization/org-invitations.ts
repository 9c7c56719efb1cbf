import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { OpenInvitation } from '../../../../shared/features/organization/model.ts';
import { organizationTexts as texts } from '../../../../shared/features/organization/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { oneOf } from '../../input/one-of.ts';
import { organizationRoleOf } from './org-role.ts';

const INVITATION = "the address, or an id as 'org invitations' prints it";

/** `org invitations|invite|resend|cancel`. */
export function addOrgInvitations(org: Command, context: CommandContext): void {
  org
    .command('invitations')
    .description('Lists the invitations that nobody accepted yet. For its owners and admins.')
    .option(...JSON_OPTION)
    .action((format: Format) =>
      context.ask(async ({ client }) => {
        const { invitations } = await client.call('organization.invitations', {});
        if (format.json) return context.printJson({ v: 1, invitations: invitations.map(shape) });
        context.printLines(invitations.map(line));
        if (invitations.length === 0) context.tell(texts.noInvitations);
      }),
    );
  org
    .command('invite')
    .description('Invites somebody by mail. For its owners and admins.')
    .argument('<email>', 'the address')
    .option('--role <role>', 'owner, admin or member', 'member')
    .option(...JSON_OPTION)
    .action((email: string, { role, json }: Format & { readonly role: string }) =>
      context.ask(async ({ client }) => {
        const wanted = { email: email.trim(), role: organizationRoleOf(role) };
        const { invitations } = await client.call('organization.invite', wanted);
        tellOf(context, invitations, { email: wanted.email, json, words: texts.invited });
      }),
    );
  org
    .command('resend')
    .description('Sends an invitation again, with a new link. For its owners and admins.')
    .argument('<invitation>', INVITATION)
    .option(...JSON_OPTION)
    .action((who: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const { id, email } = await invitationOf(client, who);
        const { invitations } = await client.call('organization.resendInvitation', { id });
        tellOf(context, invitations, { email, json, words: texts.resent });
      }),
    );
  org
    .command('cancel')
    .description('Takes an invitation back: its link works no more. For its owners and admins.')
    .argument('<invitation>', INVITATION)
    .option(...JSON_OPTION)
    .action((who: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const found = await invitationOf(client, who);
        await client.call('organization.cancelInvitation', { id: found.id });
        if (json) context.printJson({ v: 1, invitation: shape(found), cancelled: true });
        context.tell(texts.cancelled(found.email));
      }),
    );
}

interface Told {
  readonly email: string;
  readonly json: true | undefined;
  readonly words: (invitation: OpenInvitation) => string;
}

function tellOf(context: CommandContext, invitations: readonly OpenInvitation[], { email, json, words }: Told): void {
  const same = invitations.filter(each => each.email.toLowerCase() === email.toLowerCase());
  const found = same.find(({ isExpired }) => !isExpired) ?? same[0];
  if (json) context.printJson({ v: 1, invitation: found === undefined ? null : shape(found) });
  if (found !== undefined) context.tell(words(found));
}

async function invitationOf(client: EngineClient, who: string): Promise<OpenInvitation> {
  const { invitations } = await client.call('organization.invitations', {});
  const by = ({ id, email }: OpenInvitation) => ({ name: email, others: [id] });
  return oneOf(invitations, who, by, {
    none: texts.noSuchInvitation(who),
    several: names => texts.several(who, names),
  });
}

function shape({ id, email, role, isExpired, createdAt, expiresAt }: OpenInvitation): object {
  return { id, email, role, isExpired, createdAt, expiresAt };
}

function line({ id, email, role, isExpired, expiresAt }: OpenInvitation): string {
  const until = expiresAt === null ? '' : isExpired ? `expired ${expiresAt}` : `until ${expiresAt}`;
  const state = until === '' && isExpired ? 'expired' : until;
  return [id, email, ...(role === null ? [] : [role]), ...(state === '' ? [] : [state])].join('  ');
}
