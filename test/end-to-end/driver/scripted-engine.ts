import type { Handlers, Input } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ActivityPage } from '../../../shared/features/activity/model.ts';
import type { AttentionItem, AttentionList } from '../../../shared/features/attention/model.ts';
import type { FileRow, FolderInside } from '../../../shared/features/browse/file-row-model.ts';
import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import type { ActivityEntry } from '../../../shared/features/status/records-model.ts';
import type { EngineStatus } from '../../../shared/features/status/model.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import { handlersWith, type HandTopics, handTopics } from '../../shared/scripted-handlers.ts';
import { plain, type SampleItem, sampleTree } from './sample-tree.ts';
import { type ScriptedBase, scriptedBase, scriptedLists } from './scripted-lists.ts';

/** An engine that does what a test tells it: real handlers and topics over a small tree in memory. */
export interface ScriptedEngine {
  readonly handlers: Handlers;
  readonly topics: HandTopics;
  /** The calls that changed something, in order. */
  readonly asked: readonly string[];
  /** Puts files into a folder, named by its path such as `Plates` (empty: the mirror's own), and says so. */
  add(mirror: string, folder: string, ...rows: readonly (Partial<FileRow> & { readonly name: string })[]): void;
  /** The id of the item at a path. */
  idOf(mirror: string, path: string): string;
  /** The mirrors it was started with. */
  mirrors(): MirrorInfo[];
  /** Changes what is known of an item, named by its path such as `Plates/plate8.csv`, and says so. */
  change(mirror: string, path: string, change: Partial<FileRow>): void;
  /** Removes an item and says so. */
  remove(mirror: string, path: string): void;
  /** Publishes the status with these differences. */
  setStatus(change: Partial<EngineStatus>): void;
  /** Adds a line to the history and publishes it. */
  record(entry: Partial<ActivityEntry> & { readonly path: string; readonly verb: string }): void;
  /** What is at the service beside the mirrors; changed by hand, then `say`. */
  readonly base: ScriptedBase;
  /** Says that something a listing shows has changed. */
  say(): void;
  /** Makes reading any folder fail, until null is given. */
  failListing(fault: FaultError | null): void;
  /** The same without saying that anything changed. */
  failQuietly(fault: FaultError | null): void;
  /** Says that these need a person. */
  need(items: readonly AttentionItem[]): void;
  /** Makes looking at both sides fail. */
  refuse(fault: FaultError): void;
}

/** Two mirrors, `m1` and `m2`, signed in and up to date. */
export const SAMPLE_MIRRORS: readonly MirrorInfo[] = [
  mirror('m1', 'Knowledge Base', '/home/ada/Lab/Knowledge Base', 'two-way'),
  mirror('m2', 'Instruments/Raw data', '/home/ada/Lab/Raw data', 'download'),
];

/** Answers that stay the same: a person is signed in, nothing waits, nothing needs attention. */
const QUIET = {
  'activity.waiting': async () => ({
    queued: [],
    queuedTotal: 0,
    held: [],
    blocked: [],
    conflicted: [],
    standing: 'in-step' as const,
  }),
  'activity.checks': async () => [],
  'account.unsent': async () => ({ items: [], total: 0, messages: [], messagesTotal: 0, open: [], needs: 0 }),
  'chat.origin': async () => null,
  'chat.workingCopies': async () => [],
  'signIn.find': async () => ({
    service: 'https://kb.example.org/api/v1',
    build: '2.4.0',
    offersOauth: false,
    hasKeyring: true,
  }),
  'account.look': async () => ({
    service: 'https://kb.example.org/api/v1',
    name: 'Ada Moreau',
    email: 'ada@example.org',
    isEmailConfirmed: true,
    credential: { kind: 'key', name: 'Bench', ends: 'a1b2', expiresAt: null },
    organizations: [],
    isFresh: true,
  }),
} satisfies Partial<Handlers>;

const SIGNED_IN = {
  name: 'ready',
  service: 'https://kb.example.org/api/v1',
  organization: 'Okafor Lab',
  organizationId: 'o1',
  person: 'Ada Moreau',
} as const;

/** Starts the script: the sample tree, a quiet status, a history of `historyLength` lines. */
export function scriptedEngine({ historyLength = 230, mirrors = SAMPLE_MIRRORS } = {}): ScriptedEngine {
  const startMs = Date.now();
  let items: SampleItem[] = [...sampleTree(startMs)];
  let history = sampleHistory(historyLength, startMs);
  let status = sampleStatus(startMs, mirrors);
  let failure: FaultError | null = null;
  let refusal: FaultError | null = null;
  let revision = 1;
  let needing: readonly AttentionItem[] = [];
  const asked: string[] = [];
  const base = scriptedBase();
  const topics = handTopics();
  const saysChanged = () => topics.publish('files.revision', ++revision);
  const setStatus = (change: Partial<EngineStatus>) =>
    topics.publish('sync.status', (status = { ...status, ...change }));

  topics.publish('account.session', SIGNED_IN);
  topics.publish('mirrors.all', [...mirrors]);
  topics.publish('files.revision', revision);
  topics.publish('sync.transfers', []);
  topics.publish('activity.latest', history[0] ?? null);
  setStatus({});

  const handlers = handlersWith({
    ...scriptedLists({
      rowsIn: (id, folder) => {
        if (failure !== null) throw failure;
        if (folder !== null && !items.some(item => item.id === folder)) {
          throw new FaultError({ kind: 'gone', messages: [] });
        }
        return items.filter(item => item.mirror === id && item.parent === folder).map(item => rowOf(items, item));
      },
      wayTo: folder => wayTo(items, folder),
      nameOf: id =>
        mirrors
          .find(each => each.id === id)
          ?.remotePath.split('/')
          .at(-1) ?? '',
      checkedAt: new Date(startMs - 40 * SECOND).toISOString(),
      base,
    }),
    'activity.find': async input => pageOf(history, input),
    ...QUIET,
    'attention.list': async () => attentionOf(needing),
    'sync.checkNow': async () => {
      if (refusal !== null) throw refusal;
      asked.push('sync.checkNow');
      setStatus({ state: 'looking' });
      return null;
    },
    'sync.pause': async () => {
      asked.push('sync.pause');
      setStatus({ state: 'paused', pause: { until: null, why: 'person' } });
      return null;
    },
    'sync.resume': async () => {
      asked.push('sync.resume');
      setStatus({ state: 'upToDate', pause: null });
      return null;
    },
  });

  return {
    handlers,
    topics,
    asked,
    base,
    say: saysChanged,
    add(id, folder, ...rows) {
      const parent = folder === '' ? null : found(items, id, folder).id;
      for (const row of rows) {
        items.push({ ...plain(row.name, 'file'), ...row, id: `new ${items.length}`, mirror: id, parent });
      }
      saysChanged();
    },
    idOf: (id, path) => found(items, id, path).id,
    mirrors: () => [...mirrors],
    change(id, path, change) {
      const item = found(items, id, path);
      items = items.map(each => (each === item ? { ...each, ...change } : each));
      saysChanged();
    },
    remove(id, path) {
      const item = found(items, id, path);
      items = items.filter(each => each !== item);
      saysChanged();
    },
    setStatus,
    record(entry) {
      const next = { ...lineOf((history[0]?.id ?? 0) + 1, Date.now()), ...entry };
      history = [next, ...history];
      topics.publish('activity.latest', next);
    },
    failListing(fault) {
      failure = fault;
      saysChanged();
    },
    need: items => topics.publish('attention.count', { ...countsOf((needing = items)), revision: ++revision }),
    refuse: fault => void (refusal = fault),
    failQuietly: fault => void (failure = fault),
  };
}

function pageOf(history: readonly ActivityEntry[], { filter, before, limit }: Input<'activity.find'>): ActivityPage {
  const found = history.filter(({ path }) => path.toLowerCase().includes(filter.text.toLowerCase()));
  const entries = found.filter(entry => before === null || entry.id < before).slice(0, limit);
  return { entries, total: before === null ? found.length : null };
}

function countsOf(items: readonly AttentionItem[]): { decisions: number; versions: number; blocked: number } {
  const count = (group: string) => items.filter(item => item.group === group).length;
  return { decisions: count('decision'), versions: count('versions'), blocked: count('blocked') };
}

function attentionOf(items: readonly AttentionItem[]): AttentionList {
  return { items: [...items], ...countsOf(items) };
}

function mirror(id: string, remotePath: string, local: string, mode: MirrorInfo['mode']): MirrorInfo {
  return {
    id,
    remoteId: `00000000-0000-4000-8000-0000000000${id}`,
    remotePath,
    local,
    mode,
    organization: null,
    state: 'active',
    standing: 'in-step',
    reason: null,
  };
}

function rowOf(items: readonly SampleItem[], { mirror: _, parent: __, ...row }: SampleItem): FileRow {
  return row.kind === 'file' ? row : { ...row, inside: insideOf(filesBelow(items, row.id)) };
}

function filesBelow(items: readonly SampleItem[], folder: string): readonly SampleItem[] {
  const inside = items.filter(({ parent }) => parent === folder);
  return inside.flatMap(item => (item.kind === 'file' ? [item] : filesBelow(items, item.id)));
}

function insideOf(files: readonly SampleItem[]): FolderInside {
  const times = files.flatMap(({ modifiedAt }) => modifiedAt ?? []).toSorted();
  return {
    files: files.length,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
    changedAt: times.at(-1) ?? null,
    isWhole: true,
  };
}

function wayTo(items: readonly SampleItem[], folder: string | null): { id: string; name: string }[] {
  const item = items.find(each => each.id === folder);
  return item === undefined ? [] : [...wayTo(items, item.parent), { id: item.id, name: item.name }];
}

/** The item at a path inside a mirror. @throws Error when the sample has none. */
function found(items: readonly SampleItem[], id: string, path: string): SampleItem {
  const item = items.find(
    each => each.mirror === id && [...wayTo(items, each.parent).map(step => step.name), each.name].join('/') === path,
  );
  if (item === undefined) throw new Error(`The sample has no ${path} in ${id}`);
  return item;
}

function sampleStatus(nowMs: number, mirrors: readonly MirrorInfo[]): EngineStatus {
  const checkedAt = new Date(nowMs - 40 * SECOND).toISOString();
  return {
    state: 'upToDate',
    service: 'https://kb.example.org/api/v1',
    waitUntil: null,
    done: 0,
    total: 0,
    attention: 0,
    pause: null,
    mirrors: mirrors.map(({ id }) => ({
      id,
      standing: 'in-step',
      pause: null,
      files: 31,
      waiting: 0,
      held: 0,
      blocked: 0,
      conflicted: 0,
      checkedAt,
    })),
  };
}

/** What happens in a lab's day, over and over. */
const LINES: readonly (readonly [string, string, string, number | null])[] = [
  ['sent', 'Plates/plate8.csv', 'changed here', 50_877],
  ['received', 'Protocols/qPCR v2.md', 'changed at the service', 8830],
  ['conflict', 'Plates/plate7.csv', 'changed here and at the service', 51_204],
  ['sent', 'Plates/run 0447.fcs', 'changed here', 38_412_800],
  ['moved', 'Protocols/Archived 2024/qPCR v1.md', 'changed at the service', null],
  ['created', 'Plates/2026-11 dose response', 'changed here', null],
  ['removed', 'Plates/test.csv', 'changed at the service', null],
  ['blocked', 'Plates/setup.exe', "the service refuses '.exe' files", 1_204_224],
  ['resolved', 'Inventory.csv', 'person', 88_120],
  ['restored', 'Protocols/ELISA.md', 'person', 9840],
  ['kept', 'Plates/old layout.csv', 'person', 7312],
];

/** Newest first; the first minutes ago, the last days ago. */
function sampleHistory(length: number, nowMs: number): readonly ActivityEntry[] {
  return Array.from({ length }, (_, age) => lineOf(length - age, nowMs - 2 * MINUTE - age * age * 0.2 * MINUTE));
}

function lineOf(id: number, atMs: number): ActivityEntry {
  const [verb, path, cause, sizeBytes] = LINES[id % LINES.length] ?? ['sent', 'Inventory.csv', 'changed here', 1];
  return {
    id,
    at: new Date(atMs).toISOString(),
    mirror: 'm1',
    path,
    verb,
    fileId: null,
    versionId: null,
    sizeBytes,
    cause,
    undo: null,
  };
}
