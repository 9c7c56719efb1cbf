import { claimTexts } from '../../../../shared/features/mirrors/claims-text.ts';
import { folderWords, settingsWords } from '../../../../shared/features/settings/text.ts';
import { SETTINGS } from '../../../../shared/features/settings/settings-table.ts';
import { managedTexts } from '../../../../shared/features/settings/managed-text.ts';
import { leavingTexts } from '../../../../shared/features/sign-out/text.ts';
import type { Leaving } from '../../../../shared/features/sign-out/model.ts';
import { DAY } from '../../../../shared/units.ts';
import { broken, fail, offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago, settings } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { KEEPING } from './set-up.ts';
import { keepTexts } from '../../../../shared/features/set-up/keep-text.ts';
import { localFolderTexts } from '../../../../shared/features/set-up/local-folder-text.ts';
import { setUpTexts } from '../../../../shared/features/set-up/text.ts';

const ROUTE = '#/settings';

/** Opens the sheet and ticks a folder. */
async function addFreezers({ press, see }: Hand): Promise<void> {
  await press(folderWords.add);
  await see('Freezers');
  await press('Freezers, 412 files');
  await see(keepTexts.where('/home/ada/Lab/Freezers'));
}

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
    answers: {
      ...KEEPING,
      'mirrors.add': async () => fail({ kind: 'bad-request', detail: 'Another mirrored folder lies in it.' }),
    },
    steps: async hand => {
      await addFreezers(hand);
      await hand.press(keepTexts.yes);
    },
    shows: ['Another mirrored folder lies in it.'],
  },
  {
    screen: 'settings',
    state: 'error',
    name: 'a wrong number',
    route: '#/settings/sync',
    steps: ({ write }) => write(SETTINGS.settleMs.label, 'soon'),
    shows: [settingsWords.wrong.whole('seconds')],
  },
  {
    screen: 'settings',
    state: 'error',
    name: 'not saved',
    route: '#/settings/sync',
    answers: { 'settings.set': async () => broken() },
    steps: async ({ write, press }) => {
      await write(SETTINGS.settleMs.label, '5');
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
    name: 'set by the administrator',
    route: ROUTE,
    answers: {
      'managed.get': async () => ({
        path: '/etc/benchtop/policy.json',
        state: 'in-force',
        why: null,
        service: 'https://kb.example.org/api/v1',
        updatesOff: true,
        remoteImagesOff: true,
        zonesVerify: 'all',
        settings: { pollSeconds: '300', onMetered: 'pause' },
      }),
    },
    shows: [managedTexts.title, managedTexts.locked('300 seconds')],
  },
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
          standing: 'stopped',
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
    answers: KEEPING,
    steps: async hand => {
      await addFreezers(hand);
      await hand.press(localFolderTexts.choose);
    },
    shows: [keepTexts.mode, keepTexts.where('/home/ada/Lab/Freezers'), setUpTexts.home],
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
    name: 'a folder was moved, its place chosen',
    route: ROUTE,
    answers: KEEPING,
    steps: async ({ press }) => {
      await press(folderWords.more('Knowledge Base'));
      await press(folderWords.move);
      await press(localFolderTexts.choose);
    },
    shows: [folderWords.moving.text, setUpTexts.home],
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
    name: 'a folder of other records',
    route: ROUTE,
    answers: {
      ...KEEPING,
      'mirrors.add': async ({ local }) => ({ id: null, notice: null, claimed: { path: local, where: 'in' as const } }),
    },
    steps: async hand => {
      await addFreezers(hand);
      await hand.press(keepTexts.yes);
    },
    shows: [claimTexts.takeOver],
  },
  {
    screen: 'settings',
    state: 'full',
    name: 'folder added',
    route: ROUTE,
    answers: { ...KEEPING, 'mirrors.add': async () => ({ id: 'm3', notice: 'It holds 38 GB, and 40 GB are free.' }) },
    steps: async hand => {
      await addFreezers(hand);
      await hand.press(keepTexts.yes);
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

const LEAVING: Leaving = {
  mirrors: [
    {
      id: 'm1',
      name: 'Knowledge Base',
      local: '/home/ada/Lab/Knowledge Base',
      trouble: null,
      files: 12_408,
      sizeBytes: 38_400_000_000,
      stays: 212,
    },
    {
      id: 'm2',
      name: 'Instruments/Raw data',
      local: '/home/ada/Lab/Raw data',
      trouble: "The folder '/home/ada/Lab/Raw data' isn't there. Bring it back, or name its new place.",
      files: 0,
      sizeBytes: 0,
      stays: 1204,
    },
  ],
  stays: ['not-sent', 'only-here', 'conflict', 'hidden', 'gone-there', 'special'].map((reason, at) => ({
    mirror: 'm1',
    path: `Plates/plate ${at}.csv`,
    place: `/home/ada/Lab/Knowledge Base/Plates/${at === 1 ? 'a name\u202Eof a very long kind '.repeat(4) : 'plate'} ${at}.csv`,
    reason,
    text: leavingTexts.stays(reason, null),
  })),
  staysTotal: 212,
  apart: [
    { id: 'waiting:1', from: 'waiting', path: 'Field notes.md', sizeBytes: 4200, at: ago(DAY) },
    { id: 'message:1', from: 'message', path: 'Which primers are left', sizeBytes: 22, at: ago(DAY) },
    { id: 'store:m1-1', from: 'store', path: 'Plates/plate7.csv', sizeBytes: 12_000, at: ago(3 * DAY) },
    { id: 'store:m1-2', from: 'store', path: '', sizeBytes: null, at: ago(9 * DAY) },
  ],
  apartTotal: 4,
  apartBytes: 16_222,
  records: '/home/ada/.local/share/benchtop',
};

/** One that is not the last. */
const ROUND = { files: 200, sizeBytes: 9_000_000, kept: 0, after: 5 };

const ACCOUNT_PART = '#/settings/account';

async function askToRemove({ press }: Hand): Promise<void> {
  await press(settingsWords.account.out);
  await press(leavingTexts.remove.label);
}

async function removeAll({ press, write }: Hand): Promise<void> {
  await press(leavingTexts.everythingOpen);
  await write(leavingTexts.sure, leavingTexts.sureWord);
  await press(leavingTexts.removeAll);
}

function leaving(state: Scene['state'], name: string, rest: Pick<Scene, 'answers' | 'steps' | 'shows'>): Scene {
  const { answers = {}, ...others } = rest;
  const all = { 'leaving.look': async () => LEAVING, ...answers };
  return { screen: 'settings', state, name, route: ACCOUNT_PART, answers: all, ...others };
}

const leavingScenes: readonly Scene[] = [
  leaving('full', 'sign out and remove', { steps: askToRemove, shows: ['12,408 files, 38.4 GB', 'and 206 more'] }),
  leaving('loading', 'what is here', {
    answers: { 'leaving.look': never },
    steps: askToRemove,
    shows: [leavingTexts.reading],
  }),
  leaving('empty', 'nothing to remove', {
    answers: {
      'leaving.look': async () => ({ ...LEAVING, mirrors: [], stays: [], staysTotal: 0, apart: [], apartTotal: 0 }),
    },
    steps: askToRemove,
    shows: [leavingTexts.nothing],
  }),
  leaving('full', 'removing', {
    answers: { 'leaving.free': never },
    steps: async hand => {
      await askToRemove(hand);
      await hand.press(leavingTexts.outAndRemove);
    },
    shows: [leavingTexts.freeing(0, 12_408)],
  }),
  leaving('offline', 'not removed', {
    answers: { 'leaving.free': async () => offline() },
    steps: async hand => {
      await askToRemove(hand);
      await hand.press(leavingTexts.outAndRemove);
    },
    shows: [leavingTexts.broken(0)],
  }),
  leaving('partial', 'stopped', {
    answers: { 'leaving.free': () => new Promise(resolve => setTimeout(resolve, 200, ROUND)) },
    steps: async hand => {
      await askToRemove(hand);
      await hand.press(leavingTexts.outAndRemove);
      await hand.press(leavingTexts.stop);
    },
    shows: ['Stopped.'],
  }),
  leaving('full', 'remove everything', {
    steps: async ({ press, see }) => {
      await press(leavingTexts.everythingOpen);
      await see(leavingTexts.sure);
    },
    shows: [leavingTexts.apartLost(4, 16_222), leavingTexts.message, leavingTexts.unnamed],
  }),
  leaving('full', 'everything removed', {
    answers: {
      'leaving.free': async () => ({ files: 12_400, sizeBytes: 38_000_000_000, kept: 8, after: null }),
      'leaving.finish': async () => ({
        left: { ...LEAVING, mirrors: LEAVING.mirrors.slice(1), staysTotal: 7 },
        lost: { files: 2, sizeBytes: 4200 },
      }),
    },
    steps: removeAll,
    shows: [leavingTexts.doneTitle, leavingTexts.lost(2, 4200)],
  }),
];

/** Settings, and leaving an account. */
export const settingsScenes: readonly Scene[] = [...settingScenes, ...leavingScenes];
