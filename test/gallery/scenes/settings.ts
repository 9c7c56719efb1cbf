import { folderWords, settingsWords } from '../../../shared/text/settings.ts';
import { DAY } from '../../../shared/units.ts';
import { broken, fail } from '../faults.ts';
import type { Hand } from '../hand.ts';
import { ago, settings } from '../lab.ts';
import { never, type Scene } from '../scene.ts';

const ROUTE = '#/settings';

const settingScenes: readonly Scene[] = [
  {
    screen: 'settings',
    state: 'loading',
    route: '#/settings/sync',
    silent: ['settings.all', 'limits.now', 'network.now'],
    answers: { 'about.get': never },
    shows: [settingsWords.reading],
  },
  {
    screen: 'settings',
    state: 'empty',
    route: ROUTE,
    world: ({ topics }) => topics.publish('mirrors.all', []),
    shows: [folderWords.none],
  },
  {
    screen: 'settings',
    state: 'empty',
    name: 'filtered',
    route: ROUTE,
    steps: ({ write }) => write(settingsWords.search, 'zebrafish'),
    shows: [settingsWords.none],
  },
  {
    screen: 'settings',
    state: 'offline',
    route: ROUTE,
    world: engine => engine.setStatus({ state: 'offline' }),
    shows: ['Offline', folderWords.add],
  },
  {
    screen: 'settings',
    state: 'error',
    route: ROUTE,
    answers: { 'mirrors.add': async () => fail({ kind: 'bad-request', detail: 'There is no folder at that path.' }) },
    steps: async ({ press, write }) => {
      await press(folderWords.add);
      await write(folderWords.adding.remote, 'Freezers');
      await write(folderWords.adding.local, '/home/ada/Lab/Freezers');
      await press(folderWords.adding.confirm);
    },
    shows: ['There is no folder at that path.'],
  },
  {
    screen: 'settings',
    state: 'error',
    name: 'a wrong number',
    route: '#/settings/sync',
    steps: ({ write }) => write(settingsWords.numbers.settleMs.label, 'soon'),
    shows: [settingsWords.wrong.whole('seconds')],
  },
  {
    screen: 'settings',
    state: 'error',
    name: 'not saved',
    route: '#/settings/sync',
    answers: { 'settings.set': async () => broken() },
    steps: async ({ write, press }) => {
      await write(settingsWords.numbers.settleMs.label, '5');
      await press(settingsWords.save);
    },
    shows: ['Benchtop made a mistake'],
  },
  {
    screen: 'settings',
    state: 'no-permission',
    route: '#/settings/account',
    world: ({ topics }) => topics.publish('account.session', { name: 'signed-out' }),
    shows: [settingsWords.account.nobody],
  },
  {
    screen: 'settings',
    state: 'full',
    route: ROUTE,
    world: engine => {
      engine.topics.publish('limits.now', {
        upBytesPerSecond: 2_000_000,
        downBytesPerSecond: 0,
        hours: { from: 480, to: 1080 },
      });
      engine.topics.publish(
        'mirrors.all',
        engine
          .mirrors()
          .map(each =>
            each.id === 'm2'
              ? { ...each, state: 'halted', reason: "The folder '/home/ada/Lab/Raw data' isn't there." }
              : each,
          ),
      );
    },
    shows: [folderWords.add, 'Stopped'],
  },
  ...(['sync', 'network', 'store', 'appearance', 'about'] as const).map((section): Scene => ({
    screen: 'settings',
    state: 'full',
    name: section,
    route: `${ROUTE}/${section}`,
    world: ({ topics }) => {
      topics.publish('settings.all', settings({ onBattery: 'slow', onMetered: 'pause' }));
      topics.publish('limits.now', {
        upBytesPerSecond: 2_000_000,
        downBytesPerSecond: 0,
        hours: { from: 480, to: 1080 },
      });
    },
    shows: [settingsWords.sections[section]],
  })),
  {
    screen: 'settings',
    state: 'full',
    name: 'paused',
    route: ROUTE,
    world: engine => {
      const { mirrors } = engine;
      engine.setStatus({
        mirrors: mirrors().map(({ id }, at) => ({
          id,
          pause: { until: at === 0 ? ago(-DAY / 12) : null, why: 'person' },
          files: 31,
          waiting: 3,
          held: 0,
          blocked: 0,
          conflicted: 0,
          checkedAt: ago(DAY / 24),
        })),
      });
    },
    shows: [folderWords.paused],
  },
  {
    screen: 'settings',
    state: 'full',
    name: 'add a folder',
    route: ROUTE,
    steps: ({ press }) => press(folderWords.add),
    shows: [folderWords.adding.mode],
  },
  {
    screen: 'settings',
    state: 'full',
    name: 'a folder was moved',
    route: ROUTE,
    steps: async ({ press }) => {
      await press(folderWords.more('Knowledge Base'));
      await press(folderWords.move);
    },
    shows: [folderWords.moving.text],
  },
  {
    screen: 'settings',
    state: 'full',
    name: 'stop a folder',
    route: ROUTE,
    answers: { 'mirrors.remove': async () => broken() },
    steps: async ({ press }) => {
      await press(folderWords.more('Knowledge Base'));
      await press(folderWords.stop);
    },
    shows: ['Cancel'],
  },
  {
    screen: 'settings',
    state: 'full',
    name: 'folder added',
    route: ROUTE,
    answers: { 'mirrors.add': async () => ({ id: 'm3', notice: 'It holds 38 GB, and 40 GB are free.' }) },
    steps: async ({ press, write }) => {
      await press(folderWords.add);
      await write(folderWords.adding.remote, 'Freezers');
      await write(folderWords.adding.local, '/home/ada/Lab/Freezers');
      await press(folderWords.adding.confirm);
    },
    shows: ['It holds 38 GB'],
  },
  {
    screen: 'settings',
    state: 'full',
    name: 'sign out',
    route: '#/settings/account',
    steps: ({ press }) => press(settingsWords.account.out),
    shows: [settingsWords.account.outText],
  },
];

const RULES = [
  ['.benchtop/', 'always', 0, 0],
  ['~$*', 'default', 3, 0],
  ['.DS_Store', 'default', 0, 0],
  ['*.tmp', 'mirror', 12, 1],
  ['raw/a very long folder name that somebody gave to a rule/**/*.nd2', 'mirror', 1204, 38],
] as const;

const rules = RULES.map(([pattern, origin, hidesHere, hidesThere]) => ({
  mirror: 'm1',
  pattern,
  origin,
  hidesHere,
  hidesThere,
}));

const showRules = ({ press }: Hand): Promise<void> => press(folderWords.rules);

const ruleScenes: readonly Scene[] = [
  {
    screen: 'rules',
    state: 'loading',
    route: ROUTE,
    answers: { 'rules.list': never },
    steps: showRules,
    shows: [folderWords.ruling.patternHint],
  },
  {
    screen: 'rules',
    state: 'full',
    route: ROUTE,
    answers: { 'rules.list': async () => rules },
    steps: showRules,
    shows: ['*.tmp', folderWords.ruling.origins.default],
  },
  {
    screen: 'rules',
    state: 'error',
    route: ROUTE,
    answers: {
      'rules.list': async () => rules,
      'rules.add': async () => fail({ kind: 'bad-request', detail: 'That is no rule: a range is not closed.' }),
    },
    steps: async hand => {
      await showRules(hand);
      await hand.write(folderWords.ruling.pattern, 'plate[');
      await hand.press(folderWords.ruling.add);
    },
    shows: ['That is no rule'],
  },
];

/** Settings, and what is skipped in a folder. */
export const settingsScenes: readonly Scene[] = [...settingScenes, ...ruleScenes];
