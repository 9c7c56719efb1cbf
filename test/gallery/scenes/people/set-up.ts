import type { MirrorPreview, RemoteFolderInfo } from '../../../../shared/features/set-up/model.ts';
import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { localFolderTexts } from '../../../../shared/features/set-up/local-folder-text.ts';
import { setUpTexts } from '../../../../shared/features/set-up/text.ts';
import { words } from '../../../../shared/text/words.ts';
import type { ScriptedEngine } from '../../../end-to-end/driver/scripted-engine.ts';
import { failing, fail, offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ACCOUNT, mirrorStatus } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { fresh, START } from './sign-in.ts';

const { arriving, computer, place, folders, review } = enterTexts;

/** A person is signed in, and nothing is set up. */
function signedIn(engine: ScriptedEngine): void {
  fresh(engine);
  engine.setStatus({ state: 'upToDate', service: ACCOUNT.service });
  engine.topics.publish('account.session', {
    name: 'ready',
    service: ACCOUNT.service,
    organization: 'Okafor Lab',
    organizationId: 'o1',
  });
}

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

/** A place for folders is known, and the folders of this computer can be looked at. */
export const KEEPING: NonNullable<Scene['answers']> = {
  ...setUpAnswers,
  'setUp.defaultPlace': async () => ({ path: '/home/ada/Lab' }),
  'setUp.localFolders': async ({ path }) => ({
    state: 'read',
    isWhole: true,
    folders:
      path === null
        ? [
            { name: setUpTexts.home, path: '/home/ada' },
            { name: setUpTexts.top('/'), path: '/' },
          ]
        : ['Documents', 'Lab', 'Pictures'].map(name => ({ name, path: `${path}/${name}` })),
  }),
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
  await hand.press('Knowledge Base, 412 files');
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
    route: START,
    world: signedIn,
    ...others,
    answers: { ...setUpAnswers, ...answers },
  };
}

/** What is decided before the first file moves. */
export const setUpScenes: readonly Scene[] = [
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
      await hand.press('Knowledge Base, 412 files');
    },
    shows: [folders.chosen(1), folders.special],
  }),
  setUp('full', 'a folder of this computer', {
    answers: KEEPING,
    steps: async hand => {
      await toPlace(hand);
      await hand.press(localFolderTexts.choose);
    },
    shows: [setUpTexts.home],
  }),
  setUp('full', 'folders fill', {
    answers: {
      'mirrors.add': async () => ({ id: 'm1', notice: null }),
      'setUp.finish': async () => null,
    },
    world: engine => {
      signedIn(engine);
      const far = { ...mirrorStatus('m1', 31), standing: 'open' as const, files: 31, waiting: 381 };
      engine.setStatus({ state: 'transferring', done: 31, total: 412, mirrors: [far] });
      engine.topics.publish('sync.transfers', [
        {
          item: '7',
          mirror: 'm1',
          path: 'Plates/plate7.csv',
          direction: 'down',
          doneBytes: 20_000,
          sizeBytes: 51_377,
          attempt: 1,
        },
      ]);
    },
    steps: async hand => {
      await toReview(hand);
      await hand.see(review.where);
      await hand.press(review.start);
    },
    shows: [arriving.title, arriving.now('plate7.csv'), arriving.open],
  }),
  setUp('full', null, { steps: toReview, shows: [review.table, 'plate7.csv'] }),
];
