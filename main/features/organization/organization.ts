import { badRequest } from '../../../shared/fault.ts';
import type { Handlers, Output } from '../../../shared/contract.ts';
import type { OrganizationView } from '../../../shared/features/organization/model.ts';
import { organizationTexts as texts } from '../../../shared/features/organization/text.ts';
import type { AppContext } from '../../items/app-context.ts';
import { calls } from '../../remote/api/calls.ts';
import { isoMoment } from '../../core/calendar.ts';
import { changeAndRead, type SeenChange } from '../../items/change-and-verify.ts';
import { orNull } from '../../items/or-null.ts';
import { type ActiveOrganization, inWords, activeOrganization } from '../../items/current-organization.ts';
import { thingsOf } from './named-things.ts';
import {
  cancelInvitation,
  findPeople,
  invitePerson,
  membersOf,
  openInvitations,
  endMembership,
  resendInvitation,
  setRole,
} from './members.ts';

type OrganizationCall = keyof Handlers & `organization.${string}`;

/** The active organization, and its people. */
export function organizationHandlers(context: AppContext): Pick<Handlers, OrganizationCall> {
  return {
    'organization.look': () => inWords(() => lookAtOrganization(context)),
    'organization.rename': ({ name }) => inWords(() => rename(context, name)),
    'organization.setPilot': dates => inWords(() => setPilot(context, dates)),
    'organization.setAutotidy': ({ enabled }) => inWords(() => switchAutotidy(context, enabled)),
    'organization.makeDefault': () => inWords(() => makeDefault(context)),
    'organization.members': () => inWords(() => membersOf(context)),
    'organization.find': ({ query }) => inWords(() => findPeople(context, query)),
    'organization.setRole': wanted => inWords(() => setRole(context, wanted)),
    'organization.removeMember': looked => inWords(() => endMembership(context, looked)),
    'organization.invitations': () => inWords(() => openInvitations(context)),
    'organization.invite': wanted => inWords(() => invitePerson(context, wanted)),
    'organization.resendInvitation': ({ id }) => inWords(() => resendInvitation(context, id)),
    'organization.cancelInvitation': ({ id }) => inWords(() => cancelInvitation(context, id)),
    'organization.files': wanted => inWords(() => filesPage(context, wanted)),
    'organization.things': wanted => inWords(() => thingsOf(context, wanted)),
  };
}

/** Largest page the service gives. */
const PAGE_SIZE = 100;

/** One page of all files of the organization. The service cannot search this list, so names are compared locally. */
async function filesPage(
  context: AppContext,
  { search, page }: { readonly search: string; readonly page: number },
): Promise<Output<'organization.files'>> {
  const { id, line } = await activeOrganization(context);
  const found = await calls.listOrganizationFiles(line, { path: { orgId: id }, query: { page, pageSize: PAGE_SIZE } });
  const sought = folded(search);
  // A bare list has no pages.
  const hasNext = found.hasNextPage ?? (found.totalPages ?? 0) > page;
  const files = found.items.map(each => ({
    id: each.id,
    name: each.name ?? '',
    folder: each.folderId ?? null,
    owner: each.ownerId ?? null,
    visibility: each.visibility ?? null,
    sizeBytes: each.size ?? null,
    createdAt: each.createdAt ?? null,
    updatedAt: each.updatedAt ?? null,
  }));
  return {
    files: sought === '' ? files : files.filter(({ name }) => folded(name).includes(sought)),
    total: found.totalCount ?? null,
    next: hasNext && files.length > 0 ? page + 1 : null,
  };
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

/** What the service tells of the organization now. */
async function lookAtOrganization(context: AppContext): Promise<OrganizationView> {
  return read(context, await activeOrganization(context));
}

/** Renames the organization. */
async function rename(context: AppContext, name: string): Promise<OrganizationView> {
  const here = await activeOrganization(context);
  const view = await change(context, here, {
    ask: () => calls.updateOrganization(here.line, { path: { organizationId: here.id }, body: { name } }),
    isSeen: now => now.name === name,
  });
  if (context.journal.facts.get('organization') === here.id) {
    context.journal.facts.set('organizationName', view.name);
    context.changed();
  }
  return view;
}

/**
 * Sets both dates of the pilot; null removes one. @throws FaultError `bad-request` when it would end before it starts.
 */
async function setPilot(
  context: AppContext,
  { start, end }: { readonly start: string | null; readonly end: string | null },
): Promise<OrganizationView> {
  if (start !== null && end !== null && (isoMoment(end) ?? 0) < (isoMoment(start) ?? 0)) throw badRequest(texts.dates);
  const here = await activeOrganization(context);
  const body = { pilotStartDate: start, pilotEndDate: end };
  return change(context, here, {
    ask: () => calls.updateOrganization(here.line, { path: { organizationId: here.id }, body }),
    isSeen: now => isSame(now.pilotStart, start) && isSame(now.pilotEnd, end),
  });
}

/** Switches automatic curation on or off. */
async function switchAutotidy(context: AppContext, enabled: boolean): Promise<OrganizationView> {
  const here = await activeOrganization(context);
  return change(context, here, {
    ask: () => calls.setAutotidy(here.line, { path: { organizationId: here.id }, body: { enabled } }),
    isSeen: now => now.autotidy === enabled,
  });
}

/** Makes it the organization that is active after signing in. */
async function makeDefault(context: AppContext): Promise<OrganizationView> {
  const here = await activeOrganization(context);
  return change(context, here, {
    ask: () => calls.setDefaultOrganization(here.line, { path: { organizationId: here.id } }),
    isSeen: now => now.isDefault === true,
  });
}

/** Nothing is requested while the present state cannot be read. */
async function change(
  context: AppContext,
  here: ActiveOrganization,
  how: Omit<SeenChange<OrganizationView>, 'read'>,
): Promise<OrganizationView> {
  await read(context, here);
  return changeAndRead({ ...how, read: () => read(context, here) });
}

async function read({ journal }: AppContext, { id, line }: ActiveOrganization): Promise<OrganizationView> {
  const path = { organizationId: id };
  const [found, billing, all] = await Promise.all([
    calls.getOrganization(line, { path }),
    orNull(calls.getBillingStatus(line, { path })),
    orNull(calls.listOrganizations(line, {})),
  ]);
  const listed = all?.find(each => each.id === id);
  const role = found.role ?? listed?.role ?? null;
  return {
    id,
    name: found.name ?? listed?.name ?? journal.facts.get('organizationName') ?? '',
    role,
    isDefault: listed?.isDefault ?? found.isDefault ?? null,
    mayManage: role !== null && ['owner', 'admin'].includes(role.toLowerCase()),
    pilotStart: found.pilotStartDate ?? null,
    pilotEnd: found.pilotEndDate ?? null,
    autotidy: found.kbAutotidyEnabled ?? null,
    billing: billing === null ? null : { status: billing.status ?? null, members: billing.memberCount ?? null },
  };
}

function isSame(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : isoMoment(one) === isoMoment(other);
}
