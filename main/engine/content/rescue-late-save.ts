import type { ItemId } from '../../../shared/ids.ts';
import { fileNameTime } from '../../core/calendar.ts';
import { conflictName } from '../../core/names/conflict-name.ts';
import type { Item } from '../../core/item.ts';
import { keyOn } from '../../core/names/volume-names.ts';
import { isFault, localPath, pathIn, recordEntry, addHistory } from '../context/mirror-context.ts';
import type { Entry } from '../../ports/disk.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { listRescued, unlistTrash } from './move-to-trash.ts';

/** Most taken names of a conflict copy that are passed over. */
const MOST_NAMES = 20;

/** Bytes that were saved in the moment of a replacement come back as a conflict copy. */
export async function restoreAsConflictCopy(context: MirrorContext, item: Item, late: string): Promise<void> {
  const { journal, world, mirror } = context;
  const path = localPath(context, item.id);
  listRescued(context, { name: late, path, sizeBytes: null });
  const place = placeOf(context, item);
  if (place === null) return;
  const { parent } = place;
  const folder = path.slice(0, path.length - place.name.length);
  const { copyName, entry } = await restoreBeside(context, late, { ...place, folder }).catch(async (error: unknown) => {
    // The disk may have done it in spite of its error: a row without bytes in the trash would be tried forever.
    await unlistTrash(context, path, [late]);
    throw error;
  });
  journal.transaction(() => {
    journal.trash.remove(late);
    const copy = journal.items.create(mirror.id, 'file');
    // Its bytes were not read yet: the next scan reads them, because the folder is listed again.
    recordEntry(context, copy, { parent, entry, sha256: null });
    journal.items.setLocal(copy, 'unknown');
    journal.conflicts.add({ mirror: mirror.id, item: item.id, copy, at: world.clock.now() });
    addHistory(context, { item: item.id, verb: 'conflict', cause: `kept beside it as ${copyName}` });
  });
}

/** @param place of the file that the bytes belong to; `folder`: the path of its folder, with the last slash. */
async function restoreBeside(
  context: MirrorContext,
  late: string,
  { parent, name, folder }: { parent: ItemId; name: string; folder: string },
): Promise<{ copyName: string; entry: Entry }> {
  const { disk } = context.world;
  const { root } = context.mirror;
  const taken = new Set<string>();
  for (;;) {
    const copyName = conflictCopyName(context, { parent, name }, taken);
    const path = `${folder}${copyName}`;
    try {
      return { copyName, entry: await disk.restore(root, late, path) };
    } catch (error) {
      // The name may have been taken since the last scan.
      const mayBeTaken = isFault(error, 'stale') && taken.size < MOST_NAMES;
      if (!mayBeTaken || (await disk.entry(root, path)) === null) throw error;
      taken.add(copyName);
    }
  }
}

/** Where a file is, or where its base was when it was removed; null when its folder is not on this computer either. */
function placeOf(
  context: MirrorContext,
  { local, base }: Item,
): { readonly parent: ItemId; readonly name: string } | null {
  if (local !== null || base === null) return local;
  const { parent, localName: name } = base;
  return pathIn(context, parent, name) === null ? null : { parent, name };
}

/** A free name for a conflict copy beside a file. @param alsoTaken names that are not recorded yet. */
export function conflictCopyName(
  context: MirrorContext,
  { parent, name }: { readonly parent: ItemId; readonly name: string },
  alsoTaken: Iterable<string> = [],
): string {
  const { clock } = context.world;
  const keyOf = (each: string): string => keyOn(context.mirror.names, each);
  const taken = new Set([...context.journal.items.localNames(parent), ...alsoTaken].map(keyOf));
  const place = { computer: context.computer, time: fileNameTime(clock.now(), clock.minutesEast(clock.now())) };
  return conflictName(name, place, wanted => taken.has(keyOf(wanted)));
}
