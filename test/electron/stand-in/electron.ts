// Stands in for Electron: the part of it that the shell uses, over a real Chromium and processes of Node's.
export { app } from './app.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu, nativeImage, Tray } from './menus.ts';
export { MessageChannelMain } from './ports.ts';
export {
  crashReporter,
  dialog,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
} from './system.ts';
export { utilityProcess } from './utility.ts';
export { BrowserWindow } from './windows.ts';
