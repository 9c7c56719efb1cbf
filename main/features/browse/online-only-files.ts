import type { Handlers, Input } from '../../../shared/contract.ts';
import { badRequest } from '../../../shared/fault.ts';
import type { FreedFiles } from '../../../shared/features/browse/file-row-model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { onlineOnlyTexts } from '../../../shared/features/browse/online-only-text.ts';
import type { Item } from '../../core/item.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { filesBelow, itemAt, placeInMirror } from '../../items/local/local-path.ts';
import type { AppContext } from '../../items/app-context.ts';
import { dehydrateFile, setFolderOnlineOnly, hydrateFile } from '../../local/act/free-space.ts';
import { thingsOf } from '../../items/resolve-id.ts';

/** Freeing space on this computer, and downloading files again. */
export function onlineOnlyHandlers(context: AppContext): Pick<Handlers, 'files.free' | 'files.keep'> {
  return {
    'files.free': named => context.engine.exclusively(() => free(context, named)),
    'files.keep': named => context.engine.exclusively(() => keep(context, named)),
  };
}

/** Absolute local paths, or row ids. */
type Names = Input<'files.free'>;

async function free(context: AppContext, names: Names): Promise<FreedFiles> {
  const found = await findAll(context, names);
  const done = { files: 0, sizeBytes: 0, refused: [] as FreedFiles['refused'] };
  for (const { mirror, item } of found) {
    const mirrorContext = await context.engine.context(mirror);
    const { files, folders } = filesBelow(context.journal, item);
    for (const folder of folders) setFolderOnlineOnly(mirrorContext, folder, true);
    // Online-only files in a folder need nothing; for one that was named itself, report that it is not here.
    for (const file of files.filter(each => each.local !== null || each.id === item.id)) {
      const path = context.journal.pathOf(file.id);
      const freed = await dehydrateFile(mirrorContext, file.id);
      if ('refusal' in freed)
        done.refused.push({ mirror: mirror.id, path, reason: freed.refusal, text: refusalText(freed.refusal) });
      else {
        done.files += 1;
        done.sizeBytes += freed.bytes;
      }
    }
  }
  context.changed();
  return done;
}

async function keep(context: AppContext, names: Names): Promise<{ files: number }> {
  const found = await findAll(context, names);
  for (const { mirror, path } of found) if (mirror.mode === 'upload') throw badRequest(onlineOnlyTexts.sendsOnly(path));
  let count = 0;
  for (const { item } of found) {
    const { files, folders } = filesBelow(context.journal, item);
    for (const folder of folders) setFolderOnlineOnly(context, folder, false);
    for (const file of files) if (hydrateFile(context, file.id)) count += 1;
  }
  context.changed();
  context.checkNow();
  return { files: count };
}

interface Named {
  readonly mirror: Mirror;
  readonly item: Item;
  readonly path: string;
}

/** Resolves all names first, so that nothing is done when one is wrong. */
async function findAll(context: AppContext, names: Names): Promise<readonly Named[]> {
  return 'ids' in names ? findIds(context, names.ids) : findPaths(context, names.paths);
}

function findIds({ journal }: AppContext, ids: readonly string[]): readonly Named[] {
  return thingsOf(journal, ids).map(thing => {
    if (thing.where === 'service') throw badRequest(refusalTexts.notMirrored);
    return { ...thing, path: journal.pathOf(thing.item.id) };
  });
}

async function findPaths({ journal, world }: AppContext, paths: readonly string[]): Promise<readonly Named[]> {
  const found: Named[] = [];
  for (const path of paths) {
    const place = await placeInMirror(world.disk, journal, path);
    if (place === null) throw badRequest(onlineOnlyTexts.notMirrored(path));
    const item = itemAt(journal, place);
    if (item === null) throw badRequest(onlineOnlyTexts.unknown(path));
    found.push({ mirror: place.mirror, item, path });
  }
  return found;
}

function refusalText(refusal: string): string {
  return onlineOnlyTexts.refusal(refusal);
}
