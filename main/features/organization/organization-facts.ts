import type { OrganizationView } from '../../../shared/features/organization/model.ts';
import { organizationTexts as texts } from '../../../shared/features/organization/text.ts';
import { calls } from '../../remote/api/calls.ts';
import { isoMoment } from '../../core/calendar.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { changeAndRead, type SeenChange } from '../../items/change-and-verify.ts';
import { type Here, organizationHere } from '../../items/current-organization.ts';
import { orNull } from '../../items/or-null.ts';

/** What the service says of the organization now. */
export async function lookAtOrganization(parts: AppContext): Promise<OrganizationView> {
  return read(parts, await organizationHere(parts));
}

/** Gives it another name. */
export async function rename(parts: AppContext, name: string): Promise<OrganizationView> {
  const here = await organizationHere(parts);
  const view = await change(parts, here, {
    ask: () => calls.updateOrganization(here.line, { path: { organizationId: here.id }, body: { name } }),
    isSeen: now => now.name === name,
  });
  if (parts.journal.facts.get('organization') === here.id) {
    parts.journal.facts.set('organizationName', view.name);
    parts.changed();
  }
  return view;
}

/** Sets both dates of the pilot; null takes one away. @throws FaultError `bad-request` when it would end before it starts. */
export async function setPilot(
  parts: AppContext,
  { start, end }: { readonly start: string | null; readonly end: string | null },
): Promise<OrganizationView> {
  if (start !== null && end !== null && (isoMoment(end) ?? 0) < (isoMoment(start) ?? 0)) throw refused(texts.dates);
  const here = await organizationHere(parts);
  const body = { pilotStartDate: start, pilotEndDate: end };
  return change(parts, here, {
    ask: () => calls.updateOrganization(here.line, { path: { organizationId: here.id }, body }),
    isSeen: now => isSame(now.pilotStart, start) && isSame(now.pilotEnd, end),
  });
}

/** Switches the curation on or off. */
export async function switchAutotidy(parts: AppContext, enabled: boolean): Promise<OrganizationView> {
  const here = await organizationHere(parts);
  return change(parts, here, {
    ask: () => calls.setAutotidy(here.line, { path: { organizationId: here.id }, body: { enabled } }),
    isSeen: now => now.autotidy === enabled,
  });
}

/** Makes it the one that is found after signing in. */
export async function makeDefault(parts: AppContext): Promise<OrganizationView> {
  const here = await organizationHere(parts);
  return change(parts, here, {
    ask: () => calls.setDefaultOrganization(here.line, { path: { organizationId: here.id } }),
    isSeen: now => now.isDefault === true,
  });
}

/** Nothing is asked for while it cannot be seen what is there. */
async function change(
  parts: AppContext,
  here: Here,
  how: Omit<SeenChange<OrganizationView>, 'read'>,
): Promise<OrganizationView> {
  await read(parts, here);
  return changeAndRead({ ...how, read: () => read(parts, here) });
}

async function read({ journal }: AppContext, { id, line }: Here): Promise<OrganizationView> {
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
