import { freeName, nameKey } from '../../core/names/local-names.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { Disk } from '../../ports/disk.ts';
import { pathIn } from '../../items/locate-item.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Target } from './drop-target.ts';
import { receive } from './broken-upload.ts';

/** The bytes of one file on their way in. */
export interface Incoming {
  /** As announced; null when nobody said. What came must be exactly that. */
  readonly sizeBytes: number | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Where a file came to lie, and how long it is. */
export interface Put {
  readonly at: string;
  readonly sizeBytes: number;
}

/** What is put where. */
export interface Putting {
  /** Folders from the target on, then the name that was planned. */
  readonly names: readonly string[];
  /** The name it came with, which others are made from. */
  readonly own: string;
  readonly incoming: Incoming;
  /** What is written down of it. */
  readonly record: {
    /** Just before it gets a name. */
    readonly arrived: (at: string, sizeBytes: number) => void;
    readonly added: (sizeBytes: number) => void;
  };
}

/**
 * Writes a file beside everything, flushes it, and gives it its name in one step, so that no half of it is ever seen. A name
 * that is taken by then gets a number; nothing is replaced. @throws FaultError; then nothing of it stays.
 */
export async function putHere(
  { world, journal }: AppContext,
  target: Target,
  { names, own, incoming, record }: Putting,
): Promise<Put> {
  const { disk } = world;
  const staged = `drop-${world.random.uuid()}`;
  const folder = await target.makeFolders(names.slice(0, -1));
  const staging = await disk.stage(target.root, staged);
  try {
    const sizeBytes = await receive(incoming, chunk => staging.write(chunk));
    await staging.finish();
    const arrived = (at: string): void => record.arrived(at, sizeBytes);
    const name = await placeFree(disk, target, { staged, folder, planned: names.at(-1) ?? '', own, arrived });
    journal.transaction(() => {
      target.placed([...names.slice(0, -1), name], sizeBytes);
      record.added(sizeBytes);
    });
    return { at: pathIn(folder, name), sizeBytes };
  } catch (error) {
    await staging.discard().catch(() => undefined);
    throw error;
  }
}

/** Where a staged file goes: the planned name, or others made of the one it came with. */
interface Naming {
  readonly staged: string;
  readonly folder: string;
  readonly planned: string;
  readonly own: string;
  /** Told each name before it is tried. */
  readonly arrived: (at: string) => void;
}

/** Tries name after name: whether one is free is only certain when the disk has given it. */
async function placeFree(
  disk: Disk,
  target: Target,
  { staged, folder, planned, own, arrived }: Naming,
): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const name = taken.size === 0 ? planned : freeName(own, key => taken.has(key));
    if (await fits(disk, target, { staged, path: pathIn(folder, name), arrived })) return name;
    taken.add(nameKey(name));
  }
}

/** Gives a staged file a name; false when that is taken. */
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
