import type { Handlers } from '../../../../shared/contract.ts';
import type { ApiKey, AuditLine, KeyList, Proposal } from '../../../../shared/features/organization/oversight-model.ts';
import { DAY, MINUTE } from '../../../../shared/units.ts';
import { ago } from '../../lab/lab.ts';

const WHO = ['Ada Moreau', 'Ben Okafor', null] as const;
const DONE = ['setMemberRole', 'createInvitation', 'signedIn', 'scopeRefused'] as const;

const LINES: AuditLine[] = Array.from({ length: 40 }, (_, at) => ({
  id: `a${at}`,
  at: ago(at * 37 * MINUTE),
  action: DONE[at % 4] ?? 'signedIn',
  userId: (at % 3) + 1,
  who: WHO[at % 3] ?? null,
  via: at % 4 === 2 ? 'session' : 'key',
  target: at % 4 > 1 ? null : '4d028b64-a53a-4cf7-b826-45609ab09160',
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
};
