import { EventEmitter } from 'node:events';

import { browser } from './browser.ts';
import { control } from './control.ts';
import type { SchemeHandler } from './server.ts';

/** As `protocol`. */
export const protocol = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    control.tell('schemes', schemes);
  },
  handle(scheme: string, handler: SchemeHandler): void {
    browser.server.handlers.set(scheme, handler);
  },
} satisfies Pick<typeof Electron.protocol, 'handle' | 'registerSchemesAsPrivileged'>;

type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];
type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type Permission = Parameters<NonNullable<RequestHandler>>[1];

/** What pages may ask for, as Electron and as the browser call it. */
const PERMISSIONS: readonly (readonly [electron: Permission, browser: string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['idle-detection', 'idle-detection'],
  ['persistent-storage', 'persistent-storage'],
  ['storage-access', 'storage-access'],
  ['window-management', 'window-management'],
  ['local-fonts', 'local-fonts'],
  ['screen-wake-lock', 'screen-wake-lock'],
];

let check: CheckHandler = null;
const set = new Set<string>();

/** The browser does not call the shell's permission handlers, so it is told their decisions beforehand. */
async function setPermissions(request: NonNullable<RequestHandler>): Promise<void> {
  const contents = { getURL: () => 'app://bundle/' } as Electron.WebContents;
  const origin = browser.addresses.outward('app://bundle');
  const browserContextId = await browser.context();
  for (const [permission, name] of PERMISSIONS) {
    const isGiven = await new Promise<boolean>(resolve => request(contents, permission, resolve, {} as never));
    const holds = check?.(contents, permission, 'app://bundle', {} as never) ?? true;
    const setting = isGiven && holds ? 'granted' : 'denied';
    const wish = { permission: { name }, setting, origin, browserContextId };
    // Not every Chromium knows all of them.
    await browser.cdp.do('Browser.setPermission', wish).catch(() => undefined);
  }
}

/** As `session.defaultSession`. */
const defaultSession = {
  setPermissionCheckHandler: (handler: CheckHandler): void => void (check = handler),
  setPermissionRequestHandler(handler: RequestHandler): void {
    set.add('request');
    if (handler !== null) setImmediate(() => void setPermissions(handler));
  },
  setDevicePermissionHandler(handler: Parameters<Electron.Session['setDevicePermissionHandler']>[0]): void {
    if (handler?.({} as never) === false) set.add('device');
  },
  setDisplayMediaRequestHandler(handler: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0]): void {
    handler?.({} as never, streams => streams?.video === undefined && set.add('display'));
  },
  setUSBProtectedClassesHandler(handler: Parameters<Electron.Session['setUSBProtectedClassesHandler']>[0]): void {
    if (handler?.({ protectedClasses: ['audio'] }).includes('audio')) set.add('usb');
  },
  setBluetoothPairingHandler(handler: Parameters<Electron.Session['setBluetoothPairingHandler']>[0]): void {
    handler?.({} as never, ({ confirmed }) => !confirmed && set.add('bluetooth'));
  },
  resolveProxy: async (url: string): Promise<string> => {
    control.tell('resolve-proxy', url);
    return process.env['STAND_IN_PROXY'] ?? 'DIRECT';
  },
};
defaultSession satisfies Pick<Electron.Session, keyof typeof defaultSession>;
export const session = { defaultSession };
control.on('forbidden', () => [...set].sort());

/** As `dialog`: the test answers, by the label of a button or with the path of a folder; an empty path chooses none. */
export const dialog = {
  showErrorBox: (title: string, content: string): void => control.tell('error-box', { title, content }),
  async showMessageBox(options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue> {
    const { message, detail = '', buttons = [] } = options;
    const label = await new Promise<string>(resolve => {
      answerDialog = resolve;
      control.tell('dialog', { message, detail, buttons });
    });
    const response = buttons.indexOf(label);
    return { response: response < 0 ? (options.cancelId ?? 0) : response, checkboxChecked: false };
  },
  async showOpenDialog(options: Electron.OpenDialogOptions): Promise<Electron.OpenDialogReturnValue> {
    const path = await new Promise<string>(resolve => {
      answerDialog = resolve;
      control.tell('choosing', options);
    });
    return { canceled: path === '', filePaths: path === '' ? [] : [path] };
  },
};
let answerDialog: ((label: string) => void) | null = null;
control.on('answer', (label: string) => {
  if (answerDialog === null) throw new Error('Nothing is asked');
  answerDialog(label);
  answerDialog = null;
});

/** As `shell`: nothing is opened, all is told. */
export const shell = {
  openExternal: async (url: string): Promise<void> => control.tell('open-external', url),
  openPath: async (path: string): Promise<string> => {
    control.tell('open-path', path);
    return '';
  },
  showItemInFolder: (path: string): void => control.tell('show-item', path),
} satisfies Pick<typeof Electron.shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;

/** As `Notification`. */
export class Notification extends EventEmitter {
  static readonly #shown: Notification[] = [];
  readonly #options: Electron.NotificationConstructorOptions;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  static last(): Notification | undefined {
    return Notification.#shown.at(-1);
  }

  show(): void {
    Notification.#shown.push(this);
    const { title = '', body = '' } = this.#options;
    control.tell('notification', { title, body });
  }
}
control.on('click-notification', () => Notification.last()?.emit('click', {}));

/** As `powerMonitor`. */
class PowerMonitor extends EventEmitter implements Pick<Electron.PowerMonitor, 'isOnBatteryPower'> {
  #isOnBattery = false;

  isOnBatteryPower(): boolean {
    return this.#isOnBattery;
  }

  tell(event: string): void {
    if (event === 'on-battery' || event === 'on-ac') this.#isOnBattery = event === 'on-battery';
    this.emit(event);
  }
}
export const powerMonitor = new PowerMonitor();
control.on('power', (event: string) => powerMonitor.tell(event));

export const crashReporter = {
  start: (options: Electron.CrashReporterStartOptions): void => control.tell('crash-reporter', options),
} satisfies Pick<typeof Electron.crashReporter, 'start'>;

const workArea = { x: 0, y: 0, width: 1920, height: 1040 };
export const screen = { getAllDisplays: () => [{ workArea }] };
export const nativeTheme = { shouldUseDarkColors: false };
