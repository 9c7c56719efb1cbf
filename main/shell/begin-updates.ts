import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { app, dialog, Notification } from 'electron';

import type { ManagedFound } from '../../shared/model/managed.ts';
import { updateTexts as texts } from '../../shared/text/updates.ts';
import { DAY, MINUTE } from '../../shared/units.ts';
import type { BeginUpdates } from './desktop-app.ts';
import { feedOf, forbidsUpdates } from './update-rules.ts';
import { openUpdater, startUpdates, type Updates } from './updates.ts';

/** How long until somebody who could not be served is asked again. */
const ASK_AGAIN_MS = 10 * MINUTE;

/** Updating for the desktop app. @param policy what was found of a policy of this computer; read at each look. */
export function updatesUnder(policy: () => ManagedFound): BeginUpdates {
  return ({ isTransferring, stopEngine }) => {
    const updates: Updates = startUpdates({
      current: app.getVersion(),
      feed: app.isPackaged ? feedOf(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')) : null,
      isForbidden: () => forbidsUpdates(policy()),
      isTransferring,
      leave: stopEngine,
      tell: state => {
        if (state.is === 'ready') notify(state.version, () => void ask(updates, state.version));
      },
      open: openUpdater,
      clock: { now: () => Date.now(), sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }) },
      random: { next: () => Math.random() },
      // The engine has the log; what fails here is asked again in a few hours.
      log: { info: () => undefined },
    });
    app.on('will-quit', () => void updates.stop());
  };
}

function notify(version: string, onClick: () => void): void {
  const notice = new Notification({ title: texts.notice.title(version), body: texts.notice.text });
  notice.on('click', onClick);
  notice.show();
}

async function ask(updates: Updates, version: string): Promise<void> {
  const { response } = await dialog.showMessageBox({
    message: texts.question.title(version),
    detail: texts.question.text,
    buttons: [texts.question.restart, texts.question.tomorrow],
    defaultId: 1,
    cancelId: 1,
  });
  if (response !== 0) return askLater(updates, version, DAY);
  if ((await updates.install()) !== 'transfers') return;
  await dialog.showMessageBox({ message: texts.question.title(version), detail: texts.transfers });
  await askLater(updates, version, ASK_AGAIN_MS);
}

async function askLater(updates: Updates, version: string, ms: number): Promise<void> {
  await sleep(ms, undefined, { ref: false });
  notify(version, () => void ask(updates, version));
}
