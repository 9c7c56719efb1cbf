import { join } from 'node:path';

import { Menu, type MenuItemConstructorOptions, nativeImage, type NativeImage, nativeTheme, Tray } from 'electron';

import type { MenuEntry } from './menu-entries.ts';
import { places } from '../app-paths.ts';
import type { Act, Tray as ShownTray } from './system.ts';
import { trayFile, trayMenu, type TrayFacts, type TrayPicture, trayPicture, trayText } from './tray-menu.ts';

/** A menu of the system's own. */
export function nativeMenu(entries: readonly MenuEntry[], act: Act): Menu {
  return Menu.buildFromTemplate(entries.map(entry => templateOf(entry, act)));
}

function templateOf(entry: MenuEntry, act: Act): MenuItemConstructorOptions {
  switch (entry.is) {
    case 'text':
      return { label: entry.label, enabled: false };
    case 'line':
      return { type: 'separator' };
    case 'role':
      return { role: entry.role };
    case 'menu':
      return { label: entry.label, submenu: entry.entries.map(each => templateOf(each, act)) };
    case 'item':
      return {
        label: entry.label,
        click: () => act(entry.action),
        ...(entry.isChecked === undefined ? {} : { type: 'checkbox', checked: entry.isChecked }),
        ...(entry.keys === undefined ? {} : { accelerator: entry.keys }),
      };
  }
}

/** The icon in the system's bar; where there is no bar for icons, everything goes on without one. */
export class TrayIcon implements ShownTray {
  readonly #act: Act;
  #tray: Tray | null = null;
  #shown = '';

  constructor(act: Act) {
    this.#act = act;
  }

  get isThere(): boolean {
    return this.#tray !== null;
  }

  show(facts: TrayFacts): void {
    const [entries, picture, text] = [trayMenu(facts), trayPicture(facts), trayText(facts)];
    // Systems rebuild the whole menu on each change, under the pointer of a person who has it open.
    const shown = JSON.stringify([entries, picture]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const tray = (this.#tray ??= this.#open(imageOf(picture)));
    tray?.setImage(imageOf(picture));
    tray?.setToolTip(`Benchtop: ${text}`);
    tray?.setContextMenu(nativeMenu(entries, this.#act));
  }

  close(): void {
    this.#tray?.destroy();
    this.#tray = null;
  }

  #open(image: NativeImage): Tray | null {
    try {
      const tray = new Tray(image);
      // On macOS a click opens the menu, and nothing else.
      if (process.platform !== 'darwin') tray.on('click', () => this.#act({ do: 'show', hash: null }));
      return tray;
    } catch {
      return null;
    }
  }
}

function imageOf(picture: TrayPicture): NativeImage {
  return nativeImage.createFromPath(
    join(places.tray, trayFile(picture, process.platform, nativeTheme.shouldUseDarkColors)),
  );
}
