import type { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, VersionId } from '../../../shared/ids.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import { Paths } from '../../core/policy/ignored-items.ts';
import type { Item } from '../../core/item.ts';
import { isSameTime, rememberedTime } from '../../core/policy/service-time.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { FileDetail, RemoteFile, RemoteFolder } from '../api/shapes.ts';
import type { Crawl, FolderListing } from './crawl.ts';
import { isFault, type MirrorContext } from '../../engine/context/mirror-context.ts';
import { learnCapability, learnBuild } from '../../engine/context/capabilities.ts';
import { noteClosed, noteShown } from './refused-folders.ts';
import { isUnfilled } from '../../engine/content/unfilled-uploads.ts';
import { judgeMissing } from './judge-absence.ts';
import type { RemoteIndexBefore } from './remote-index-before.ts';
import { pollRemote, type PollRequest, type PollResult } from './poll.ts';
import { recordUnrecordedPath, UNRECORDED_REMOTE } from '../../engine/context/path-problems.ts';
import { quarantine, recordSafely } from '../../engine/context/quarantine.ts';
import { itemsLeftOut, type RecordingAttempt, recordSeparately } from '../../engine/context/record-separately.ts';
import { itemOfSubject, mayForget } from '../../engine/context/retry.ts';
import { NO_CONTENT, recordFacts } from './remote-facts.ts';
import { recordHiddenRemote } from './hidden-remote.ts';
import { mustNotBeSetBack, type NewHead } from './service-set-back.ts';
import { ReturnedItems } from './returned-items.ts';

/**
 * Polls the mirror's remote folder, as far as it is due, and records it.
 * @returns whether that was everything.
 * @throws FaultError `gone`, `not-allowed` or `scope` when the mirror's root folder is no longer accessible.
 */
export async function observeRemote(context: MirrorContext, request: PollRequest): Promise<'everything' | 'some'> {
  await learnBuild(context, context.api);
  const seen = await pollRemote(context, request);
  const isEverything = seen?.isEverything ?? false;
  if (seen !== null) {
    const details = await readDetails(context, seen, new ReturnedItems(context));
    if (!(await mustNotBeSetBack(context, { heads: newHeads(context, seen, details), isEverything }))) {
      context.journal.listings.wantAll(context.mirror.id);
      return observeRemote(context, request);
    }
    const unrecorded: Unrecorded = new Map();
    const isHidden = hidingOf(seen, request.ignoring);
    const leftOut = recordSeparately(context.journal, attempt => {
      unrecorded.clear();
      record(context, seen, { details, returned: new ReturnedItems(context), isHidden, attempt, unrecorded });
      recordHiddenRemote(context, seen);
      learnFromLists(context, seen);
    });
    recordLeftOut(context, leftOut, unrecorded);
  }
  context.journal.listings.looked(context.mirror.id, context.world.clock.now());
  await judgeMissing(context, { sawEverything: isEverything, isWanted: request.how === 'everything' });
  return isEverything ? 'everything' : 'some';
}

/** Whether a rule hides a remote item, or hid it where it was last seen: then its absence says nothing. */
function hidingOf({ hidden, known: tree }: PollResult, ignoring: Ignoring): (item: Item) => boolean {
  const ids = new Set(hidden.map(({ id }) => id));
  const paths = new Paths(tree, 'there');
  const inHidden = new Map<ItemId, boolean>();
  const isHidden = (item: Item): boolean => {
    const known = inHidden.get(item.id);
    if (known !== undefined || item.remote === null) return known ?? false;
    inHidden.set(item.id, false);
    const folder = tree.items.get(item.remote.parent);
    const path = paths.of(item.id);
    const result =
      ids.has(item.remote.id) ||
      (path !== null && ignoring.ignores(path, item.kind)) ||
      (folder !== undefined && isHidden(folder));
    inHidden.set(item.id, result);
    return result;
  };
  return isHidden;
}

type Details = ReadonlyMap<ServiceId, FileDetail | null>;

/** The files whose head differs from the recorded one, by listing or detail. */
function* newHeads(context: MirrorContext, { listings, known }: PollResult, details: Details): Iterable<NewHead> {
  for (const { folder, files } of listings) {
    const parent = remoteFolderItem(context, known, folder);
    for (const { id, version, updatedAt } of files) {
      const detail = details.get(id);
      const head = version ?? detail?.version ?? null;
      const item = head === null ? null : known.of(id, parent);
      if (head !== null && item !== null && head !== item.remote?.version)
        yield { item, head, updatedAt: detail?.updatedAt ?? updatedAt };
    }
  }
}

/** The item of a remote folder id; null when it is new. */
function remoteFolderItem({ mirror }: MirrorContext, known: RemoteIndexBefore, folder: ServiceId): ItemId | null {
  return folder === mirror.remoteId ? mirror.rootItem : (known.of(folder)?.id ?? null);
}

function learnFromLists(context: MirrorContext, { listings }: Crawl): void {
  const files = listings.flatMap(listing => listing.files);
  if (files.length === 0) return;
  const tells = [
    ...(files.every(({ version }) => version !== null) ? ['version'] : []),
    ...(files.every(({ updatedAt }) => updatedAt !== null) ? ['time'] : []),
    ...(files.every(({ sizeBytes }) => sizeBytes !== null) ? ['size'] : []),
  ];
  learnCapability(context, 'listTells', tells.join(' ') || 'nothing');
  const hasTwins = listings.some(listing => new Set(listing.files.map(({ name }) => name)).size < listing.files.length);
  if (hasTwins) learnCapability(context, 'duplicateNames', 'yes');
}

/** A listing shows that a file changed; only its detail shows its current version. */
async function readDetails(
  context: MirrorContext,
  { listings, known }: PollResult,
  returned: ReturnedItems,
): Promise<Details> {
  const changed: ServiceId[] = [];
  for (const { folder, files } of listings) {
    const parent = remoteFolderItem(context, known, folder);
    for (const file of files.filter(({ version }) => version === null)) {
      const before = known.of(file.id, parent);
      if (before === null && parent !== null && returned.isAt({ kind: 'file', parent, name: file.name }))
        changed.push(file.id);
      if (before === null || before.remote === null || (before.base === null && before.local === null)) continue;
      if (before.remote.version === null || !isSameTime(file.updatedAt, before.remote.updatedAt)) changed.push(file.id);
    }
  }
  const details = new Map<ServiceId, FileDetail | null>();
  for (let from = 0; from < changed.length; from += DETAILS_AT_ONCE) {
    const failing: FaultError[] = [];
    const ids = changed.slice(from, from + DETAILS_AT_ONCE);
    await Promise.all(ids.map(async id => details.set(id, await detailOrNull(context, id, failing))));
    const [first] = failing;
    if (first !== undefined && failing.length === DETAILS_AT_ONCE) throw first;
  }
  return details;
}

/** Details read in parallel. When this many fail together, the service itself is failing. */
const DETAILS_AT_ONCE = 16;

/** Null when the service does not tell. @param failing collects 5xx faults, which concern the file and not the poll. */
async function detailOrNull(context: MirrorContext, id: ServiceId, failing: FaultError[]): Promise<FileDetail | null> {
  try {
    return await context.api.file(id);
  } catch (error) {
    if (isFault(error, 'failing')) failing.push(error);
    if (isFault(error, 'gone', 'not-allowed', 'refused', 'scope', 'failing')) return null;
    throw error;
  }
}

/** Rows of listings that could not be recorded: parent and name of each. */
type Unrecorded = Map<string, { readonly parent: ItemId; readonly name: string }>;

/**
 * Rows that could not be recorded are shown again by the next poll. No step is begun for them, nor for a local item at
 * their path: it may be the same item, such as a folder that was made from here and could not be recorded.
 */
function recordLeftOut(context: MirrorContext, leftOut: ReadonlyMap<string, unknown>, unrecorded: Unrecorded): void {
  const { journal, mirror } = context;
  for (const { subject, fingerprint } of journal.problems.all(mirror.id))
    if (fingerprint === UNRECORDED_REMOTE) mayForget(() => journal.problems.clear(mirror.id, subject));
  for (const [id, error] of itemsLeftOut(leftOut)) quarantine(context, id, error);
  for (const [subject, { parent, name }] of unrecorded) {
    recordSafely(context, parent, () => journal.listings.want(mirror.id, parent));
    const local = toLocalName(name, mirror.names);
    const holder = journal.items.byLocalPlace(parent, local);
    if (holder !== null) context.quarantined.add(holder.id);
    const folder = journal.pathOf(parent);
    const error = leftOut.get(subject);
    if (itemOfSubject(subject) === null)
      recordUnrecordedPath(context, folder === '' ? local : `${folder}/${local}`, {
        error,
        fingerprint: UNRECORDED_REMOTE,
      });
  }
}

/** What a poll is recorded from. */
interface Basis {
  readonly details: Details;
  readonly returned: ReturnedItems;
  readonly isHidden: (item: Item) => boolean;
  readonly attempt: RecordingAttempt;
  readonly unrecorded: Unrecorded;
}

function record(
  context: MirrorContext,
  seen: PollResult,
  { details, returned, isHidden, attempt, unrecorded }: Basis,
): void {
  const { missing } = context.journal;
  const { known } = seen;
  const recording: Recording = {
    known,
    details,
    attempt,
    unrecorded,
    folders: foldersOf(context, known),
    found: new Set(),
    listed: new Set(),
    returned,
  };
  const looked = new Set<ItemId>();
  for (const listing of seen.listings) {
    const parent = recording.folders.get(listing.folder);
    if (parent === undefined) continue;
    looked.add(parent);
    recordListing(context, { listing, parent }, recording);
  }
  const { found } = recording;
  for (const id of missing.of(context.mirror.id, 'remote').keys())
    if (found.has(id)) attempt.each(subjectOf(id), () => missing.clear(id, 'remote'));
  noteClosed(context, seen.closed.keys());
  const closed = closedItems(context, seen);
  for (const folder of closed)
    attempt.each(subjectOf(folder), () => context.journal.listings.refused(folder, context.world.clock.now()));
  // Only a complete listing of a folder can prove that an item is missing from it.
  const wasListed = (item: Item): boolean =>
    seen.isEverything || (item.remote !== null && looked.has(item.remote.parent)) || isBelow(context, item, closed);
  for (const item of known.others(found))
    if (wasListed(item))
      attempt.each(subjectOf(item.id), () =>
        recordMissed(context, item, missed => isHidden(missed) || isBelow(context, missed, closed)),
      );
  if (seen.isEverything) context.journal.listings.sawAll(context.mirror.id);
}

/** State of recording one poll. */
interface Recording {
  readonly known: RemoteIndexBefore;
  readonly details: Details;
  readonly attempt: RecordingAttempt;
  readonly unrecorded: Unrecorded;
  /** The items of folders, including new ones. */
  readonly folders: Map<ServiceId, ItemId>;
  readonly found: Set<ItemId>;
  /** An item that moved during the poll may be listed in both folders; the next poll shows where it is. */
  readonly listed: Set<ServiceId>;
  readonly returned: ReturnedItems;
}

function foldersOf({ mirror }: MirrorContext, known: RemoteIndexBefore): Map<ServiceId, ItemId> {
  const folders = new Map<ServiceId, ItemId>([[mirror.remoteId, mirror.rootItem]]);
  for (const { id, remote } of known.folders()) if (remote !== null) folders.set(remote.id, id);
  return folders;
}

function recordListing(
  context: MirrorContext,
  { listing, parent }: { listing: FolderListing; parent: ItemId },
  recording: Recording,
): void {
  const { listings } = context.journal;
  const { mirror } = context;
  const { known, details, folders, found, listed, returned, attempt, unrecorded } = recording;
  const now = context.world.clock.now();
  const isFirst = ({ id }: { id: ServiceId }): boolean => !listed.has(id) && listed.add(id).has(id);
  const ours = sentAndOpen(context);
  let [isChanged, isUnread] = [false, false];
  /** Records one row; a row that cannot be recorded, or has the id of another item, still counts as present. */
  const row = (
    of: { id: ServiceId; name: string; kind: Item['kind']; version: VersionId | null },
    work: (before: Item | null) => void,
  ): void => {
    const before = (of.kind === 'file' ? known.of(of.id, parent) : known.of(of.id)) ?? returned.take({ ...of, parent });
    if (before !== null) found.add(before.id);
    if (of.id === mirror.remoteId || (before !== null && before.kind !== of.kind)) return;
    const subject = before === null ? `there:${of.id}` : subjectOf(before.id);
    if (!attempt.each(subject, () => work(before))) unrecorded.set(subject, { parent, name: of.name });
  };
  for (const folder of listing.folders.filter(isFirst))
    row({ ...folder, kind: 'folder', version: null }, before => {
      const recorded = recordFolder(context, { parent, before }, folder);
      folders.set(folder.id, recorded.id);
      found.add(recorded.id);
      isChanged ||= recorded.isChanged;
    });
  for (const file of listing.files.filter(isFirst)) {
    const detail = details.get(file.id);
    if (detail === null || detail?.isGone === true) continue;
    const version = detail?.version ?? file.version;
    row({ ...file, kind: 'file', version }, before => {
      // The next poll knows its folder, and reads its version.
      if (
        before === null &&
        detail === undefined &&
        version === null &&
        returned.isAt({ ...file, kind: 'file', parent })
      )
        return void (isUnread = true);
      if (before === null && (ours.has(file.id) || isUnfilled(context, file))) return;
      const whole = detail === undefined ? file : withDetail(file, detail, { before, now });
      const recorded = recordFile(context, { parent, before }, whole);
      found.add(recorded.id);
      isChanged ||= recorded.isChanged;
    });
  }
  // A folder without this record counts as not listed, which is harmless.
  attempt.each(`listing:${parent}`, () => {
    noteShown(context, listing.folder);
    // What a first listing shows is new here, but is no sign of activity.
    if (isChanged && listings.listedAt(parent) !== null) listings.active(mirror.id, parent, now);
    listings.listed(mirror.id, parent, { at: now, cost: 1 + Math.max(1, Math.ceil(listing.files.length / 100)) });
    if (isUnread) listings.want(mirror.id, parent);
  });
}

function recordFolder(
  context: MirrorContext,
  { parent, before }: { parent: ItemId; before: Item | null },
  folder: Pick<RemoteFolder, 'id' | 'name' | 'createdAt'>,
): { id: ItemId; isChanged: boolean } {
  const id = before?.id ?? createIn(context, parent, 'folder');
  const facts = { ...NO_CONTENT, id: folder.id, parent, name: folder.name, createdAt: folder.createdAt ?? '' };
  return { id, isChanged: recordFacts(context, { id, before }, facts) };
}

/** Announced files that may or may not have arrived: they belong to local items, and are not new at the service. */
function sentAndOpen({ journal, mirror }: MirrorContext): ReadonlySet<ServiceId> {
  const open = journal.intents.all(mirror.id).map(({ work }) => (work.kind === 'upload' ? work.file : null));
  return new Set(open.filter(file => file !== null));
}

/** The listing tells where a file is, its detail tells its content. */
function withDetail(
  file: RemoteFile,
  detail: FileDetail,
  { before, now }: { before: Item | null; now: number },
): RemoteFile {
  const { version, extraction } = detail;
  return {
    ...file,
    version,
    extraction,
    updatedAt: rememberedTime(detail.updatedAt, before?.remote?.updatedAt ?? null, { now, askedAt: detail.askedAt }),
    sizeBytes: detail.sizeBytes ?? file.sizeBytes,
  };
}

function recordFile(
  context: MirrorContext,
  at: { parent: ItemId; before: Item | null },
  file: RemoteFile,
): { id: ItemId; isChanged: boolean } {
  const { items } = context.journal;
  const remote = at.before?.remote ?? null;
  const id = at.before?.id ?? createIn(context, at.parent, 'file');
  const isUnchanged = remote !== null && isSameTime(file.updatedAt, remote.updatedAt);
  const version = file.version ?? (isUnchanged ? remote.version : null);
  const { name, sizeBytes, updatedAt } = file;
  const createdAt = file.createdAt ?? '';
  const facts = { id: file.id, parent: at.parent, name, sizeBytes, version, sha256: null, updatedAt, createdAt };
  const isChanged = recordFacts(context, { id, before: at.before }, facts);
  if (file.version !== null) items.setExtraction(id, file.extraction);
  return { id, isChanged };
}

/** New items in an online-only folder are online-only too. */
function createIn({ journal, mirror }: MirrorContext, parent: ItemId, kind: Item['kind']): ItemId {
  const id = journal.items.create(mirror.id, kind);
  if (journal.items.get(parent)?.freed === true) journal.items.setFreed(id, true);
  return id;
}

/** Folders whose contents could not be read, with their recorded descendants. */
function closedItems(context: MirrorContext, seen: Crawl): ReadonlySet<ItemId> {
  const closed = new Set<ItemId>();
  for (const folder of seen.closed.keys()) {
    const item = context.journal.items.byRemoteId(context.mirror.id, folder);
    if (item !== null) closed.add(item.id);
  }
  return closed;
}

function recordMissed(context: MirrorContext, item: Item, isOutOfSight: (item: Item) => boolean): void {
  const { items, missing } = context.journal;
  // Without a local file and a base, nothing could be lost.
  if (item.local === null && item.base === null && item.localPresence === 'absent') return items.remove(item.id);
  if (item.remotePresence !== 'unknown') items.setRemote(item.id, 'unknown');
  if (!isOutOfSight(item)) missing.note(item.id, 'remote', context.world.clock.now());
}

/** Whether it is in a closed folder, at any depth. The closed folder itself is shown by its parent's listing. */
function isBelow(context: MirrorContext, item: Item, closed: ReadonlySet<ItemId>): boolean {
  if (closed.size === 0) return false;
  const seen = new Set<ItemId>();
  for (let at: Item | null = item; at !== null && at.remote !== null && !seen.has(at.id);) {
    if (closed.has(at.remote.parent)) return true;
    seen.add(at.id);
    at = context.journal.items.get(at.remote.parent);
  }
  return false;
}
