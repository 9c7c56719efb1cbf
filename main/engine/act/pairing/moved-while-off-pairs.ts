import type { ItemId } from '../../../../shared/ids.ts';
import { newReaders } from '../../../core/policy/audience.ts';
import type { Item, Tree } from '../../../core/item.ts';
import { isMissing } from '../../../core/scan/moved-copies.ts';
import { movedAndSaved } from '../../../core/scan/moved-while-off.ts';
import type { ScanFindings } from '../../../local/observe/scan-and-hash.ts';
import { nullIfRefused } from '../../../remote/act/audience.ts';
import { itemOf, serviceFolder } from '../../context/mirror-context.ts';
import type { MirrorContext } from '../../context/mirror-context.ts';
import { recordSafely } from '../../context/quarantine.ts';
import { isNew } from './arrived-items.ts';
import { freeItems, takePlace } from './moved-copy-pairs.ts';

/**
 * What the first scan since the start found missing and new. Not kept over a restart: then such a file is sent as new
 * and the old one is removed, as after every later scan.
 */
export interface FirstScan {
  readonly gone: ReadonlySet<ItemId>;
  /** Keys of new files. */
  readonly found: ReadonlySet<string>;
}

const NOTHING: FirstScan = { gone: new Set(), found: new Set() };

export function firstScanOf({ gone, found }: Pick<ScanFindings, 'gone' | 'found'>): FirstScan {
  if (gone.length === 0) return NOTHING;
  const fresh = found.filter(({ scanId }) => scanId < 0);
  return { gone: new Set(gone), found: new Set(fresh.map(({ facts }) => facts.key)) };
}

/**
 * A file that was moved while the program was off, and then saved by replacing it, keeps its id, versions and shares. A
 * name is weak evidence: where the file's own entries would let people read the bytes who could not read a new file in
 * that folder, it counts as a new file.
 * @returns whether a pair was found.
 */
export async function adoptMovedWhileOff(
  context: MirrorContext,
  tree: Tree,
  first: FirstScan | null,
): Promise<boolean> {
  if (first === null || first.gone.size === 0 || first.found.size === 0) return false;
  const { journal, mirror } = context;
  const fresh = [...tree.items.values()].filter(isNew);
  const candidates = freeItems(context, fresh).filter(
    ({ localOnlyContent, local }) => localOnlyContent === null && first.found.has(local.key),
  );
  if (candidates.length === 0) return false;
  const missing = freeItems(context, [...first.gone].flatMap(id => journal.items.get(id) ?? []).filter(isMissing));
  if (missing.length === 0) return false;
  // Settled items have names too, and are not in the part of the tree that is planned.
  const all = journal.items.tree(mirror.id, mirror.rootItem).items.values();
  let isAny = false;
  for (const [arrived, id] of movedAndSaved(candidates, missing, all)) {
    if (!(await keepsReaders(context, id, arrived))) continue;
    recordSafely(context, arrived, () =>
      journal.transaction(() => {
        const [now, was] = [itemOf(context, arrived), itemOf(context, id)];
        if (!isNew(now) || was === null || !isMissing(was) || freeItems(context, [now, was]).length < 2) return;
        takePlace(journal, id, arrived);
        isAny = true;
      }),
    );
  }
  return isAny;
}

/** Whether all people who can read the file by its own entries can read the folder where it is now. */
async function keepsReaders(context: MirrorContext, id: ItemId, arrived: ItemId): Promise<boolean> {
  const file = itemOf(context, id)?.remote?.id;
  const folder = folderAbove(context, itemOf(context, arrived));
  if (file === undefined || folder === null) return false;
  const [own, around] = await Promise.all([
    nullIfRefused(context.api.fileReaders(file)),
    nullIfRefused(context.api.readers(folder)),
  ]);
  if (own === null || around === null) return false;
  return (
    newReaders(
      around,
      own.filter(({ isInherited }) => !isInherited),
    ).length === 0
  );
}

/** The nearest ancestor folder that the service has: its readers can read what is made in it. */
function folderAbove(context: MirrorContext, item: Item | null): ReturnType<typeof serviceFolder> {
  let at = item?.local ?? null;
  while (at !== null) {
    const folder = serviceFolder(context, at.parent);
    if (folder !== null) return folder;
    at = itemOf(context, at.parent)?.local ?? null;
  }
  return null;
}
