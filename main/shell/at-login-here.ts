import { app } from 'electron';

import { autostartFile, isAutostarted, setAutostart } from './at-login.ts';

/** Whether the app starts when somebody signs in to this computer. */
export function isAtLogin(): boolean {
  if (process.platform === 'linux') return isAutostarted(linuxFile());
  return app.getLoginItemSettings({ args: ['--hidden'] }).openAtLogin;
}

/** Has it start then, or no longer. An AppImage is started by its own file, not by what it unpacks. */
export function setAtLogin(wanted: boolean): void {
  const { env, execPath, platform } = process;
  if (platform === 'linux') return setAutostart(linuxFile(), wanted ? (env['APPIMAGE'] ?? execPath) : null);
  app.setLoginItemSettings({ openAtLogin: wanted, args: ['--hidden'] });
}

function linuxFile(): string {
  return autostartFile(app.getPath('home'), process.env['XDG_CONFIG_HOME']);
}
