import { z } from 'zod';

import { transfer } from '../model/records.ts';
import { engineStatus, openItem, syncReport } from '../model/sync.ts';
import { call, nothing } from './call.ts';

export const syncCalls = {
  'sync.pause': call(nothing, nothing),
  'sync.resume': call(nothing, nothing),
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
