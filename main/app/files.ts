import type { Handlers } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import type { ItemId, MirrorId } from '../../shared/ids.ts';
import type { FileRow, FolderView, SyncBadge } from '../../shared/model/file-row.ts';
import type { OpenItem } from '../../shared/model/sync.ts';
import { isoTime } from '../core/calendar.ts';
import type { Item } from '../core/item.ts';
import { openItems } from '../engine/open-items.ts';
import { readSettings } from '../engine/settings.ts';
import type { Mirror } from '../journal/mirrors.ts';
import type { AppParts } from './parts.ts';

/** What is in the mirrored folders, from the journal: works offline. */
export function fileHandlers(parts: AppParts): Pick<Handlers, 'files.list'> {
  return {
    'files.list': ({ mirror: id, folder }) => {
      const mirror = parts.journal.mirrors.get(id as MirrorId);
      if (mirror === null) return Promise.reject(gone('This mirrored folder is no longer set up.'));
      return Promise.resolve(folderView(parts, mirror, folder === null ? mirror.rootItem : (Number(folder) as ItemId)));
    },
  };
}

function folderView(parts: AppParts, mirror: Mirror, folder: ItemId): FolderView {
  const { journal, world } = parts;
  const item = journal.items.get(folder);
  if (item === null || item.kind !== 'folder') throw gone('This folder is no longer there.');
  const open = openItems({ journal, world, settings: readSettings(journal.facts) }, mirror);
  const notes = new Map<string, OpenItem>();
  for (const one of [...open.held, ...open.blocked, ...open.conflicted]) notes.set(one.path, one);
  const here = journal.pathOf(folder);
  const rows = journal.items.children(folder).map(child => {
    const name = nameOf(child);
    return rowOf(parts, child, { name, note: notes.get(here === '' ? name : `${here}/${name}`) });
  });
  return {
    mirror: mirror.id,
    folder: folder === mirror.rootItem ? null : String(folder),
    breadcrumbs: breadcrumbs(parts, mirror, item),
    rows,
    checkedAt: mirror.checkedAt === null ? null : isoTime(mirror.checkedAt),
  };
}

function breadcrumbs({ journal }: AppParts, mirror: Mirror, folder: Item): { id: string; name: string }[] {
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

function rowOf(
  { journal, engine }: AppParts,
  item: Item,
  shown: { name: string; note: OpenItem | undefined },
): FileRow {
  const { local, remote } = item;
  const transfer = engine.transfers.find(one => one.item === String(item.id));
  const badge: SyncBadge =
    transfer === undefined ? badgeOf(item, shown.note) : transfer.direction === 'up' ? 'uploading' : 'downloading';
  return {
    id: String(item.id),
    kind: item.kind,
    name: shown.name,
    serviceName: remote !== null && remote.name !== shown.name ? remote.name : null,
    badge,
    note:
      shown.note?.text ??
      (item.kept !== null && remote === null ? 'Kept on this computer only; it is sent when you change it.' : null),
    extraction: item.kind === 'file' ? journal.items.extraction(item.id) : null,
    sizeBytes: item.kind === 'folder' ? null : (local?.sizeBytes ?? remote?.sizeBytes ?? null),
    modifiedAt:
      item.kind === 'folder'
        ? null
        : local !== null
          ? isoTime(local.modifiedMs)
          : (remote?.updatedAt?.replace('?', '') ?? null),
    hasFolders: item.kind === 'folder' && journal.items.children(item.id).some(({ kind }) => kind === 'folder'),
  };
}

function badgeOf(item: Item, note: OpenItem | undefined): SyncBadge {
  const { local, remote, agreed } = item;
  if (note?.reason === 'conflict') return 'conflict';
  if (note?.reason === 'settling') return 'settling';
  if (note?.reason === 'removal-hold' || note?.reason === 'guard') return 'removing';
  if (note !== undefined && note.reason !== 'removal-check') return 'blocked';
  if (local === null) return 'queuedDown';
  if (remote === null) return item.kept === null ? 'queuedUp' : 'local';
  if (item.kind === 'file' && agreed?.sha256 !== local.sha256) return 'queuedUp';
  if (item.kind === 'file' && agreed?.version !== remote.version) return 'queuedDown';
  return agreed !== null && agreed.localName !== agreed.remoteName ? 'renamedHere' : 'local';
}

function nameOf(item: Item): string {
  return item.local?.name ?? item.agreed?.localName ?? item.remote?.name ?? '';
}

function gone(message: string): FaultError {
  return new FaultError({ kind: 'gone', messages: [message] });
}
