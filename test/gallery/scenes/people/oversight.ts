import type { Handlers } from '../../../../shared/contract.ts';
import type { ApiKey, AuditLine, KeyList, Proposal } from '../../../../shared/features/organization/oversight-model.ts';
import type { WiderFile } from '../../../../shared/features/sharing/model.ts';
import { DAY, MINUTE } from '../../../../shared/units.ts';
import { ago } from '../../lab/lab.ts';

const WHO = ['Ada Moreau', 'Ben Okafor', null] as const;
const DONE = ['setMemberRole', 'renameFile', 'signedIn', 'shareFolder', 'createInvitation', 'scopeRefused'] as const;

const FILE = '4d028b64-a53a-4cf7-b826-45609ab09160';
const FOLDER = '4d028b64-a53a-4cf7-b826-45609ab09161';
/** A membership, a file, a folder, and an invitation that has no name. */
const TARGETS = ['m3', FILE, null, FOLDER, '4d028b64-a53a-4cf7-b826-45609ab09162', null] as const;

const LINES: AuditLine[] = Array.from({ length: 40 }, (_, at) => ({
  id: `a${at}`,
  at: ago(at * 37 * MINUTE),
  action: DONE[at % DONE.length] ?? 'signedIn',
  userId: (at % 3) + 1,
  who: WHO[at % 3] ?? null,
  via: at % 3 === 2 ? 'session' : 'key',
  target: TARGETS[at % DONE.length] ?? null,
}));

function key(id: string, name: string, change: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    name,
    hint: `svc_live_…${id}x7`,
    userId: 1,
    who: 'Ada Moreau',
    createdAt: ago(30 * DAY),
    expiresAt: null,
    isInUse: false,
    revokedAt: null,
    ...change,
  };
}

/** Keys as a gallery shows them. */
export const KEYS: KeyList = {
  standing: 'there',
  policy: 'all_members',
  keys: [
    key('a1', 'Bench', { isInUse: true, expiresAt: ago(-90 * DAY) }),
    key('b2', 'Plate reader in the cold room, next to the door', { who: 'Ben Okafor', expiresAt: ago(DAY) }),
    key('c3', 'Old laptop', { revokedAt: ago(3 * DAY) }),
  ],
};

const PROPOSALS: Proposal[] = [
  {
    id: 'r1',
    fileId: 'f1',
    fileName: 'Untitled (3).csv',
    kind: 'rename',
    before: 'Untitled (3).csv',
    after: 'Plate 7, dose response, 2026-11-20.csv',
    reason: 'Its first line names plate 7 and the experiment.',
    createdAt: ago(DAY),
  },
  {
    id: 'r2',
    fileId: 'f2',
    fileName: 'gel.tif',
    kind: 'move',
    before: 'uploads',
    after: 'Gels 2026',
    reason: 'All other gels of November are there.',
    createdAt: ago(DAY),
  },
  {
    id: 'r3',
    fileId: 'f3',
    fileName: 'counts.xlsx',
    kind: 'summarise',
    before: null,
    after: 'rna-seq, counts, normalised',
    reason: null,
    createdAt: ago(2 * DAY),
  },
];

/** A service that has all of it. */
export const OFFERED: Partial<Handlers> = {
  'audit.page': async () => ({ standing: 'there', lines: LINES, total: 512, next: 2 }),
  'keys.list': async () => KEYS,
  'keys.make': async () => {
    const made = key('d4', 'Sequencer');
    return { made, secret: 'svc_live_9f86d081884c7d659a2feaa0c55ad015', list: { ...KEYS, keys: [...KEYS.keys, made] } };
  },
  'proposals.page': async () => ({ standing: 'there', proposals: PROPOSALS, total: 103, next: 2 }),
  'projects.list': async () => ({ isThere: true, projects: [] }),
  'organization.things': async () => ({
    files: [{ id: FILE, name: 'plate7.csv', folder: FOLDER, isRemoved: false }],
    folders: [{ id: FOLDER, names: ['RNA-seq 2026', 'Raw'] }],
  }),
};

/** Files that more people can open than their folder, in two folders and in none. */
export const WIDER: WiderFile[] = [
  {
    id: 'f1',
    name: 'plate7.csv',
    folder: { id: FOLDER, name: 'RNA-seq 2026' },
    ways: [
      { name: 'Chidi Eze', role: 'viewer' },
      { name: 'Everyone in “Okafor Lab”', role: 'viewer' },
    ],
  },
  {
    id: 'f2',
    name: 'Consent forms, scanned, first and second cohort, with signatures.pdf',
    folder: { id: FOLDER, name: 'RNA-seq 2026' },
    ways: [{ name: 'Mass spectrometry', role: 'editor' }],
  },
  {
    id: 'f3',
    name: 'Gel 2026-11-20.tif',
    folder: { id: FILE, name: 'Gels' },
    ways: [{ name: 'Femi Sato', role: 'curator' }],
  },
  { id: 'f4', name: 'notes.md', folder: null, ways: [{ name: 'Ben Okafor', role: 'viewer' }] },
];
