import { portTransport } from '../../shared/rpc/port-transport.ts';
import { connect } from '../../shared/rpc/rpc-client.ts';
import { desktopText, engineTrouble, PAGE_TROUBLE, type Trouble } from '../../shared/desktop/text.ts';
import { pauseChoices, tomorrowMorningMs } from '../../shared/features/mirrors/pause-menu-text.ts';
import type { Sources } from './window/protocol-answers.ts';
import { appMenu } from './system/app-menu.ts';
import type { Answering } from './window/ipc-callers.ts';
import { hashOfPlace, type Link } from './deep-link.ts';
import { EngineFacts } from './engine/engine-facts.ts';
import { EngineProcess, type EngineState } from './engine/engine-process.ts';
import { HandedOverFiles } from './window/granted-downloads.ts';
import type { Action } from './system/menu-entries.ts';
import { NOTHING_TOLD, noticesOf, type Told } from './system/notifications.ts';
import { quitQuestion } from './system/quit-question.ts';
import type { StateFile } from './system/state-file.ts';
import type { Act, AppWindow, Processes, System, Tray, WindowHost } from './system/system.ts';
import { proxyIn } from './system/system-proxy.ts';
import { grantWishes, Opening } from './window-requests.ts';

/** What the app is put together from. */
export interface DesktopParts {
  readonly system: System;
  readonly processes: Processes;
  readonly state: StateFile;
  readonly tray: (act: Act) => Tray;
  readonly window: (host: WindowHost) => AppWindow;
}

/** The desktop app: an engine, a window and an icon, and what happens between them. It decides; Electron does. */
export class Desktop {
  readonly #system: System;
  readonly #state: StateFile;
  readonly #facts = new EngineFacts(() => this.refresh());
  readonly #engine: EngineProcess;
  readonly #handedOver = new HandedOverFiles();
  readonly #opening: Opening;
  readonly #tray: Tray;
  readonly #window: AppWindow;
  readonly #act: Act = action => this.#do(action);
  #told: Told = NOTHING_TOLD;
  #isFirstLook = true;
  #hasRun = false;
  #trouble: Trouble = engineTrouble(null);
  #quitting: 'no' | 'asking' | 'leaving' | 'gone' = 'no';

  constructor({ system, processes, state, tray, window }: DesktopParts) {
    this.#system = system;
    this.#state = state;
    this.#opening = new Opening(system);
    this.#engine = new EngineProcess(processes, is => this.#engineIs(is));
    this.#tray = tray(this.#act);
    this.#window = window({
      state,
      onOutside: url => void this.#opening.openExternalSafe(url),
      onClose: () => this.#closing(),
      onBroken: () => this.#showTrouble(PAGE_TROUBLE),
      onFocus: () => this.refresh(),
    });
  }

  /** Whether files are being sent or downloaded at this moment. */
  get isTransferring(): boolean {
    return this.#facts.isTransferring;
  }

  /** Ends the engine in order; windows stay. */
  stopEngine(): Promise<void> {
    return this.#engine.stop();
  }

  /** What the window's addresses are answered from. */
  sources(build: Sources['build']): Sources {
    return {
      build,
      trouble: () => this.#trouble,
      openBytes: ask => this.#engine.openBytes(ask),
      handedOver: name => this.#handedOver.take(name),
      onPage: () => this.#pageIsWanted(),
    };
  }

  /** Starts everything. @param isHidden stays in the bar, where there is one. */
  begin(answering: Answering, link: Link | null, isHidden: boolean): void {
    const [engine, facts, handedOver, opening] = [this.#engine, this.#facts, this.#handedOver, this.#opening];
    grantWishes(answering, { engine, facts, handedOver, opening });
    this.#showMenu();
    this.refresh();
    this.#engine.start();
    if (!isHidden || !this.#tray.isThere) this.#window.show(null);
    if (link !== null) this.follow(link);
  }

  /** Goes where a link leads; null: only shows the window. */
  follow(link: Link | null): void {
    if (link?.to !== 'file') return this.#window.show(link?.hash ?? null);
    const found = this.#facts.engine?.call('search.whereIs', { id: link.id }).catch(() => null);
    void Promise.resolve(found).then(place => this.#window.show(hashOfPlace(place?.at ?? null)));
  }

  /** Updates each surface that shows the state of Benchtop. */
  refresh(): void {
    const { state } = this.#engine;
    const engine =
      state.is === 'running' || state.is === 'trouble' ? state.is : this.#hasRun ? 'restarting' : 'starting';
    this.#tray.show(this.#facts.tray(engine, Date.now()));
    const facts = this.#facts.notices();
    if (facts === null) return;
    // What was so before this start is in the tray; only news are told.
    const hasFocus = this.#window.hasFocus || this.#isFirstLook;
    this.#isFirstLook = false;
    const { notices, told } = noticesOf(facts, this.#told, { hasFocus, nowMs: Date.now() });
    this.#told = told;
    if (this.#state.now.notifies) for (const notice of notices) this.#system.notify(notice, this.#act);
  }

  /** Whether the app may end now. If not, it is asked what is to be asked, and ended then. */
  mayQuit(): boolean {
    // An engine that ended in order, such as for an update, was ended by code that has asked the question already.
    if (this.#engine.state.is === 'ended') this.#quitting = 'gone';
    if (this.#quitting === 'no') void this.#quit();
    return this.#quitting === 'gone';
  }

  /** Ends without a question, such as when the system goes down. */
  async leave(): Promise<void> {
    this.#quitting = 'leaving';
    await this.#engine.stop();
    this.#quitting = 'gone';
    this.#tray.close();
    this.#system.quit();
  }

  /** What the computer runs on now. */
  powerIs(onBattery: boolean): void {
    void this.#facts.engine?.call('power.set', { onBattery, metered: null }).catch(() => undefined);
  }

  /** The computer slept: both sides may be others, and the way to the service, too. */
  wokeUp(): void {
    void this.#tellProxy();
    this.#do({ do: 'check' });
  }

  #do(action: Action): void {
    const { engine } = this.#facts;
    switch (action.do) {
      case 'show':
        return this.#window.show(action.hash);
      case 'open-folder':
        return void this.#opening.open(action.path);
      case 'reveal':
        return void this.#opening.reveal(action.path);
      case 'pause':
        return this.#pause(action.choice);
      case 'resume':
        return void engine?.call('sync.resume', null).catch(() => undefined);
      case 'check':
        return void engine?.call('sync.checkNow', null).catch(() => undefined);
      case 'at-login':
        this.#system.startAtLogin(action.wanted);
        return this.#showMenu();
      case 'notify':
        this.#state.change({ notifies: action.wanted });
        return this.#showMenu();
      case 'zoom':
        return this.#window.zoom(action.by);
      case 'close':
        return this.#window.close();
      case 'quit':
        return this.#system.quit();
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
      this.powerIs(this.#system.isOnBattery());
      void this.#tellProxy();
    } else if (this.#facts.engine !== null) {
      this.#facts.forget();
      this.#window.tellGone();
    }
    if (state.is === 'trouble') this.#showTrouble(engineTrouble(state.text));
    this.refresh();
  }

  #showTrouble(trouble: Trouble): void {
    this.#trouble = trouble;
    this.#window.load('/trouble');
  }

  /** The person asks for the window's page: a retry of the page restarts the engine, too. */
  #pageIsWanted(): void {
    if (this.#window.isInTrouble) this.#window.forgive();
    if (this.#engine.state.is === 'trouble') this.#engine.start();
  }

  #showMenu(): void {
    const isMac = this.#system.platform === 'darwin';
    const facts = { isMac, startsAtLogin: this.#system.startsAtLogin(), notifies: this.#state.now.notifies };
    this.#system.setMenu(appMenu(facts), this.#act);
  }

  /** Closing the window ends nothing; that is said once. */
  #closing(): 'hide' | 'minimize' | 'go' {
    if (this.#quitting === 'gone') return 'go';
    if (!this.#state.now.knowsClosing) void this.#sayClosing();
    return this.#tray.isThere ? 'hide' : 'minimize';
  }

  async #sayClosing(): Promise<void> {
    this.#state.change({ knowsClosing: true });
    const { title, text, minimized, stay, quit } = desktopText.closing;
    const detail = this.#tray.isThere ? text : minimized;
    if ((await this.#system.ask({ message: title, detail, buttons: [stay, quit], cancel: 0 })) === 1)
      this.#system.quit();
  }

  async #quit(): Promise<void> {
    this.#quitting = 'asking';
    const question = this.#hasRun ? quitQuestion(await this.#facts.unsent(), this.#facts.isPaused) : null;
    const { quit, stay } = desktopText.quit;
    const answer = question === null ? 0 : await this.#system.ask({ ...question, buttons: [quit, stay], cancel: 1 });
    if (answer === 0) return this.leave();
    this.#quitting = 'no';
  }

  /** How the system reaches the service, for the engine (S42). */
  async #tellProxy(): Promise<void> {
    const status = await this.#facts.engine?.call('sync.status', null).catch(() => null);
    const service = status?.service ?? null;
    if (service === null) return;
    this.#engine.takeProxy(proxyIn(await this.#system.resolveProxy(service).catch(() => 'DIRECT')));
  }
}
