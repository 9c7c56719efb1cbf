import type { Handlers } from '../../../shared/contract.ts';
import { allSettings, describedSettings, writeSetting } from '../../engine/context/settings.ts';
import type { AppContext } from '../../items/app-context.ts';
import { readLimits, writeLimits } from '../../engine/limits/bandwidth-limits.ts';
import { mustAllowSetting } from './managed.ts';

/** The settings, and facts about this program. */
export function settingsHandlers(
  context: AppContext,
): Pick<Handlers, 'settings.all' | 'settings.describe' | 'settings.set' | 'about.get'> {
  const { journal, settings } = context;
  return {
    'settings.all': async () => allSettings(journal.facts),
    'settings.describe': async () => describedSettings(journal.facts),
    'settings.set': async ({ name, value }) => {
      mustAllowSetting(context.managed, name);
      writeSetting(journal.facts, name, value);
      context.changed();
      context.checkNow();
      return null;
    },
    'about.get': async () => ({
      version: settings.version,
      computer: settings.computer,
      dataDirectory: settings.dataDirectory,
      command: settings.command ?? null,
      storeBytes: journal.trash.totalBytes(),
      storeFiles: journal.trash.all().length,
    }),
  };
}

/** Bandwidth limits. */
export function limitsHandlers({ journal, changed }: AppContext): Pick<Handlers, 'limits.get' | 'limits.set'> {
  return {
    'limits.get': () => Promise.resolve(readLimits(journal.facts)),
    'limits.set': input => {
      writeLimits(journal.facts, input);
      changed();
      return Promise.resolve(null);
    },
  };
}
