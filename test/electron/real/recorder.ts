import { app, BrowserWindow, crashReporter, dialog, Menu, Notification, powerMonitor, shell, Tray } from 'electron';

import type { MenuLine } from '../stand-in/menus.ts';

// The entry of the real Electron in tests: listens in on what the shell tells the system, gives the test the same hold of
// it as the stand-in does, and then runs the built app as it is. It is run without its types, so nothing else is imported.

interface Noted {
  toolTip: string;
  menu: Electron.Menu | null;
}

const events: { readonly event: string; readonly details: unknown }[] = [];
const trays = new Map<unknown, Noted>();
const asked: { answer: (label: string) => void }[] = [];
const shown: Electron.Notification[] = [];
const tell = (event: string, details: unknown = null): void => void events.push({ event, details });

Object.assign(shell, {
  openExternal: async (url: string) => tell('open-external', url),
  openPath: async (path: string) => {
    tell('open-path', path);
    return '';
  },
  showItemInFolder: (path: string) => tell('show-item', path),
});
Object.assign(dialog, {
  showMessageBox: async ({ message, detail = '', buttons = [], cancelId = 0 }: Electron.MessageBoxOptions) => {
    const label = await new Promise<string>(answer => {
      asked.push({ answer });
      tell('dialog', { message, detail, buttons });
    });
    return { response: buttons.includes(label) ? buttons.indexOf(label) : cancelId, checkboxChecked: false };
  },
  showOpenDialog: async (options: Electron.OpenDialogOptions) => {
    const path = await new Promise<string>(answer => {
      asked.push({ answer });
      tell('choosing', options);
    });
    return { canceled: path === '', filePaths: path === '' ? [] : [path] };
  },
});
const { enableSandbox } = app;
app.enableSandbox = () => {
  tell('sandbox', { beforeReady: !app.isReady() });
  enableSandbox.call(app);
};
const { start } = crashReporter;
crashReporter.start = options => {
  tell('crash-reporter', options);
  start.call(crashReporter, options);
};
const { show } = Notification.prototype;
Notification.prototype.show = function shows(): void {
  shown.push(this);
  tell('notification', { title: this.title, body: this.body });
  show.call(this);
};
const { setContextMenu, setToolTip } = Tray.prototype;
const noted = (tray: unknown): Noted => trays.get(tray) ?? { toolTip: '', menu: null };
Tray.prototype.setToolTip = function tells(toolTip): void {
  trays.set(this, { ...noted(this), toolTip });
  setToolTip.call(this, toolTip);
};
Tray.prototype.setContextMenu = function offers(menu): void {
  trays.set(this, { ...noted(this), menu });
  setContextMenu.call(this, menu);
};
app.on('browser-window-created', (_, window) => {
  // Not among its types, but there.
  const preferences: unknown = Reflect.apply(
    Reflect.get(window.webContents, 'getLastWebPreferences'),
    window.webContents,
    [],
  );
  window.webContents.startDrag = ({ file, files = [file] }) => tell('drag', { file, files });
  tell('window', { bounds: window.getBounds(), preferences });
});

function only(): BrowserWindow {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error('There is no window');
  return window;
}

function linesOf(menu: Electron.Menu | null | undefined): readonly MenuLine[] {
  return (menu?.items ?? [])
    .filter(({ type }) => type !== 'separator')
    .map(({ label, enabled, checked, role, accelerator, submenu }) => ({
      label,
      isEnabled: enabled,
      isChecked: checked,
      role: role ?? null,
      keys: accelerator ?? null,
      entries: linesOf(submenu),
    }));
}

function choose(menu: Electron.Menu | null | undefined, [label, ...rest]: readonly string[]): void {
  const item = menu?.items.find(each => each.label === label);
  if (item === undefined || !item.enabled) throw new Error(`The menu has no '${label}'`);
  if (rest.length > 0) choose(item.submenu, rest);
  else Reflect.apply(item.click, item, []);
}

const trayNow = (): Noted | undefined => [...trays.values()][0];
const answers: { readonly [what: string]: (about: never) => unknown } = {
  windows: () =>
    BrowserWindow.getAllWindows().map(window => ({
      target: String(window.id),
      url: window.webContents.getURL(),
      isVisible: window.isVisible(),
      isFocused: window.isFocused(),
      isMinimized: window.isMinimized(),
      zoom: window.webContents.getZoomLevel(),
      bounds: window.getNormalBounds(),
    })),
  // A picture that was loaded does not say from where.
  tray: () => ({ picture: '', toolTip: trayNow()?.toolTip, lines: linesOf(trayNow()?.menu) }),
  menu: () => linesOf(Menu.getApplicationMenu()),
  choose: ({ from, path }: { readonly from: 'menu' | 'tray'; readonly path: readonly string[] }) =>
    choose(from === 'menu' ? Menu.getApplicationMenu() : trayNow()?.menu, path),
  'click-tray': () => ([...trays.keys()][0] as Electron.Tray).emit('click'),
  'click-notification': () => shown.at(-1)?.emit('click'),
  answer: (label: string) => asked.pop()?.answer(label),
  blur: () => only().blur(),
  'close-window': () => only().close(),
  'crash-page': () => only().webContents.forcefullyCrashRenderer(),
  power: (event: string) => powerMonitor.emit(event),
  'open-url': (url: string) => app.emit('open-url', { preventDefault: () => undefined }, url),
  'utility-pids': () => app.getAppMetrics().flatMap(({ name, pid }) => (name === 'Benchtop engine' ? [pid] : [])),
  events: (from: number) => events.slice(from),
};

Object.assign(globalThis, {
  benchtopRecorder: { ask: (what: string, about: unknown) => answers[what]?.(about as never) },
});
await import(process.env['BENCHTOP_DESKTOP'] ?? '');
