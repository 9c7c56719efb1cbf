import { BrowserWindow, screen } from 'electron';

import { APP } from './asked.ts';
import { places } from './places.ts';
import type { StateFile } from './state-file.ts';
import { keepInside, WEB_PREFERENCES } from './window-rules.ts';
import { placeWindow, SMALLEST } from './window-place.ts';

/** What the window needs of the app around it. */
export interface WindowHost {
  readonly state: StateFile;
  /** An address that leads out of the window. */
  readonly onOutside: (url: string) => void;
  /** Somebody closes it; what becomes of it is decided there. */
  readonly onClose: (window: BrowserWindow) => 'stay' | 'go';
  /** Its page died again, shortly after it was loaded anew. */
  readonly onBroken: () => void;
  readonly onFocus: () => void;
}

/** The one window. It is made when it is shown first, and stays while the app runs. */
export class MainWindow {
  readonly #host: WindowHost;
  #window: BrowserWindow | null = null;
  #deaths = 0;

  constructor(host: WindowHost) {
    this.#host = host;
  }

  get window(): BrowserWindow | null {
    return this.#window;
  }

  get hasFocus(): boolean {
    return this.#window?.isFocused() ?? false;
  }

  /** Brings it up, at a place when one is named, such as `#/attention`. */
  show(hash: string | null): void {
    const window = (this.#window ??= this.#make());
    if (hash !== null || window.webContents.getURL() === '') this.load(`/${hash ?? ''}`);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** Loads one of our pages. */
  load(path: string): void {
    void this.#window?.loadURL(`${APP}${path}`).catch(() => undefined);
  }

  /** Whether the page is on show that says why there is no engine. */
  get isInTrouble(): boolean {
    return this.#window?.webContents.getURL() === `${APP}/trouble`;
  }

  /** Tells the page that its engine is gone: its pipe may not. */
  tellGone(): void {
    this.#window?.webContents.send('engine-gone');
  }

  /** Makes what is shown larger or smaller; null: as it was. */
  zoom(by: number | null): void {
    const contents = this.#window?.webContents;
    if (contents === undefined) return;
    const zoom = by === null ? 0 : Math.min(9, Math.max(-5, contents.getZoomLevel() + by));
    contents.setZoomLevel(zoom);
    this.#host.state.change({ zoom });
  }

  #make(): BrowserWindow {
    const { state } = this.#host;
    const place = placeWindow(
      state.now.bounds,
      screen.getAllDisplays().map(({ workArea }) => workArea),
    );
    const window = new BrowserWindow({
      ...place,
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      title: 'Benchtop',
      show: false,
      webPreferences: { ...WEB_PREFERENCES, preload: places.preload },
    });
    if (state.now.isMaximized) window.maximize();
    keepInside(window.webContents, this.#host.onOutside);
    this.#remember(window);
    this.#survive(window);
    return window;
  }

  #remember(window: BrowserWindow): void {
    const { state, onClose, onFocus } = this.#host;
    const note = (): void => state.change({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
    window.on('close', event => {
      note();
      if (onClose(window) === 'stay') event.preventDefault();
    });
    window.on('closed', () => (this.#window = null));
    window.on('focus', onFocus);
    // A page that was loaded anew begins with the size it had.
    window.webContents.on('did-finish-load', () => window.webContents.setZoomLevel(state.now.zoom));
  }

  /** A page that dies is loaded anew, once; the engine knows nothing of it (S13). */
  #survive(window: BrowserWindow): void {
    window.webContents.on('render-process-gone', (_, { reason }) => {
      if (reason === 'clean-exit') return;
      this.#deaths += 1;
      if (this.#deaths === 1) this.load('/');
      else this.#host.onBroken();
    });
  }

  /** Tried again by a person: it may die once more. */
  forgive(): void {
    this.#deaths = 0;
  }
}
