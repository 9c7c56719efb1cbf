import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Random } from '../../ports/random.ts';
import { answerTo, mayUpdate, type NoUpdates, untilLookMs } from './update-rules.ts';

/** What is used of electron-updater. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  disableWebInstaller: boolean;
  setFeedURL(feed: { readonly provider: 'generic'; readonly url: string }): void;
  /** Null where the app is not an installed one. Staged rollouts are its matter: to whom it is not their turn, none is offered. */
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string };
  } | null>;
  /** Checks what it fetched against the feed, on Windows against its publisher, on macOS against its signature. */
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** How updating stands, for the menu and Settings. */
export type UpdateState =
  | { readonly is: 'off'; readonly why: NoUpdates }
  | { readonly is: 'current' }
  /** There is a newer version; it waits for transfers to end, or for the time a person named. */
  | { readonly is: 'found'; readonly version: string; readonly waitsFor: 'transfers' | 'postponed' }
  | { readonly is: 'downloading'; readonly version: string }
  /** Installed when a person restarts Benchtop by it, never by itself. */
  | { readonly is: 'ready'; readonly version: string }
  | { readonly is: 'failed' };

/** What updating needs to know and to say. */
export interface UpdateHost {
  /** The running version. */
  readonly current: string;
  /** `feedOf` this package. */
  readonly feed: string | null;
  /** Whether the policy of this computer forbids it; asked before each look. */
  isForbidden(): boolean;
  /** Whether bytes of files are under way. */
  isTransferring(): boolean;
  /** Ends what runs, in order, before the app is replaced. */
  leave(): Promise<void>;
  /** Told at each change. */
  tell(state: UpdateState): void;
  /** Called once, when updates may be looked for. */
  open(): Promise<Updater>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly random: Pick<Random, 'next'>;
  readonly log: Pick<Log, 'info'>;
}

/** Updating while the app runs. */
export interface Updates {
  /** Looks now, as a person asked. */
  look(): Promise<void>;
  /** Nothing is fetched or offered before this moment (milliseconds since the epoch). */
  postpone(untilMs: number): void;
  /** Restarts into what is ready, once the host has ended what runs. @returns why not, when it does not. */
  install(): Promise<'installing' | 'transfers' | 'not-ready'>;
  /** Ends with the last look; nothing is installed. */
  stop(): Promise<void>;
}

/** electron-updater itself. Only a packaged app may call this: it reaches into Electron as it loads. */
export async function openUpdater(): Promise<Updater> {
  const { default: updater } = await import('electron-updater');
  return updater.autoUpdater;
}

/** Looks for updates now and then, fetches what is newer, and installs only when a person says so. */
export function startUpdates(host: UpdateHost): Updates {
  return new Updating(host);
}

/** Libraries say much; the first of it names the cause. */
const LOGGED_CHARACTERS = 200;

class Updating implements Updates {
  readonly #host: UpdateHost;
  readonly #end = new AbortController();
  readonly #loop: Promise<void>;
  #updater: Promise<Updater> | null = null;
  #opened: Updater | null = null;
  #state: UpdateState = { is: 'current' };
  #postponedUntilMs: number | null = null;
  #looking: Promise<void> | null = null;

  constructor(host: UpdateHost) {
    this.#host = host;
    this.#loop = this.#goOn();
  }

  look(): Promise<void> {
    return (this.#looking ??= this.#lookOnce().finally(() => (this.#looking = null)));
  }

  postpone(untilMs: number): void {
    this.#postponedUntilMs = untilMs;
    if (this.#state.is === 'found') this.#become({ ...this.#state, waitsFor: 'postponed' });
  }

  async install(): Promise<'installing' | 'transfers' | 'not-ready'> {
    if (this.#state.is !== 'ready' || this.#opened === null) return 'not-ready';
    if (this.#host.isForbidden()) {
      this.#become({ is: 'off', why: 'policy' });
      return 'not-ready';
    }
    if (this.#host.isTransferring()) return 'transfers';
    await this.#host.leave();
    this.#opened.quitAndInstall(false, true);
    return 'installing';
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#loop;
    await this.#looking;
  }

  async #goOn(): Promise<void> {
    const { clock, random } = this.#host;
    const { signal } = this.#end;
    let occasion: Parameters<typeof untilLookMs>[0] = 'start';
    while (!signal.aborted) {
      await clock.sleep(untilLookMs(occasion, random.next()), signal).catch(() => undefined);
      if (signal.aborted) return;
      await this.look();
      occasion = this.#state.is === 'found' ? 'in-the-way' : 'usual';
    }
  }

  async #lookOnce(): Promise<void> {
    // What is ready stays so: a later version is found after it was installed.
    if (this.#state.is === 'ready') return;
    const may = mayUpdate(this.#host.feed, this.#host.isForbidden());
    if (!may.may) return this.#become({ is: 'off', why: may.why });
    try {
      const updater = await (this.#updater ??= this.#open(may.feed));
      const found = await updater.checkForUpdates();
      if (found === null || !found.isUpdateAvailable) return this.#become({ is: 'current' });
      await this.#takeUp(updater, found.updateInfo.version);
    } catch (thrown) {
      this.#host.log.info('update.failed', { why: String(thrown).slice(0, LOGGED_CHARACTERS) });
      this.#become({ is: 'failed' });
    }
  }

  async #takeUp(updater: Updater, version: string): Promise<void> {
    const { current, clock } = this.#host;
    const answer = answerTo({
      current,
      offered: version,
      isTransferring: this.#host.isTransferring(),
      postponedUntilMs: this.#postponedUntilMs,
      nowMs: clock.now(),
    });
    if (answer === 'refuse') return this.#become({ is: 'current' });
    if (answer !== 'download') return this.#become({ is: 'found', version, waitsFor: answer });
    this.#become({ is: 'downloading', version });
    await updater.downloadUpdate();
    this.#become({ is: 'ready', version });
  }

  async #open(feed: string): Promise<Updater> {
    const updater = await this.#host.open();
    updater.setFeedURL({ provider: 'generic', url: feed });
    updater.autoDownload = false;
    // Never while the system shuts down: an installer that is cut off leaves nothing that starts (S64).
    updater.autoInstallOnAppQuit = false;
    updater.allowPrerelease = false;
    updater.disableWebInstaller = true;
    updater.allowDowngrade = false;
    // Told where it is thrown, too; an event without a listener would end the app.
    updater.on('error', () => undefined);
    return (this.#opened = updater);
  }

  #become(state: UpdateState): void {
    this.#state = state;
    this.#host.tell(state);
  }
}
