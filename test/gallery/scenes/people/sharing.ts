import type { Handlers } from '../../../../shared/contract.ts';
import type { ShareRow, SharingView } from '../../../../shared/features/sharing/model.ts';
import { sharingWindow as words } from '../../../../shared/features/sharing/window-text.ts';
import { HOUR } from '../../../../shared/units.ts';
import { fail } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { FILES } from '../versions/versions.ts';

const ID = '4d028b64-a53a-4cf7-b826-45609ab09160';
const FOLDER = '4d028b64-a53a-4cf7-b826-45609ab09161';

function person(id: number, name: string, change: Partial<ShareRow>): ShareRow {
  const [first = ''] = name.toLowerCase().split(' ');
  return {
    key: `user:${id}`,
    principal: { kind: 'user', id: String(id) },
    name,
    email: `${first}@okafor.example`,
    role: 'viewer',
    isMe: false,
    sources: [{ how: 'here', role: 'viewer', entry: `e${id}`, folder: null }],
    ...change,
  };
}

const FROM = { id: FOLDER, name: 'RNA-seq 2026' };
const ME = person(1, 'Ada Moreau', {
  role: 'owner',
  isMe: true,
  sources: [{ how: 'rule', role: 'owner', entry: null, folder: null }],
});
const ROWS: ShareRow[] = [
  ME,
  person(2, 'Ben Okafor', {
    role: 'admin',
    sources: [
      { how: 'folder', role: 'viewer', entry: null, folder: FROM },
      { how: 'here', role: 'admin', entry: 'e2', folder: null },
    ],
  }),
  person(3, 'Chidi Eze', {}),
  person(4, 'Dr. Annegret Freifrau von Hohenberg-Saalfeld', {
    email: 'annegret.von-hohenberg-saalfeld@core-facility.okafor.example',
    role: 'curator',
    sources: [{ how: 'here', role: 'curator', entry: 'e4', folder: null }],
  }),
  person(5, 'Femi Sato', { sources: [{ how: 'folder', role: 'viewer', entry: null, folder: FROM }] }),
  {
    ...person(6, 'Mass spectrometry', {}),
    key: 'team:6',
    principal: { kind: 'team', id: '6' },
    email: null,
    role: 'editor',
    sources: [{ how: 'folder', role: 'editor', entry: null, folder: { id: ID, name: null } }],
  },
  {
    key: 'organization',
    principal: { kind: 'organization', id: null },
    name: 'Okafor Lab',
    email: null,
    role: 'viewer',
    isMe: false,
    sources: [{ how: 'here', role: 'viewer', entry: 'e9', folder: null }],
  },
];

const MATCHING = [{ key: 'user:4', name: 'Chidi Eze', before: 'viewer', after: null, teams: ['Imaging'] }];
const VIEW: SharingView = {
  id: '12',
  serviceId: ID,
  kind: 'file',
  name: 'Lab rules.md',
  organization: 'Okafor Lab',
  rows: ROWS,
  folder: { id: FOLDER, name: 'Protocols', outside: ['Chidi Eze'], matching: MATCHING },
  wider: null,
  canChange: true,
  at: ago(HOUR),
  isFresh: true,
};
/** Everybody may change what two people were only let look at. */
const EDITABLE: SharingView = {
  ...VIEW,
  folder: null,
  rows: ROWS.map(row =>
    row.key === 'organization'
      ? { ...row, role: 'editor', sources: [{ how: 'folder', role: 'editor', entry: null, folder: FROM }] }
      : row,
  ),
};
const FOLDER_VIEW: SharingView = { ...VIEW, kind: 'folder', folder: null, wider: 3, rows: ROWS.slice(0, 5) };

const WIDER = [
  { id: ID, name: 'plate 7.csv', folder: FROM, ways: [{ name: 'Chidi Eze', role: 'viewer' }] },
  {
    id: FOLDER,
    name: 'gel of Tuesday, second run with the new ladder.tif',
    folder: FROM,
    ways: [
      { name: 'Okafor Lab', role: 'viewer' },
      { name: 'Femi Sato', role: 'editor' },
    ],
  },
];

const looks = (view: SharingView, more: Partial<Handlers> = {}): Partial<Handlers> => ({
  'sharing.look': async () => view,
  ...more,
});

async function open({ choose, see, key }: Hand): Promise<void> {
  await see('Lab rules.md');
  await choose('Lab rules.md');
  await key('S', { ctrl: true, shift: true });
}

const found = [
  { principal: { kind: 'user', id: '3' }, name: 'Chidi Eze', email: 'chidi@okafor.example' },
  { principal: { kind: 'user', id: '31' }, name: 'Chiara Bianchi', email: 'chiara@okafor.example' },
  { principal: { kind: 'team', id: '7' }, name: 'Chip core', email: null },
];

/** Who can see a file or folder, and what changes that. */
export const sharingScenes: readonly Scene[] = [
  {
    screen: 'sharing',
    state: 'loading',
    route: FILES,
    answers: { 'sharing.look': never },
    steps: open,
    shows: [words.reading],
  },
  {
    screen: 'sharing',
    state: 'empty',
    route: FILES,
    answers: looks({ ...VIEW, rows: [ME], folder: null }),
    steps: open,
    shows: [words.onlyYou],
  },
  {
    screen: 'sharing',
    state: 'offline',
    route: FILES,
    answers: looks({ ...VIEW, isFresh: false }),
    steps: open,
    shows: ['The service does not answer, so nothing can be changed now.'],
  },
  {
    screen: 'sharing',
    state: 'no-permission',
    route: FILES,
    answers: looks({ ...VIEW, canChange: false, folder: null }),
    steps: open,
    shows: [words.onlyLook],
  },
  {
    screen: 'sharing',
    state: 'partial',
    route: FILES,
    answers: looks(FOLDER_VIEW, { 'sharing.find': async () => ({ found: found.slice(0, 1), isDirectory: false }) }),
    steps: async hand => {
      await open(hand);
      await hand.write(words.addTitle, 'chi');
      await hand.see(words.noDirectory);
    },
    shows: [words.noDirectory],
  },
  {
    screen: 'sharing',
    state: 'error',
    route: FILES,
    answers: looks(VIEW, {
      'sharing.remove': async () =>
        fail({ kind: 'not-allowed', messages: ['Only who administers this folder may do that.'] }),
    }),
    steps: async hand => {
      await open(hand);
      await hand.press(words.remove('Chidi Eze'));
      await hand.press(words.removing.yes);
    },
    shows: ['Only who administers this folder may do that.'],
  },
  {
    screen: 'sharing',
    state: 'error',
    name: 'people not looked up',
    route: FILES,
    answers: looks(VIEW, { 'sharing.find': async () => fail({ kind: 'offline', detail: 'no answer' }) }),
    steps: async hand => {
      await open(hand);
      await hand.write(words.addTitle, 'chi');
    },
    shows: [words.notFound],
  },
  {
    screen: 'sharing',
    state: 'full',
    route: FILES,
    answers: looks(VIEW),
    steps: async hand => {
      await open(hand);
      await hand.press(words.ways(2));
    },
    shows: ['shared more widely than its folder', 'curator, a role from the service', words.groups.above],
  },
  {
    screen: 'sharing',
    state: 'full',
    name: 'more-through-everyone',
    route: FILES,
    answers: looks(EDITABLE),
    steps: open,
    shows: [
      "In effect: Can edit, through everyone in 'Okafor Lab' (from 'RNA-seq 2026')",
      "In effect at least: Can edit, through everyone in 'Okafor Lab'",
    ],
  },
  {
    screen: 'sharing',
    state: 'full',
    name: 'of-a-folder',
    route: FILES,
    answers: looks(FOLDER_VIEW),
    steps: open,
    shows: [words.widerFolder(3), words.advanced],
  },
  {
    screen: 'sharing',
    state: 'full',
    name: 'people-found',
    route: FILES,
    answers: looks(VIEW, { 'sharing.find': async () => ({ found, isDirectory: true }) }),
    steps: async hand => {
      await open(hand);
      await hand.write(words.addTitle, 'chi');
      await hand.see('Chiara Bianchi');
    },
    shows: ['Chiara Bianchi', words.hasAlready, words.team],
  },
  {
    screen: 'sharing',
    state: 'full',
    name: 'everybody',
    route: FILES,
    answers: looks({ ...VIEW, rows: [ME] }),
    steps: async hand => {
      await open(hand);
      await hand.press(words.everybody('Okafor Lab'));
    },
    shows: [words.everybodyAsk.text],
  },
  {
    screen: 'sharing',
    state: 'full',
    name: 'removing-with-another-way',
    route: FILES,
    answers: looks(VIEW),
    steps: async hand => {
      await open(hand);
      await hand.press(words.remove('Ben Okafor'));
    },
    shows: [
      "Afterwards Ben Okafor can still view, through 'RNA-seq 2026' and through everyone in 'Okafor Lab' (added here).",
    ],
  },
  {
    screen: 'sharing',
    state: 'full',
    name: 'matching-the-folder',
    route: FILES,
    answers: looks(VIEW),
    steps: async hand => {
      await open(hand);
      await hand.press(words.match);
    },
    shows: [words.matching.title('Protocols')],
  },
  {
    screen: 'sharing',
    state: 'full',
    name: 'stopping-to-inherit',
    route: FILES,
    answers: looks(FOLDER_VIEW),
    steps: async hand => {
      await open(hand);
      await hand.press(words.advanced);
      await hand.press(words.stop);
    },
    shows: [words.stopping.oneWay],
  },
  {
    screen: 'sharing',
    state: 'full',
    name: 'wider-files',
    route: FILES,
    answers: looks(FOLDER_VIEW, { 'sharing.wider': async () => ({ files: WIDER }) }),
    steps: async hand => {
      await open(hand);
      await hand.press(words.review);
    },
    shows: [words.widerHint],
  },
];
