import {
  app,
  dialog,
  Menu,
  MessageChannelMain,
  Notification,
  powerMonitor,
  session,
  shell,
  utilityProcess,
} from 'electron';

import { autostartFile, isAutostarted, setAutostart } from './at-login.ts';
import { nativeMenu } from './native-menus.ts';
import type { Processes, System } from './system.ts';

const HIDDEN = ['--hidden'];

/** Electron, as far as the shell wants it beside windows and the tray. */
export function electronSystem(): System {
  const { platform, env, execPath } = process;
  const shown = new Set<Notification>();
  const autostart = (): string => autostartFile(app.getPath('home'), env['XDG_CONFIG_HOME']);
  return {
    ownFolder: app.getPath('userData'),
    platform,
    ask: async ({ message, detail, buttons, cancel }) => {
      const question = { message, detail, buttons: [...buttons], cancelId: cancel };
      return (await dialog.showMessageBox({ type: 'question', ...question })).response;
    },
    setMenu: (entries, act) => Menu.setApplicationMenu(nativeMenu(entries, act)),
    notify: ({ title, text, hash }, act) => {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body: text });
      // A notification without a reference is garbage-collected, and its click handler with it.
      shown.add(notification);
      notification.on('close', () => shown.delete(notification));
      notification.on('click', () => act({ do: 'show', hash }));
      notification.show();
    },
    startsAtLogin: () =>
      platform === 'linux' ? isAutostarted(autostart()) : app.getLoginItemSettings({ args: HIDDEN }).openAtLogin,
    startAtLogin: wanted => {
      // An AppImage is started by its own file, not by what it unpacks.
      if (platform === 'linux') setAutostart(autostart(), wanted ? (env['APPIMAGE'] ?? execPath) : null);
      else app.setLoginItemSettings({ openAtLogin: wanted, args: HIDDEN });
    },
    openOutside: url => shell.openExternal(url),
    openPath: async path => (await shell.openPath(path)) === '',
    reveal: path => shell.showItemInFolder(path),
    chooseFolder: async (title, at) => {
      const { filePaths } = await dialog.showOpenDialog({
        title,
        properties: ['openDirectory', 'createDirectory'],
        ...(at === null ? {} : { defaultPath: at }),
      });
      return filePaths[0] ?? null;
    },
    isOnBattery: () => powerMonitor.isOnBatteryPower(),
    resolveProxy: url => session.defaultSession.resolveProxy(url),
    quit: () => app.quit(),
  };
}

/** Processes and ports of Electron's (S62). */
export const electronProcesses: Processes = {
  startEngine: path => {
    const child = utilityProcess.fork(path, [], {
      serviceName: 'Benchtop engine',
      stdio: 'ignore',
      // With it, memory that is used no more goes back to the system at rest (see the Machine port).
      execArgv: ['--expose-gc'],
    });
    return {
      postMessage: (message, port) => child.postMessage(message, port === undefined ? [] : [port as never]),
      onMessage: listener => void child.on('message', listener),
      onExit: listener => void child.once('exit', listener),
      kill: () => void child.kill(),
    };
  },
  channel: () => {
    const { port1, port2 } = new MessageChannelMain();
    return { kept: port1, given: port2 };
  },
};
