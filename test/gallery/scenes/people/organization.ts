import type { Handlers } from '../../../../shared/contract.ts';
import type {
  ExportJob,
  OpenInvitation,
  OrganizationFile,
  OrganizationMember,
  OrganizationView,
} from '../../../../shared/features/organization/model.ts';
import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { exportTexts, organizationTexts } from '../../../../shared/features/organization/text.ts';
import { oversightWindow } from '../../../../shared/features/organization/oversight-window-text.ts';
import type { AccessBrief } from '../../../../shared/features/sharing/model.ts';
import { DAY, HOUR } from '../../../../shared/units.ts';
import { fail, failing, offline } from '../../lab/faults.ts';
import { ACCOUNT, ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { OFFERED } from './oversight.ts';

const OVERVIEW = '#/organization/overview';
const MEMBERS = '#/organization/members';
const FILES = '#/organization/files';

/** The organization, for who leads it. */
export const VIEW: OrganizationView = {
  id: '1e7d2f4c-0c4b-4b43-9a0f-6d6a7d3f7a01',
  name: 'Okafor Lab',
  role: 'Owner',
  isDefault: false,
  mayManage: true,
  pilotStart: '2026-09-01T00:00:00.000Z',
  pilotEnd: '2027-02-28T00:00:00.000Z',
  autotidy: true,
  billing: { status: 'pilot', members: 6 },
};

function member(userId: number, name: string, role: string, change: Partial<OrganizationMember> = {}) {
  const [first = ''] = name.toLowerCase().split(' ');
  return { id: `m${userId}`, userId, name, email: `${first}@okafor.example`, role, isMe: userId === 1, ...change };
}

const PEOPLE: OrganizationMember[] = [
  member(1, 'Ada Moreau', 'Owner'),
  member(2, 'Ben Okafor', 'Admin'),
  member(3, 'Chidi Eze', 'Member'),
  member(4, 'Dr. Annegret Freifrau von Hohenberg-Saalfeld', 'Curator', {
    email: 'annegret.von-hohenberg-saalfeld@core-facility.okafor.example',
  }),
  member(5, 'Femi Sato', 'Member', { email: null }),
];
const MANY: OrganizationMember[] = [
  ...PEOPLE,
  member(6, 'Eve \u202egnp.tluser', 'Owner\u200b', { email: 'x'.repeat(200) }),
  ...Array.from({ length: 240 }, (_, at) => member(at + 10, `Student ${at + 1}`, 'Member')),
];

const INVITED: OpenInvitation[] = [
  {
    id: 'i1',
    email: 'hana@okafor.example',
    role: 'Member',
    isExpired: false,
    createdAt: ago(DAY),
    expiresAt: ago(-6 * DAY),
  },
  {
    id: 'i2',
    email: 'ivo@partner-institute.example',
    role: 'Guest',
    isExpired: true,
    createdAt: ago(20 * DAY),
    expiresAt: ago(13 * DAY),
  },
];

const JOB: ExportJob = {
  id: 'j1',
  status: 'completed',
  isReady: true,
  createdAt: ago(2 * HOUR),
  completedAt: ago(HOUR),
  sizeBytes: 41_200_000_000,
};

const FOLDERS = ['d1', 'd2', null, 'd3'] as const;

/** Who can open the files, in every form. */
function briefOf(id: string, at: number): AccessBrief {
  const names = ['Ben Okafor', 'Chidi Eze', 'Femi Sato'].slice(0, at % 4);
  return {
    id,
    isEverybody: at % 5 === 4,
    hasMe: at % 3 > 0,
    others: at % 4 === 3 ? 8 : names.length,
    teams: at % 7 === 3 ? 1 : 0,
    unknown: 0,
    names,
  };
}

function file(at: number, name: string): OrganizationFile {
  return {
    id: `f${at}`,
    name,
    folder: FOLDERS[at % FOLDERS.length] ?? null,
    owner: (at % 6) + 1,
    visibility: at % 3 === 0 ? 'organization' : 'private',
    sizeBytes: 1200 * (at + 1) ** 3,
    createdAt: ago(at * DAY),
    updatedAt: ago(at * 5 * HOUR),
  };
}

const NAMES = [
  'plate7.csv',
  'Gel 2026-11-20.tif',
  'RNA-seq counts, normalised by the median of ratios, all samples.xlsx',
];
const ALL_FILES = Array.from({ length: 100 }, (_, at) => file(at, NAMES[at] ?? `run 0${400 + at}.fcs`));

const none = (): never => fail({ kind: 'bad-request', detail: exportTexts.noneBegun });

/** An organization without projects and without what a service need not have. */
const ANSWERS: Partial<Handlers> = {
  'organization.look': async () => VIEW,
  'organization.members': async () => ({ members: PEOPLE }),
  'organization.invitations': async () => ({ invitations: INVITED }),
  'organization.files': async () => ({ files: ALL_FILES, total: 5120, next: 2 }),
  'organization.things': async () => ({
    files: [],
    folders: [
      { id: 'd1', names: ['Knowledge Base', 'RNA-seq 2026', 'Raw'] },
      { id: 'd2', names: ['Gels'] },
    ],
  }),
  'sharing.brief': async ({ ids }) => ids.filter((_, at) => at % 8 !== 5).map(briefOf),
  'projects.list': async () => ({ isThere: false, projects: [] }),
  'audit.page': async () => ({ standing: 'absent', lines: [], total: null, next: null }),
  'keys.list': async () => ({ standing: 'absent', keys: [], policy: null }),
  'proposals.page': async () => ({ standing: 'absent', proposals: [], total: null, next: null }),
  'export.look': async () => JOB,
  'files.downloadPlace': async () => ({ folder: '/home/ada/Downloads' }),
};

type Rest = Omit<Scene, 'screen' | 'state' | 'route' | 'answers'>;

/** A scene of the organization; `name` tells it from others of its state. */
export function organizationScene(state: Scene['state'], route: string, answers: Partial<Handlers>, rest: Rest): Scene {
  return { screen: 'organization', state, route, answers: { ...ANSWERS, ...answers }, ...rest };
}

const TWO = {
  ...ACCOUNT,
  organizations: [
    ...ACCOUNT.organizations.map(each => ({ ...each, role: 'Owner' })),
    { id: 'o2', name: 'Imaging core facility', role: 'Guest', isActive: false, mirrors: 1 },
  ],
};

/** The organization, its people and its files. */
export const organizationScenes: readonly Scene[] = [
  organizationScene('loading', OVERVIEW, { 'organization.look': never }, { shows: [words.reading] }),
  organizationScene(
    'empty',
    OVERVIEW,
    {
      'organization.look': async () => ({
        ...VIEW,
        role: null,
        mayManage: false,
        isDefault: null,
        pilotStart: null,
        pilotEnd: null,
        autotidy: null,
        billing: null,
      }),
      'export.look': async () => none(),
    },
    { steps: ({ press }) => press(words.tryAnyway), shows: [words.exportNone, words.notTold] },
  ),
  organizationScene(
    'partial',
    MEMBERS,
    { 'organization.invitations': async () => failing() },
    { shows: ['Ben Okafor', 'The storage backend did not answer in time.'] },
  ),
  organizationScene(
    'offline',
    OVERVIEW,
    { 'organization.look': async () => offline() },
    {
      world: engine => engine.setStatus({ state: 'offline' }),
      shows: [words.again],
    },
  ),
  organizationScene(
    'error',
    MEMBERS,
    {
      'organization.setRole': async () =>
        fail({
          kind: 'bad-request',
          detail: 'Somebody changed this meanwhile: Chidi Eze is Admin now. Nothing was changed; look again.',
        }),
    },
    {
      steps: async ({ press }) => {
        await press(words.roleOf('Chidi Eze'));
        await press('Owner');
      },
      shows: ['Somebody changed this meanwhile'],
    },
  ),
  organizationScene(
    'no-permission',
    OVERVIEW,
    { 'organization.look': async () => ({ ...VIEW, role: 'Member', mayManage: false, isDefault: true }) },
    { shows: [words.onlyLook] },
  ),
  organizationScene(
    'full',
    OVERVIEW,
    { ...OFFERED, 'account.look': async () => TWO },
    { shows: ['Imaging core facility', words.exportGet, 'In its pilot'] },
  ),
  organizationScene(
    'full',
    OVERVIEW,
    {},
    {
      name: 'rename',
      steps: ({ press }) => press(words.rename),
      shows: [words.renamingAbout],
    },
  ),
  organizationScene(
    'full',
    OVERVIEW,
    {},
    {
      name: 'pilot',
      steps: ({ press }) => press(words.pilotChange),
      shows: [words.pilotAbout],
    },
  ),
  organizationScene(
    'partial',
    OVERVIEW,
    { 'export.look': async () => ({ ...JOB, status: 'sealed', isReady: null }) },
    {
      name: 'a bundle is coming',
      world: ({ topics }) =>
        topics.publish('export.downloading', [{ job: JOB.id, doneBytes: 1_300_000_000, sizeBytes: 4_200_000_000 }]),
      shows: [words.exportUnsure, words.exportStop, words.exportCame(1_300_000_000, 4_200_000_000)],
    },
  ),
  organizationScene(
    'full',
    OVERVIEW,
    {},
    {
      name: 'download',
      steps: ({ press }) => press(words.exportGet),
      shows: [words.exportGetAbout],
    },
  ),
  organizationScene(
    'full',
    MEMBERS,
    { 'organization.members': async () => ({ members: MANY }) },
    {
      name: 'members',
      shows: [
        'Curator, a role from the service',
        words.moreLines(196),
        String.raw`Owner\u200b, a role`,
        String.raw`Eve \u202egnp.tluser`,
      ],
    },
  ),
  organizationScene(
    'full',
    MEMBERS,
    {},
    {
      name: 'remove somebody',
      steps: ({ press }) => press(words.remove('Ben Okafor')),
      shows: [words.removing.yes],
    },
  ),
  organizationScene(
    'full',
    MEMBERS,
    {},
    {
      name: 'own role',
      steps: async ({ press }) => {
        await press(words.roleOf('Ada Moreau'));
        await press('Member');
      },
      shows: [words.ownRole.text],
    },
  ),
  organizationScene(
    'full',
    MEMBERS,
    {},
    {
      name: 'cancel an invitation',
      steps: ({ press }) => press(words.cancelHint('hana@okafor.example')),
      shows: [words.cancelling.text],
    },
  ),
  organizationScene(
    'full',
    FILES,
    {},
    {
      name: 'all files',
      shows: [
        'plate7.csv',
        words.filesShown(100, 5120),
        'Knowledge Base / RNA-seq 2026 / Raw',
        words.placeUntold,
        'You + 8',
      ],
    },
  ),
  organizationScene(
    'empty',
    FILES,
    { 'organization.files': async () => ({ files: [], total: 0, next: null }) },
    {
      name: 'no files',
      shows: [words.filesNone],
    },
  ),
  organizationScene('full', '#/organization/audit', OFFERED, {
    name: 'audit log',
    shows: ['Changed the role of a member', 'RNA-seq 2026 / Raw', oversightWindow.audit.older],
  }),
  organizationScene(
    'full',
    OVERVIEW,
    { 'organization.rename': async () => ({ ...VIEW, name: 'Okafor Institute' }) },
    {
      name: 'renamed',
      steps: async ({ press, write }) => {
        await press(words.rename);
        await write(words.name, 'Okafor Institute');
        await press(words.rename);
      },
      shows: [organizationTexts.renamed('Okafor Institute')],
    },
  ),
  organizationScene('full', '#/organization/keys', OFFERED, {
    name: 'keys',
    shows: [oversightWindow.keys.inUse, oversightWindow.keys.revoked],
  }),
  organizationScene('full', '#/organization/keys', OFFERED, {
    name: 'a new key',
    steps: async ({ press, write }) => {
      await press(oversightWindow.keys.make);
      await write(oversightWindow.keys.making.name, 'Sequencer');
      await press(oversightWindow.keys.making.yes);
    },
    shows: ['svc_live_9f86d081884c7d659a2feaa0c55ad015'],
  }),
  organizationScene('full', '#/organization/keys', OFFERED, {
    name: 'revoke a key',
    steps: ({ press }) => press(oversightWindow.keys.revoke('Bench')),
    shows: [oversightWindow.keys.revoking.inUse],
  }),
  organizationScene('full', '#/organization/proposals', OFFERED, {
    name: 'proposals',
    shows: ['Gels 2026', 'summarise, a kind from the service'],
  }),
  organizationScene(
    'empty',
    '#/organization/keys',
    { ...OFFERED, 'keys.list': async () => ({ standing: 'there', keys: [], policy: 'by_moonlight' }) },
    { name: 'no keys', shows: [oversightWindow.keys.none] },
  ),
];
