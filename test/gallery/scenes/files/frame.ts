import type { EngineStatus } from '../../../../shared/features/status/model.ts';
import { offlineTexts, STATE_SENTENCES } from '../../../../shared/features/status/text.ts';
import { words } from '../../../../shared/text/words.ts';
import { DAY, HOUR } from '../../../../shared/units.ts';
import { offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago, mirrorStatus } from '../../lab/lab.ts';
import type { Scene } from '../../scene.ts';

const ROUTE = '#/files/m1';

const openPanel = ({ press }: Hand): Promise<void> => press(words.status.more);

/** The panel behind the pill in a state of the engine. */
function panel(state: Scene['state'], change: Partial<EngineStatus>, shows: readonly string[]): Scene {
  const status = change.state ?? 'upToDate';
  return {
    screen: 'frame',
    state,
    name: `status ${status}`,
    route: ROUTE,
    world: engine => engine.setStatus(change),
    steps: openPanel,
    shows: [STATE_SENTENCES[status], ...shows],
  };
}

const BUSY = ['m1', 'm2'].map(id => ({ ...mirrorStatus(id, 12), held: 1, blocked: 2, conflicted: 3 }));

/** What stands around every screen: the places, the status, the pipe to Benchtop. */
export const frameScenes: readonly Scene[] = [
  { screen: 'frame', state: 'loading', route: ROUTE, pipe: 'none', shows: [words.connection.unreached] },
  { screen: 'frame', state: 'error', route: ROUTE, pipe: 'refused', shows: [words.connection.ended] },
  {
    screen: 'frame',
    state: 'error',
    name: 'connection lost',
    route: ROUTE,
    pipe: 'lost',
    steps: ({ see }) => see('Lab rules.md'),
    shows: ['The connection to Benchtop was lost.', words.status.apart, 'Lab rules.md'],
  },
  {
    screen: 'frame',
    state: 'error',
    name: 'connection lost for a while',
    route: ROUTE,
    pipe: 'lost',
    steps: ({ see }) => see('Lab rules.md'),
    stepsApart: async ({ press }) => {
      for (let attempt = 0; attempt < 8; attempt += 1) await press(words.connection.tryNow);
    },
    shows: [words.connection.moved],
  },
  {
    screen: 'frame',
    state: 'error',
    name: 'asked in vain',
    route: '#/activity/checks',
    answers: { 'sync.checkNow': async () => offline() },
    steps: ({ press }) => press(words.status.checkNow),
    shows: ["You're offline"],
  },
  panel('full', {}, ['in step']),
  panel('full', { state: 'transferring', done: 3, total: 212, mirrors: BUSY }, ['2 items not in step']),
  panel('full', { state: 'looking' }, []),
  panel('partial', { state: 'waiting', mirrors: [{ ...mirrorStatus('m1', 3), held: 2 }] }, [
    '3 changes waiting · 2 held back',
  ]),
  panel('full', { state: 'guard', attention: 1 }, []),
  panel('full', { state: 'attention', attention: 3, mirrors: BUSY }, []),
  panel('partial', { state: 'overdue', mirrors: BUSY.map(each => ({ ...each, checkedAt: ago(3 * HOUR) })) }, []),
  panel('partial', { state: 'paused', pause: { until: ago(-2 * HOUR), why: 'person' } }, [words.status.resume]),
  panel('partial', { state: 'serviceWait', waitUntil: ago(-34_000) }, []),
  panel(
    'offline',
    {
      state: 'offline',
      trouble: {
        title: "The network's certificate isn't trusted",
        text: 'Something between this computer and the service answers in its place. Nothing was sent.',
      },
    },
    ["The network's certificate isn't trusted"],
  ),
  {
    screen: 'frame',
    state: 'offline',
    name: 'sign',
    route: ROUTE,
    world: engine =>
      engine.setStatus({ state: 'offline', attention: 3, offline: { nextTry: ago(-20_000) }, mirrors: BUSY }),
    shows: [offlineTexts.sign, offlineTexts.tryNow, '3 items need attention'],
  },
  panel('no-permission', { state: 'accessEnded' }, []),
  panel('no-permission', { state: 'signedOut' }, []),
  {
    screen: 'frame',
    state: 'full',
    name: 'pause',
    route: ROUTE,
    steps: async hand => {
      await openPanel(hand);
      await hand.press(words.status.pause);
    },
    shows: ['Until I resume'],
  },
  {
    screen: 'frame',
    state: 'full',
    name: 'folders paused',
    route: ROUTE,
    world: engine =>
      engine.setStatus({
        mirrors: [
          { ...mirrorStatus('m1', 2), pause: { until: ago(-DAY), why: 'person' } },
          { ...mirrorStatus('m2', 0), pause: null },
        ],
      }),
    steps: openPanel,
    shows: ['Paused until'],
  },
  {
    screen: 'frame',
    state: 'full',
    name: 'keys',
    route: ROUTE,
    steps: ({ press }) => press(words.keys.open),
    shows: [words.keys.title, 'Next region'],
  },
];
