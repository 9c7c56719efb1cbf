import { joinPath } from '../../../shared/local-path.ts';
import { freeName, nameKey } from '../../core/names/local-names.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { Disk } from '../../ports/disk.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Target } from './drop-target.ts';
import { passOn } from './incoming-bytes.ts';

/** The bytes of one file on their way in. */
export interface Incoming {
  /** As announced; null when the sender announced no size. The received bytes must be exactly that many. */
  readonly sizeBytes: number | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The path of an added file, and its size. */
export interface Put {
  readonly at: string;
  readonly sizeBytes: number;
}

/** A file to be added. */
export interface Putting {
  /** Folder names below the target, then the planned file name. */
  readonly names: readonly string[];
  /** Its original name, from which alternatives are made. */
  readonly own: string;
  readonly incoming: Incoming;
  /** Callbacks that record its progress. */
  readonly record: {
    /** Called just before it gets a name. */
    readonly arrived: (at: string, sizeBytes: number) => void;
    readonly added: (sizeBytes: number) => void;
  };
}

/**
 * Writes a staging file, flushes it, and renames it in one step, so that no partial file is ever visible. If the name
 * is taken by then, it gets a number; nothing is replaced. @throws FaultError; the staging file is then removed.
 */
export async function addLocalFile(
  { world, journal }: AppContext,
  target: Target,
  { names, own, incoming, record }: Putting,
): Promise<Put> {
  const { disk } = world;
  const staged = `drop-${world.random.uuid()}`;
  const folder = await target.makeFolders(names.slice(0, -1));
  const staging = await disk.stage(target.root, staged);
  try {
    const sizeBytes = await passOn(incoming, chunk => staging.write(chunk));
    await staging.finish();
    const arrived = (at: string): void => record.arrived(at, sizeBytes);
    const name = await placeFree(disk, target, { staged, folder, planned: names.at(-1) ?? '', own, arrived });
    journal.transaction(() => {
      target.placed([...names.slice(0, -1), name], sizeBytes);
      record.added(sizeBytes);
    });
    return { at: joinPath(folder, name), sizeBytes };
  } catch (error) {
    await staging.discard().catch(() => undefined);
    throw error;
  }
}

/** Names for a staged file: the planned one, or alternatives made from the original. */
interface Naming {
  readonly staged: string;
  readonly folder: string;
  readonly planned: string;
  readonly own: string;
  /** Called with each name before it is tried. */
  readonly arrived: (at: string) => void;
}

/** Tries names in turn: only the rename itself shows whether one is free. */
async function placeFree(
  disk: Disk,
  target: Target,
  { staged, folder, planned, own, arrived }: Naming,
): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const name = taken.size === 0 ? planned : freeName(own, key => taken.has(key));
    if (await fits(disk, target, { staged, path: joinPath(folder, name), arrived })) return name;
    taken.add(nameKey(name));
  }
}

/** Renames a staged file; false when the name is taken. */
async function fits(
  disk: Disk,
  { root }: Target,
  { staged, path, arrived }: Pick<Naming, 'staged' | 'arrived'> & { readonly path: string },
): Promise<boolean> {
  const isTaken = async (): Promise<boolean> => (await disk.entry(root, path)) !== null;
  if (await isTaken()) return false;
  arrived(path);
  try {
    await disk.place(root, { staged, path, expected: null, old: { to: 'nowhere' }, lateStoreName: `late-${staged}` });
    return true;
  } catch (error) {
    if (isFault(error, 'stale') && (await isTaken())) return false;
    throw error;
  }
}
