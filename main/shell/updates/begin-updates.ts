import type { ManagedFound } from '../../../shared/features/settings/managed-model.ts';
import { updateTexts as texts } from '../../../shared/desktop/updates-text.ts';
import { DAY, MINUTE } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';
import { feedOf, forbidsUpdates } from './update-rules.ts';
import { startUpdates, type Updater, type Updates } from './updates.ts';

/** The system that the app runs in, as far as updating wants it. */
export interface UpdateSystem {
  /** The running version. */
  readonly version: string;
  /** The `package.json` of the installed app; null: it is not an installed one. */
  readonly packageJson: string | null;
  open(): Promise<Updater>;
  notify(notice: { readonly title: string; readonly text: string }, onClick: () => void): void;
  /** @returns the index of the button that was pressed. */
  ask(question: {
    readonly message: string;
    readonly detail: string;
    readonly buttons: readonly string[];
  }): Promise<number>;
  /** Called once, when the app ends. */
  onEnd(listener: () => void): void;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly random: () => number;
}

/** The shell, as far as updating needs it. */
export interface UpdatingShell {
  readonly isTransferring: () => boolean;
  readonly stopEngine: () => Promise<void>;
}

/** How long until a person whose update could not be installed is told again. */
const AGAIN_MS = 10 * MINUTE;

/**
 * Updating for the desktop app: a notice once a day while a newer version is ready, a question when it is chosen.
 * @param policy what was found of a policy of this computer; read at each look.
 * @param systemOf called when everything runs.
 */
export function updatesUnder(policy: () => ManagedFound, systemOf: () => UpdateSystem): (shell: UpdatingShell) => void {
  return ({ isTransferring, stopEngine }) => {
    const system = systemOf();
    const end = new AbortController();
    const updates: Updates = startUpdates({
      current: system.version,
      feed: system.packageJson === null ? null : feedOf(system.packageJson),
      isForbidden: () => forbidsUpdates(policy()),
      isTransferring,
      leave: stopEngine,
      tell: state => {
        if (state.is === 'ready') void tellDaily({ system, updates, version: state.version, signal: end.signal });
      },
      open: () => system.open(),
      clock: system.clock,
      random: { next: system.random },
      // The engine has the log; what fails here is tried again in some hours.
      log: { info: () => undefined },
    });
    system.onEnd(() => {
      end.abort();
      void updates.stop();
    });
  };
}

interface Ready {
  readonly system: UpdateSystem;
  readonly updates: Updates;
  readonly version: string;
  readonly signal: AbortSignal;
}

async function tellDaily(ready: Ready): Promise<void> {
  while (!ready.signal.aborted) {
    tell(ready);
    await ready.system.clock.sleep(DAY, ready.signal).catch(() => undefined);
  }
}

function tell(ready: Ready): void {
  const { system, version } = ready;
  system.notify({ title: texts.notice.title(version), text: texts.notice.text }, () => void ask(ready));
}

async function ask(ready: Ready): Promise<void> {
  const { system, updates, version, signal } = ready;
  const { title, text, restart, tomorrow } = texts.question;
  const pressed = await system.ask({ message: title(version), detail: text, buttons: [restart, tomorrow] });
  if (pressed !== 0 || (await updates.install()) !== 'transfers') return;
  await system.ask({ message: title(version), detail: texts.transfers, buttons: [texts.understood] });
  await system.clock.sleep(AGAIN_MS, signal).catch(() => undefined);
  if (!signal.aborted) tell(ready);
}
