import type { Handlers, TopicValue } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { AccountInfo } from '../../../shared/features/account/model.ts';
import type { ItemAbout, ItemDetails } from '../../../shared/features/details/model.ts';
import { contentTexts } from '../../../shared/features/preview/text.ts';
import type { ManagedInfo } from '../../../shared/features/settings/managed-model.ts';
import type { SettingInfo } from '../../../shared/features/settings/model.ts';
import {
  SETTING_ROWS,
  settingInfoOf,
  type SettingName,
  startOf,
} from '../../../shared/features/settings/settings-table.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/units.ts';
import { PROGRAM } from '../../builders/program.ts';
import type { ScriptedEngine } from '../../end-to-end/driver/scripted-engine.ts';

/** Says what every window hears of a lab where all is well. */
export function settleIn({ topics }: ScriptedEngine): void {
  topics.publish('setUp.state', { kind: 'own', isDone: true, showsChecklist: false });
  topics.publish('attention.count', { decisions: 0, versions: 0, blocked: 0, revision: 1 });
  topics.publish('conflicts.count', 0);
  topics.publish('settings.all', settings());
  topics.publish('limits.now', NO_LIMITS);
  topics.publish('network.now', { proxy: 'system', certificates: null });
}

const NO_LIMITS: TopicValue<'limits.now'> = { upBytesPerSecond: 0, downBytesPerSecond: 0, hours: null };

const NOT_MANAGED: ManagedInfo = {
  path: '/etc/benchtop/policy.json',
  state: 'none',
  why: null,
  service: null,
  updatesOff: false,
  remoteImagesOff: false,
  zonesVerify: null,
  settings: {},
};

/** A moment so long ago, ISO 8601 UTC. */
export function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}

/** Who can open a folder of the lab. */
const BRIEF = {
  isEverybody: false,
  hasMe: true,
  others: 3,
  teams: 0,
  unknown: 0,
  names: ['Ben Okafor', 'Chen Wu', 'Jonas Brandt'],
};

/** What the scripted engine leaves out: how a lab where all is well answers. */
export const QUIET_ANSWERS: Partial<Handlers> = {
  'drops.waiting': async () => [],
  'drops.jobs': async () => [],
  'drops.expect': async () => null,
  'limits.get': async () => NO_LIMITS,
  'files.details': async ({ id }) => ({ ...DETAILS, id }),
  'files.about': async () => ABOUT,
  'sharing.brief': async ({ ids }) => ids.map(id => ({ ...BRIEF, id })),
  // Lists ask for the bytes that they draw small; scenes that show pictures hand them out.
  'content.open': () => Promise.reject(new FaultError({ kind: 'bad-request', detail: contentTexts.notHere })),
  'content.close': async () => null,
  'files.readers': async () => ({ names: ['Ben Okafor', 'Chen Wu', 'everyone in Okafor Lab'] }),
  'about.get': async () => PROGRAM,
  'managed.get': async () => NOT_MANAGED,
  'chat.origin': async () => null,
  'chat.workingCopies': async () => [],
  'account.look': async () => ACCOUNT,
  'connections.list': async () => ({ isThere: false, connections: [] }),
  'account.unsent': async () => ({ items: [], total: 0, messages: [], messagesTotal: 0, open: [], needs: 0 }),
};

/** All settings with their defaults, these with another value. */
export function settings(changed: { readonly [N in SettingName]?: string } = {}): SettingInfo[] {
  const values: { readonly [name: string]: string } = changed;
  return SETTING_ROWS.map(([name, row]) => settingInfoOf(name, row, values[name] ?? startOf(row)));
}

const SHA = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** What is known of a file where all is well. */
export const DETAILS: ItemDetails = {
  id: '1',
  kind: 'file',
  name: 'Lab rules.md',
  serviceName: null,
  badge: 'local',
  note: null,
  extraction: 'done',
  sizeBytes: 4210,
  modifiedAt: ago(210 * DAY),
  path: '/home/ada/Lab/Knowledge Base/Lab rules.md',
  servicePath: 'Knowledge Base/Lab rules.md',
  serviceId: '5d0f7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f',
  version: '0b9d2c61-7a53-4c1e-8a7e-5f1d3b2c4a60',
  sha256: SHA,
  described: { description: 'How we work together, agreed in March.', tags: ['rules', 'onboarding'], at: ago(HOUR) },
  pending: null,
  changeNote: null,
};

const ABOUT: ItemAbout = {
  description: 'How we work together, agreed in March.',
  tags: ['rules', 'onboarding'],
  createdAt: ago(400 * DAY),
  visibility: 'organization',
  isForEverybody: true,
  readers: ['Ada Moreau', 'Ben Okafor', 'everyone in Okafor Lab'],
  versions: [
    {
      id: '0b9d2c61-7a53-4c1e-8a7e-5f1d3b2c4a60',
      number: 2,
      createdAt: ago(210 * DAY),
      sizeBytes: 4210,
      by: 'Ada Moreau',
      summary: 'Waste rules of the new building',
    },
    {
      id: '41f7a0a5-4f1b-4f0e-b6b9-6d9f7f2a9b10',
      number: 1,
      createdAt: ago(400 * DAY),
      sizeBytes: 3890,
      by: null,
      summary: null,
    },
  ],
};

/** A person with a key, in one organization. */
export const ACCOUNT: AccountInfo = {
  service: 'https://kb.example.org/api/v1',
  name: 'Ada Moreau',
  email: 'ada@example.org',
  isEmailConfirmed: true,
  credential: { kind: 'key', name: 'Bench', ends: 'a1b2', expiresAt: ago(-90 * DAY) },
  organizations: [
    { id: '1e7d2f4c-0c4b-4b43-9a0f-6d6a7d3f7a01', name: 'Okafor Lab', role: 'Editor', isActive: true, mirrors: 2 },
  ],
  isFresh: true,
};

/** A transfer under way. */
export function transfer(
  path: string,
  direction: 'up' | 'down',
  bytes: readonly [done: number, size: number],
  attempt = 1,
): TopicValue<'sync.transfers'>[number] {
  const [doneBytes, sizeBytes] = bytes;
  return { item: path, mirror: 'm1', path, direction, doneBytes, sizeBytes, attempt, startedAt: ago(MINUTE) };
}

/** How a mirror stands with so many changes that wait. */
export function mirrorStatus(id: string, count: number) {
  return {
    id,
    standing: count === 0 ? ('in-step' as const) : ('open' as const),
    pause: null,
    files: 31,
    waiting: count,
    held: 0,
    blocked: 0,
    conflicted: 0,
    checkedAt: ago(14 * MINUTE),
  };
}
