import { app, BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';

import { APP } from './requested-address.ts';
import { places } from '../app-paths.ts';
import type { AppWindow, WindowHost } from '../system/system.ts';
import { placeWindow, SMALLEST } from './window-place.ts';
import { WEB_PREFERENCES } from './web-preferences.ts';
import { keepInside } from './window-rules.ts';

/** The one window. It is made when it is shown first, and stays while the app runs. */
export class MainWindow implements AppWindow {
  readonly #host: WindowHost;
  #window: BrowserWindow | null = null;
  #deaths = 0;

  constructor(host: WindowHost) {
    this.#host = host;
  }

  get hasFocus(): boolean {
    return this.#window?.isFocused() ?? false;
  }

  get isInTrouble(): boolean {
    return this.#window?.webContents.getURL() === `${APP}/trouble`;
  }

  isPage(contents: WebContents): boolean {
    return contents === this.#window?.webContents;
  }

  show(hash: string | null): void {
    const window = (this.#window ??= this.#make());
    // While there is nothing to go to, the reason stays on show.
    const goes = hash !== null && !this.isInTrouble;
    if (goes || window.webContents.getURL() === '') this.load(`/${hash ?? ''}`);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  load(path: string): void {
    void this.#window?.loadURL(`${APP}${path}`).catch(() => undefined);
  }

  tellGone(): void {
    this.#window?.webContents.send('engine-gone');
  }

  zoom(by: number | null): void {
    const contents = this.#window?.webContents;
    if (contents === undefined) return;
    const zoom = by === null ? 0 : Math.min(9, Math.max(-5, contents.getZoomLevel() + by));
    contents.setZoomLevel(zoom);
    this.#host.state.change({ zoom });
  }

  forgive(): void {
    this.#deaths = 0;
  }

  close(): void {
    this.#window?.close();
  }

  #make(): BrowserWindow {
    const { state, onOutside } = this.#host;
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
    const window = new BrowserWindow({
      ...placeWindow(state.now.bounds, screens),
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      title: 'Benchtop',
      show: false,
      // Until the page is drawn.
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#0d1110' : '#eaeeeb',
      webPreferences: { ...WEB_PREFERENCES, devTools: !app.isPackaged, preload: places.preload },
    });
    if (state.now.isMaximized) window.maximize();
    keepInside(window.webContents, onOutside);
    this.#listen(window);
    return window;
  }

  #listen(window: BrowserWindow): void {
    const { state, onBroken, onClose, onFocus } = this.#host;
    window.on('close', event => {
      state.change({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
      const way = onClose();
      if (way === 'go') return;
      event.preventDefault();
      window[way]();
    });
    window.on('closed', () => (this.#window = null));
    window.on('focus', onFocus);
    // A page that was reloaded begins with the zoom it had.
    window.webContents.on('did-finish-load', () => window.webContents.setZoomLevel(state.now.zoom));
    // A page that dies is reloaded, once; the engine knows nothing of it (S13).
    window.webContents.on('render-process-gone', (_, { reason }) => {
      if (reason === 'clean-exit') return;
      this.#deaths += 1;
      if (this.#deaths === 1) this.load('/');
      else onBroken();
    });
  }
}
