import type { ZoneState } from './model.ts';

/** How a state is meant: all is well, something is under way, it waits by itself, or a person is needed. */
export type ZoneTone = 'good' | 'move' | 'wait' | 'alert';

/** The tone of each state, on every surface. */
export const ZONE_TONES: { readonly [S in ZoneState]: ZoneTone } = {
  watching: 'good',
  'not-looked': 'wait',
  'waiting-for-run': 'wait',
  sending: 'move',
  comparing: 'move',
  paused: 'wait',
  'outside-hours': 'wait',
  'gives-way': 'wait',
  stalled: 'alert',
  refused: 'alert',
  'partly-unreadable': 'alert',
  'folder-missing': 'alert',
  'folder-unreadable': 'alert',
  overlaps: 'alert',
  'destination-refuses': 'alert',
  'disk-low': 'alert',
  'cannot-record': 'alert',
  offline: 'wait',
  'signed-out': 'alert',
};
