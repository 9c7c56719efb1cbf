import { accountPage } from '../../../shared/text/account-page.ts';
import { invitationTexts } from '../../../shared/text/invitation.ts';
import { folderWords, settingsWords } from '../../../shared/text/settings.ts';
import { DAY } from '../../../shared/units.ts';
import { broken, failing, fail, notAllowed, offline } from '../faults.ts';
import type { Hand } from '../hand.ts';
import { ACCOUNT, ago, settings } from '../lab.ts';
import { never, type Scene } from '../scene.ts';

const ROUTE = '#/settings';

const settingScenes: readonly Scene[] = [
  {
    screen: 'settings',
    state: 'loading',
    route: '#/settings/sync',
    silent: ['settings.all', 'limits.now'],
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
    route: '#/settings/power',
    answers: { 'settings.set': async () => broken() },
    steps: async ({ press }) => {
      await press(settingsWords.searchInside.choices.yes);
    },
    shows: ['the journal is busy'],
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

const ACCOUNT_ROUTE = '#/account';
const signedIn = { 'account.look': async () => ACCOUNT };
const UNSENT = {
  items: Array.from({ length: 12 }, (_, at) => ({ mirror: 'm1', path: `Plates/plate ${at + 1}.csv` })),
  total: 12,
  open: [
    {
      id: 'c1',
      mirror: 'm1',
      path: 'Plates/plate7.csv',
      reason: 'conflict',
      text: 'It was changed here and at the service.',
      until: null,
    },
  ],
};

const accountOnly: readonly Scene[] = [
  {
    screen: 'account',
    state: 'loading',
    route: ACCOUNT_ROUTE,
    answers: { 'account.look': never },
    shows: [accountPage.reading],
  },
  {
    screen: 'account',
    state: 'empty',
    route: ACCOUNT_ROUTE,
    world: ({ topics }) => topics.publish('account.session', { name: 'signed-out' }),
    shows: [accountPage.signedOut],
  },
  {
    screen: 'account',
    state: 'partial',
    route: ACCOUNT_ROUTE,
    answers: {
      'account.look': async () => ({
        ...ACCOUNT,
        name: null,
        isEmailConfirmed: null,
        credential: { kind: 'session', name: null, ends: null, expiresAt: null },
        organizations: [],
      }),
    },
    shows: [accountPage.none],
  },
  {
    screen: 'account',
    state: 'offline',
    route: ACCOUNT_ROUTE,
    world: engine => engine.setStatus({ state: 'offline' }),
    answers: { 'account.look': async () => ({ ...ACCOUNT, isFresh: false }) },
    shows: [accountPage.stale],
  },
  {
    screen: 'account',
    state: 'error',
    route: ACCOUNT_ROUTE,
    answers: { 'account.look': async () => failing() },
    shows: ['The storage backend did not answer in time.'],
  },
  {
    screen: 'account',
    state: 'no-permission',
    route: ACCOUNT_ROUTE,
    world: ({ topics }) =>
      topics.publish('account.session', { name: 'access-ended', messages: ['The organization was closed.'] }),
    shows: [accountPage.signIn],
  },
  {
    screen: 'account',
    state: 'full',
    route: ACCOUNT_ROUTE,
    answers: {
      'account.look': async () => ({
        ...ACCOUNT,
        isEmailConfirmed: false,
        organizations: [
          ...ACCOUNT.organizations,
          { id: 'o2', name: 'Imaging core facility', role: 'Viewer', isActive: false, mirrors: 0 },
          { id: 'o3', name: 'Collaboration with a rather long name', role: 'Principal', isActive: false, mirrors: 1 },
        ],
      }),
      'signIn.confirmEmail': async () => ({ confirmed: false }),
    },
    steps: async ({ press }) => {
      await press(accountPage.sendConfirmation);
    },
    shows: ['Imaging core facility', accountPage.token],
  },
  {
    screen: 'account',
    state: 'full',
    name: 'change the name',
    route: ACCOUNT_ROUTE,
    answers: signedIn,
    steps: ({ press }) => press(accountPage.change),
    shows: [accountPage.name],
  },
  {
    screen: 'account',
    state: 'full',
    name: 'sign out',
    route: ACCOUNT_ROUTE,
    answers: { ...signedIn, 'account.unsent': async () => UNSENT },
    steps: ({ press }) => press(accountPage.signOut),
    shows: [accountPage.unsent(12), accountPage.waiting(1)],
  },
  {
    screen: 'account',
    state: 'error',
    name: 'not deleted',
    route: ACCOUNT_ROUTE,
    answers: {
      ...signedIn,
      'account.unsent': async () => UNSENT,
      'account.delete': async () => ({
        name: 'kept',
        status: 409,
        messages: ['You are the last owner of Okafor Lab.'],
      }),
    },
    steps: async ({ press, write }) => {
      await press(accountPage.remove);
      await write(accountPage.removeConfirm(ACCOUNT.email), ACCOUNT.email ?? '');
      await press(accountPage.removeNow);
    },
    shows: [accountPage.kept, 'You are the last owner'],
  },
];

const INVITED = {
  state: 'pending' as const,
  organization: 'Imaging core facility',
  email: 'ada@example.org',
  role: 'Editor',
  invitedBy: 'Ben Okafor',
  expiresAt: ago(-5 * DAY),
  signedInAs: 'ada@example.org',
};

async function lookAtIt({ write, press }: Hand): Promise<void> {
  await write(invitationTexts.paste, 'https://kb.example.org/invitation/4f1c2b7a90');
  await press(invitationTexts.look);
}

function invitation(state: Scene['state'], name: string | null, rest: Pick<Scene, 'answers' | 'shows'>): Scene {
  const { answers = {}, shows } = rest;
  return {
    screen: 'invitation',
    state,
    ...(name === null ? {} : { name }),
    route: ACCOUNT_ROUTE,
    answers: { ...signedIn, ...answers },
    steps: lookAtIt,
    shows,
  };
}

const invitationScenes: readonly Scene[] = [
  invitation('loading', null, { answers: { 'invitation.look': never }, shows: [invitationTexts.look] }),
  invitation('offline', null, { answers: { 'invitation.look': async () => offline() }, shows: ["You're offline"] }),
  invitation('error', null, {
    answers: { 'invitation.look': async () => ({ ...INVITED, state: 'gone' }) },
    shows: [invitationTexts.gone],
  }),
  invitation('error', 'expired', {
    answers: { 'invitation.look': async () => ({ ...INVITED, state: 'expired' }) },
    shows: [invitationTexts.expired],
  }),
  invitation('no-permission', null, {
    answers: { 'invitation.look': async () => ({ ...INVITED, state: 'other-email', email: 'moreau@example.org' }) },
    shows: [invitationTexts.otherEmail],
  }),
  invitation('no-permission', 'refused', {
    answers: { 'invitation.look': async () => notAllowed() },
    shows: ['You need the editor role here.'],
  }),
  invitation('full', null, {
    answers: { 'invitation.look': async () => INVITED },
    shows: [invitationTexts.pending('Imaging core facility'), invitationTexts.accept],
  }),
  {
    ...invitation('full', 'joined', {
      answers: {
        'invitation.look': async () => INVITED,
        'invitation.accept': async () => ({ organization: 'Imaging core facility' }),
      },
      shows: [invitationTexts.joined('Imaging core facility')],
    }),
    steps: async hand => {
      await lookAtIt(hand);
      await hand.press(invitationTexts.accept);
    },
  },
];

/** Settings, rules, the account and invitations. */
export const settingsScenes: readonly Scene[] = [...settingScenes, ...ruleScenes, ...accountOnly, ...invitationScenes];
