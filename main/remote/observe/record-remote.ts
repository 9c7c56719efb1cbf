import type { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import { Paths } from '../../core/policy/ignored-items.ts';
import type { Item } from '../../core/item.ts';
import { isSameTime } from '../../core/policy/service-time.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { FileDetail } from '../api/shapes.ts';
import type { Crawl } from './crawl.ts';
import { isFault, type MirrorContext } from '../../engine/context/mirror-context.ts';
import { turnsOf } from '../../engine/context/in-turns.ts';
import { learnCapability, learnBuild } from '../../engine/context/capabilities.ts';
import { judgeMissing } from './judge-absence.ts';
import type { RemoteIndexBefore } from './remote-index-before.ts';
import { pollRemote, type PollRequest, type PollResult } from './poll.ts';
import { recordUnrecordedPath, UNRECORDED_REMOTE } from '../../engine/context/path-problems.ts';
import { quarantine, recordSafely } from '../../engine/context/quarantine.ts';
import { itemsLeftOut, type RecordEntry, recordInSlices } from '../../engine/context/record-separately.ts';
import { itemOfSubject, mayForget } from '../../engine/context/retry.ts';
import { recordHiddenRemote } from './hidden-remote.ts';
import { mustNotBeSetBack, type NewHead } from './service-set-back.ts';
import { type Details, remoteEntries, type UnrecordedRows } from './record-listings.ts';
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
      context.journal.listings.requestFullPoll(context.mirror.id);
      return observeRemote(context, request);
    }
    const unrecorded: UnrecordedRows = new Map();
    const { journal, world } = context;
    const isHidden = hidingOf(seen, request.ignoring);
    const entries = function* (): Iterable<RecordEntry> {
      yield* remoteEntries(context, seen, { details, isHidden, unrecorded });
      yield () => recordHiddenRemote(context, seen);
      yield () => learnFromLists(context, seen);
    };
    const leftOut = await recordInSlices({ journal, clock: world.clock }, entries());
    recordLeftOut(context, leftOut, unrecorded);
  }
  context.journal.listings.notePolled(context.mirror.id, context.world.clock.now());
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

/** The files whose head differs from the recorded one, by listing or detail. */
function* newHeads(context: MirrorContext, { listings, known }: PollResult, details: Details): Iterable<NewHead> {
  for (const { folder, files } of listings) {
    const parent = remoteFolderItem(context, known, folder);
    for (const { id, version, updatedAt } of files) {
      const detail = details.get(id);
      const head = version ?? detail?.version ?? null;
      const item = head === null ? null : known.byRemoteId(id, parent);
      if (head !== null && item !== null && head !== item.remote?.version)
        yield { item, head, updatedAt: detail?.updatedAt ?? updatedAt };
    }
  }
}

/** The item of a remote folder id; null when it is new. */
function remoteFolderItem({ mirror }: MirrorContext, known: RemoteIndexBefore, folder: ServiceId): ItemId | null {
  return folder === mirror.remoteId ? mirror.rootItem : (known.byRemoteId(folder)?.id ?? null);
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
  const endTurn = turnsOf(context.world.clock);
  for (const { folder, files } of listings) {
    await endTurn();
    const parent = remoteFolderItem(context, known, folder);
    for (const file of files.filter(({ version }) => version === null)) {
      const before = known.byRemoteId(file.id, parent);
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

/**
 * Rows that could not be recorded are shown again by the next poll. No step is begun for them, nor for a local item at
 * their path: it may be the same item, such as a folder that was made from here and could not be recorded.
 */
function recordLeftOut(
  context: MirrorContext,
  leftOut: ReadonlyMap<string, unknown>,
  unrecorded: UnrecordedRows,
): void {
  const { journal, mirror } = context;
  for (const { subject, fingerprint } of journal.problems.all(mirror.id))
    if (fingerprint === UNRECORDED_REMOTE) mayForget(() => journal.problems.clear(mirror.id, subject));
  for (const [id, error] of itemsLeftOut(leftOut)) quarantine(context, id, error);
  for (const [subject, { parent, name }] of unrecorded) {
    recordSafely(context, parent, () => journal.listings.requestListing(mirror.id, parent));
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
