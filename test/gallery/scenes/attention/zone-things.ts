import type { Handlers } from '../../../../shared/contract.ts';
import type { RemoteFolderInfo } from '../../../../shared/features/set-up/model.ts';
import type {
  SafeFile,
  ZoneAlert,
  ZoneCard,
  ZoneFile,
  ZoneRun,
  ZoneTest,
  ZoneWish,
} from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/units.ts';

// The instruments of the lab of the gallery.

const now = Date.now();

const WISH: ZoneWish = {
  name: 'Orbitrap',
  folder: '/mnt/orbitrap/data',
  destination: '5d0f7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f',
  organization: null,
  preset: 'thermo-raw',
  grouping: 'top-folder',
  subfolders: true,
  include: [],
  exclude: ['*.tmp'],
  startAt: null,
  layout: '{instrument}/{yyyy}-{mm}-{dd}/{run}',
  instrument: 'Orbitrap 2',
  location: 'Room 3.14',
  operator: { kind: 'path', pattern: '^([^/]+)/' },
  tags: ['proteomics'],
  description: '',
  settle: { kind: 'quiet' },
  quietSeconds: 30,
  verify: 'all',
  manifest: true,
  hours: null,
  pauseWhile: [],
  stalledAfterHours: 24,
  wipeAfterDays: 14,
};

const CARD: ZoneCard = {
  id: 'z1',
  definition: WISH,
  destinationId: WISH.destination,
  destinationPath: 'Instruments/Mass spectrometry',
  state: 'watching',
  trouble: null,
  volume: 'network',
  freeBytes: 412e9,
  isSeen: true,
  checkedAt: now - 4 * SECOND,
  pausedUntil: null,
  files: { waiting: 0, confirmed: 18_412, verified: 18_412, refused: 0 },
  olderUnsent: 0,
  waitingBytes: 0,
  todayBytes: 38.4e9,
  todayFiles: 212,
  oldestUnconfirmedAt: null,
  lastRun: { id: 12, name: '2026-11-23_07 HeLa digest', at: now - 2 * HOUR },
  countdown: null,
  current: null,
  safe: { files: 1204, sizeBytes: 412e9 },
  sendingNow: [],
  next: null,
  unreadable: [],
  alerts: 0,
};

function card(id: string, name: string, change: Partial<ZoneCard>): ZoneCard {
  const verified = (change.files ?? CARD.files).verified;
  const safe = { files: verified, sizeBytes: verified * 34e6 };
  return { ...CARD, id, definition: { ...WISH, name, folder: `/mnt/${name.toLowerCase()}` }, safe, ...change };
}

const trouble = (kind: string, text: string) => ({ kind, text });

const WAITING = card('z2', 'Plate reader', {
  state: 'waiting-for-run',
  volume: 'local',
  files: { waiting: 3, confirmed: 940, verified: 47, refused: 0 },
  olderUnsent: 0,
  waitingBytes: 84_000,
  oldestUnconfirmedAt: now - 40 * SECOND,
  countdown: {
    run: 31,
    name: 'ELISA plate 8',
    ...{ lastChangeAt: now - 12 * SECOND, readyAt: now + 10 * MINUTE, openFile: 'Plates/ELISA plate 8.txt' },
  },
});
const SENDING = card('z3', 'Slide scanner', {
  state: 'sending',
  files: { waiting: 46, confirmed: 5012, verified: 260, refused: 2 },
  olderUnsent: 0,
  waitingBytes: 61e9,
  oldestUnconfirmedAt: now - 3 * HOUR,
  current: { run: 13, name: 'Slide 4', files: 46, confirmed: 17 },
  sendingNow: ['Slide 4.vsi', '_Slide 4_/stack1/frame_t0.ets', 'a/b', 'c'].map((path, at) => ({
    path,
    doneBytes: at * 3e9,
    sizeBytes: 12e9,
  })),
});
const MISSING = card('z4', 'Cytometer', {
  state: 'folder-missing',
  isSeen: false,
  trouble: trouble('folder-missing', zoneTexts.missing('/mnt/cytometer')),
  files: { waiting: 7, confirmed: 12, verified: 0, refused: 0 },
  olderUnsent: 0,
  waitingBytes: 7e6,
  oldestUnconfirmedAt: now - 9 * DAY,
  lastRun: null,
  checkedAt: null,
  freeBytes: null,
  volume: 'unknown',
});
const PAUSED = card('z5', 'Confocal', { state: 'paused', pausedUntil: now + 2 * HOUR });
export const HALF = card('z6', 'Shared disk of the imaging facility with a name that is rather long', {
  state: 'stalled',
  trouble: trouble('stalled', zoneTexts.alerts.stalled(24)),
  files: { waiting: 3, confirmed: 12, verified: 12, refused: 0 },
  olderUnsent: 0,
  waitingBytes: 7e6,
  oldestUnconfirmedAt: now - 2 * DAY,
  unreadable: ['Users/chen', 'Users/ada\u202Egpj/private'].map(path => ({ path, code: 'EACCES' })),
  alerts: 2,
});
export const REFUSING = card('z7', 'Sequencer', {
  state: 'destination-refuses',
  trouble: trouble('destination-refuses', zoneTexts.fault({ kind: 'not-allowed', messages: [] })),
});
export const SIGNED_OUT = card('z8', 'Gel imager', {
  state: 'signed-out',
  trouble: trouble('signed-out', zoneTexts.fault({ kind: 'signed-out' })),
});
export const OFFLINE = card('z9', 'Gel imager', {
  state: 'offline',
  trouble: trouble('offline', zoneTexts.fault({ kind: 'offline', detail: 'connect ENETUNREACH' })),
  files: { waiting: 12, confirmed: 80, verified: 4, refused: 0 },
  olderUnsent: 0,
  waitingBytes: 3e9,
});

export const ALL = [CARD, WAITING, SENDING, MISSING, PAUSED, HALF, REFUSING];

export const ALERTS: ZoneAlert[] = [
  {
    ...{ id: 1, zone: 'z6', zoneName: HALF.definition.name, cause: 'changed: Slide 3.vsi' },
    ...{ text: zoneTexts.alerts.changed('Slide 3', 'Slide 3.vsi'), raisedAt: now - 20 * MINUTE, solvedAt: null },
  },
  {
    ...{ id: 2, zone: 'z6', zoneName: HALF.definition.name, cause: 'unreadable' },
    ...{ text: zoneTexts.alerts.unreadable(2, 'Users/chen', 'EACCES'), raisedAt: now - DAY, solvedAt: null },
  },
];

export const RUN: ZoneRun = {
  id: 12,
  zone: 'z3',
  name: 'Slide 4',
  key: 'Slide 4.vsi',
  state: 'sending',
  waitsFor: null,
  readyAt: null,
  lastChangeAt: now - 5 * MINUTE,
  firstSeenAt: now - HOUR,
  completedAt: null,
  operator: 'Chen Wu',
  label: null,
  folder: 'Scanner/2026-11-23/Slide 4',
  files: 5000,
  confirmed: 2106,
  verified: 100,
  refused: 2,
  sizeBytes: 61e9,
  manifest: 'due',
};

/** A run that the scanner may still be writing. */
export const WAITS: ZoneRun = {
  ...RUN,
  ...{ id: 14, name: 'Slide 6', state: 'waiting', waitsFor: zoneTexts.waitsFor.quiet, readyAt: now + MINUTE },
  ...{ confirmed: 0, verified: 0, refused: 0 },
};
const RUNS: ZoneRun[] = [
  WAITS,
  { ...RUN, id: 13, name: 'Slide 5', state: 'ready', confirmed: 0, refused: 0, operator: null, folder: null },
  RUN,
  { ...RUN, id: 11, name: 'Slide 3', state: 'incomplete', confirmed: 4998 },
  { ...RUN, id: 10, name: 'Slide 2', state: 'complete', confirmed: 5000, refused: 0, completedAt: now - DAY },
  { ...RUN, id: 9, name: 'Slide 1', state: 'skipped', confirmed: 0, refused: 0, folder: null },
];

const FILE: ZoneFile = {
  id: 1,
  path: 'Slide 4.vsi',
  sizeBytes: 2.1e6,
  modifiedAt: now - HOUR,
  state: 'verified',
  trouble: null,
  retryAt: null,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  file: '0b9d2c61-7a53-4c1e-8a7e-5f1d3b2c4a60',
  version: null,
  confirmedAt: now - 20 * MINUTE,
  verifiedAt: now - 10 * MINUTE,
  isHere: true,
  changedAfter: false,
};
const FILES: ZoneFile[] = [
  FILE,
  {
    ...FILE,
    id: 2,
    path: '_Slide 4_/Thumbs.exe',
    state: 'refused',
    trouble: trouble('refused', 'The service takes no files of this kind. Leave it out with a rule of the zone.'),
  },
  {
    ...FILE,
    id: 3,
    path: '_Slide 4_/stack1/frame_t0.ets',
    sizeBytes: 12e9,
    state: 'waiting',
    retryAt: now + MINUTE,
    trouble: trouble('failing', 'The service had a problem of its own.'),
  },
  {
    ...FILE,
    id: 4,
    path: '_Slide 4_/metadata.xml',
    state: 'confirmed',
    changedAfter: true,
    isHere: false,
    verifiedAt: null,
  },
  ...Array.from({ length: 496 }, (_, at) => ({ ...FILE, id: at + 5, path: `_Slide 4_/stack${at + 2}/frame_t0.ets` })),
];

/** What a zone over the folder of the Orbitrap would do. */
export const TEST: ZoneTest = {
  wouldSend: 8412,
  wouldSendBytes: 1.9e12,
  runs: 640,
  skipped: { excluded: 12, 'not-included': 3, 'before-start': 40 },
  rows: [
    ...[1, 2, 3].map(at => ({
      ...{ path: `2026-11-23/HeLa 0${at}.raw`, sizeBytes: 2.4e9, verdict: 'send', run: `HeLa 0${at}` },
      to: `Orbitrap 2/2026-11-23/HeLa 0${at}/HeLa 0${at}.raw`,
    })),
    { path: '2026-11-23/HeLa 04.tmp', sizeBytes: 12, verdict: 'excluded', run: null, to: null },
    { path: 'notes.txt', sizeBytes: 1200, verdict: 'not-included', run: null, to: null },
  ],
  unreadable: [{ path: 'private', code: 'EACCES' }],
  troubles: [],
  volume: 'network',
  freeBytes: 412e9,
};

const FOLDERS: RemoteFolderInfo[] = ['Instruments', 'Knowledge Base', 'memory'].map(name => ({
  ...{ id: name, name, hasFolders: name === 'Instruments', files: null, mirror: null },
  isSpecial: name === 'memory',
}));

function safe(confirmed: boolean): SafeFile[] {
  return FILES.slice(4, 40).map(({ path, sizeBytes, sha256 }, at) => ({
    ...{ path, sizeBytes, sha256: sha256 ?? '', file: '0b9d2c61-7a53-4c1e-8a7e-5f1d3b2c4a60' },
    ...{ confirmedAt: now - HOUR, verifiedAt: confirmed && at % 3 === 0 ? null : now - MINUTE },
  }));
}

/** An engine with these zones. */
export function zonesOf(cards: ZoneCard[], alerts: ZoneAlert[] = []): Partial<Handlers> {
  return {
    'zones.list': async () => cards,
    'zones.alerts': async () => alerts,
    'zones.runs': async () => RUNS,
    'zones.runPage': async () => RUN,
    'zones.test': async () => TEST,
    'setUp.folders': async ({ parent }) => (parent === null ? FOLDERS : []),
    'zones.report': async ({ after, confirmed }) => ({
      rows: after === 0 ? safe(confirmed) : [],
      next: after === 0 ? 500 : null,
    }),
    'zones.files': async ({ after }) => FILES.filter(({ id }) => id > after),
  };
}
