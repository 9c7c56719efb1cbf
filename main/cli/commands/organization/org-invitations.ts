import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { openInvitation, type OpenInvitation } from '../../../../shared/features/organization/model.ts';
import { organizationTexts as texts } from '../../../../shared/features/organization/text.ts';
import { oneOf } from '../../input/one-of.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { organizationRoleOf } from './org-role.ts';

const INVITATION = ["the address, or an id as 'org invitations' prints it"];
const publicInvitation = publicFields(openInvitation, 'id email role isExpired createdAt expiresAt');
const afterwards = z.object({ invitation: publicInvitation.nullable() });

interface Named {
  readonly invitation: string;
}

/** Invitations to the organization. */
export const invitationRows: readonly Row[] = [
  row('org invitations', {
    help: 'Lists the invitations that nobody accepted yet. For its owners and admins.',
    json: listOf('invitations', publicInvitation),
    call: 'organization.invitations',
    input: (_: { readonly json?: true }) => ({}),
    lines: ({ invitations }) => invitations.map(invitationLine),
    tell: ({ invitations }, { json }) => (invitations.length === 0 && !json ? texts.noInvitations : null),
  }),
  row('org invite <email>', {
    help: 'Invites somebody by mail. For its owners and admins.',
    arguments: ['the address'],
    options: [['--role <role>', 'owner, admin or member', 'member']],
    json: afterwards,
    run: async ({ client }, given: { readonly email: string; readonly role: string }) => {
      const wanted = { email: given.email.trim(), role: organizationRoleOf(given.role) };
      const { invitations } = await client.call('organization.invite', wanted);
      return { invitation: ofAddress(invitations, wanted.email) };
    },
    tell: ({ invitation }) => (invitation === null ? null : texts.invited(invitation)),
  }),
  row('org resend <invitation>', {
    help: 'Sends an invitation again, with a new link. For its owners and admins.',
    arguments: INVITATION,
    json: afterwards,
    run: async ({ client }, { invitation: who }: Named) => {
      const { id, email } = await invitationOf(client, who);
      const { invitations } = await client.call('organization.resendInvitation', { id });
      return { invitation: ofAddress(invitations, email) };
    },
    tell: ({ invitation }) => (invitation === null ? null : texts.resent(invitation)),
  }),
  row('org cancel <invitation>', {
    help: 'Takes an invitation back: its link works no more. For its owners and admins.',
    arguments: INVITATION,
    json: z.object({ invitation: publicInvitation, cancelled: z.boolean() }),
    run: async ({ client }, { invitation: who }: Named) => {
      const invitation = await invitationOf(client, who);
      await client.call('organization.cancelInvitation', { id: invitation.id });
      return { invitation, cancelled: true };
    },
    tell: ({ invitation }) => texts.cancelled(invitation.email),
  }),
];

/** The one that counts of those to an address. */
function ofAddress(invitations: readonly OpenInvitation[], email: string): OpenInvitation | null {
  const same = invitations.filter(each => each.email.toLowerCase() === email.toLowerCase());
  return same.find(({ isExpired }) => !isExpired) ?? same[0] ?? null;
}

async function invitationOf(client: EngineClient, who: string): Promise<OpenInvitation> {
  const { invitations } = await client.call('organization.invitations', {});
  const by = ({ id, email }: OpenInvitation) => ({ name: email, others: [id] });
  return oneOf(invitations, who, by, {
    none: texts.noSuchInvitation(who),
    several: names => texts.several(who, names),
  });
}

function invitationLine({ id, email, role, isExpired, expiresAt }: OpenInvitation): string {
  const until = expiresAt === null ? '' : isExpired ? `expired ${expiresAt}` : `until ${expiresAt}`;
  const state = until === '' && isExpired ? 'expired' : until;
  return [id, email, ...(role === null ? [] : [role]), ...(state === '' ? [] : [state])].join('  ');
}
