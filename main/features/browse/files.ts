import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { FolderView } from '../../../shared/features/browse/file-row-model.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Item } from '../../core/item.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { nameOf } from '../../items/local/local-path.ts';
import { MirrorRows } from './mirror-rows.ts';
import { Notes } from './folder-notes.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Files in the mirrored folders, from the journal: works offline. */
export function fileHandlers(context: AppContext): Pick<Handlers, 'files.list'> {
  return {
    'files.list': ({ mirror: id, folder }) => {
      const mirror = context.journal.mirrors.get(id as MirrorId);
      if (mirror === null) return Promise.reject(gone('This mirrored folder is no longer set up.'));
      return Promise.resolve(
        folderView(context, mirror, folder === null ? mirror.rootItem : (Number(folder) as ItemId)),
      );
    },
  };
}

function folderView(context: AppContext, mirror: Mirror, folder: ItemId): FolderView {
  const { journal } = context;
  const item = journal.items.get(folder);
  if (item === null || item.kind !== 'folder') throw gone('This folder is no longer there.');
  const checkedAt = journal.listings.listedAt(folder) ?? mirror.checkedAt;
  const children = journal.items.children(folder);
  context.engine.shown(children.filter(({ kind }) => kind === 'file').map(({ id }) => id));
  const rows = new MirrorRows(context, new Notes(context), { mirror, folder });
  return {
    mirror: mirror.id,
    folder: folder === mirror.rootItem ? null : String(folder),
    breadcrumbs: breadcrumbs(context, mirror, item),
    rows: children.map(child => rows.row(child)),
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
  };
}

function breadcrumbs({ journal }: AppContext, mirror: Mirror, folder: Item): { id: string; name: string }[] {
  const crumbs: { id: string; name: string }[] = [];
  const seen = new Set<ItemId>();
  for (let at: Item | null = folder; at !== null && at.id !== mirror.rootItem && !seen.has(at.id);) {
    seen.add(at.id);
    crumbs.unshift({ id: String(at.id), name: nameOf(at) });
    const parent: ItemId | undefined = at.local?.parent ?? at.remote?.parent;
    at = parent === undefined ? null : journal.items.get(parent);
  }
  return crumbs;
}

function gone(message: string): FaultError {
  return new FaultError({ kind: 'gone', messages: [message] });
}
