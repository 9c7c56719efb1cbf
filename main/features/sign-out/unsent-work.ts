import { FaultError } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { pathBelow } from '../../../shared/local-path.ts';
import {
  type ApartFile,
  type Leaving,
  MOST_APART,
  MOST_STAYING,
  type StayingFile,
} from '../../../shared/features/sign-out/model.ts';
import { stoppedLine } from '../../../shared/features/attention/troubles-text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { stuckText } from '../../engine/context/unsent-bytes.ts';
import { leavingTexts } from '../../../shared/features/sign-out/text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import type { Item, Tree } from '../../core/item.ts';
import { recordedRefusal } from '../../local/act/free-space.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { Entry, DiskScan } from '../../ports/disk.ts';
import { unsentMessages } from '../chat/send/unsent-messages.ts';
import { UploadRecords } from '../chat/records/chat-records.ts';
import type { AppContext } from '../../items/app-context.ts';
import { waitingMerges } from '../../items/waiting-merges.ts';

/** The content of a mirror's folder as it is on the disk now. */
export interface Contents {
  readonly mirror: Mirror;
  /** Why it cannot be scanned; null: it was. */
  readonly trouble: string | null;
  /** Files that can be removed, according to the records. */
  readonly goes: readonly { readonly path: string; readonly sizeBytes: number }[];
  readonly stays: readonly StayingFile[];
  /** How many files stay and are not listed, because of the trouble. */
  readonly unlisted: number;
  /** Folders known on both sides, deepest first. */
  readonly folders: readonly string[];
}

/**
 * Scans all mirrors and what is stored apart. Changes nothing and asks no service. @param owner of the messages; null:
 * the signed-in person, else one who has just signed out.
 */
export async function lookAtAll(
  context: AppContext,
  owner: string | null = null,
): Promise<{ contents: readonly Contents[]; leaving: Leaving }> {
  const contents: Contents[] = [];
  for (const mirror of context.journal.mirrors.all()) contents.push(await lookAt(context, mirror));
  return { contents, leaving: leavingOf(context, contents, owner) };
}

async function lookAt(context: AppContext, mirror: Mirror): Promise<Contents> {
  const tree = context.journal.items.tree(mirror.id, mirror.rootItem);
  if (mirror.halted !== null) return untouched(mirror, tree, stoppedLine(mirror.halted));
  try {
    const scan = await context.world.disk.scan(mirror.root, new Map());
    return sorted(context.journal, mirror, { tree, scan });
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return untouched(mirror, tree, faultLine(error.fault));
  }
}

function untouched(mirror: Mirror, { items }: Tree, trouble: string): Contents {
  const files = [...items.values()].filter(({ kind, local }) => kind === 'file' && local !== null);
  return { mirror, trouble, goes: [], stays: [], unlisted: files.length, folders: [] };
}

/** A file on the disk may be removed only if the records know it in exactly this state and nothing is open for it. */
function sorted(journal: Journal, mirror: Mirror, { tree, scan }: { tree: Tree; scan: DiskScan }): Contents {
  const known = placesIn(tree);
  const ignoring = ignoringOf(journal, mirror);
  const goes: { path: string; sizeBytes: number }[] = [];
  const stays: StayingFile[] = [];
  for (const { path: folder, entries } of scan.changed) {
    for (const entry of entries.filter(({ kind }) => kind !== 'folder')) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const item = known.get(path);
      const reason = reasonToStay(journal, item, { entry, path, ignoring });
      const said = item === undefined ? null : saidOf(journal, mirror, item);
      if (reason === null) goes.push({ path, sizeBytes: entry.sizeBytes });
      else stays.push(stayingFile(mirror, path, { reason, said }));
    }
  }
  for (const { path } of scan.unreadable) stays.push(stayingFile(mirror, path, { reason: 'unreadable' }));
  return { mirror, trouble: null, goes, stays, unlisted: 0, folders: agreedFolders(known) };
}

/** Why a file stays. @param said its problem. */
export function stayingFile(
  mirror: Mirror,
  path: string,
  { reason, said = null }: { readonly reason: string; readonly said?: string | null },
): StayingFile {
  const text = leavingTexts.stays(reason, said);
  return { mirror: mirror.id, path, place: pathBelow(mirror.root.path, path), reason, text };
}

function reasonToStay(
  journal: Journal,
  item: Item | undefined,
  { entry, path, ignoring }: { entry: Entry; path: string; ignoring: Ignoring },
): string | null {
  if (entry.kind !== 'file') return 'special';
  if (ignoring.ignores(path, 'file')) return 'hidden';
  if (item === undefined || item.kind !== 'file') return 'unseen';
  const refusal = recordedRefusal(journal, item);
  if (refusal !== null) return refusal === 'not-sent' ? whyNotAgreed(journal, item) : refusal;
  return item.local?.fingerprint === entry.fingerprint ? null : 'changing';
}

/** What differs from the base, since a difference is not always an unsent edit. */
function whyNotAgreed(journal: Journal, { id, local, remote, base }: Item): string {
  if (journal.intents.isOpen(id)) return 'begun';
  if (remote === null) return base === null ? 'only-here' : 'not-sent';
  return base === null || local?.sha256 === base.sha256 ? 'uncompared' : 'not-sent';
}

/** The problem of an item; null: none. */
function saidOf(journal: Journal, mirror: Mirror, item: Item): string | null {
  const problem = journal.problems.get(mirror.id, subjectOf(item.id));
  return problem === null ? null : stuckText(problem, item);
}

/** Recorded local items by path. */
function placesIn({ root, items }: Tree): ReadonlyMap<string, Item> {
  const children = new Map<ItemId, Item[]>();
  for (const item of items.values()) {
    if (item.local === null) continue;
    const siblings = children.get(item.local.parent);
    if (siblings === undefined) children.set(item.local.parent, [item]);
    else siblings.push(item);
  }
  const places = new Map<string, Item>();
  const waiting: { readonly id: ItemId; readonly path: string }[] = [{ id: root, path: '' }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const child of children.get(at.id) ?? []) {
      const path = at.path === '' ? (child.local?.name ?? '') : `${at.path}/${child.local?.name ?? ''}`;
      places.set(path, child);
      waiting.push({ id: child.id, path });
    }
    children.delete(at.id);
  }
  return places;
}

function agreedFolders(known: ReadonlyMap<string, Item>): readonly string[] {
  const folders = [...known].filter(([, { kind, base }]) => kind === 'folder' && base !== null);
  return folders.map(([path]) => path).toSorted((one, other) => other.length - one.length);
}

function leavingOf(context: AppContext, contents: readonly Contents[], owner: string | null): Leaving {
  const stays = contents.flatMap(each => each.stays);
  const apart = apartFiles(context.journal, owner);
  return {
    mirrors: contents.map(({ mirror, trouble, goes, stays: kept, unlisted }) => ({
      id: mirror.id,
      name: mirror.remotePath,
      local: mirror.root.path,
      trouble,
      files: goes.length,
      sizeBytes: goes.reduce((sum, each) => sum + each.sizeBytes, 0),
      stays: kept.length + unlisted,
    })),
    stays: stays.slice(0, MOST_STAYING),
    staysTotal: stays.length,
    apart: apart.slice(0, MOST_APART),
    apartTotal: apart.length,
    apartBytes: apart.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
    records: context.settings.dataDirectory,
  };
}

/** Files outside the mirrors. Those waiting to be sent come first: they exist nowhere else. */
function apartFiles(journal: Journal, owner: string | null): readonly ApartFile[] {
  const { outgoing, trash } = journal;
  const waiting = outgoing.all().flatMap(({ id, at, name, work }): ApartFile[] => {
    if (work.kind !== 'upload') return [];
    return [{ id: `waiting:${id}`, from: 'waiting', path: name, sizeBytes: work.sizeBytes, at: isoTime(at) }];
  });
  const underWay = outgoing.storedNames();
  const stored = trash.all().map(({ name, path, sizeBytes, at }): ApartFile => ({
    id: `store:${name}`,
    from: underWay.has(name) ? 'waiting' : 'store',
    path,
    sizeBytes,
    at: isoTime(at),
  }));
  const merges = waitingMerges(journal).map(({ file, path, sizeBytes, at }): ApartFile => ({
    id: `merge:${file}`,
    from: 'merge',
    path,
    sizeBytes,
    at: isoTime(at),
  }));
  const messages = unsentMessages(journal.facts, owner).map(({ id, title, sizeBytes, at }): ApartFile => ({
    id: `message:${id}`,
    from: 'message',
    path: title,
    sizeBytes,
    at: isoTime(at),
  }));
  return [...merges, ...messages, ...waiting, ...uploadsIn(journal), ...stored];
}

/** Files waiting for their messages: pasted ones exist nowhere else. */
function uploadsIn({ facts }: Journal): readonly ApartFile[] {
  const waiting = new UploadRecords(facts).all().filter(({ isDone }) => !isDone);
  return waiting.map(({ id, name, sizeBytes, at }): ApartFile => ({
    id: `upload:${id}`,
    from: 'waiting',
    path: name,
    sizeBytes,
    at: isoTime(at),
  }));
}
