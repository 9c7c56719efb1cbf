import { present } from '../../../shared/assert.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { SECOND } from '../../../shared/units.ts';
import type { Item, LocalFacts, RemoteFacts } from '../../core/item.ts';
import { justNow, rememberedTime } from '../../core/policy/service-time.ts';
import type { Inverse } from '../../journal/records/inverse.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Entry } from '../../ports/disk.ts';
import type { World } from '../../ports/world.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import type { Storage } from '../../remote/transfer/storage.ts';
import type { Commits } from './commit-batch.ts';
import type { LogOnce } from './log-once.ts';
import type { SyncSettings } from './settings.ts';
import type { TransferBudget } from './transfer-budget.ts';

/** Everything a step of the work on one mirror needs. */
export interface MirrorContext {
  readonly world: World;
  readonly journal: Journal;
  readonly mirror: Mirror;
  readonly api: ServiceApi;
  readonly storage: Storage;
  readonly settings: SyncSettings;
  /** This computer's name, for conflict copies. */
  readonly computer: string;
  /** Records of steps that go on side by side. */
  readonly commits: Commits;
  /** How many transfers do, of all mirrors together. */
  readonly budget: TransferBudget;
  /** Bytes of downloads that have begun and are not on the disk yet. */
  readonly promised: { bytes: number };
  /** Items that something was thrown for in this pass: nothing more is begun for them in it. */
  readonly quarantined: Set<ItemId>;
  /** Items that keep the number they have here in this pass: a program has them open, or the disk refused. */
  readonly keepsName: Set<ItemId>;
  /** What the log says of things that every pass meets again; it outlives the pass. */
  readonly said: LogOnce;
  /** Whether a person paused the mirror: then no further step is begun. */
  readonly isPaused: () => boolean;
  /** Told when a step did something, and how far transfers are. */
  readonly progress: Progress;
}

/** What is noted during one pass, as it is when the pass begins. */
export function newPassState(): Pick<MirrorContext, 'promised' | 'quarantined' | 'keepsName'> {
  return { promised: { bytes: 0 }, quarantined: new Set(), keepsName: new Set() };
}

/** What a pass counts and shows while it works. */
export interface Progress {
  /** How many steps the round at hand has. */
  readonly planned: (steps: number) => void;
  readonly sent: (items?: number) => void;
  readonly received: () => void;
  readonly moved: () => void;
  readonly removed: (items?: number) => void;
  readonly transfer: (
    item: ItemId,
    transfer: { direction: 'up' | 'down'; doneBytes: number; sizeBytes: number } | null,
  ) => void;
}

/** `deferred`: not now; a later plan knows better. `again`: what was planned on has changed; look again first. */
export type Outcome = 'done' | 'deferred' | 'again';

/** The local path of an item that is here. */
export function localPath(context: MirrorContext, item: ItemId): string {
  return context.journal.pathOf(item);
}

/** The path for a name in a folder that is here; null when the folder is not (yet). */
export function pathIn(context: MirrorContext, parent: ItemId, name: string): string | null {
  if (parent === context.mirror.rootItem) return name;
  const folder = context.journal.items.get(parent);
  if (folder === null || folder.local === null || folder.localSight !== 'present') return null;
  return `${localPath(context, parent)}/${name}`;
}

/** The service's id of a folder of the mirror; null when it is not (or not surely) there. */
export function serviceFolder(context: MirrorContext, folder: ItemId): ServiceId | null {
  if (folder === context.mirror.rootItem) return context.mirror.remoteId;
  const item = context.journal.items.get(folder);
  return item !== null && item.remoteSight === 'present' ? (item.remote?.id ?? null) : null;
}

/** Records where and what a thing here is now. */
export function recordEntry(
  context: MirrorContext,
  item: ItemId,
  at: { parent: ItemId; entry: Entry; sha256: Sha256 | null },
): void {
  context.journal.items.setLocal(item, 'present', factsOf(at.entry, at));
}

/** What is known of a thing here that was just seen. */
export function factsOf(
  { name, sizeBytes, modifiedMs, key, stamp }: Entry,
  { parent, sha256 }: { parent: ItemId; sha256: Sha256 | null },
): LocalFacts {
  return { parent, name, sizeBytes, modifiedMs, key, stamp, sha256 };
}

/** What is known of a file at the service once its head was read. Without its time the next look reads it again. */
export function withHead(
  context: MirrorContext,
  remote: RemoteFacts,
  head: {
    readonly version: VersionId;
    readonly sizeBytes?: number | null;
    readonly updatedAt?: string | null;
    readonly askedAt?: number | null;
  },
): RemoteFacts {
  const { version, sizeBytes, updatedAt, askedAt } = head;
  return {
    ...remote,
    version,
    sizeBytes: sizeBytes ?? remote.sizeBytes,
    updatedAt: answeredTime(context, updatedAt ?? null, askedAt),
  };
}

/** The time of an answer that was read just now. @param askedAt see `Reading`; absent in the answer to a change of ours. */
export function answeredTime({ world }: MirrorContext, time: string | null, askedAt?: number | null): string | null {
  const now = world.clock.now();
  return askedAt === undefined ? justNow(time, now) : rememberedTime(time, null, { now, askedAt });
}

/** The head is not what lists made us believe: the next look reads it, whatever the list says then. */
export function invalidateHead({ journal }: MirrorContext, id: ItemId): void {
  const item = journal.items.get(id);
  if (item === null || item.kind !== 'file' || item.remote === null) return;
  journal.items.setRemote(id, item.remoteSight, { ...item.remote, updatedAt: null });
}

/** A folder in which much is done is noted once in this time, not with every file. */
const NOTED_MS = SECOND;

/** The folder that an item is in, on either side. */
export function folderOf({ journal }: MirrorContext, id: ItemId): ItemId | null {
  const item = journal.items.get(id);
  return item?.remote?.parent ?? item?.local?.parent ?? null;
}

/**
 * Something was done in a folder: more may soon follow, on either side.
 * @param noted when folders were noted last, to be kept by whoever does much.
 */
export async function noteActive(context: MirrorContext, folder: ItemId, noted: Map<ItemId, number>): Promise<void> {
  const { commits, journal, mirror, world } = context;
  const now = world.clock.now();
  if (Math.abs(now - (noted.get(folder) ?? 0)) < NOTED_MS) return;
  noted.set(folder, now);
  await commits.soon(() => journal.listings.active(mirror.id, folder, now));
}

/**
 * What a plan went by was no longer so: the next look must show it anew, where it is and where it is to go, and all that is
 * in it. What went elsewhere makes that look one at everything.
 */
export function requestPoll({ journal, mirror }: MirrorContext, id: ItemId): void {
  const item = journal.items.get(id);
  if (item === null) return journal.listings.wantAll(mirror.id);
  const within = new Set(item.kind === 'folder' ? [id] : []);
  for (const folder of within)
    for (const inside of journal.items.inFolderThere(folder)) if (inside.kind === 'folder') within.add(inside.id);
  for (const folder of [item.remote?.parent, item.local?.parent, ...within])
    if (folder !== undefined) journal.listings.want(mirror.id, folder);
}

/** Writes a line of history. */
export function tell(
  context: MirrorContext,
  line: {
    item: ItemId;
    verb: string;
    cause: string;
    file?: ServiceId | null;
    version?: VersionId | null;
    sizeBytes?: number | null;
    path?: string;
    /** What takes it back. */
    undo?: Inverse | null;
  },
): void {
  context.journal.history.add({
    at: context.world.clock.now(),
    mirror: context.mirror.id,
    path: line.path ?? localPath(context, line.item),
    verb: line.verb,
    file: line.file ?? null,
    version: line.version ?? null,
    sizeBytes: line.sizeBytes ?? null,
    cause: line.cause,
    undo: line.undo ?? null,
  });
}

/** A name of its own for a file in the store. */
export function storeName(context: Pick<MirrorContext, 'mirror' | 'world'>): string {
  return `${context.mirror.id}-${context.world.random.uuid()}`;
}

/** The item, which the plan has just seen. */
export function itemOf(context: MirrorContext, id: ItemId): Item | null {
  return context.journal.items.get(id);
}

/** The facts of an item that is on both sides. */
export function bothSides(item: Item): { local: NonNullable<Item['local']>; remote: NonNullable<Item['remote']> } {
  return { local: present(item.local, 'local facts'), remote: present(item.remote, 'remote facts') };
}

/** Whether a thrown thing is a fault of one of these kinds. */
export function isFault(error: unknown, ...kinds: readonly FaultError['fault']['kind'][]): error is FaultError {
  return error instanceof FaultError && kinds.includes(error.fault.kind);
}
