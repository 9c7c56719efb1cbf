import type { Records } from '../ground/records.ts';
import { table } from '../ground/tables.ts';

/** What an organization has set for itself, beside its name. `id` is the organization's. */
export interface OrganizationSettings {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly pilotStartDate: string | null;
  readonly pilotEndDate: string | null;
  readonly kbAutotidyEnabled: boolean;
  readonly keyPolicy: 'all_members' | 'admins_only';
}

export const organizationSettings = table<OrganizationSettings>()('organizationSettings');

/** An organization's settings; those of one that has set nothing are the defaults. */
export function settingsOf(records: Records, organizationId: string): OrganizationSettings {
  const defaults: OrganizationSettings = {
    id: organizationId,
    pilotStartDate: null,
    pilotEndDate: null,
    kbAutotidyEnabled: false,
    keyPolicy: 'all_members',
  };
  return { ...defaults, ...records.row(organizationSettings, organizationId) };
}

/** Saves some settings of an organization, and gives all. */
export function changeSettings(
  records: Records,
  organizationId: string,
  changes: Partial<OrganizationSettings>,
): OrganizationSettings {
  const settings = { ...settingsOf(records, organizationId), ...changes };
  records.putRow(organizationSettings, settings);
  return settings;
}
