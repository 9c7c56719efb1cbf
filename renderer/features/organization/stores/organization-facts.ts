import type { OrganizationView } from '../../../../shared/features/organization/model.ts';
import { organizationTexts as texts } from '../../../../shared/features/organization/text.ts';
import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { organizationSection } from './organization-section.ts';

/** The organization that is acted in. */
export const organization = organizationSection<OrganizationView>(() => engine.call('organization.look', {}));

/** Gives it another name. */
export function renameOrganization(name: string): Promise<boolean> {
  return organization.change(
    'name',
    () => engine.call('organization.rename', { name }),
    view => texts.renamed(view.name),
  );
}

/** Sets both days of the pilot, such as `2026-11-22`; an empty one is none. */
export function setPilot(from: string, to: string): Promise<boolean> {
  const { value } = organization.use.getState();
  const start = sameOrNew(from, value?.pilotStart ?? null);
  const end = sameOrNew(to, value?.pilotEnd ?? null);
  return organization.change(
    'pilot',
    () => engine.call('organization.setPilot', { start, end }),
    view => words.pilotIs(dayOf(view.pilotStart), dayOf(view.pilotEnd)),
  );
}

/** Switches the curation on or off. */
export function setAutotidy(enabled: boolean): Promise<boolean> {
  return organization.change(
    'autotidy',
    () => engine.call('organization.setAutotidy', { enabled }),
    view => texts.autotidy(view.autotidy === true),
  );
}

/** Makes it what one finds after signing in. */
export function makeDefault(): Promise<boolean> {
  return organization.change(
    'default',
    () => engine.call('organization.makeDefault', {}),
    view => texts.isDefault(view.name),
  );
}

/** The day of a moment as the service means it; empty for none. Days of a pilot begin at midnight UTC. */
export function dayOf(moment: string | null): string {
  const time = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}

/** A day that was not changed keeps its time. */
function sameOrNew(day: string, old: string | null): string | null {
  if (day === dayOf(old)) return old;
  return Number.isNaN(Date.parse(day)) ? null : new Date(Date.parse(day)).toISOString();
}
