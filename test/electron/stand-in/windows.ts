import { EventEmitter } from 'node:events';

import { app } from './app.ts';
import { control } from './control.ts';
import { WebContents } from './web-contents.ts';

/** As `BrowserWindow`: a page of Chromium's, and what a desktop would know of it. */
export class BrowserWindow
  extends EventEmitter
  implements
    Pick<
      Electron.BrowserWindow,
      | 'close'
      | 'focus'
      | 'getNormalBounds'
      | 'hide'
      | 'isDestroyed'
      | 'isFocused'
      | 'isMaximized'
      | 'isMinimized'
      | 'isVisible'
      | 'loadURL'
      | 'maximize'
      | 'minimize'
      | 'restore'
      | 'show'
    >
{
  readonly webContents: WebContents;
  readonly #leave: () => void;
  #bounds: Electron.Rectangle;
  #isVisible = false;
  #isFocused = false;
  #isMinimized = false;
  #isMaximized = false;
  #isDestroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.webContents = new WebContents(options.webPreferences ?? {}, { width, height });
    this.#leave = app.addWindow({ close: () => this.#tryClose() });
    all.add(this);
    control.tell('window', { bounds: this.#bounds, preferences: options.webPreferences });
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url);
  }

  show(): void {
    this.#isVisible = true;
    this.emit('show');
  }

  hide(): void {
    this.#isVisible = false;
    this.blur();
    this.emit('hide');
  }

  focus(): void {
    if (this.#isFocused) return;
    this.#isFocused = true;
    this.emit('focus');
  }

  blur(): void {
    if (!this.#isFocused) return;
    this.#isFocused = false;
    this.emit('blur');
  }

  minimize(): void {
    this.#isMinimized = true;
    this.blur();
  }

  restore(): void {
    this.#isMinimized = false;
  }

  maximize(): void {
    this.#isMaximized = true;
  }

  isVisible = (): boolean => this.#isVisible;
  isFocused = (): boolean => this.#isFocused;
  isMinimized = (): boolean => this.#isMinimized;
  isMaximized = (): boolean => this.#isMaximized;
  isDestroyed = (): boolean => this.#isDestroyed;
  getNormalBounds = (): Electron.Rectangle => this.#bounds;

  /** As a person does who drags it. */
  setBounds(bounds: Electron.Rectangle): void {
    this.#bounds = bounds;
  }

  close(): void {
    this.#tryClose();
  }

  /** Whether it closed; a listener of `close` may have prevented that. */
  #tryClose(): boolean {
    let isPrevented = false;
    this.emit('close', { preventDefault: () => (isPrevented = true) });
    if (isPrevented) return false;
    this.#isDestroyed = true;
    all.delete(this);
    this.#leave();
    void this.webContents.destroy();
    this.emit('closed');
    if (all.size === 0) app.emit('window-all-closed');
    return true;
  }
}

const all = new Set<BrowserWindow>();

function only(): BrowserWindow {
  const [window] = all;
  if (window === undefined) throw new Error('There is no window');
  return window;
}

control.on('windows', () =>
  Promise.all(
    [...all].map(async window => ({
      target: await window.webContents.target(),
      url: window.webContents.getURL(),
      isVisible: window.isVisible(),
      isFocused: window.isFocused(),
      isMinimized: window.isMinimized(),
      zoom: window.webContents.getZoomLevel(),
      bounds: window.getNormalBounds(),
    })),
  ),
);
control.on('blur', () => only().blur());
control.on('close-window', () => only().close());
control.on('move-window', (bounds: Electron.Rectangle) => only().setBounds(bounds));
control.on('crash-page', () => only().webContents.crash());
control.on('know-path', ({ name, sizeBytes, path }: { name: string; sizeBytes: number; path: string }) =>
  only().webContents.knowPath(name, sizeBytes, path),
);
