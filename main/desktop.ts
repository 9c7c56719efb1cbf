import { readManaged } from './node/managed-file.ts';
import { updatesUnder } from './shell/begin-updates.ts';
import { startDesktop } from './shell/desktop-app.ts';
import { electronUpdates } from './shell/electron-updates.ts';

// The desktop app, under Electron: windows, tray and menus over an engine that is a process of its own.
startDesktop(updatesUnder(readManaged, electronUpdates));
