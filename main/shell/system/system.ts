import type { TextPort } from '../../../shared/rpc/port-transport.ts';
import type { Action, MenuEntry } from './menu-entries.ts';
import type { Notice } from './notifications.ts';
import type { StateFile } from './state-file.ts';
import type { TrayFacts } from './tray-menu.ts';

/** Does what a line of a menu says. */
export type Act = (action: Action) => void;

/** A question of the system's own, with the labels of its buttons. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** Which button counts when it is closed without one. */
  readonly cancel: number;
}

/** What the shell needs of Electron beside windows, so that the modules that decide do not import Electron. */
export interface System {
  /** The folder in which the app keeps what it remembers of itself. */
  readonly ownFolder: string;
  readonly platform: NodeJS.Platform;
  /** @returns the number of the button. */
  ask(question: Question): Promise<number>;
  setMenu(entries: readonly MenuEntry[], act: Act): void;
  notify(notice: Notice, act: Act): void;
  startsAtLogin(): boolean;
  startAtLogin(wanted: boolean): void;
  openOutside(url: string): Promise<void>;
  /** @returns whether a program took it. */
  openPath(path: string): Promise<boolean>;
  reveal(path: string): void;
  /** Asks for a folder. @param at where to begin; null: at home. @returns null when none was chosen. */
  chooseFolder(title: string, at: string | null): Promise<string | null>;
  isOnBattery(): boolean;
  /** As the system answers, such as `PROXY proxy.lab:3128; DIRECT`. */
  resolveProxy(url: string): Promise<string>;
  quit(): void;
}

/** The icon in the system's bar. */
export interface Tray {
  /** Whether this system has a place for one. */
  readonly isThere: boolean;
  show(facts: TrayFacts): void;
  close(): void;
}

/** A process that the engine runs in. */
export interface EngineChild {
  postMessage(message: unknown, port?: unknown): void;
  onMessage(listener: (data: unknown) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

/** How processes and ports are made. */
export interface Processes {
  startEngine(path: string): EngineChild;
  /** One end of a channel to keep, and the other to give away. */
  channel(): { readonly kept: TextPort; readonly given: unknown };
}

/** A page that asks the shell for something. */
export interface Caller {
  /** Gives a port to its preload. @param port as `Processes.channel` made it. */
  givePort(name: string, message: unknown, port: unknown): void;
  /** Lets files be dragged out of the window. */
  startDrag(files: readonly [string, ...string[]]): Promise<void>;
}

/** What the window needs of the app around it. */
export interface WindowHost {
  readonly state: StateFile;
  /** An address that leads out of the window. */
  readonly onOutside: (url: string) => void;
  /** The person closes the window. */
  readonly onClose: () => 'hide' | 'minimize' | 'go';
  /** Its page died again, shortly after it was reloaded. */
  readonly onBroken: () => void;
  readonly onFocus: () => void;
}

/** The one window. */
export interface AppWindow {
  readonly hasFocus: boolean;
  /** Whether the page is on show that says why there is no other. */
  readonly isInTrouble: boolean;
  /** Brings it up, at a place when one is named, such as `#/attention`. */
  show(hash: string | null): void;
  /** Loads one of our pages, where a window was shown already. */
  load(path: string): void;
  /** Tells the page that its engine is gone: its pipe may not. */
  tellGone(): void;
  /** Makes what is shown larger or smaller; null: as it was. */
  zoom(by: number | null): void;
  /** Tried again by a person: its page may die once more. */
  forgive(): void;
  close(): void;
}
