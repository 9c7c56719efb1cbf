import type { ItemId, ServiceId, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { isSameTime, rememberedTime } from '../../core/policy/service-time.ts';
import { isUnfilled } from '../../engine/content/unfilled-uploads.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import type { RecordEntry, RecordingAttempt } from '../../engine/context/record-separately.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { FileDetail, RemoteFile, RemoteFolder } from '../api/shapes.ts';
import type { Crawl, FolderListing } from './crawl.ts';
import type { PollResult } from './poll.ts';
import { noteClosed, noteShown } from './refused-folders.ts';
import type { RemoteIndexBefore } from './remote-index-before.ts';
import { type CreatedTimes, NO_CONTENT, recordFacts } from './remote-facts.ts';
import { ReturnedItems } from './returned-items.ts';

/** What the service told of the files whose details were read; null: it does not tell. */
export type Details = ReadonlyMap<ServiceId, FileDetail | null>;

/** Rows of listings that could not be recorded: parent and name of each. */
export type UnrecordedRows = Map<string, { readonly parent: ItemId; readonly name: string }>;

/** How many rows' times of creation are recorded in one statement: some milliseconds. */
const TIMES_TOGETHER = 500;

/** What a poll is recorded from. */
interface PollContext {
  readonly details: Details;
  readonly isHidden: (item: Item) => boolean;
  readonly unrecorded: UnrecordedRows;
}

/** State of recording one poll. What an attempt that was undone has left in it does no harm to the next one. */
interface Recording extends PollContext {
  readonly context: MirrorContext;
  readonly known: RemoteIndexBefore;
  /** The items of folders, including new ones. */
  readonly folders: Map<ServiceId, ItemId>;
  readonly found: Set<ItemId>;
  /**
   * The row that counts of each id. An item that moved during the poll may be listed in both folders; the next poll
   * shows where it is.
   */
  readonly counted: Map<ServiceId, RemoteFile | RemoteFolder>;
}

/** The entries by which a poll is recorded (see `recordInSlices`): all rows that were shown, then what is missing. */
export function* remoteEntries(context: MirrorContext, seen: PollResult, basis: PollContext): Generator<RecordEntry> {
  const { journal, mirror } = context;
  const { missing } = journal;
  const { known } = seen;
  const folders = foldersOf(context, known);
  const recording: Recording = { ...basis, context, known, folders, found: new Set(), counted: new Map() };
  const { found } = recording;
  const looked = new Set<ItemId>();
  for (const listing of seen.listings) {
    yield* new RecordedListing(recording, listing).entries();
    yield () => {
      const parent = folders.get(listing.folder);
      if (parent !== undefined) looked.add(parent);
    };
  }
  for (const id of missing.of(mirror.id, 'remote').keys())
    if (found.has(id)) yield attempt => attempt.each(subjectOf(id), () => missing.clear(id, 'remote'));
  const closed = closedItems(context, seen);
  yield attempt => {
    noteClosed(context, seen.closed.keys());
    for (const folder of closed)
      attempt.each(subjectOf(folder), () => journal.listings.noteRefused(folder, context.world.clock.now()));
  };
  // Only a complete listing of a folder can prove that an item is missing from it.
  const wasListed = (item: Item): boolean =>
    seen.isEverything || (item.remote !== null && looked.has(item.remote.parent)) || isBelow(context, item, closed);
  for (const item of known.unseen(found))
    if (wasListed(item))
      yield attempt =>
        attempt.each(subjectOf(item.id), () =>
          recordMissed(context, item, missed => basis.isHidden(missed) || isBelow(context, missed, closed)),
        );
  if (seen.isEverything) yield () => journal.listings.sawAll(mirror.id);
}

function foldersOf({ mirror }: MirrorContext, known: RemoteIndexBefore): Map<ServiceId, ItemId> {
  const folders = new Map<ServiceId, ItemId>([[mirror.remoteId, mirror.rootItem]]);
  for (const { id, remote } of known.folders()) if (remote !== null) folders.set(remote.id, id);
  return folders;
}

/** One row of a listing, as it is found again among the records. */
type Row = Pick<RemoteFile, 'id' | 'name'> & { readonly kind: Item['kind']; readonly version: VersionId | null };

/** What is read once for the rows of a listing that are recorded together. */
interface ListingContext {
  readonly attempt: RecordingAttempt;
  readonly parent: ItemId;
  readonly returned: ReturnedItems;
  /** Announced files that may or may not have arrived: they belong to local items, and are not new at the service. */
  readonly ours: ReadonlySet<ServiceId>;
  /** New items in an online-only folder are online-only too. */
  readonly isDehydrated: boolean;
}

/** The record of one listing, row by row; that it was listed comes last. */
class RecordedListing {
  readonly #of: Recording;
  readonly #listing: FolderListing;
  #around: ListingContext | null = null;
  #isChanged = false;
  #isUnread = false;

  constructor(recording: Recording, listing: FolderListing) {
    this.#of = recording;
    this.#listing = listing;
  }

  *entries(): Generator<RecordEntry> {
    const { folders, files } = this.#listing;
    yield* this.#rows(folders, (at, folder, times) => this.#folder(at, folder, times));
    yield* this.#rows(files, (at, file, times) => this.#file(at, file, times));
    yield attempt => this.#each(attempt, at => this.#noteListed(at));
  }

  /** The first listing of what was sent from here tells the times of many rows, which are recorded together. */
  *#rows<R>(
    rows: readonly R[],
    record: (at: ListingContext, row: R, times: CreatedTimes) => void,
  ): Generator<RecordEntry> {
    for (let from = 0; from < rows.length; from += TIMES_TOGETHER) {
      const times: CreatedTimes = new Map();
      for (const row of rows.slice(from, from + TIMES_TOGETHER))
        yield attempt => this.#each(attempt, at => record(at, row, times));
      if (times.size > 0) yield attempt => this.#each(attempt, at => this.#noteTimes(at, times));
    }
  }

  /** Nothing is recorded in a folder that could not be recorded itself. */
  #each(attempt: RecordingAttempt, record: (at: ListingContext) => void): void {
    const parent = this.#of.folders.get(this.#listing.folder);
    if (parent === undefined) return;
    if (this.#around?.attempt !== attempt) this.#around = aroundOf(this.#of.context, attempt, parent);
    record(this.#around);
  }

  #folder(at: ListingContext, folder: RemoteFolder, times: CreatedTimes): void {
    const { context, known, folders, found } = this.#of;
    if (!this.#counts(folder)) return;
    // An earlier attempt that was undone may have made it.
    if (known.byRemoteId(folder.id) === null) folders.delete(folder.id);
    this.#row(at, { ...folder, kind: 'folder', version: null }, before => {
      const facts = { ...NO_CONTENT, id: folder.id, name: folder.name, createdAt: folder.createdAt ?? '' };
      const recorded = recordRow(context, { at, before, times, kind: 'folder' }, { ...facts, parent: at.parent });
      folders.set(folder.id, recorded.id);
      found.add(recorded.id);
      this.#isChanged ||= recorded.isChanged;
    });
  }

  #file(at: ListingContext, file: RemoteFile, times: CreatedTimes): void {
    const { context, details, found } = this.#of;
    if (!this.#counts(file)) return;
    const detail = details.get(file.id);
    if (detail === null || detail?.isGone === true) return;
    const version = detail?.version ?? file.version;
    const now = context.world.clock.now();
    this.#row(at, { ...file, kind: 'file', version }, before => {
      // The next poll knows its folder, and reads its version.
      if (before === null && detail === undefined && version === null && isReturned(at, file))
        return void (this.#isUnread = true);
      if (before === null && (at.ours.has(file.id) || isUnfilled(context, file))) return;
      const whole = detail === undefined ? file : withDetail(file, detail, { before, now });
      const recorded = recordFile(context, { at, before, times }, whole);
      found.add(recorded.id);
      this.#isChanged ||= recorded.isChanged;
    });
  }

  #counts(row: RemoteFile | RemoteFolder): boolean {
    const { counted } = this.#of;
    const first = counted.get(row.id);
    if (first === undefined) counted.set(row.id, row);
    return first === undefined || first === row;
  }

  /** Records one row; a row that cannot be recorded, or has the id of another item, still counts as present. */
  #row({ attempt, parent, returned }: ListingContext, of: Row, work: (before: Item | null) => void): void {
    const { context, known, found, unrecorded } = this.#of;
    const before =
      (of.kind === 'file' ? known.byRemoteId(of.id, parent) : known.byRemoteId(of.id)) ??
      returned.take({ ...of, parent });
    if (before !== null) found.add(before.id);
    if (of.id === context.mirror.remoteId || (before !== null && before.kind !== of.kind)) return;
    const subject = before === null ? `there:${of.id}` : subjectOf(before.id);
    if (!attempt.each(subject, () => work(before))) unrecorded.set(subject, { parent, name: of.name });
  }

  /** If they cannot be recorded together, each is by itself, which tells the one that cannot. */
  #noteTimes({ attempt, parent }: ListingContext, times: CreatedTimes): void {
    const { items } = this.#of.context.journal;
    const told = [...times].filter(([id]) => !attempt.has(subjectOf(id)));
    if (attempt.each(`times:${parent}/${told[0]?.[0]}`, () => items.setCreatedTimes(new Map(told)))) return;
    for (const one of told) attempt.each(subjectOf(one[0]), () => items.setCreatedTimes(new Map([one])));
  }

  #noteListed({ attempt, parent }: ListingContext): void {
    const { context } = this.#of;
    const { listings } = context.journal;
    const { mirror } = context;
    const now = context.world.clock.now();
    const { folder, files } = this.#listing;
    // A folder without this record counts as not listed, which is harmless.
    attempt.each(`listing:${parent}`, () => {
      noteShown(context, folder);
      // What a first listing shows is new here, but is no sign of activity.
      if (this.#isChanged && listings.listedAt(parent) !== null) listings.noteActive(mirror.id, parent, now);
      listings.noteListed(mirror.id, parent, { at: now, cost: 1 + Math.max(1, Math.ceil(files.length / 100)) });
      if (this.#isUnread) listings.requestListing(mirror.id, parent);
    });
  }
}

function isReturned({ returned, parent }: ListingContext, { name }: RemoteFile): boolean {
  return returned.isAt({ kind: 'file', parent, name });
}

function aroundOf(context: MirrorContext, attempt: RecordingAttempt, parent: ItemId): ListingContext {
  const { journal, mirror } = context;
  const open = journal.intents.all(mirror.id).map(({ work }) => (work.kind === 'upload' ? work.file : null));
  return {
    attempt,
    parent,
    returned: new ReturnedItems(context),
    ours: new Set(open.filter(file => file !== null)),
    isDehydrated: journal.items.get(parent)?.isDehydrated === true,
  };
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

/** A row's record before the poll, and the folder that shows it now. */
interface RowContext {
  readonly at: ListingContext;
  readonly before: Item | null;
  readonly times: CreatedTimes;
}

function recordFile(
  context: MirrorContext,
  { at, before, times }: RowContext,
  file: RemoteFile,
): { id: ItemId; isChanged: boolean } {
  const remote = before?.remote ?? null;
  const isUnchanged = remote !== null && isSameTime(file.updatedAt, remote.updatedAt);
  const version = file.version ?? (isUnchanged ? remote.version : null);
  const { name, sizeBytes, updatedAt } = file;
  const createdAt = file.createdAt ?? '';
  const facts = { id: file.id, parent: at.parent, name, sizeBytes, version, sha256: null, updatedAt, createdAt };
  const recorded = recordRow(context, { at, before, times, kind: 'file' }, facts);
  if (file.version !== null) context.journal.items.extractions.set(recorded.id, file.extraction);
  return recorded;
}

function recordRow(
  context: MirrorContext,
  { at, before, times, kind }: RowContext & { kind: Item['kind'] },
  facts: Parameters<typeof recordFacts>[2],
): { id: ItemId; isChanged: boolean } {
  if (before !== null)
    return { id: before.id, isChanged: recordFacts(context, { id: before.id, before, times }, facts) };
  const { isDehydrated } = at;
  return {
    id: context.journal.items.create(context.mirror.id, kind, { remote: facts, isDehydrated }),
    isChanged: true,
  };
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
