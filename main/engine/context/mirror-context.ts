import { requirePresent } from '../../../shared/assert.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { SECOND } from '../../../shared/units.ts';
import type { Item, LocalFacts, RemoteFacts } from '../../core/item.ts';
import { justNow, rememberedTime } from '../../core/policy/service-time.ts';
import type { UndoStep } from '../../journal/records/undo-step.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Entry } from '../../ports/disk.ts';
import type { World } from '../../ports/world.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import type { Storage } from '../../remote/transfer/storage.ts';
import type { BegunPlacement } from './begin-placements.ts';
import type { Commits } from './commit-batch.ts';
import type { LogOnce } from './log-once.ts';
import type { SyncSettings } from './settings.ts';
import type { TransferBudget } from '../limits/transfer-budget.ts';

/** What every step of the work on one mirror needs. */
export interface MirrorContext {
  readonly world: World;
  readonly journal: Journal;
  readonly mirror: Mirror;
  readonly api: ServiceApi;
  readonly storage: Storage;
  readonly settings: SyncSettings;
  /** This computer's name, for conflict copies. */
  readonly computer: string;
  /** Commits the records of parallel steps together. */
  readonly commits: Commits;
  /** Writes down that a fetched version is about to be put in place (see `begin-placements.ts`). */
  readonly beginPlacing: (placing: BegunPlacement) => Promise<number>;
  /** How many transfers run, of all mirrors together. */
  readonly budget: TransferBudget;
  /** Bytes of running downloads that are not on the disk yet. */
  readonly reserved: { bytes: number };
  /** Items for which an error was thrown in this pass: no further step is begun for them in it. */
  readonly quarantined: Set<ItemId>;
  /** Items that keep their local number in this pass: a program has them open, or the disk refused the rename. */
  readonly keepsName: Set<ItemId>;
  /** Conditions that were logged already; outlives the pass. */
  readonly logOnce: LogOnce;
  /** Whether a person paused the mirror: then no further step is begun. */
  readonly isPaused: () => boolean;
  /** Called when a step did something, and with the progress of transfers. */
  readonly progress: Progress;
}

/** The state that lasts for one pass, as it begins. */
export function newPassState(): Pick<MirrorContext, 'reserved' | 'quarantined' | 'keepsName'> {
  return { reserved: { bytes: 0 }, quarantined: new Set(), keepsName: new Set() };
}

/** What a pass counts and shows while it works. */
export interface Progress {
  /** Number of steps of the current round. */
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

/**
 * `postponed`: not now, a later plan decides. `stale`: what the plan was based on has changed; observe both sides
 * first.
 */
export type StepOutcome = 'done' | 'postponed' | 'stale';

/** The local path of an item that has one. */
export function localPath(context: MirrorContext, item: ItemId): string {
  return context.journal.pathOf(item);
}

/** The path for a name in a local folder; null when the folder is not on this computer (yet). */
export function pathIn(context: MirrorContext, parent: ItemId, name: string): string | null {
  if (parent === context.mirror.rootItem) return name;
  const folder = context.journal.items.get(parent);
  if (folder === null || folder.local === null || folder.localPresence !== 'present') return null;
  return context.journal.items.pathIn(parent, name);
}

/** The service's id of a folder of the mirror; null when the service does not (or may not) have it. */
export function serviceFolder(context: MirrorContext, folder: ItemId): ServiceId | null {
  if (folder === context.mirror.rootItem) return context.mirror.remoteId;
  const item = context.journal.items.get(folder);
  return item !== null && item.remotePresence === 'present' ? (item.remote?.id ?? null) : null;
}

/** Records path and metadata of a local entry. */
export function recordEntry(
  context: MirrorContext,
  item: ItemId,
  at: { parent: ItemId; entry: Entry; sha256: Sha256 | null },
): void {
  context.journal.items.setLocal(item, 'present', factsOf(at.entry, at));
}

/** The facts of a local entry that was just read. */
export function factsOf(
  { name, sizeBytes, modifiedMs, key, fingerprint }: Entry,
  { parent, sha256 }: { parent: ItemId; sha256: Sha256 | null },
): LocalFacts {
  return { parent, name, sizeBytes, modifiedMs, key, fingerprint, sha256 };
}

/** The facts of a remote file whose head was read. Without the head's time, the next poll reads the detail again. */
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

/**
 * The time of an answer that was read just now.
 * @param askedAt see `Reading`; absent in the answer to a change of ours.
 */
export function answeredTime({ world }: MirrorContext, time: string | null, askedAt?: number | null): string | null {
  const now = world.clock.now();
  return askedAt === undefined ? justNow(time, now) : rememberedTime(time, null, { now, askedAt });
}

/** The head differs from what listings showed: the next poll reads the detail, also if the listing did not change. */
export function invalidateHead({ journal }: MirrorContext, id: ItemId): void {
  const item = journal.items.get(id);
  if (item === null || item.kind !== 'file' || item.remote === null) return;
  journal.items.setRemote(id, item.remotePresence, { ...item.remote, updatedAt: null });
}

/** A busy folder is noted once in this time, not with every file. */
const NOTED_MS = SECOND;

/** The folder that an item is in, on either side. */
export function folderOf({ journal }: MirrorContext, id: ItemId): ItemId | null {
  const item = journal.items.get(id);
  return item?.remote?.parent ?? item?.local?.parent ?? null;
}

/**
 * Notes that something was done in a folder: more changes may soon follow, on either side.
 * @param noted when folders were last noted, kept by the caller.
 */
export async function noteActive(context: MirrorContext, folder: ItemId, noted: Map<ItemId, number>): Promise<void> {
  const { commits, journal, mirror, world } = context;
  const now = world.clock.now();
  if (Math.abs(now - (noted.get(folder) ?? 0)) < NOTED_MS) return;
  noted.set(folder, now);
  await commits.soon(() => journal.listings.noteActive(mirror.id, folder, now));
}

/**
 * The plan was based on facts that no longer hold: the next poll must list the item's folders on both sides, and all
 * folders below it. An item that no longer exists makes that poll one of everything.
 */
export function requestPoll({ journal, mirror }: MirrorContext, id: ItemId): void {
  const item = journal.items.get(id);
  if (item === null) return journal.listings.requestFullPoll(mirror.id);
  const within = new Set(item.kind === 'folder' ? [id] : []);
  for (const folder of within)
    for (const inside of journal.items.inRemoteFolder(folder)) if (inside.kind === 'folder') within.add(inside.id);
  for (const folder of [item.remote?.parent, item.local?.parent, ...within])
    if (folder !== undefined) journal.listings.requestListing(mirror.id, folder);
}

/** Writes a line of history. */
export function addHistory(
  context: MirrorContext,
  line: {
    item: ItemId;
    verb: string;
    cause: string;
    file?: ServiceId | null;
    version?: VersionId | null;
    sizeBytes?: number | null;
    path?: string;
    /** The change that would undo it. */
    undo?: UndoStep | null;
  },
): number {
  return context.journal.history.add({
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

/** A new, unique name for a file in the trash. */
export function newTrashName(context: Pick<MirrorContext, 'mirror' | 'world'>): string {
  return `${context.mirror.id}-${context.world.random.uuid()}`;
}

/** The current row of an item of the plan. */
export function itemOf(context: MirrorContext, id: ItemId): Item | null {
  return context.journal.items.get(id);
}

/** The facts of an item that is on both sides. */
export function bothSides(item: Item): { local: NonNullable<Item['local']>; remote: NonNullable<Item['remote']> } {
  return { local: requirePresent(item.local, 'local facts'), remote: requirePresent(item.remote, 'remote facts') };
}

/** Whether an error is a fault of one of these kinds. */
export function isFault(error: unknown, ...kinds: readonly FaultError['fault']['kind'][]): error is FaultError {
  return error instanceof FaultError && kinds.includes(error.fault.kind);
}
