import { z } from 'zod';

import { transfer } from './records-model.ts';
import { engineStatus, openItem, syncReport } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

const mirrorId = z.string().max(100);

export const syncCalls = {
  /**
   * Nothing is looked at, sent, downloaded or removed until `untilMs` (since the epoch), or with null until it is resumed;
   * a restart keeps it. `mirror` null: all of them. Input null: all, without an end. A transfer under way is finished.
   */
  'sync.pause': call(
    z.object({ mirror: mirrorId.nullable(), untilMs: z.number().int().nullable() }).nullable(),
    nothing,
  ),
  /** Ends the pause of a mirror; with null the pause of everything and every mirror's own. */
  'sync.resume': call(z.object({ mirror: mirrorId }).nullable(), nothing),
  /** Looks at both sides now; returns at once. */
  'sync.checkNow': call(nothing, nothing),
  /** Repeats complete passes until one finds nothing to do, then reports. */
  'sync.once': call(nothing, syncReport),
  'sync.status': call(nothing, engineStatus),
  /** Everything that is held, blocked or conflicted. */
  'sync.open': call(
    nothing,
    z.object({ held: z.array(openItem), blocked: z.array(openItem), conflicted: z.array(openItem) }),
  ),
};

export const syncTopics = { 'sync.status': engineStatus, 'sync.transfers': z.array(transfer) };
