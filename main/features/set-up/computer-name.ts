import type { Facts } from '../../journal/records/history.ts';
import type { AppSettings } from '../../items/app.ts';

const NAME = 'computerName';

/** The settings with the name a person gave this computer, in place of the system's. */
export function withGivenName(settings: AppSettings, facts: Facts): AppSettings {
  return { ...settings, computer: facts.get(NAME) ?? settings.computer };
}

/** The name that applies from the next start on. */
export function givenName(facts: Facts): string | null {
  return facts.get(NAME);
}

/** Existing conflict copies keep their names. */
export function giveName(facts: Facts, name: string): void {
  facts.set(NAME, name);
}
