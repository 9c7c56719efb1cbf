import type { AgreedLoss, OlderWeight, Weight } from '../../../shared/features/edit/model.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { MirrorId, ServiceId } from '../../../shared/ids.ts';
import { isMassRemoval } from '../../core/policy/removal-limits.ts';
import type { Item } from '../../core/item.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { readSettings } from '../../engine/context/settings.ts';
import { filesBelow } from '../../items/local/local-path.ts';
import { detailOf, type MirroredThing, serviceOf, type Thing } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { isHere } from '../../items/target-folder.ts';
import {
  agreeToLose,
  type Keeping,
  type FileToRemove,
  type OlderOutlook,
  weighOlder,
} from '../../remote/act/older-versions.ts';
import { baseVersion } from '../../remote/act/removals.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';

/** What a removal would include, from the records: works offline, except for what only the service knows. */
export async function weighRemoval(context: AppContext, things: readonly Thing[]): Promise<Weight> {
  const { journal } = context;
  // GAP: a UUID alone does not tell a file from a folder, and checking would need the service.
  const mirrored = things.filter(thing => thing.where === 'mirror');
  const below = mirrored.map(({ item }) => filesBelow(journal, item));
  const files = below.flatMap(each => each.files);
  return {
    files: files.length,
    folders: below.reduce((sum, { folders }) => sum + folders.length, 0),
    sizeBytes: files.reduce((sum, { local, remote }) => sum + (local?.sizeBytes ?? remote?.sizeBytes ?? 0), 0),
    unsent: files.filter(isUnsent).length,
    onlyThere: files.filter(file => !isHere(file)).length,
    unseenFolders: things.length - mirrored.length,
    holdSeconds: readSettings(journal.facts).deleteHoldSeconds,
    isAsked: isAsked(context, mirrored),
    older: (await weighOlderOf(context, things)).weight,
  };
}

function isUnsent({ local, base }: Item): boolean {
  return local !== null && (base === null || local.sha256 === null || local.sha256 !== base.sha256);
}

/** Whether these are enough for the engine to ask before it removes them at the service, by its own rule. */
function isAsked({ journal, world }: AppContext, things: readonly MirroredThing[]): boolean {
  const { guardItems: items, guardPercent: percent } = readSettings(journal.facts);
  return journal.mirrors.all().some(({ id }) => {
    const ids = things
      .filter(({ mirror }) => mirror.id === id)
      .flatMap(({ item }) => {
        const { files, folders } = filesBelow(journal, item);
        return [...files.map(file => file.id), ...folders];
      });
    const going = [...new Set(ids)].filter(each => {
      const item = journal.items.get(each);
      return item !== null && item.base !== null && isHere(item);
    }).length;
    const recent = journal.guards.recentRemovals(id, 'here', world.clock.now());
    return going > 0 && isMassRemoval(going + recent, journal.items.countWithBase(id) + recent, { items, percent });
  });
}

/** Names of the readers of an item; null when the service does not tell. @throws FaultError `offline` and the like. */
export async function readersOf(context: AppContext, thing: Thing): Promise<readonly string[] | null> {
  const api = await serviceOf(context, thing.where === 'mirror' ? thing.mirror : null);
  const { id, kind } =
    thing.where === 'mirror' ? { id: thing.item.remote?.id, kind: thing.item.kind } : await detailOf(api, thing);
  if (id === undefined) return null;
  try {
    const readers = await (kind === 'folder' ? api.readers(id) : api.fileReaders(id));
    return [...new Set(readers.map(({ name }) => name))];
  } catch (error) {
    if (isFault(error, 'not-allowed', 'scope', 'refused', 'gone', 'failing')) return null;
    throw error;
  }
}

/** Files checked at the service before a removal. For further files the removal itself checks and asks if needed. */
const MOST_ASKED = 20;

/** A file that the removal deletes by itself; a file in an archived folder keeps its versions. */
interface Single {
  readonly mirror: Mirror | null;
  readonly item: Item | null;
  /** Null: it has no bytes at the service. */
  readonly leaving: () => Promise<FileToRemove | null>;
}

/** What would be lost of a file. */
interface Loss extends AgreedLoss {
  readonly file: ServiceId;
  readonly item: Item | null;
}

interface Found {
  readonly older: OlderOutlook;
  readonly loss: Loss & { readonly versions: number };
}

/** The effect of a removal on the older versions of some files. */
interface Weighed {
  readonly weight: OlderWeight;
  readonly losses: readonly Loss[];
}

/** Asks the service what a removal would do to older versions. Changes nothing; what is not told counts as unknown. */
async function weighOlderOf(context: AppContext, things: readonly Thing[]): Promise<Weighed> {
  const singles = things.flatMap(thing => singlesOf(context, thing));
  const keepsNone = readSettings(context.journal.facts).olderVersionsMaxBytes === 0;
  const weight = { kept: 0, keptBytes: 0, lost: 0, lostBytes: 0, unknownFiles: 0, keepsNone };
  const losses: Loss[] = [];
  let isReached = true;
  for (const [at, single] of singles.entries()) {
    const found: Found | 'offline' | 'unknown' | null =
      at < MOST_ASKED && isReached ? await lossOf(context, single).catch(unlessOffline) : 'unknown';
    // Without the service each further request would only wait for its timeout.
    isReached &&= found !== 'offline';
    if (found === null) continue;
    if (typeof found === 'string') {
      weight.unknownFiles += 1;
      continue;
    }
    const { older, loss } = found;
    weight.kept += older.kept.versions ?? 0;
    weight.keptBytes += older.kept.sizeBytes ?? 0;
    weight.lost += older.lost.versions ?? 0;
    weight.lostBytes += older.lost.sizeBytes ?? 0;
    losses.push(loss);
  }
  return { weight, losses };
}

function unlessOffline(error: unknown): 'offline' | 'unknown' {
  if (!(error instanceof FaultError)) throw error;
  return isFault(error, 'offline', 'signed-out', 'access-ended', 'busy') ? 'offline' : 'unknown';
}

/** Null: no bytes, so no versions. */
async function lossOf(context: AppContext, { mirror, item, leaving }: Single): Promise<Found | 'unknown' | null> {
  const file = await leaving();
  if (file === null) return null;
  const older = await weighOlder(await keepingOf(context, mirror), file);
  if (older.lost.versions === null) return 'unknown';
  return { older, loss: { file: file.file, item, version: file.head, versions: older.lost.versions } };
}

function singlesOf(context: AppContext, thing: Thing): readonly Single[] {
  const { journal } = context;
  if (thing.where === 'service') {
    const leaving = async (): Promise<FileToRemove | null> => {
      const { id: file, kind, name, version: head } = await detailOf(await serviceOf(context, null), thing);
      return kind === 'folder' || head === null ? null : { file, head, path: name };
    };
    return [{ mirror: null, item: null, leaving }];
  }
  const { mirror, item } = thing;
  const below = filesBelow(journal, item).files;
  return (item.kind === 'file' ? below : below.filter(({ local }) => local === null)).map(file => {
    const head = baseVersion(file) ?? file.remote?.version ?? null;
    const there = file.remote === null || head === null ? null : { file: file.remote.id, head };
    const leaving = there === null ? null : { ...there, path: journal.pathOf(file.id) };
    return { mirror, item: file, leaving: () => Promise.resolve(leaving) };
  });
}

/** What keeping older versions needs; null `mirror`: for a file in no mirror. @throws FaultError `signed-out`. */
export async function keepingOf({ engine, journal, world }: AppContext, mirror: Mirror | null): Promise<Keeping> {
  const { storage, api } = await engine.connection();
  const place = { id: mirror?.id ?? ('' as MirrorId) };
  const settings = readSettings(journal.facts);
  return { journal, world, storage, api: api(mirror?.organization ?? null), mirror: place, settings };
}

/**
 * Records the losses the person agreed to. If there are more than they were told, nothing is recorded: then each
 * removal asks. @param losing number of older versions they were told.
 */
export async function agreeToLosses(
  context: AppContext,
  things: readonly Thing[],
  losing: number,
): Promise<ReadonlyMap<ServiceId, AgreedLoss>> {
  if (losing === 0) return new Map();
  const { weight, losses } = await weighOlderOf(context, things);
  if (weight.lost > losing) return new Map();
  context.journal.transaction(() => {
    for (const { item, version, versions } of losses)
      if (item !== null && versions !== 0) agreeToLose(context.journal, item.id, { version, versions });
  });
  return new Map(losses.map(({ file, version, versions }) => [file, { version, versions }]));
}
