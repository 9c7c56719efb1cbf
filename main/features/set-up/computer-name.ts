import type { Facts } from '../../journal/records/history.ts';
import type { AppSettings } from '../../items/app.ts';

const NAME = 'computerName';

/** The settings with the name that somebody gave this computer, instead of what the system calls it. */
export function withGivenName(settings: AppSettings, facts: Facts): AppSettings {
  return { ...settings, computer: facts.get(NAME) ?? settings.computer };
}

/** The name that holds from the next start on. */
export function givenName(facts: Facts): string | null {
  return facts.get(NAME);
}

/** Copies that were named before keep their names. */
export function giveName(facts: Facts, name: string): void {
  facts.set(NAME, name);
}
