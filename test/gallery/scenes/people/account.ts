import { accountPage } from '../../../../shared/features/account/window-text.ts';
import { chatTexts } from '../../../../shared/features/chat/text.ts';
import { invitationTexts } from '../../../../shared/features/account/invitation-text.ts';
import { DAY } from '../../../../shared/units.ts';
import { failing, notAllowed, offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ACCOUNT, ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';

const ACCOUNT_ROUTE = '#/account';
const signedIn = { 'account.look': async () => ACCOUNT };
const UNSENT = {
  items: Array.from({ length: 12 }, (_, at) => ({ mirror: 'm1', path: `Plates/plate ${at + 1}.csv` })),
  total: 12,
  messages: [
    { title: 'Compare it with the run of Tuesday.', note: chatTexts.waits },
    { title: 'Which primers are left', note: chatTexts.unsure },
  ],
  messagesTotal: 2,
  needs: 1,
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
    shows: [
      accountPage.unsent(12),
      accountPage.messages(2),
      'Compare it with the run of Tuesday.',
      accountPage.waiting(1),
    ],
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

/** Who is signed in, and invitations. */
export const accountScenes: readonly Scene[] = [...accountOnly, ...invitationScenes];
