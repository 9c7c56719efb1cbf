import type { Finding } from '../../../shared/features/diagnostics/model.ts';
import { toolTexts } from '../../../shared/features/diagnostics/text.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import type { Item, Tree } from '../../core/item.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { DiskScan, Entry } from '../../ports/disk.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Journal } from '../../journal/journal.ts';
import type { RemoteFile } from '../../remote/api/shapes.ts';

/** What can be found out about a file. */
type FindingCode = keyof typeof toolTexts.codes;

/** How a tool reports while it runs. */
export interface ToolWork {
  /** To be checked between two files. */
  readonly isStopped: () => boolean;
  readonly progress: (done: number, total: number | null) => void;
  readonly find: (finding: Finding) => void;
}

const texts = toolTexts.verify;

/** Counts of the verification. */
interface Tally {
  same: number;
  bytes: number;
  findings: number;
}

/**
 * Reads every file of a mirror, compares its bytes with the record, and the record with the service's listings. Reads
 * only, and downloads nothing. @returns summary sentences. @throws FaultError when the folder is lost.
 */
export async function verifyMirror(context: AppContext, mirror: Mirror, work: ToolWork): Promise<readonly string[]> {
  const { journal, world } = context;
  const scan = await world.disk.scan(mirror.root, new Map());
  const known = recordedHere(journal.items.tree(mirror.id, mirror.rootItem));
  const entries = filesOf(scan);
  const tally: Tally = { same: 0, bytes: 0, findings: 0 };
  const find = (path: string, code: FindingCode): void => {
    tally.findings += 1;
    work.find({ path, code, text: toolTexts.codes[code] });
  };
  const ignoring = ignoringOf(journal, mirror);
  let done = 0;
  work.progress(0, entries.size);
  for (const [path, entry] of entries) {
    if (work.isStopped()) return ending(tally, [texts.stopped]);
    const code = await judgeFile(context, mirror, { path, entry, item: known.get(path) ?? null, ignoring });
    if (code === 'same') {
      tally.same += 1;
      tally.bytes += entry.sizeBytes;
    } else if (code !== 'left-out') find(path, code);
    work.progress((done += 1), entries.size);
  }
  for (const { path } of scan.unreadable) find(path, 'unreadable');
  const blind = scan.unreadable.map(({ path }) => `${path}/`);
  for (const [path, item] of known)
    if (item.kind === 'file' && !entries.has(path) && !blind.some(each => path.startsWith(each))) find(path, 'missing');
  if (work.isStopped()) return ending(tally, [texts.stopped]);
  return ending(tally, [await compareWithRemote(context, mirror, { known, work, find }), texts.nothing]);
}

function ending({ same, bytes, findings }: Tally, rest: readonly string[]): readonly string[] {
  return [texts.same(same, bytes), findings === 0 ? texts.allFine : texts.differ(findings), ...rest];
}

/** Compares one file. A file that changes while it is read is left to the next scan. */
async function judgeFile(
  { world }: AppContext,
  { root }: Mirror,
  { path, entry, item, ignoring }: { path: string; entry: Entry; item: Item | null; ignoring: Ignoring },
): Promise<FindingCode | 'same' | 'left-out'> {
  if (entry.kind !== 'file' || ignoring.ignores(path, 'file')) return 'left-out';
  if (item === null || item.local === null) return 'not-recorded';
  if (item.local.sha256 === null) return 'changed';
  let hashed: Awaited<ReturnType<typeof world.disk.hash>>;
  try {
    hashed = await world.disk.hash(root, path);
  } catch (error) {
    if (error instanceof FaultError && error.fault.kind === 'disk-refused') return 'unreadable';
    throw error;
  }
  if (hashed === null) return 'changed';
  if (hashed.sha256 !== item.local.sha256)
    return hashed.entry.fingerprint === item.local.fingerprint ? 'bytes-differ' : 'changed';
  return item.base?.sha256 === hashed.sha256 ? 'same' : 'not-sent';
}

type Placed = readonly [path: string, item: Item];

/**
 * Compares the record with the service's listings, folder by folder: one request per hundred files. @returns a summary
 * sentence.
 */
async function compareWithRemote(
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
    if (item.kind !== 'file' || item.remote === null || item.base === null) continue;
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

/** Files of a scan by path. */
export function filesOf(scan: DiskScan): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const { path: folder, entries } of scan.changed)
    for (const entry of entries)
      if (entry.kind !== 'folder') found.set(folder === '' ? entry.name : `${folder}/${entry.name}`, entry);
  return found;
}

/** Recorded local items by path; without those known to be absent. */
function recordedHere({ root, items }: Tree): ReadonlyMap<string, Item> {
  return placed(items, root, item => {
    return item.local === null || item.localPresence === 'absent' ? null : [item.local.parent, item.local.name];
  });
}

/** Recorded remote items by their path at the service. */
export function recordedThere({ root, items }: Tree): ReadonlyMap<string, Item> {
  return placed(items, root, item => {
    return item.remote === null || item.remotePresence === 'absent' ? null : [item.remote.parent, item.remote.name];
  });
}

function placed(
  items: ReadonlyMap<ItemId, Item>,
  root: ItemId,
  placeOf: (item: Item) => readonly [ItemId, string] | null,
): ReadonlyMap<string, Item> {
  const children = new Map<ItemId, [string, Item][]>();
  for (const item of items.values()) {
    const place = placeOf(item);
    if (place === null) continue;
    const [parent, name] = place;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [[name, item]]);
    else siblings.push([name, item]);
  }
  const places = new Map<string, Item>();
  const waiting = [{ id: root, path: '' }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const [name, item] of children.get(at.id) ?? []) {
      const path = at.path === '' ? name : `${at.path}/${name}`;
      places.set(path, item);
      waiting.push({ id: item.id, path });
    }
    // Visits the folders of a cycle only once.
    children.delete(at.id);
  }
  return places;
}
