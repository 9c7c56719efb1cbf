import type { GivenOrganizationRole, OpenInvitation } from '../../../shared/features/organization/model.ts';
import { organizationTexts as texts } from '../../../shared/features/organization/text.ts';
import {
  cancelInvitation,
  createInvitation,
  listInvitations,
  resendInvitation,
} from '../../remote/api/calls/invitations.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { changeAndRead } from '../../items/change-and-verify.ts';
import { type Here, organizationHere } from './current-organization.ts';

interface Invitations {
  readonly invitations: OpenInvitation[];
}

/** Invitations that were not accepted, pending and expired. */
export async function openInvitations(context: AppContext): Promise<Invitations> {
  return { invitations: await read(await organizationHere(context)) };
}

/** Invites a person. @throws FaultError, also `bad-request` when a pending invitation exists. */
export async function invite(
  context: AppContext,
  { email, role }: { readonly email: string; readonly role: GivenOrganizationRole },
): Promise<Invitations> {
  const here = await organizationHere(context);
  const before = await read(here);
  if (before.some(each => isSame(each.email, email) && !each.isExpired)) throw refused(texts.invitedAlready(email));
  const known = new Set(before.map(({ id }) => id));
  const invitations = await changeAndRead({
    ask: () => createInvitation(here.line, { path: { organizationId: here.id }, body: { email, role } }),
    read: () => read(here),
    // The service may renew an expired one.
    isSeen: now =>
      now.some(each => isSame(each.email, email) && !each.isExpired && hasRole(each, role)) ||
      now.some(each => isSame(each.email, email) && !known.has(each.id) && hasRole(each, role)),
  });
  return { invitations };
}

/** Sends an invitation again. */
export async function resend(context: AppContext, id: string): Promise<Invitations> {
  const here = await organizationHere(context);
  const old = (await read(here)).find(each => each.id === id);
  if (old === undefined) throw refused(texts.invitationGone);
  const invitations = await changeAndRead({
    ask: () => resendInvitation(here.line, { path: { organizationId: here.id, invitationId: id } }),
    read: () => read(here),
    // An extended expiry is not promised, so only the service's answer confirms it.
    isSeen: (now, wasTaken) =>
      now.some(each => {
        const isIt = isSame(each.email, old.email) && !each.isExpired;
        return isIt && (wasTaken || each.expiresAt !== old.expiresAt || each.id !== old.id);
      }),
  });
  return { invitations };
}

/** Cancels an invitation. Without the service's confirmation, one that is no longer open may have been accepted. */
export async function cancel(context: AppContext, id: string): Promise<Invitations> {
  const here = await organizationHere(context);
  if (!(await read(here)).some(each => each.id === id)) throw refused(texts.invitationGone);
  let wasTaken = false;
  const invitations = await changeAndRead({
    ask: async () => {
      await cancelInvitation(here.line, { path: { organizationId: here.id, invitationId: id } });
      wasTaken = true;
    },
    read: () => read(here),
    isSeen: now => now.every(each => each.id !== id),
  });
  if (!wasTaken) throw refused(texts.cancelledOrAccepted);
  return { invitations };
}

async function read({ id: organizationId, line }: Here): Promise<OpenInvitation[]> {
  const all = await listInvitations(line, { path: { organizationId } });
  return all.map(each => ({
    id: each.id,
    email: each.email ?? '',
    role: each.role ?? null,
    isExpired: each.isExpired ?? false,
    createdAt: each.createdAt ?? null,
    expiresAt: each.expiresAt ?? null,
  }));
}

function hasRole({ role }: OpenInvitation, wanted: string): boolean {
  return role === null || role.toLowerCase() === wanted.toLowerCase();
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
