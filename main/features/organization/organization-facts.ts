import type { OrganizationView } from '../../../shared/features/organization/model.ts';
import { organizationTexts as texts } from '../../../shared/features/organization/text.ts';
import {
  getBillingStatus,
  getOrganization,
  listOrganizations,
  setAutotidy,
  setDefaultOrganization,
  updateOrganization,
} from '../../remote/api/calls/organizations.ts';
import { isoMoment } from '../../core/calendar.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { changeAndRead, type SeenChange } from '../../items/change-and-verify.ts';
import { orNull } from '../sharing/read-access.ts';
import { type Here, organizationHere } from './current-organization.ts';

/** What the service tells of the organization now. */
export async function lookAtOrganization(context: AppContext): Promise<OrganizationView> {
  return read(context, await organizationHere(context));
}

/** Renames the organization. */
export async function rename(context: AppContext, name: string): Promise<OrganizationView> {
  const here = await organizationHere(context);
  const view = await change(context, here, {
    ask: () => updateOrganization(here.line, { path: { organizationId: here.id }, body: { name } }),
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
export async function setPilot(
  context: AppContext,
  { start, end }: { readonly start: string | null; readonly end: string | null },
): Promise<OrganizationView> {
  if (start !== null && end !== null && (isoMoment(end) ?? 0) < (isoMoment(start) ?? 0)) throw refused(texts.dates);
  const here = await organizationHere(context);
  const body = { pilotStartDate: start, pilotEndDate: end };
  return change(context, here, {
    ask: () => updateOrganization(here.line, { path: { organizationId: here.id }, body }),
    isSeen: now => isSame(now.pilotStart, start) && isSame(now.pilotEnd, end),
  });
}

/** Switches automatic curation on or off. */
export async function switchAutotidy(context: AppContext, enabled: boolean): Promise<OrganizationView> {
  const here = await organizationHere(context);
  return change(context, here, {
    ask: () => setAutotidy(here.line, { path: { organizationId: here.id }, body: { enabled } }),
    isSeen: now => now.autotidy === enabled,
  });
}

/** Makes it the organization that is active after signing in. */
export async function makeDefault(context: AppContext): Promise<OrganizationView> {
  const here = await organizationHere(context);
  return change(context, here, {
    ask: () => setDefaultOrganization(here.line, { path: { organizationId: here.id } }),
    isSeen: now => now.isDefault === true,
  });
}

/** Nothing is requested while the present state cannot be read. */
async function change(
  context: AppContext,
  here: Here,
  how: Omit<SeenChange<OrganizationView>, 'read'>,
): Promise<OrganizationView> {
  await read(context, here);
  return changeAndRead({ ...how, read: () => read(context, here) });
}

async function read({ journal }: AppContext, { id, line }: Here): Promise<OrganizationView> {
  const path = { organizationId: id };
  const [found, billing, all] = await Promise.all([
    getOrganization(line, { path }),
    orNull(getBillingStatus(line, { path })),
    orNull(listOrganizations(line, {})),
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
