import { z } from 'zod';

import { alert, alertSettings, alertTry, alertWish } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

/** Alerts reach people who do not sit at the computer: by a command of this computer, or a webhook. */
export const alertsCalls = {
  /** Newest first. `all`: also those that are solved, as far as they are kept. */
  'alerts.list': call(z.object({ all: z.boolean() }), z.array(alert)),
  'alerts.settings': call(nothing, alertSettings),
  /**
   * `dryRun`: only says whether anything would be another way.
   * @throws FaultError `bad-request` for a command that is not a whole path, or an address that is not https.
   */
  'alerts.set': call(z.object({ wish: alertWish, dryRun: z.boolean() }), z.object({ changed: z.boolean() })),
  /** Sends a message to every channel now, and says what became of it. */
  'alerts.test': call(nothing, z.array(alertTry)),
};
