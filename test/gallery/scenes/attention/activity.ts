import type { WaitingInfo } from '../../../../shared/features/activity/model.ts';
import type { WhyInfo } from '../../../../shared/features/activity/why-model.ts';
import { activityWords } from '../../../../shared/features/activity/text.ts';
import { openTexts } from '../../../../shared/features/status/open-items-text.ts';
import { whyWords } from '../../../../shared/features/activity/why-text.ts';
import { words } from '../../../../shared/text/words.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/units.ts';
import { broken, fail, offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago, transfer } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';

const NOW = '#/activity/now';
const HISTORY = '#/activity/history';
const CHECKS = '#/activity/checks';

function open(path: string, reason: string, text: string, until: string | null = null) {
  return { id: path, mirror: 'm1', path, reason, text, until };
}

const WAITING: WaitingInfo = {
  queued: [
    open('Plates/notes on edge effects.md', 'queued', activityWords.queued('send it as a new version')),
    open('Plates/plate5 scan.tif', 'queued', activityWords.queued('fetch it')),
  ],
  queuedTotal: 2310,
  held: [
    open('Plates/plate9.csv', 'settling', openTexts.settling('Plates/plate9.csv')),
    open('Plates/plate layout.xlsx', 'waits', openTexts.waits('Plates/plate layout.xlsx')),
    open('Plates/old layout.csv', 'removal-hold', openTexts.removalHold('Plates/old layout.csv'), ago(-MINUTE)),
  ],
  blocked: [open('Plates/setup.exe', 'refused', "The service refuses '.exe' files. The file stays here.")],
  conflicted: [
    open('Plates/plate7.csv', 'conflict', openTexts.conflict('Plates/plate7.csv', 'plate7 (conflict, bench-04).csv')),
  ],
  standing: 'open',
};

const NOTHING: WaitingInfo = { queued: [], queuedTotal: 0, held: [], blocked: [], conflicted: [], standing: 'in-step' };

const TRANSFERS = [
  transfer('Plates/run 0447.fcs', 'up', [12_400_000, 38_412_800], 3),
  transfer('Protocols/qPCR v2.md', 'down', [4000, 8830]),
  transfer('Plates/a file with quite a long name, as instruments give them 2026-11-20 14.03.csv', 'up', [0, 912_000]),
];

const nowScenes: readonly Scene[] = [
  {
    screen: 'now',
    state: 'loading',
    route: NOW,
    answers: { 'activity.waiting': never },
    shows: [activityWords.reading],
  },
  { screen: 'now', state: 'empty', route: NOW, shows: [activityWords.nothingListed['in-step']] },
  {
    screen: 'now',
    state: 'offline',
    route: NOW,
    world: engine => engine.setStatus({ state: 'offline' }),
    answers: { 'activity.waiting': async () => ({ ...WAITING, conflicted: [], blocked: [] }) },
    shows: ['Offline', 'plate9.csv'],
  },
  {
    screen: 'now',
    state: 'error',
    route: NOW,
    answers: { 'activity.waiting': async () => broken() },
    shows: ['Something went wrong in Benchtop'],
  },
  {
    screen: 'now',
    state: 'partial',
    route: NOW,
    world: ({ topics, setStatus }) => {
      setStatus({ state: 'serviceWait', waitUntil: ago(-34_000) });
      topics.publish('sync.transfers', TRANSFERS.slice(0, 1));
    },
    answers: { 'activity.waiting': async () => ({ ...NOTHING, queued: WAITING.queued, queuedTotal: 2 }) },
    shows: ['Service asked us to wait'],
  },
  {
    screen: 'now',
    state: 'full',
    route: NOW,
    world: ({ topics, setStatus }) => {
      setStatus({ state: 'transferring', done: 3, total: 212 });
      topics.publish('sync.transfers', TRANSFERS);
    },
    answers: { 'activity.waiting': async () => WAITING },
    shows: ['attempt 3', activityWords.groups.held, activityWords.queuedMore(2308)],
  },
];

const LINE = {
  id: 230,
  at: ago(2 * HOUR),
  mirror: 'm1',
  path: 'Plates/plate8.csv',
  verb: 'sent',
  fileId: '5d0f7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f',
  versionId: '0b9d2c61-7a53-4c1e-8a7e-5f1d3b2c4a60',
  sizeBytes: 50_877,
  cause: 'changed here',
  undo: 'possible' as const,
};

const DETAIL = {
  entry: LINE,
  servicePath: 'Knowledge Base/Plates/plate8.csv',
  localPath: '/home/ada/Lab/Knowledge Base/Plates/plate8.csv',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

/** A line that can be taken back when it is asked for first, and was when it is asked for again. */
function undoneOnce(): NonNullable<Scene['answers']> {
  let asked = 0;
  return {
    'activity.detail': async () => (asked++ === 0 ? DETAIL : { ...DETAIL, entry: { ...LINE, undo: 'done' } }),
  };
}

/** Opens the newest line of the history. */
async function openFirst({ see, press }: Hand): Promise<void> {
  await see('230 entries');
  await press('Downloaded Protocols/qPCR v2.md');
}

const historyScenes: readonly Scene[] = [
  {
    screen: 'history',
    state: 'loading',
    route: HISTORY,
    answers: { 'activity.find': never },
    shows: [words.activity.reading],
  },
  {
    screen: 'history',
    state: 'empty',
    route: HISTORY,
    answers: { 'activity.find': async () => ({ entries: [], total: 0 }) },
    shows: [words.activity.empty],
  },
  {
    screen: 'history',
    state: 'empty',
    name: 'filtered',
    route: HISTORY,
    steps: async ({ see, write }) => {
      await see('230 entries');
      await write(activityWords.filters.text, 'zebrafish');
    },
    shows: [activityWords.none],
  },
  {
    screen: 'history',
    state: 'offline',
    route: HISTORY,
    world: engine => engine.setStatus({ state: 'offline' }),
    shows: ['Offline', '230 entries'],
  },
  {
    screen: 'history',
    state: 'error',
    route: HISTORY,
    answers: { 'activity.find': async () => broken() },
    shows: ['Something went wrong in Benchtop'],
  },
  {
    screen: 'history',
    state: 'error',
    name: 'not saved',
    route: HISTORY,
    answers: { 'activity.export': async () => broken() },
    steps: async ({ see, press }) => {
      await see('230 entries');
      await press(activityWords.save);
      await press(activityWords.saveAs.csv);
    },
    shows: ['Something went wrong in Benchtop'],
  },
  { screen: 'history', state: 'full', route: HISTORY, shows: ['230 entries', 'setup.exe'] },
  {
    screen: 'history',
    state: 'full',
    name: 'one line',
    route: HISTORY,
    answers: { 'activity.detail': async () => DETAIL },
    steps: openFirst,
    shows: [activityWords.detail.copy, 'SHA-256'],
  },
  {
    screen: 'history',
    state: 'full',
    name: 'taken back',
    route: HISTORY,
    answers: {
      ...undoneOnce(),
      'activity.undo': async () => ({ id: '230', mirror: 'm1', path: LINE.path, text: 'It is as it was before.' }),
    },
    steps: async hand => {
      await openFirst(hand);
      await hand.press(activityWords.detail.undo);
    },
    shows: ['It is as it was before.'],
  },
  {
    screen: 'history',
    state: 'error',
    name: 'one line',
    route: HISTORY,
    answers: {
      'activity.detail': async () => fail({ kind: 'bad-request', detail: activityWords.unknown('230') }),
    },
    steps: openFirst,
    shows: [activityWords.unknown('230')],
  },
];

const CHECK = { mirror: 'm1', tookMs: 8120, files: 3412, folders: 212, open: 0 };

const checkScenes: readonly Scene[] = [
  {
    screen: 'checks',
    state: 'loading',
    route: CHECKS,
    answers: { 'activity.checks': never },
    shows: [activityWords.reading],
  },
  { screen: 'checks', state: 'empty', route: CHECKS, shows: [activityWords.checks.empty] },
  {
    screen: 'checks',
    state: 'offline',
    route: CHECKS,
    world: engine => engine.setStatus({ state: 'offline' }),
    answers: { 'activity.checks': async () => [{ ...CHECK, id: 1, at: ago(5 * HOUR) }] },
    shows: ['Offline', '3,412 files'],
  },
  {
    screen: 'checks',
    state: 'error',
    route: CHECKS,
    answers: { 'activity.checks': async () => broken() },
    shows: ['Something went wrong in Benchtop'],
  },
  {
    screen: 'checks',
    state: 'full',
    route: CHECKS,
    answers: {
      'activity.checks': async () =>
        Array.from({ length: 60 }, (_, at) => ({
          ...CHECK,
          id: 60 - at,
          mirror: at % 3 === 2 ? 'm2' : 'm1',
          at: ago(at * at * 3 * MINUTE + at * HOUR),
          open: at % 5 === 4 ? 3 : 0,
          tookMs: 400 + at * 900,
        })),
    },
    shows: ['All in step', 'Raw data'],
  },
];

const SIDE = { sight: 'present' as const, path: 'Plates/old layout.csv', name: 'old layout.csv', sizeBytes: 7312 };
const SEEN = { ...SIDE, sha256: 'a07b'.repeat(16), version: '0b9d2c61-7a53', changedAt: ago(190 * DAY) };

const WHY: WhyInfo = {
  mirror: 'm1',
  path: 'Plates/plate9.csv',
  mode: 'two-way',
  ruling: { ignored: false, rule: null },
  item: {
    id: '12',
    kind: 'file',
    here: { ...SEEN, version: null },
    there: { ...SEEN, fileId: '5d0f7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f' },
    agreed: { path: SIDE.path, name: SIDE.name, sha256: SEEN.sha256, version: SEEN.version },
    cell: {
      table: 'files',
      row: 'edited',
      column: 'same',
      sameBytes: false,
      decision: 'upload-version',
      name: 'agreed',
      parent: 'agreed',
      kept: false,
    },
    steps: ['upload-version'],
    waits: null,
    attempts: 2,
  },
  reasons: [
    { code: 'settling', text: 'It is still changing; it is sent when it has been quiet for 2 s.', until: ago(-2000) },
  ],
  next: ago(-2000),
};

async function askWhy({ press }: Hand): Promise<void> {
  await press(activityWords.whyFor('plate9.csv'));
}

const waiting = { 'activity.waiting': async () => WAITING };

const whyScenes: readonly Scene[] = [
  {
    screen: 'why',
    state: 'loading',
    route: NOW,
    answers: { ...waiting, 'why.path': never },
    steps: askWhy,
    shows: [whyWords.reading],
  },
  {
    screen: 'why',
    state: 'empty',
    route: NOW,
    answers: { ...waiting, 'why.path': async () => ({ ...WHY, reasons: [], next: null }) },
    steps: askWhy,
    shows: [whyWords.nothing],
  },
  {
    screen: 'why',
    state: 'error',
    route: NOW,
    answers: { ...waiting, 'why.path': async () => offline() },
    steps: askWhy,
    shows: ["You're offline"],
  },
  {
    screen: 'why',
    state: 'full',
    route: NOW,
    answers: { ...waiting, 'why.path': async () => WHY },
    steps: async hand => {
      await askWhy(hand);
      await hand.press(whyWords.details);
    },
    shows: ['Policy:'],
  },
];

/** What is under way, what was done, and why something is not finished. */
export const activityScenes: readonly Scene[] = [...nowScenes, ...historyScenes, ...checkScenes, ...whyScenes];
