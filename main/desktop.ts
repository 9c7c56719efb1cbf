import { readManaged } from './node/files/managed-file.ts';
import { updatesUnder } from './shell/updates/begin-updates.ts';
import { startDesktop } from './shell/desktop-app.ts';
import { electronUpdates } from './shell/updates/electron-updates.ts';

// The desktop app, under Electron: windows, tray and menus over an engine that is a process of its own.
startDesktop(updatesUnder(readManaged, electronUpdates));
