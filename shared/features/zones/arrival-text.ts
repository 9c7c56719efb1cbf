import type { ZoneCard, ZoneState } from './model.ts';
import { formatBytes, formatCount } from '../../text/format.ts';

type Facts = Pick<ZoneCard, 'state' | 'isSeen' | 'files' | 'waitingBytes' | 'olderUnsent' | 'unreadable'>;

/**
 * How much of a zone has arrived. `unsent`: something waits; `unknown`: something may have come that was not seen, or what was
 * seen cannot go; `partly`: some of it never arrives by itself; `new`: all but what was there before the zone; `all`.
 */
export type Arrival = 'unsent' | 'unknown' | 'partly' | 'new' | 'all';

/** Why nothing is claimed in a state even where nothing is known to wait; null: what was seen counts. */
const UNKNOWN: { readonly [S in ZoneState]: string | null } = {
  watching: null,
  'waiting-for-run': null,
  sending: null,
  'outside-hours': null,
  'gives-way': null,
  'disk-low': null,
  refused: null,
  'partly-unreadable': null,
  stalled: null,
  'not-looked': 'not looked at yet',
  comparing: 'being compared with the destination',
  paused: 'not looked at while it is paused',
  'folder-missing': 'the folder is missing',
  'folder-unreadable': 'the folder cannot be read',
  overlaps: 'not looked at while it overlaps',
  'destination-refuses': 'the destination takes nothing',
  'cannot-record': 'nothing can be written down',
  offline: 'the service cannot be reached',
  'signed-out': 'nobody is signed in',
};

/** What may be said of a zone, from what was seen of it and nothing else. */
export function arrivalOf({ state, isSeen, files, olderUnsent, unreadable }: Facts): Arrival {
  if (files.waiting > 0) return 'unsent';
  if (!isSeen || UNKNOWN[state] !== null) return 'unknown';
  if (files.refused > 0 || unreadable.length > 0) return 'partly';
  return olderUnsent > 0 ? 'new' : 'all';
}

/** What has arrived of a zone, in words: the one sentence of its card, of the big view and of the command line. */
export function arrivalLine(card: Facts): string {
  const { files, waitingBytes, unreadable } = card;
  const why = UNKNOWN[card.state] ?? 'not looked at yet';
  const arrival = arrivalOf(card);
  if (arrival === 'unsent') {
    const waits = `${formatCount(files.waiting, 'file')} waiting, ${formatBytes(waitingBytes)}`;
    return UNKNOWN[card.state] === null && card.isSeen ? waits : `${waits}; more may have come: ${why}`;
  }
  if (arrival === 'unknown') return `Not known: ${why}`;
  if (arrival === 'all') return 'Everything finished has arrived';
  if (arrival === 'new') return 'Everything new that is finished has arrived';
  const apart = [
    ...(files.refused === 0 ? [] : [`${formatCount(files.refused, 'file')} refused`]),
    ...(unreadable.length === 0 ? [] : [`${formatCount(unreadable.length, 'name')} not readable`]),
  ];
  return `Not everything: ${apart.join(', ')}`;
}
