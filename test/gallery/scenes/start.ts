import type { MirrorPreview, RemoteFolderInfo } from '../../../shared/model/set-up.ts';
import { enterTexts } from '../../../shared/text/enter.ts';
import { words } from '../../../shared/text/words.ts';
import type { ScriptedEngine } from '../../end-to-end/scripted-engine.ts';
import { failing, fail, offline } from '../faults.ts';
import type { Hand } from '../hand.ts';
import { ACCOUNT, ago } from '../lab.ts';
import { never, type Scene } from '../scene.ts';

const ROUTE = '#/start';
const { service, identity, email, code, register, company, browser, key, computer, place, folders, review } =
  enterTexts;

/** Nobody was here before. */
function fresh(engine: ScriptedEngine): void {
  engine.topics.publish('mirrors.all', []);
  engine.topics.publish('account.session', { name: 'signed-out' });
  engine.topics.publish('setUp.state', { kind: null, isDone: false, showsChecklist: false });
  engine.setStatus({ state: 'signedOut', service: null, mirrors: [] });
}

/** Somebody signed in, and nothing is set up. */
function signedIn(engine: ScriptedEngine): void {
  fresh(engine);
  engine.setStatus({ state: 'upToDate', service: ACCOUNT.service });
  engine.topics.publish('account.session', { name: 'ready', service: ACCOUNT.service, organization: 'Okafor Lab' });
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
    route: ROUTE,
    world: fresh,
    answers: { 'signIn.find': never },
    steps: toService,
    shows: [service.checking],
  },
  { screen: 'address', state: 'empty', route: ROUTE, world: fresh, shows: [service.title, service.hint] },
  {
    screen: 'address',
    state: 'offline',
    route: ROUTE,
    world: fresh,
    answers: { 'signIn.find': async () => offline() },
    steps: toService,
    shows: [service.offline],
  },
  {
    screen: 'address',
    state: 'error',
    route: ROUTE,
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

const signInScenes: readonly Scene[] = [
  {
    screen: 'sign-in',
    state: 'loading',
    route: ROUTE,
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
    route: ROUTE,
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
    route: ROUTE,
    world: fresh,
    answers: known,
    steps: way(null),
    shows: [email.about, identity.key],
  },
  {
    screen: 'sign-in',
    state: 'full',
    name: 'code sent',
    route: ROUTE,
    world: fresh,
    answers: sent,
    steps: way(null, sendCode),
    shows: [code.label, code.verify],
  },
  {
    screen: 'sign-in',
    state: 'full',
    name: 'new person',
    route: ROUTE,
    world: fresh,
    answers: { ...sent, 'signIn.verifyCode': async () => ({ name: 'registration' }) },
    steps: way(null, typeCode),
    shows: [register.title, register.privacy],
  },
  {
    screen: 'sign-in',
    state: 'full',
    name: 'key',
    route: ROUTE,
    world: fresh,
    answers: { 'signIn.find': async () => ({ ...FOUND, hasKeyring: false }) },
    steps: way(identity.key),
    shows: [key.hint, enterTexts.store.title],
  },
  {
    screen: 'sign-in',
    state: 'full',
    name: 'oauth',
    route: ROUTE,
    world: fresh,
    answers: known,
    steps: way(identity.oauth),
    shows: [enterTexts.oauth.about],
  },
  {
    screen: 'sign-in',
    state: 'offline',
    route: ROUTE,
    world: fresh,
    answers: { ...known, 'signIn.sendCode': async () => offline() },
    steps: way(null, sendCode),
    shows: ["You're offline"],
  },
  {
    screen: 'sign-in',
    state: 'error',
    route: ROUTE,
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
    name: 'key refused',
    route: ROUTE,
    world: fresh,
    answers: { ...known, 'account.signIn': async () => fail({ kind: 'signed-out' }) },
    steps: way(identity.key, async ({ write, press }) => {
      await write(key.label, 'svc_live_0123456789abcdef');
      await press(key.go);
    }),
    shows: [key.refused],
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
    route: ROUTE,
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
    route: ROUTE,
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
    route: ROUTE,
    world: engine => {
      engine.topics.publish('account.session', { name: 'signed-out' });
      engine.setStatus({ state: 'signedOut' });
    },
    answers: known,
    shows: [identity.again, identity.againAbout],
  },
];

function folder(id: string, name: string, other: Partial<RemoteFolderInfo> = {}): RemoteFolderInfo {
  return { id, name, hasFolders: true, files: null, isSpecial: false, mirror: null, ...other };
}

const PREVIEW: MirrorPreview = {
  local: '/home/ada/Knowledge base/Okafor Lab/Knowledge Base',
  remotePath: 'Knowledge Base',
  exists: true,
  counts: {
    alike: { files: 27, bytes: 4e6 },
    'only-here': { files: 3, bytes: 1.2e6 },
    'only-there': { files: 412, bytes: 3.1e9 },
    different: { files: 2, bytes: 90_000 },
    'left-out': { files: 1, bytes: 165 },
  },
  rows: [
    { path: 'Plates/plate7.csv', how: 'different', hereBytes: 51_204, thereBytes: 51_377 },
    { path: 'Inventory.csv', how: 'different', hereBytes: 88_120, thereBytes: 88_340 },
    { path: 'Plates/new export.csv', how: 'only-here', hereBytes: 40_100, thereBytes: null },
    { path: 'Protocols/ELISA.md', how: 'alike', hereBytes: 9840, thereBytes: 9840 },
    { path: '~$plate layout.xlsx', how: 'left-out', hereBytes: 165, thereBytes: null },
  ],
  isWhole: true,
};

const setUpAnswers: NonNullable<Scene['answers']> = {
  'account.look': async () => ACCOUNT,
  'setUp.setComputer': async () => null,
  'setUp.defaultPlace': async () => ({ path: '/home/ada/Knowledge base/Okafor Lab' }),
  'setUp.checkPlace': async ({ path }) => ({
    path,
    exists: false,
    isEmpty: true,
    freeBytes: 412e9,
    findings: [{ level: 'good', code: 'writable', text: 'It can be written to.' }],
  }),
  'setUp.makePlace': async ({ path }) => ({ path }),
  'setUp.folders': async ({ parent }) =>
    parent === null
      ? [
          folder('f1', 'Knowledge Base'),
          folder('f2', 'Instruments'),
          folder('f3', 'Drafts', { isSpecial: true }),
          folder('f4', 'Freezers', { hasFolders: false }),
        ]
      : [folder(`${parent}a`, 'Plates', { hasFolders: false }), folder(`${parent}b`, 'Protocols')],
  'setUp.measure': async ({ folder: id }) =>
    id === 'f2'
      ? { files: 10_000, folders: 212, bytes: 38e9, isWhole: false }
      : { files: 412, folders: id === 'f4' ? 0 : 12, bytes: 3.1e9, isWhole: true },
  'setUp.plan': async ({ place: at, folders: chosen }) =>
    chosen.map(({ id, name }) => ({ id, name, local: `${at}/${name}` })),
  'setUp.preview': async () => PREVIEW,
};

async function toPlace({ press }: Hand): Promise<void> {
  await press(computer.own);
  await press(enterTexts.next);
}

async function toFolders(hand: Hand): Promise<void> {
  await toPlace(hand);
  await hand.see('It can be written to.');
  await hand.press(enterTexts.next);
}

async function toTree(hand: Hand): Promise<void> {
  await toFolders(hand);
  await hand.press(folders.keep);
}

async function toReview(hand: Hand): Promise<void> {
  await toTree(hand);
  await hand.see('412 files');
  await hand.tick('Knowledge Base');
  await hand.press(folders.review);
}

function setUp(
  state: Scene['state'],
  name: string | null,
  rest: Pick<Scene, 'answers' | 'steps' | 'shows' | 'world'>,
): Scene {
  const { answers = {}, ...others } = rest;
  return {
    screen: 'set-up',
    state,
    ...(name === null ? {} : { name }),
    route: ROUTE,
    world: signedIn,
    ...others,
    answers: { ...setUpAnswers, ...answers },
  };
}

const setUpScenes: readonly Scene[] = [
  { ...setUp('loading', null, { shows: [words.connection.connecting] }), silent: ['setUp.state'] },
  setUp('loading', 'place', {
    answers: { 'setUp.checkPlace': never },
    steps: toPlace,
    shows: [place.checking],
  }),
  setUp('loading', 'folders', { answers: { 'setUp.folders': never }, steps: toTree, shows: [folders.reading] }),
  setUp('loading', 'comparing', {
    answers: { 'setUp.preview': never },
    steps: toReview,
    shows: [review.comparing('Knowledge Base')],
  }),
  setUp('empty', null, { shows: [computer.title, computer.instrumentHint] }),
  setUp('empty', 'no organization', {
    answers: { 'account.look': async () => ({ ...ACCOUNT, organizations: [] }) },
    steps: toPlace,
    shows: [enterTexts.noOrganization.title],
  }),
  setUp('empty', 'no folder', { answers: { 'setUp.folders': async () => [] }, steps: toTree, shows: [folders.none] }),
  setUp('empty', 'only browse', {
    steps: async hand => {
      await toFolders(hand);
      await hand.press(folders.review);
    },
    shows: [review.browse],
  }),
  setUp('partial', null, {
    answers: {
      'setUp.measure': async () => failing(),
      'setUp.preview': async () => ({ ...PREVIEW, isWhole: false }),
    },
    steps: toTree,
    shows: [folders.unread],
  }),
  setUp('offline', null, {
    answers: { 'setUp.folders': async () => offline() },
    steps: toTree,
    shows: ["You're offline"],
  }),
  setUp('error', null, {
    answers: {
      'setUp.checkPlace': async ({ path }) => ({
        path,
        exists: true,
        isEmpty: false,
        freeBytes: 2e9,
        findings: [
          {
            level: 'stop',
            code: 'other-sync',
            text: 'Another program keeps this folder in step (Dropbox). Choose a folder outside of it.',
          },
          { level: 'warn', code: 'network', text: 'This is a folder on the network: changes are noticed later.' },
        ],
      }),
    },
    steps: toPlace,
    shows: ['Another program keeps this folder in step'],
  }),
  setUp('error', 'not set up', {
    answers: { 'setUp.makePlace': async () => fail({ kind: 'disk-full', path: '/home/ada' }) },
    steps: async hand => {
      await toReview(hand);
      await hand.see(review.where);
      await hand.press(review.start);
    },
    shows: ['This disk is full'],
  }),
  setUp('no-permission', null, {
    answers: {
      'account.look': async () => ({
        ...ACCOUNT,
        organizations: ACCOUNT.organizations.map(each => ({ ...each, role: 'Owner' })),
      }),
    },
    steps: ({ press }) => press(computer.instrument),
    shows: [computer.admin('Owner')],
  }),
  setUp('full', 'place', {
    answers: {
      'account.look': async () => ({
        ...ACCOUNT,
        organizations: [
          ...ACCOUNT.organizations,
          { id: 'o2', name: 'Imaging core facility', role: 'Viewer', isActive: false, mirrors: 0 },
        ],
      }),
    },
    steps: toPlace,
    shows: [place.organization, 'It can be written to.'],
  }),
  setUp('full', 'folders', {
    steps: async hand => {
      await toTree(hand);
      await hand.see('412 files');
      await hand.tick('Knowledge Base');
    },
    shows: [folders.chosen(1), folders.special],
  }),
  setUp('full', null, { steps: toReview, shows: [review.table, 'plate7.csv'] }),
];

/** The first run: where the service is, who it is, and what is kept here. */
export const startScenes: readonly Scene[] = [...addressScenes, ...signInScenes, ...setUpScenes];
