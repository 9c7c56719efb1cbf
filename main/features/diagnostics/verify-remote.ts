import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { toolTexts } from '../../../shared/features/diagnostics/text.ts';
import type { Item } from '../../core/item.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { RemoteFile } from '../../remote/api/shapes.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { FindingCode, ToolWork } from './tool-work.ts';

const texts = toolTexts.verify;

type Placed = readonly [path: string, item: Item];

/**
 * Compares the record with the service's listings, folder by folder: one request per hundred files. @returns a summary
 * sentence.
 */
export async function compareThere(
  { engine, journal }: AppContext,
  mirror: Mirror,
  asked: {
    readonly known: ReadonlyMap<string, Item>;
    readonly work: ToolWork;
    readonly find: (path: string, code: FindingCode) => void;
  },
): Promise<string> {
  const { known, work, find } = asked;
  let same = 0;
  try {
    const { api } = await engine.context(mirror);
    for (const [folder, files] of byFolder(journal, mirror, known)) {
      if (work.isStopped()) return texts.stopped;
      const listed = new Map((await api.filesIn(folder)).map(file => [file.id, file]));
      const codes = files.flatMap(([path, item]) => judge(path, item, listed));
      codes.forEach(([path, code]) => find(path, code));
      same += files.length - codes.length;
    }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return texts.offline;
  }
  return texts.service(same);
}

/** Files known on both sides, by their folder at the service. */
function byFolder(
  journal: Journal,
  mirror: Mirror,
  known: ReadonlyMap<string, Item>,
): ReadonlyMap<ServiceId, readonly Placed[]> {
  const folders = new Map<ServiceId, Placed[]>();
  for (const [path, item] of known) {
    if (item.kind !== 'file' || item.remote === null || item.agreed === null) continue;
    const { parent } = item.remote;
    const folder = parent === mirror.rootItem ? mirror.remoteId : (journal.items.get(parent)?.remote?.id ?? null);
    if (folder === null) continue;
    const files = folders.get(folder);
    if (files === undefined) folders.set(folder, [[path, item]]);
    else files.push([path, item]);
  }
  return folders;
}

/** Reports a difference; none when the service lists what is recorded. */
function judge(
  path: string,
  { remote }: Item,
  listed: ReadonlyMap<ServiceId, RemoteFile>,
): readonly (readonly [string, FindingCode])[] {
  const there = remote === null ? undefined : listed.get(remote.id);
  if (there === undefined || there.isGone) return [[path, 'gone-there']];
  return isOther(there, remote) ? [[path, 'other-there']] : [];
}

/** Whether the remote file differs. If the listing has no version, size and the service's modification time decide. */
function isOther(there: RemoteFile, recorded: Item['remote']): boolean {
  if (recorded === null) return true;
  if (there.version !== null && recorded.version !== null) return there.version !== recorded.version;
  const isOtherSize = there.sizeBytes !== null && recorded.sizeBytes !== null && there.sizeBytes !== recorded.sizeBytes;
  const told = recorded.updatedAt?.replace('?', '') ?? null;
  return isOtherSize || (there.updatedAt !== null && told !== null && there.updatedAt !== told);
}
