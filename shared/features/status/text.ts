import type { Session, Transfer } from './records-model.ts';
import type { EngineStatus, MirrorStatus, SyncState } from './model.ts';
import { type OpenCounts, openIn } from './open-counts.ts';
import { formatClock, formatCount, formatMoment, formatWait, formatNumber, type Zone } from '../../text/format.ts';

/** Everything the status pill knows. */
export interface PillFacts {
  readonly status: EngineStatus;
  readonly transfers: readonly Transfer[];
  readonly nowMs: number;
}

/** The one line that says how Benchtop is doing. */
export function pillText({ status, transfers, nowMs }: PillFacts, zone: Zone = {}): string {
  switch (status.state) {
    case 'accessEnded':
      return 'Access ended';
    case 'signedOut':
      return 'Signed out';
    case 'guard':
      return 'Waiting for your decision';
    case 'attention':
      return needsText(status.attention);
    case 'offline':
      return ['Offline', ...waitingParts(openIn(status.mirrors))].join(' · ');
    case 'serviceWait':
      return serviceWaitText(status.waitUntil, nowMs);
    case 'paused':
      return paused(status.pause, nowMs, zone);
    case 'overdue':
      return overdue(status, zone);
    case 'transferring':
      return `${direction(transfers)} ${formatNumber(Math.min(status.done + 1, status.total))} of ${formatNumber(status.total)}`;
    case 'looking':
      return 'Looking for changes';
    case 'waiting':
      return waiting(status);
    case 'upToDate':
      return upToDate(status, zone);
  }
}

/** Each state in a whole sentence. */
export const STATE_SENTENCES: { readonly [S in SyncState]: string } = {
  accessEnded: 'Your access has ended. Files on this computer stay where they are; nothing more is sent or downloaded.',
  signedOut: 'Nobody is signed in. Files on this computer stay where they are.',
  guard:
    'Removals wait for your answer: many at once, or in a folder that was renamed here. Nothing is removed before you decide.',
  attention: 'Some items need a decision or a fix.',
  offline: 'The service can’t be reached. Changes are saved here and sent when the connection returns.',
  serviceWait: 'The service asked us to slow down. It continues by itself; you don’t need to do anything.',
  paused: 'Syncing is paused. Nothing is sent or downloaded until it is resumed.',
  overdue:
    'Not everything was looked at since then, so it is not known whether both sides hold the same files. Benchtop goes on trying; if this stays, start it again.',
  transferring: 'Files are being sent or downloaded.',
  looking: 'Both sides are being compared.',
  waiting:
    'Some changes are held back or wait their turn: until a file is quiet, until a removal can no longer be undone, because they were set aside, or because a folder is paused. Everything else is in step.',
  upToDate: 'When both sides were last looked at, this computer and the service held the same files.',
};

/** What the sign says that stands in the bar while the service cannot be reached. */
export const offlineTexts = {
  sign: 'Offline',
  /** `nextTryMs`: when it is tried again; null: not by itself. */
  next: (nextTryMs: number | null, nowMs: number) =>
    nextTryMs === null
      ? 'not tried by itself'
      : nextTryMs > nowMs
        ? `next try in ${formatWait(nextTryMs - nowMs)}`
        : 'trying now',
  tryNow: 'Try now',
} as const;

/** What the pill says beside the sign: what waits, or needs a person; null: nothing does. */
export function pillBesideOffline(status: EngineStatus): string | null {
  if (status.attention > 0) return needsText(status.attention);
  const waits = waitingParts(openIn(status.mirrors));
  return waits.length === 0 ? null : waits.join(' · ');
}

function needsText(count: number): string {
  return `${formatCount(count, 'item')} ${count === 1 ? 'needs' : 'need'} attention`;
}

/** The state as it is now, in a whole sentence: for the panel behind the pill. */
export function stateSentence(status: EngineStatus): string {
  const sentence = announcedSentence(status);
  return status.state === 'attention' && status.mirrors.every(isOtherwiseInStep) ? `${sentence} ${ALL_ELSE}` : sentence;
}

/** The same for screen readers, which are told each time that it is another one: without what changes with each save. */
export function announcedSentence(status: EngineStatus): string {
  const { state, mirrors } = status;
  if (state === 'upToDate' && mirrors.length === 0) return NOTHING_KEPT;
  if (state === 'upToDate' && checkedAtMs(status) === null) return NOT_LOOKED_AT;
  return STATE_SENTENCES[state];
}

const NOTHING_KEPT = 'No folder of the service is kept on this computer, so there is nothing to send or download.';
const NOT_LOOKED_AT = 'Not every folder was looked at yet, so it is not known whether both sides hold the same files.';
const ALL_ELSE = 'Everything else is in step.';

/** Whether all was looked at, and nothing is left but what needs a person. */
function isOtherwiseInStep({ standing, waiting, held }: MirrorStatus): boolean {
  return standing === 'in-step' || (standing === 'open' && waiting + held === 0);
}

/** The earliest of the mirrors' last complete looks, in ms; null while one of them was never completed. */
function checkedAtMs(status: EngineStatus): number | null {
  const times = status.mirrors.map(mirror => mirror.checkedAt);
  return times.length === 0 || times.includes(null)
    ? null
    : times.map(time => Date.parse(time ?? '')).reduce((one, other) => Math.min(one, other));
}

/** Who is signed in, in one line. */
export function sessionText(session: Session): string {
  switch (session.name) {
    case 'signed-out':
      return 'Signed out';
    case 'checking':
      return 'Checking the key…';
    case 'ready':
      return session.organization ?? session.service;
    case 'access-ended':
      return 'Access ended';
  }
}

/** What waits its turn and what is held back, each in the number that the panel, Activity and `status` have. */
function waitingParts({ queued, held }: OpenCounts): readonly string[] {
  return [
    ...(queued === 0 ? [] : [`${formatCount(queued, 'change')} waiting`]),
    ...(held === 0
      ? []
      : [queued === 0 ? `${formatCount(held, 'change')} held back` : `${formatNumber(held)} held back`]),
  ];
}

function waiting({ mirrors }: EngineStatus): string {
  const parts = waitingParts(openIn(mirrors));
  if (parts.length > 0) return parts.join(' · ');
  const pausedFolders = mirrors.filter(({ pause }) => pause !== null).length;
  return pausedFolders > 0 ? `${formatCount(pausedFolders, 'folder')} paused` : 'Files wait to be sent';
}

/** That the service asked for a wait, and how long it still is. */
export function serviceWaitText(until: string | null, nowMs: number): string {
  const leftMs = until === null ? 0 : Date.parse(until) - nowMs;
  return leftMs > 0 ? `Service asked us to wait · ${formatWait(leftMs)}` : 'Service asked us to wait';
}

function direction(transfers: readonly Transfer[]): string {
  const ways = new Set(transfers.map(transfer => transfer.direction));
  if (ways.size !== 1) return 'Syncing';
  return ways.has('up') ? 'Sending' : 'Downloading';
}

function upToDate(status: EngineStatus, zone: Zone): string {
  if (status.mirrors.length === 0) return 'No folder is kept here';
  const checkedMs = checkedAtMs(status);
  return checkedMs === null ? 'Not checked yet' : `Up to date · checked ${formatClock(checkedMs, zone)}`;
}

/** Says since when there was no check, and never that all is well. */
function overdue(status: EngineStatus, zone: Zone): string {
  const checkedMs = checkedAtMs(status);
  return checkedMs === null ? 'Not checked yet' : `Not checked since ${formatClock(checkedMs, zone)}`;
}

/** The time of day is enough for today; another day is named. */
function formatMomentToCome(iso: string, nowMs: number, zone: Zone): string {
  const atMs = Date.parse(iso);
  return formatMoment(atMs, nowMs, zone).replace(/^Today /, '');
}

function paused(pause: EngineStatus['pause'], nowMs: number, zone: Zone): string {
  if (pause?.why === 'battery') return 'Paused · on battery';
  if (pause?.why === 'metered') return 'Paused · metered connection';
  return pause?.until ? `Paused until ${formatMomentToCome(pause.until, nowMs, zone)}` : 'Paused';
}
