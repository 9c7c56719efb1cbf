import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { section, type SectionStore, unmadeFault } from '../../../state/reading/section.ts';

const all = new Set<SectionStore<never>['forget']>();

/** A part of the organization that `ask` reads; it is forgotten when another organization is acted in. */
export function organizationSection<T>(ask: () => Promise<T>): SectionStore<T> {
  const made = section(ask, unmadeFault(words));
  all.add(made.forget);
  return made;
}

/** Forgets all that was read of the organization. */
export function forgetSections(): void {
  for (const forget of all) forget();
}
