import type { Handlers } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import type { ItemId, MirrorId } from '../../shared/ids.ts';
import type { FileRow, FolderView, SyncBadge } from '../../shared/model/file-row.ts';
import type { OpenItem } from '../../shared/model/sync.ts';
import { ruleTexts } from '../../shared/text/rules.ts';
import { isoTime } from '../core/calendar.ts';
import type { Item } from '../core/item.ts';
import { isOnlineOnly } from '../core/online-only.ts';
import { plainTime } from '../core/service-time.ts';
import { openItems } from '../engine/open-items.ts';
import { ignoringOf } from '../engine/rules.ts';
import { readSettings } from '../engine/settings.ts';
import type { Mirror } from '../journal/mirrors.ts';
import { nameOf } from './local-path.ts';
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
  const checkedAt = journal.listings.listedAt(folder) ?? mirror.checkedAt;
  const children = journal.items.children(folder);
  parts.engine.shown(children.filter(({ kind }) => kind === 'file').map(({ id }) => id));
  const ignoring = ignoringOf(journal, mirror);
  const rows = children.map(child => {
    const name = nameOf(child);
    const path = here === '' ? name : `${here}/${name}`;
    const { ignored, rule } = ignoring.ruling(path, child.kind);
    return rowOf(parts, child, { name, note: notes.get(path), hiddenBy: ignored ? (rule?.pattern ?? '') : null });
  });
  return {
    mirror: mirror.id,
    folder: folder === mirror.rootItem ? null : String(folder),
    breadcrumbs: breadcrumbs(parts, mirror, item),
    rows,
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
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
  shown: { name: string; note: OpenItem | undefined; hiddenBy: string | null },
): FileRow {
  const { local, remote } = item;
  const isFolder = item.kind === 'folder';
  const transfer = engine.transfers.find(one => one.item === String(item.id));
  return {
    id: String(item.id),
    kind: item.kind,
    name: shown.name,
    serviceName: remote !== null && remote.name !== shown.name ? remote.name : null,
    badge: transfer === undefined ? badgeOf(item, shown) : transfer.direction === 'up' ? 'uploading' : 'downloading',
    note: shown.note?.text ?? (shown.hiddenBy === null ? noteOf(item) : ruleTexts.ignored(shown.name, shown.hiddenBy)),
    extraction: isFolder ? null : journal.items.extraction(item.id),
    sizeBytes: isFolder ? null : (local?.sizeBytes ?? remote?.sizeBytes ?? null),
    modifiedAt: isFolder ? null : modifiedAt(item),
    hasFolders: isFolder && journal.items.children(item.id).some(({ kind }) => kind === 'folder'),
  };
}

function noteOf({ kept, remote }: Item): string | null {
  if (kept === null || remote !== null) return null;
  return 'Kept on this computer only; it is sent when you change it.';
}

/** The service's time where both sides are the same: the file here is as old as its download. */
function modifiedAt({ local, remote, agreed }: Item): string | null {
  const there = plainTime(remote?.updatedAt ?? null);
  const isSame = local?.sha256 === agreed?.sha256 && remote?.version === agreed?.version;
  return local === null || (isSame && there !== null) ? there : isoTime(local.modifiedMs);
}

function badgeOf(item: Item, { note, hiddenBy }: { note: OpenItem | undefined; hiddenBy: string | null }): SyncBadge {
  if (hiddenBy !== null) return 'ignored';
  return (note === undefined ? null : badgeOfNote(note)) ?? badgeOfSides(item);
}

/** What a note says is stronger than what the two sides show; null when it says nothing about the badge. */
function badgeOfNote({ reason }: OpenItem): SyncBadge | null {
  if (reason === 'conflict' || reason === 'settling') return reason;
  if (reason === 'removal-hold' || reason === 'guard') return 'removing';
  return reason === 'removal-check' || reason === 'waits' ? null : 'blocked';
}

function badgeOfSides(item: Item): SyncBadge {
  const { kind, kept, local, remote, agreed } = item;
  // A folder that was removed here stays away for what is only online in it.
  if (isOnlineOnly(item) || (kind === 'folder' && local === null && agreed !== null)) return 'remote';
  if (local === null) return 'queuedDown';
  if (remote === null) return kept === null ? 'queuedUp' : 'local';
  if (kind === 'file' && agreed?.sha256 !== local.sha256) return 'queuedUp';
  if (kind === 'file' && agreed?.version !== remote.version) return 'queuedDown';
  return agreed !== null && agreed.localName !== agreed.remoteName ? 'renamedHere' : 'local';
}

function gone(message: string): FaultError {
  return new FaultError({ kind: 'gone', messages: [message] });
}
