import type { SyncBadge } from '../../../shared/features/browse/file-row-model.ts';

/** What needs a person first, then what moves, then what rests. */
const URGENCY: readonly SyncBadge[] = [
  'blocked',
  'conflict',
  'removing',
  'settling',
  'uploading',
  'confirming',
  'downloading',
  'queuedUp',
  'queuedDown',
  'renamedHere',
  'viewOnly',
  'remote',
  'ignored',
  'local',
  'pinned',
  'verified',
];

/** Where a badge stands when a list is sorted by it. */
export function urgencyOf(badge: SyncBadge): number {
  return URGENCY.indexOf(badge);
}
