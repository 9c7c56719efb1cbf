import { EventEmitter } from 'node:events';

import { control } from './control.ts';

/** A line of a menu, as the test sees it. */
export interface MenuLine {
  readonly label: string;
  readonly isEnabled: boolean;
  readonly isChecked: boolean;
  readonly role: string | null;
  readonly keys: string | null;
  readonly entries: readonly MenuLine[];
}

type Template = Parameters<typeof Electron.Menu.buildFromTemplate>[0];

/** As `Menu`: recorded, and chosen from by the test. */
export class Menu {
  readonly #template: Template;

  private constructor(template: Template) {
    this.#template = template;
  }

  static buildFromTemplate(template: Template): Menu {
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }

  lines(template: Template = this.#template): readonly MenuLine[] {
    return template
      .filter(({ type }) => type !== 'separator')
      .map(item => ({
        label: item.label ?? '',
        isEnabled: item.enabled ?? true,
        isChecked: item.checked ?? false,
        role: item.role ?? null,
        keys: item.accelerator ?? null,
        entries: Array.isArray(item.submenu) ? this.lines(item.submenu) : [],
      }));
  }

  /** Chooses a line, by the labels that lead to it. @throws Error when there is none. */
  choose([label, ...rest]: readonly string[], template: Template = this.#template): void {
    const item = template.find(each => each.label === label);
    if (item === undefined || item.enabled === false) throw new Error(`The menu has no '${label}'`);
    if (rest.length > 0 && Array.isArray(item.submenu)) return this.choose(rest, item.submenu);
    item.click?.(undefined as never, undefined, undefined as never);
  }
}

let applicationMenu: Menu | null = null;
/** Systems without a place for icons refuse one. */
const HAS_TRAY = process.env['STAND_IN_NO_TRAY'] === undefined;

/** As `Tray`. */
export class Tray extends EventEmitter implements Pick<Electron.Tray, 'setToolTip' | 'destroy'> {
  image: NativeImage;
  toolTip = '';
  menu: Menu | null = null;

  constructor(image: NativeImage) {
    super();
    if (!HAS_TRAY) throw new Error('This system has no tray');
    this.image = image;
    shown.add(this);
  }

  setImage(image: NativeImage): void {
    this.image = image;
  }

  setToolTip(text: string): void {
    this.toolTip = text;
  }

  setContextMenu(menu: Menu): void {
    this.menu = menu;
    control.tell('tray', trayNow());
  }

  destroy(): void {
    shown.delete(this);
  }
}

const shown = new Set<Tray>();

/** As `NativeImage`, as far as the shell uses it. */
export interface NativeImage extends Pick<Electron.NativeImage, 'isEmpty'> {
  readonly path: string;
}
const imageAt = (path: string): NativeImage => ({ path, isEmpty: () => path === '' });
export const nativeImage = { createFromPath: imageAt, createEmpty: (): NativeImage => imageAt('') };

function trayNow() {
  const [tray = null] = shown;
  return tray === null ? null : { picture: tray.image.path, toolTip: tray.toolTip, lines: tray.menu?.lines() ?? [] };
}

control.on('tray', trayNow);
control.on('menu', () => applicationMenu?.lines() ?? []);
control.on('choose', ({ from, path }: { from: 'menu' | 'tray'; path: readonly string[] }) => {
  const menu = from === 'menu' ? applicationMenu : [...shown][0]?.menu;
  if (menu === null || menu === undefined) throw new Error(`There is no ${from}`);
  menu.choose(path);
});
control.on('click-tray', () => [...shown][0]?.emit('click', {}, {}, {}));
