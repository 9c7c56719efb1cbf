import type { EngineStatus, OpenItem, SyncReport } from '../../../shared/features/status/model.ts';

export const AT = '2026-11-20T14:03:09.000Z';

/** A report of a pass that found nothing to do, with `changes`. */
export function report(changes: Partial<SyncReport> = {}): SyncReport {
  return {
    sent: 0,
    received: 0,
    moved: 0,
    removed: 0,
    held: [],
    blocked: [],
    conflicted: [],
    guarded: false,
    stopped: null,
    ...changes,
  };
}

export function openItem(changes: Partial<OpenItem> = {}): OpenItem {
  return {
    id: '7',
    mirror: 'm1',
    path: 'Plates/run 7.csv',
    reason: 'refused',
    text: "The service didn't accept this.",
    until: null,
    ...changes,
  };
}

export const STATUS: EngineStatus = {
  state: 'attention',
  service: 'http://127.0.0.1:4000/api/v1',
  waitUntil: null,
  done: 1,
  total: 2,
  attention: 1,
  pause: null,
  mirrors: [
    {
      id: 'm1',
      standing: 'open',
      pause: null,
      files: 61,
      waiting: 2,
      held: 1,
      blocked: 1,
      conflicted: 0,
      checkedAt: AT,
    },
  ],
};
