import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { app, type BrowserWindow, crashReporter, dialog, Menu, powerMonitor, session } from 'electron';

import { portTransport } from '../../shared/port-transport.ts';
import { connect } from '../../shared/rpc-client.ts';
import { desktopText } from '../../shared/text/desktop.ts';
import { pauseChoices, tomorrowMorningMs } from '../../shared/text/pause-menu.ts';
import { MINUTE } from '../../shared/units.ts';
import { readBuild } from '../server/build-files.ts';
import { answerAddresses, registerSchemes } from './addresses.ts';
import { appMenu } from './app-menu.ts';
import { isAtLogin, setAtLogin } from './at-login-here.ts';
import { type Link, linkIn } from './deep-link.ts';
import { EngineFacts } from './engine-facts.ts';
import { EngineProcess, type EngineState } from './engine-process.ts';
import { HandedOverFiles } from './handed-over.ts';
import { MainWindow } from './main-window.ts';
import type { Action } from './menu-entries.ts';
import { nativeMenu, showNotice, TrayIcon } from './native-menus.ts';
import { NOTHING_TOLD, noticesOf, type Told } from './notices.ts';
import { places } from './places.ts';
import { quitQuestion } from './quit-question.ts';
import { StateFile } from './state-file.ts';
import { proxyIn } from './system-proxy.ts';
import { forbidPermissions } from './window-rules.ts';
import { grantWishes, openExternalSafe, openHere, showHere } from './wishes.ts';

/** Looks for newer versions of the app; begun once, when everything runs. */
export type BeginUpdates = (host: {
  /** Whether files are being sent or downloaded at this moment. */
  readonly isTransferring: () => boolean;
  /** Ends the engine in order, before the app is replaced. */
  readonly stopEngine: () => Promise<void>;
}) => void;

/** Started by the system itself, at login: it stays in the bar. */
const HIDDEN = '--hidden';

/** Starts the desktop app, or hands what this start was for to the one that runs already. */
export function startDesktop(beginUpdates: BeginUpdates = () => undefined): void {
  const data = process.env['BENCHTOP_DATA'];
  // Beside the records, so that each data directory is an app of its own.
  if (data !== undefined && data !== '') keepIn(join(data, 'desktop'));
  app.enableSandbox();
  registerSchemes();
  crashReporter.start({ uploadToServer: false });
  if (!app.requestSingleInstanceLock()) return app.quit();
  app.setAsDefaultProtocolClient('benchtop');
  const desktop = new DesktopApp();
  app.on('second-instance', (_, args) => desktop.follow(linkIn(args)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    desktop.follow(linkIn([url]));
  });
  void app.whenReady().then(async () => {
    await desktop.begin(linkIn(process.argv.slice(1)), process.argv.includes(HIDDEN));
    beginUpdates({ isTransferring: () => desktop.isTransferring, stopEngine: () => desktop.stopEngine() });
  });
}

function keepIn(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
}

class DesktopApp {
  readonly #state = new StateFile(app.getPath('userData'));
  readonly #facts = new EngineFacts(() => this.#refresh());
  readonly #engine = new EngineProcess(state => this.#engineIs(state));
  readonly #handedOver = new HandedOverFiles();
  readonly #tray = new TrayIcon(action => this.#act(action));
  readonly #window = new MainWindow({
    state: this.#state,
    onOutside: url => void openExternalSafe(url),
    onClose: window => this.#closing(window),
    onBroken: () => this.#showTrouble(desktopText.broken),
    onFocus: () => this.#refresh(),
  });
  #told: Told = NOTHING_TOLD;
  #isFirstLook = true;
  #hasRun = false;
  #trouble: string = desktopText.trouble.unknown;
  #quitting: 'no' | 'asking' | 'yes' = 'no';

  get isTransferring(): boolean {
    return this.#facts.isTransferring;
  }

  stopEngine(): Promise<void> {
    return this.#engine.stop();
  }

  async begin(link: Link | null, isHidden: boolean): Promise<void> {
    forbidPermissions();
    answerAddresses({
      build: await readBuild(places.window),
      trouble: () => this.#trouble,
      openBytes: ask => this.#engine.openBytes(ask),
      handedOver: name => this.#handedOver.take(name),
      onPage: () => this.#pageIsWanted(),
    });
    const isKnown = (contents: Electron.WebContents): boolean => contents === this.#window.window?.webContents;
    grantWishes({ isKnown, engine: this.#engine, facts: this.#facts, handedOver: this.#handedOver });
    app.on('window-all-closed', () => undefined);
    app.on('activate', () => this.#window.show(null));
    app.on('before-quit', event => this.#beforeQuit(event));
    this.#watchPower();
    this.#showMenu();
    this.#refresh();
    setInterval(() => this.#refresh(), MINUTE).unref();
    this.#engine.start();
    if (!isHidden || !this.#tray.isThere) this.#window.show(null);
    this.follow(link);
  }

  /** Goes where a link leads; null: only shows the window. */
  follow(link: Link | null): void {
    if (!app.isReady()) return;
    if (link?.to !== 'file') return this.#window.show(link?.hash ?? null);
    const found = this.#facts.engine?.call('search.whereIs', { id: link.id }).catch(() => null);
    void Promise.resolve(found ?? null).then(place => this.#window.show(hashOf(place?.at ?? null)));
  }

  #act(action: Action): void {
    const { engine } = this.#facts;
    switch (action.do) {
      case 'show':
        return this.#window.show(action.hash);
      case 'open-folder':
        return void openHere(action.path);
      case 'reveal':
        return void showHere(action.path);
      case 'pause':
        return this.#pause(action.choice);
      case 'resume':
        return void engine?.call('sync.resume', null).catch(() => undefined);
      case 'check':
        return void engine?.call('sync.checkNow', null).catch(() => undefined);
      case 'at-login':
        setAtLogin(action.wanted);
        return this.#showMenu();
      case 'notify':
        this.#state.change({ notifies: action.wanted });
        return this.#showMenu();
      case 'zoom':
        return this.#window.zoom(action.by);
      case 'close':
        return this.#window.window?.close();
      case 'quit':
        return app.quit();
    }
  }

  #pause(choice: string): void {
    const nowMs = Date.now();
    const chosen = pauseChoices(nowMs, tomorrowMorningMs(nowMs)).find(({ id }) => id === choice);
    if (chosen === undefined) return;
    void this.#facts.engine?.call('sync.pause', { mirror: null, untilMs: chosen.untilMs }).catch(() => undefined);
  }

  #engineIs(state: EngineState): void {
    if (state.is === 'running') {
      this.#hasRun = true;
      const port = this.#engine.openPipe();
      if (port !== null) this.#facts.listen(connect(portTransport(port)));
      if (this.#window.isInTrouble) this.#window.load('/');
      void this.#tellProxy();
    } else if (this.#facts.engine !== null) {
      this.#facts.forget();
      this.#window.tellGone();
    }
    if (state.is === 'trouble') this.#showTrouble(state.text ?? desktopText.trouble.unknown);
    this.#refresh();
  }

  #showTrouble(text: string): void {
    this.#trouble = text;
    this.#window.load('/trouble');
  }

  /** The window's page is asked for: whoever tries again has the engine tried again, too. */
  #pageIsWanted(): void {
    this.#window.forgive();
    if (this.#engine.state.is === 'trouble') this.#engine.start();
  }

  /** Whatever shows how Benchtop is. */
  #refresh(): void {
    const { state } = this.#engine;
    const is = state.is === 'starting' ? (this.#hasRun ? 'restarting' : 'starting') : state.is;
    this.#tray.show(this.#facts.tray(is === 'ended' ? 'starting' : is, Date.now()));
    const facts = this.#facts.notices();
    if (facts === null) return;
    // What was so before this start is in the tray; only news are told.
    const hasFocus = this.#window.hasFocus || this.#isFirstLook;
    this.#isFirstLook = false;
    const { notices, told } = noticesOf(facts, this.#told, { hasFocus, nowMs: Date.now() });
    this.#told = told;
    if (!this.#state.now.notifies) return;
    for (const notice of notices) showNotice(notice, action => this.#act(action));
  }

  #showMenu(): void {
    const facts = {
      isMac: process.platform === 'darwin',
      startsAtLogin: isAtLogin(),
      notifies: this.#state.now.notifies,
    };
    Menu.setApplicationMenu(nativeMenu(appMenu(facts), action => this.#act(action)));
  }

  /** Closing the window ends nothing; that is said once. */
  #closing(window: BrowserWindow): 'stay' | 'go' {
    if (this.#quitting === 'yes') return 'go';
    if (this.#tray.isThere) window.hide();
    else window.minimize();
    if (!this.#state.now.knowsClosing) void this.#sayClosing();
    return 'stay';
  }

  async #sayClosing(): Promise<void> {
    this.#state.change({ knowsClosing: true });
    const { title, text, minimized, stay, quit } = desktopText.closing;
    const detail = this.#tray.isThere ? text : minimized;
    const { response } = await dialog.showMessageBox({ message: title, detail, buttons: [stay, quit], cancelId: 0 });
    if (response === 1) app.quit();
  }

  #beforeQuit(event: { preventDefault(): void }): void {
    if (this.#quitting === 'yes') return;
    event.preventDefault();
    if (this.#quitting === 'no') void this.#quit();
  }

  async #quit(): Promise<void> {
    this.#quitting = 'asking';
    const question = this.#hasRun ? quitQuestion(await this.#facts.unsent()) : null;
    if (question !== null && !(await this.#mayQuit(question))) {
      this.#quitting = 'no';
      return;
    }
    await this.#leave();
  }

  async #mayQuit(question: { readonly message: string; readonly detail: string }): Promise<boolean> {
    const { quit, stay } = desktopText.quit;
    const { response } = await dialog.showMessageBox({
      ...question,
      type: 'question',
      buttons: [quit, stay],
      cancelId: 1,
    });
    return response === 0;
  }

  async #leave(): Promise<void> {
    this.#quitting = 'yes';
    await this.#engine.stop();
    this.#tray.close();
    app.quit();
  }

  #watchPower(): void {
    const tell = (onBattery: boolean | null): void =>
      void this.#facts.engine?.call('power.set', { onBattery, metered: null }).catch(() => undefined);
    const look = (): void => void this.#facts.engine?.call('sync.checkNow', null).catch(() => undefined);
    powerMonitor.on('on-battery', () => tell(true));
    powerMonitor.on('on-ac', () => tell(false));
    powerMonitor.on('resume', () => {
      void this.#tellProxy();
      look();
    });
    // The system goes down: nobody can answer a question now.
    powerMonitor.on('shutdown', () => void this.#leave());
  }

  /** How the system reaches the service, for the engine (S42). */
  async #tellProxy(): Promise<void> {
    const { service } = (await (this.#facts.engine?.call('sync.status', null).catch(() => null) ?? null)) ?? {
      service: null,
    };
    if (service === null) return;
    const answer = await session.defaultSession.resolveProxy(service).catch(() => 'DIRECT');
    this.#engine.takeProxy(proxyIn(answer));
  }
}

/** The end of the window's address for a place that the engine names. */
function hashOf(
  place: { readonly base?: string | null; readonly mirror?: string; readonly folder?: string | null } | object | null,
): string {
  if (place === null) return '#/files';
  if ('base' in place && typeof place.base === 'string') return `#/files/:base/${encodeURIComponent(place.base)}`;
  if (!('mirror' in place) || typeof place.mirror !== 'string') return '#/files';
  const folder = 'folder' in place && typeof place.folder === 'string' ? `/${encodeURIComponent(place.folder)}` : '';
  return `#/files/${encodeURIComponent(place.mirror)}${folder}`;
}
