import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { words } from '../../../../shared/text/words.ts';
import type { ScriptedEngine } from '../../../end-to-end/driver/scripted-engine.ts';
import { fail, offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';

export const START = '#/start';
const { service, identity, email, code, register, company, browser, key } = enterTexts;

/** The first start on this computer: no person has signed in before. */
export function fresh(engine: ScriptedEngine): void {
  engine.topics.publish('mirrors.all', []);
  engine.topics.publish('account.session', { name: 'signed-out' });
  engine.topics.publish('setUp.state', { kind: null, isDone: false, showsChecklist: false });
  engine.setStatus({ state: 'signedOut', service: null, mirrors: [] });
}

const FOUND = { service: 'https://kb.example.org/api/v1', build: '2.4.0', offersOauth: true, hasKeyring: true };

async function toService({ write, press }: Hand): Promise<void> {
  await write(service.label, 'kb.example.org');
  await press(service.go);
}

const addressScenes: readonly Scene[] = [
  {
    screen: 'address',
    state: 'loading',
    route: START,
    world: fresh,
    answers: { 'signIn.find': never },
    steps: toService,
    shows: [service.checking],
  },
  { screen: 'address', state: 'empty', route: START, world: fresh, shows: [service.title, service.hint] },
  {
    screen: 'address',
    state: 'offline',
    route: START,
    world: fresh,
    answers: { 'signIn.find': async () => offline() },
    steps: toService,
    shows: [service.tried('https://kb.example.org'), service.offline],
  },
  {
    screen: 'address',
    state: 'error',
    route: START,
    world: fresh,
    answers: {
      'signIn.find': async () => fail({ kind: 'offline', detail: 'something else answers there' }),
    },
    steps: toService,
    shows: [service.wrong],
  },
];

/** A way to sign in, after the address was found. */
function way(tab: string | null, further?: (hand: Hand) => Promise<void>): (hand: Hand) => Promise<void> {
  return async hand => {
    await toService(hand);
    await hand.see(identity.ways);
    if (tab !== null) await hand.press(tab);
    await further?.(hand);
  };
}

const known = { 'signIn.find': async () => FOUND };

async function sendCode({ write, press }: Hand): Promise<void> {
  await write(email.label, 'ada@example.org');
  await press(email.send);
}

async function typeCode(hand: Hand): Promise<void> {
  await sendCode(hand);
  await hand.write(code.label, '4F7K2Q');
  await hand.press(code.verify);
}

const sent = { ...known, 'signIn.sendCode': async () => ({ expiresInSeconds: 600 }) };

async function toCompany({ write, press }: Hand): Promise<void> {
  await write(company.label, 'ada@example.org');
  await press(company.go);
}

const identityScenes: readonly Scene[] = [
  {
    screen: 'sign-in',
    state: 'loading',
    route: START,
    world: engine => {
      fresh(engine);
      engine.topics.publish('account.session', { name: 'checking' });
    },
    shows: [words.start.checking],
  },
  {
    screen: 'sign-in',
    state: 'loading',
    name: 'in the browser',
    route: START,
    world: fresh,
    answers: {
      ...known,
      'signIn.begin': async () => ({ ticket: 't', url: 'https://kb.example.org/sso', until: ago(-300_000) }),
      'signIn.outcome': never,
    },
    steps: way(identity.company, toCompany),
    shows: [browser.title, browser.open],
  },
  {
    screen: 'sign-in',
    state: 'empty',
    route: START,
    world: fresh,
    answers: known,
    steps: way(null),
    shows: [email.about, identity.key],
  },
  {
    screen: 'sign-in',
    state: 'full',
    name: 'code sent',
    route: START,
    world: fresh,
    answers: sent,
    steps: way(null, sendCode),
    shows: [code.label, code.verify],
  },
  {
    screen: 'sign-in',
    state: 'full',
    name: 'new person',
    route: START,
    world: fresh,
    answers: { ...sent, 'signIn.verifyCode': async () => ({ name: 'registration' }) },
    steps: way(null, typeCode),
    shows: [register.title, register.privacy],
  },
  {
    screen: 'sign-in',
    state: 'full',
    name: 'key',
    route: START,
    world: fresh,
    answers: { 'signIn.find': async () => ({ ...FOUND, hasKeyring: false }) },
    steps: way(identity.key),
    shows: [key.hint, enterTexts.store.title],
  },
  {
    screen: 'sign-in',
    state: 'full',
    name: 'oauth',
    route: START,
    world: fresh,
    answers: known,
    steps: way(identity.oauth),
    shows: [enterTexts.oauth.about],
  },
  {
    screen: 'sign-in',
    state: 'offline',
    route: START,
    world: fresh,
    answers: { ...known, 'signIn.sendCode': async () => offline() },
    steps: way(null, sendCode),
    shows: ["You're offline"],
  },
  {
    screen: 'sign-in',
    state: 'error',
    route: START,
    world: fresh,
    answers: {
      ...sent,
      'signIn.verifyCode': async () => fail({ kind: 'refused', status: 400, messages: ['Wrong code.'] }),
    },
    steps: way(null, typeCode),
    shows: [code.wrong],
  },
  {
    screen: 'sign-in',
    state: 'error',
    name: 'key cut off',
    route: START,
    world: fresh,
    answers: known,
    steps: way(identity.key, async ({ write, press }) => {
      await write(key.label, ' "svc_live_8f2" ');
      await press(words.reveal(key.label));
    }),
    shows: [key.cut(12), words.hide(key.label)],
  },
  {
    screen: 'sign-in',
    state: 'error',
    name: 'key refused',
    route: START,
    world: fresh,
    answers: { ...known, 'account.signIn': async () => fail({ kind: 'signed-out' }) },
    steps: way(identity.key, async ({ write, press }) => {
      await write(key.label, 'svc_live_0123456789abcdef');
      await press(key.go);
    }),
    shows: [key.refused],
  },
  {
    screen: 'sign-in',
    state: 'partial',
    name: 'which organization',
    route: START,
    world: fresh,
    answers: {
      ...known,
      'account.signIn': async () => ({ name: 'which-organization', organizations: ['Halden Lab', 'Weir Group'] }),
    },
    steps: way(identity.key, async ({ write, press }) => {
      await write(key.label, 'svc_live_0123456789abcdef');
      await press(key.go);
    }),
    shows: [key.which, 'Weir Group'],
  },
  ...(
    [
      ['stopped', { name: 'mismatch' }, browser.mismatch],
      ['refused', { name: 'refused', message: 'You are not assigned to this application.' }, browser.refused],
      ['no account', { name: 'no-account', email: null }, browser.noAccount],
      ['too late', { name: 'over' }, browser.over],
    ] as const
  ).map(([name, outcome, title]): Scene => ({
    screen: 'sign-in',
    state: 'error',
    name,
    route: START,
    world: fresh,
    answers: {
      ...known,
      'signIn.begin': async () => ({ ticket: 't', url: 'https://kb.example.org/sso', until: ago(-300_000) }),
      'signIn.outcome': async () => outcome,
    },
    steps: way(identity.company, toCompany),
    shows: [title],
  })),
  {
    screen: 'sign-in',
    state: 'no-permission',
    route: START,
    world: engine => {
      engine.topics.publish('account.session', {
        name: 'access-ended',
        messages: ['Your membership of Okafor Lab was ended by an administrator.'],
      });
      engine.setStatus({ state: 'accessEnded' });
    },
    answers: known,
    shows: [identity.ended, 'Your membership of Okafor Lab'],
  },
  {
    screen: 'sign-in',
    state: 'partial',
    route: START,
    world: engine => {
      engine.topics.publish('account.session', { name: 'signed-out' });
      engine.setStatus({ state: 'signedOut' });
    },
    answers: known,
    shows: [identity.again, identity.againAbout],
  },
];

/** Where the service is, and who it is. */
export const signInScenes: readonly Scene[] = [...addressScenes, ...identityScenes];
