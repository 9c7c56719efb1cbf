import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { app, crashReporter, dialog, powerMonitor } from 'electron';

import { desktopText } from '../../shared/desktop/text.ts';
import { MINUTE } from '../../shared/units.ts';
import { readBuild } from '../server/build-files.ts';
import { answerAddresses, registerSchemes } from './window/addresses.ts';
import { answerCallers } from './window/ipc-callers.ts';
import { IncomingLinks } from './deep-link.ts';
import { Desktop } from './desktop.ts';
import { electronProcesses, electronSystem } from './system/electron-system.ts';
import { MainWindow } from './window/main-window.ts';
import { TrayIcon } from './system/native-menus.ts';
import { places } from './app-paths.ts';
import { StateFile } from './system/state-file.ts';
import { forbidPermissions } from './window/window-rules.ts';

/** Looks for newer versions of the app; begun once, when everything runs. */
export type BeginUpdates = (host: {
  /** Whether files are being sent or downloaded at this moment. */
  readonly isTransferring: () => boolean;
  /** Ends the engine in order, before the app is replaced. */
  readonly stopEngine: () => Promise<void>;
}) => void;

/** As packages are built with it. */
const APP_ID = 'org.example.benchtop';
/** Started by the system itself, at login: it stays in the bar. */
const HIDDEN = '--hidden';

/** Starts the desktop app, or hands what this start was for to the one that runs already. */
export function startDesktop(beginUpdates: BeginUpdates = () => undefined): void {
  const data = process.env['BENCHTOP_DATA'] ?? '';
  // Beside the records, so that each data directory is an app of its own. Otherwise not under the product's own name: where
  // case does not count that is the folder of the records, and a browser's caches do not belong among them.
  keepIn(data === '' ? join(app.getPath('appData'), 'Benchtop Desktop') : join(data, 'desktop'));
  app.enableSandbox();
  registerSchemes();
  crashReporter.start({ uploadToServer: false });
  if (!app.requestSingleInstanceLock()) return app.quit();
  // Windows shows notifications only of programs that it knows by this name.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  if (app.isPackaged) app.setAsDefaultProtocolClient('benchtop');
  const state = new StateFile(app.getPath('userData'));
  drawSafely(state);
  const links = new IncomingLinks(process.argv.slice(1));
  app.on('second-instance', (_, args) => links.take(args));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    links.take([url]);
  });
  const begun = app.whenReady().then(() => run(state, links, beginUpdates));
  // Files of the installation are missing: there is no window to say it in.
  void begun.catch(() => {
    dialog.showErrorBox(desktopText.name, desktopText.incomplete);
    app.exit(1);
  });
}

function keepIn(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
}

/** Where the graphics card or its driver fails again and again, the next start draws without it. */
function drawSafely(state: StateFile): void {
  if (state.now.drawsWithoutCard) app.disableHardwareAcceleration();
  let deaths = 0;
  app.on('child-process-gone', (_, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return;
    deaths += 1;
    if (deaths === 2) state.change({ drawsWithoutCard: true });
  });
}

async function run(state: StateFile, links: IncomingLinks, beginUpdates: BeginUpdates): Promise<void> {
  const window: { made: MainWindow | null } = { made: null };
  const desktop = new Desktop({
    system: electronSystem(),
    processes: electronProcesses,
    state,
    tray: act => new TrayIcon(act),
    window: host => (window.made = new MainWindow(host)),
  });
  forbidPermissions();
  answerAddresses(desktop.sources(await readBuild(places.window)));
  listen(desktop);
  const answering = answerCallers(contents => window.made?.isPage(contents) === true);
  const early = links.listen(link => desktop.follow(link));
  desktop.begin(answering, early, process.argv.includes(HIDDEN));
  beginUpdates({ isTransferring: () => desktop.isTransferring, stopEngine: () => desktop.stopEngine() });
}

function listen(desktop: Desktop): void {
  // Closing the last window ends nothing.
  app.on('window-all-closed', () => undefined);
  app.on('activate', () => desktop.follow(null));
  app.on('before-quit', event => {
    if (!desktop.mayQuit()) event.preventDefault();
  });
  powerMonitor.on('on-battery', () => desktop.powerIs(true));
  powerMonitor.on('on-ac', () => desktop.powerIs(false));
  powerMonitor.on('resume', () => desktop.wokeUp());
  // The system goes down: there is no time to ask a question.
  powerMonitor.on('shutdown', () => void desktop.leave());
  // What depends on the time, such as when it was looked last.
  setInterval(() => desktop.refresh(), MINUTE).unref();
}
