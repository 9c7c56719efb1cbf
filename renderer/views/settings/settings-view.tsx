import { settingsWords as words } from '../../../shared/text/settings.ts';

/** Everything that can be set. */
export function SettingsView() {
  return <section aria-label={words.place} data-region="list" />;
}
