import type { AttentionItem } from '../../../../shared/features/attention/model.ts';
import { attentionTexts, attentionWords, fixWords } from '../../../../shared/features/attention/text.ts';
import { chatTexts } from '../../../../shared/features/chat/text.ts';
import { conflictWords } from '../../../../shared/features/attention/conflicts-text.ts';
import { mergeTexts } from '../../../../shared/features/versions/waiting-merges-text.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { feedbackTexts } from '../../../../shared/text/feedback.ts';
import { HOUR, MINUTE } from '../../../../shared/units.ts';
import type { ScriptedEngine } from '../../../end-to-end/driver/scripted-engine.ts';
import { broken, failing } from '../../lab/faults.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';

export const ATTENTION = '#/attention';

export function item(
  id: string,
  group: AttentionItem['group'],
  path: string,
  other: Partial<AttentionItem> = {},
): AttentionItem {
  return {
    key: `${group} ${id}`,
    id,
    group,
    mirror: 'm1',
    path,
    at: ago(40 * MINUTE),
    title: 'Two different versions',
    text: '',
    remedy: '',
    said: [],
    fixes: [],
    until: null,
    cause: '',
    correlationId: null,
    ...other,
  };
}

/** A question about removals. */
export const GUARD = item('g1', 'decision', '', {
  ...attentionTexts.removals({ folder: 'Knowledge Base', direction: 'service', items: 412, of: 430 }),
  fixes: ['decide'],
  cause: 'guard service',
});

/** A question about what is gone, and the service does not say why. */
export const MISSING = item('g2', 'decision', '', {
  ...attentionTexts.missing({
    folder: 'Knowledge Base',
    names: ['Plates/run 1/well 1.tif', 'Plates/run 1/well 2.tif', 'Plates/run 1/well 3.tif'],
    items: 412,
  }),
  fixes: ['decide'],
  cause: 'guard unexplained',
});

/** Files with two versions. */
export const CONFLICTS = ['plate7.csv', '2026-11 dose response/plate2.csv', 'elisa standard curve.csv'].map(
  (path, at) =>
    item(`c${at}`, 'versions', `Plates/${path}`, {
      ...attentionTexts.versions(path, path.replace('.csv', ' (conflict, bench-04 2026-11-20 14.03).csv')),
      fixes: ['compare'],
      at: ago((at + 1) * HOUR),
    }),
);

/** Merges that the service has not taken. */
const MERGES = (['unsent', 'moved', 'gone'] as const).map((state, at) =>
  item(`11111111-0000-4000-8000-00000000007${at}`, 'versions', `Runs/merged ${at + 1}.csv`, {
    title: mergeTexts.title,
    text: mergeTexts[state](`merged ${at + 1}.csv`),
    fixes: state === 'unsent' ? ['send-merge', 'merge'] : ['merge'],
    cause: `m1 ${state}`,
  }),
);

const BLOCKED: readonly AttentionItem[] = [
  item('p1', 'blocked', 'Plates/setup.exe', {
    title: "'.exe' files aren't accepted",
    text: 'The service refuses programs, installers and scripts. The file stays here.',
    said: ['File type is not allowed.'],
    fixes: ['skip', 'skip-type', 'retry'],
    cause: 'm1 refused .exe',
    correlationId: '9a57-1f0d',
  }),
  item('p2', 'blocked', 'Instruments/setup.exe', {
    title: "'.exe' files aren't accepted",
    text: 'The service refuses programs, installers and scripts. The file stays here.',
    fixes: ['skip', 'skip-type', 'retry'],
    cause: 'm1 refused .exe',
  }),
  item('p3', 'blocked', 'Protocols/CON.md', {
    title: 'The name does not work on every computer',
    text: "'CON.md' cannot be kept on Windows. The file is safe where it is.",
    fixes: ['rename', 'skip'],
    cause: 'm1 name',
  }),
  item('p4', 'blocked', 'Sequencing/Sanger/pUC19-F.ab1', {
    title: 'In use by another program',
    text: 'Another program keeps this file open. Nothing is lost.',
    remedy: 'Close it there.',
    fixes: ['retry'],
    until: ago(-3 * MINUTE),
    cause: 'm1 disk-refused EBUSY',
  }),
  item('p5', 'blocked', 'Plates/run 0448.fcs', {
    title: "You can't change this item",
    text: 'You can view this folder but not change it. Your version stays here.',
    fixes: ['move-copy', 'skip'],
    cause: 'm1 not-allowed',
  }),
  item('p6', 'blocked', '', {
    mirror: 'm2',
    title: "The mirrored folder isn't there",
    text: "The folder '/home/ada/Lab/Raw data' isn't there. Syncing for it stopped, so nothing is removed.",
    fixes: ['new-place', 'retry', 'stop-mirror'],
    cause: 'm2 root-lost missing',
    at: null,
  }),
  item('p7', 'blocked', '', {
    title: 'The service was set back',
    text: 'The service shows 38 files in versions that were replaced long ago. Nothing is overwritten here.',
    fixes: ['allow'],
    cause: 'm1 set-back',
  }),
  item('p8', 'blocked', 'Assays/Plates/2026-11-19 Bradford 09.csv', {
    title: 'The service shows an older version',
    text: "The service shows an older version of 'Assays/Plates/2026-11-19 Bradford 09.csv', and no longer has the one from 19 November 2026, 14:02:09. That one stays on this computer until you decide.",
    remedy: 'Send what is here on top of it, or take what the service has.',
    fixes: ['allow', 'take', 'skip'],
    cause: 'm1 old-version',
  }),
  item('t1', 'blocked', '', {
    key: 'message:1',
    mirror: '',
    ...attentionTexts.message('Compare it with the run of Tuesday.', chatTexts.unsure),
    fixes: ['open-message'],
    cause: ' message',
  }),
  item('z1', 'blocked', '', {
    key: 'zone:4',
    mirror: '',
    ...attentionTexts.zone('Orbitrap', zoneTexts.alerts.refused),
    fixes: ['open-zone'],
    cause: ' zone refused',
  }),
];

const ALL = [GUARD, ...CONFLICTS, ...BLOCKED];

/** Says that these need a person. */
export function need(items: readonly AttentionItem[]): (engine: ScriptedEngine) => void {
  return engine => {
    engine.need(items);
    engine.setStatus({ state: 'attention', attention: items.length });
  };
}

/** What needs a person, and what is asked before it is mended. */
export const attentionScenes: readonly Scene[] = [
  {
    screen: 'attention',
    state: 'loading',
    route: ATTENTION,
    answers: { 'attention.list': never },
    shows: [attentionWords.reading],
  },
  { screen: 'attention', state: 'empty', route: ATTENTION, shows: [attentionWords.empty] },
  {
    screen: 'attention',
    state: 'empty',
    name: 'filtered',
    route: ATTENTION,
    world: need(ALL),
    steps: ({ write }) => write(attentionWords.filter, 'zebrafish'),
    shows: [attentionWords.filtered],
  },
  {
    screen: 'attention',
    state: 'partial',
    route: ATTENTION,
    world: need(ALL),
    answers: { 'attention.list': async () => ({ items: ALL, decisions: 1, versions: 3, blocked: 2407 }) },
    shows: [attentionWords.shown(ALL.length, 2411), attentionWords.message],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'merges that wait',
    route: ATTENTION,
    world: need(MERGES),
    shows: ['Send it now', 'Go on with the merge…', 'Save a copy of it before you forget it'],
  },
  {
    screen: 'attention',
    state: 'offline',
    route: ATTENTION,
    world: engine => {
      need(ALL)(engine);
      engine.setStatus({ state: 'offline' });
    },
    shows: ['Offline', 'plate7.csv'],
  },
  {
    screen: 'attention',
    state: 'error',
    route: ATTENTION,
    answers: { 'attention.list': async () => broken() },
    shows: ['Something went wrong in Benchtop'],
  },
  {
    screen: 'attention',
    state: 'error',
    name: 'could not be done',
    route: ATTENTION,
    world: need(ALL),
    answers: { 'problems.retry': async () => failing() },
    steps: ({ press }) => press('Try again'),
    shows: ['The storage backend did not answer in time.'],
  },
  {
    screen: 'attention',
    state: 'no-permission',
    route: ATTENTION,
    world: engine => {
      engine.need([
        item('s1', 'blocked', '', {
          mirror: '',
          title: "This key can't do that",
          text: "The key you signed in with isn't allowed to change files. Nothing is lost.",
          fixes: ['sign-in'],
          cause: ' scope',
        }),
        ...BLOCKED.slice(4, 5),
      ]);
      engine.setStatus({ state: 'attention', attention: 2 });
    },
    shows: ['Your account', 'Use another key…'],
  },
  {
    screen: 'attention',
    state: 'full',
    route: ATTENTION,
    world: need(ALL),
    shows: ['plate7.csv', 'setup.exe', `${ALL.length} items need attention`],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'several chosen',
    route: ATTENTION,
    world: need(CONFLICTS),
    steps: async ({ choose, key }) => {
      await choose('plate7.csv');
      await key('a', { ctrl: true });
    },
    shows: [attentionWords.chosen(3), conflictWords.many.button],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'different ones chosen',
    route: ATTENTION,
    world: need(ALL),
    steps: async ({ choose, key }) => {
      await choose('plate7.csv');
      await key('a', { ctrl: true });
    },
    shows: [attentionWords.nothingForAll],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'choose for all',
    route: ATTENTION,
    world: need(CONFLICTS),
    steps: async ({ choose, key, press }) => {
      await choose('plate7.csv');
      await key('a', { ctrl: true });
      await press(conflictWords.many.button);
      await press(conflictWords.choices.both.label);
    },
    shows: [conflictWords.many.summary.both(3)],
  },
  {
    screen: 'attention',
    state: 'error',
    name: 'not all settled',
    route: ATTENTION,
    world: need(CONFLICTS),
    answers: {
      'conflicts.resolveAll': async () => ({
        settled: ['c0', 'c2'],
        refused: [{ id: 'c1', text: conflictWords.refusals.changed }],
      }),
    },
    steps: async ({ choose, key, press }) => {
      await choose('plate7.csv');
      await key('a', { ctrl: true });
      await press(conflictWords.many.button);
      await press(conflictWords.choices.both.label);
      await press(conflictWords.apply.both);
    },
    shows: [conflictWords.many.refused(1)],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'all settled',
    route: ATTENTION,
    world: need(CONFLICTS),
    answers: { 'conflicts.resolveAll': async ({ ids }) => ({ settled: [...ids], refused: [] }) },
    steps: async ({ choose, key, press }) => {
      await choose('plate7.csv');
      await key('a', { ctrl: true });
      await press(conflictWords.many.button);
      await press(conflictWords.choices.both.label);
      await press(conflictWords.apply.both);
    },
    shows: [conflictWords.many.settled(3), feedbackTexts.show],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'more for one',
    route: ATTENTION,
    world: need(ALL),
    steps: ({ press }) => press(attentionWords.moreFor('setup.exe')),
    shows: [attentionWords.why],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'skip a type',
    route: ATTENTION,
    world: need(ALL),
    steps: async ({ press }) => {
      await press(attentionWords.moreFor('setup.exe'));
      await press("Leave all '.exe' files alone…");
    },
    shows: [fixWords.skipType.confirm],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'rename',
    route: ATTENTION,
    world: need(ALL),
    steps: ({ press }) => press('Rename…'),
    shows: [fixWords.rename.hint],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'done',
    route: ATTENTION,
    world: need(ALL),
    answers: { 'problems.retry': async () => ({ count: 1 }) },
    steps: ({ press }) => press('Try again'),
    shows: [attentionWords.done.retry],
  },
];
