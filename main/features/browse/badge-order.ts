import type { SyncBadge } from '../../../shared/features/browse/file-row-model.ts';

/** From urgent to calm: needs a person, in progress, done. */
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

/** Sort key of a badge. */
export function urgencyOf(badge: SyncBadge): number {
  return URGENCY.indexOf(badge);
}
