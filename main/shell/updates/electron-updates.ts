import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { app, dialog, Notification } from 'electron';

import type { UpdateSystem } from './begin-updates.ts';
import { openUpdater } from './updates.ts';

/** Electron, as far as updating wants it. Once the app is ready. */
export function electronUpdates(): UpdateSystem {
  const shown = new Set<Notification>();
  return {
    version: app.getVersion(),
    packageJson: app.isPackaged ? readFileSync(join(app.getAppPath(), 'package.json'), 'utf8') : null,
    open: openUpdater,
    notify: ({ title, text }, onClick) => {
      const notice = new Notification({ title, body: text });
      // A notification without a reference is garbage-collected, and its click handler with it.
      shown.add(notice);
      notice.on('close', () => shown.delete(notice));
      notice.on('click', onClick);
      notice.show();
    },
    ask: async ({ buttons, ...words }) =>
      (await dialog.showMessageBox({ ...words, buttons: [...buttons], cancelId: buttons.length - 1 })).response,
    onEnd: listener => void app.once('will-quit', listener),
    clock: {
      now: () => Date.now(),
      sleep: (ms, signal) => sleep(ms, undefined, { ref: false, ...(signal && { signal }) }),
    },
    random: Math.random,
  };
}
