import type { ItemId, VersionId } from '../../../shared/ids.ts';
import type {
  ConflictDetail,
  ConflictThere,
  SeenSides,
  VersionFacts,
  VersionSide,
} from '../../../shared/features/attention/decisions-model.ts';
import { isoTime } from '../../core/calendar.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { isFault, serviceFolder } from '../../engine/context/mirror-context.ts';
import type { Conflict } from '../../journal/records/conflicts.ts';
import type { Journal } from '../../journal/journal.ts';
import type { RemoteVersion } from '../../remote/api/shapes.ts';

/** Both sides of a conflict, from the records. */
export function conflictDetail(journal: Journal, conflict: Conflict, computer: string): ConflictDetail {
  const { base, copy, item } = conflict;
  return {
    id: String(conflict.id),
    mirror: conflict.mirror,
    path: journal.pathOf(item),
    at: isoTime(conflict.at),
    computer,
    mine: mySide(journal, copy),
    theirs: theirSide(journal, item),
    base: base.version === null && base.sha256 === null ? null : base,
  };
}

/** The conflict copy on this computer. */
function mySide(journal: Journal, copy: ItemId): VersionSide | null {
  const item = journal.items.get(copy);
  if (item === null || item.local === null) return null;
  const { agreed, local, remote } = item;
  const isSent = local.sha256 !== null && agreed?.sha256 === local.sha256;
  return {
    path: journal.pathOf(copy),
    sizeBytes: local.sizeBytes,
    sha256: local.sha256,
    version: isSent ? (remote?.version ?? null) : null,
    changedAt: isoTime(local.modifiedMs),
  };
}

/** The file at the service that kept the name. */
function theirSide(journal: Journal, id: ItemId): VersionSide | null {
  const item = journal.items.get(id);
  if (item === null || item.remote === null) return null;
  const { sizeBytes, updatedAt, version } = item.remote;
  return {
    path: journal.pathOf(id),
    sizeBytes,
    sha256: version === null ? null : journal.items.hashOf(version),
    version,
    changedAt: updatedAt?.replace('?', '') ?? null,
  };
}

/** What the service tells of the current version and of the base of both. */
export async function conflictThere(context: MirrorContext, conflict: Conflict): Promise<ConflictThere> {
  const item = context.journal.items.get(conflict.item);
  if (item === null || item.remote === null) return { theirs: null, base: null };
  const { id, parent, version } = item.remote;
  const versions = await context.api.versions(id);
  const head = versions.find(one => one.id === version);
  const base = versions.find(one => one.id === conflict.base.version);
  const names = await namesIn(context, parent);
  const factsOf = (one: RemoteVersion | undefined): VersionFacts | null =>
    one === undefined
      ? null
      : {
          number: one.number,
          at: one.createdAt,
          who: whoOf(one, names),
          sizeBytes: one.sizeBytes,
          summary: one.summary,
        };
  return { theirs: factsOf(head), base: factsOf(base) };
}

function whoOf({ createdBy }: RemoteVersion, names: ReadonlyMap<string, string>): string | null {
  if (createdBy === null) return null;
  return names.get(createdBy) ?? `person ${createdBy}`;
}

/** Names of the people with access to a folder, by number; empty when the service does not tell. */
async function namesIn(context: MirrorContext, folder: ItemId): Promise<ReadonlyMap<string, string>> {
  const id = serviceFolder(context, folder);
  if (id === null) return new Map();
  try {
    const readers = await context.api.readers(id);
    return new Map(readers.map(({ key, name }) => [key.replace(/^user /, ''), name]));
  } catch (error) {
    if (isFault(error, 'not-allowed', 'scope', 'gone', 'refused')) return new Map();
    throw error;
  }
}

/**
 * Whether both sides are still those that the person saw. @param head the remote version according to the service now.
 */
export function isAsSeen(detail: ConflictDetail, seen: SeenSides, head: VersionId | null): boolean {
  const theirs = head ?? detail.theirs?.version ?? null;
  return detail.mine?.sha256 === seen.mine && (seen.theirs === undefined || seen.theirs === theirs);
}
