import { isLeftByRule } from '../../../shared/fault.ts';
import { stoppedLine } from '../../../shared/features/attention/troubles-text.ts';
import { openTexts } from '../../../shared/features/status/open-items-text.ts';
import { problemTexts } from '../../../shared/features/attention/problems-text.ts';
import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { MirrorStatus, OpenItem } from '../../../shared/features/status/model.ts';
import { isoTime } from '../../core/calendar.ts';
import { eachInParts, type InParts, toEnd } from '../../core/in-parts.ts';
import { planInParts } from '../../core/plan/plan.ts';
import type { Rules } from '../../core/plan/plan.ts';
import { isRemoval } from '../../core/plan/operation.ts';
import type { Operation } from '../../core/plan/operation.ts';
import type { Item, Tree } from '../../core/item.ts';
import { waitingForOthers } from '../../core/plan/explain-item.ts';
import type { WaitingItem } from '../../core/plan/explain-item.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Missed } from '../../journal/items/missing-items.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { Problem } from '../../journal/records/problems.ts';
import type { World } from '../../ports/world.ts';
import { unseenFolders } from '../../remote/observe/refused-folders.ts';
import { pauseOf } from '../limits/pauses.ts';
import type { Pause } from '../limits/pauses.ts';
import { gateRemovals } from '../answers/removal-guard.ts';
import type { Gated } from '../answers/removal-guard.ts';
import { absenceProvenAt } from '../../remote/observe/judge-absence.ts';
import { hasUnsentBytes, isEditOfReceived, stuckText } from '../context/unsent-bytes.ts';
import {
  isCurrent,
  isSkipped,
  isWorthTelling,
  itemOfSubject,
  mayForget,
  problemsIn,
  stuckItems,
} from '../context/retry.ts';
import { awaitedByOtherMirrors } from '../act/pairing/arrived-items.ts';
import { ignoringOf } from '../context/ignore-rules.ts';
import { inTurns } from '../context/in-turns.ts';
import type { SyncSettings } from '../context/settings.ts';
import { treeInParts } from '../context/tree-to-plan.ts';

/** Everything of one mirror that is not done yet, and why. Derived from the journal on each call. */
export interface OpenItems {
  readonly held: readonly OpenItem[];
  readonly blocked: readonly OpenItem[];
  readonly conflicted: readonly OpenItem[];
  /** Number of operations that the next round carries out. */
  readonly waiting: number;
  /** The same operations, in their order. */
  readonly queued: readonly Operation[];
  /** When held or failed items go on, ms since the epoch; future times only. */
  readonly clocks: readonly number[];
}

/** What is counted of a mirror, without what that means. */
type MirrorCounts = Omit<MirrorStatus, 'standing'>;

interface OpenItemsContext {
  readonly journal: Journal;
  readonly world: Pick<World, 'clock'>;
  readonly settings: SyncSettings;
}

/** Lists what is open in a mirror. */
export function openItems(asking: OpenItemsContext, mirror: Mirror): OpenItems {
  return toEnd(openItemsInParts(asking, mirror));
}

/** The same in parts, between which items may change: good enough to be shown for a moment. */
export function* openItemsInParts(asking: OpenItemsContext, mirror: Mirror): InParts<OpenItems> {
  const { journal, world, settings } = asking;
  if (isAtRest(journal, mirror)) return AT_REST;
  const tree = yield* treeInParts({ journal, mirror });
  const now = world.clock.now();
  const stuck = stuckItems({ ...asking, world: world as World, mirror });
  const heldAway = awaitedByOtherMirrors(asking);
  const isBlocked = (item: ItemId): boolean => stuck.has(item) || heldAway.has(item);
  // The number in a local name is no pending work: both sides have the file.
  const keepsName = (): boolean => true;
  const rules: Rules = { mode: mirror.mode, isBlocked, isUnseen: unseenFolders(asking), keepsName };
  const operations = yield* planInParts(tree, rules);
  // Where both sides match their base, nothing can wait.
  const hasWork = journal.items.hasWork(mirror.id, mirror.rootItem);
  const waiting = hasWork ? yield* waitingForOthers(tree, rules, operations) : [];
  const gated = gateRemovals(operations, { journal, mirror: mirror.id, tree, settings, now });
  const open = (
    id: ItemId | string,
    reason: string,
    rest: { text: string; until?: number; path?: string },
  ): OpenItem => ({
    id: String(id),
    mirror: mirror.id,
    path: rest.path ?? (typeof id === 'number' ? journal.pathOf(id) : ''),
    reason,
    text: rest.text,
    until: rest.until === undefined ? null : isoTime(rest.until),
  });
  const removals = gated.held.map(({ operation, until }) => {
    return open(operation.item, 'removal-hold', { text: openTexts.removalHold(journal.pathOf(operation.item)), until });
  });
  const guarded = [...gated.guarded, ...gated.unexplained].map(({ operation }) => {
    return open(operation.item, 'guard', { text: openTexts.guarded(journal.pathOf(operation.item)) });
  });
  const problems = problemsIn(journal, mirror.id).filter(problem => isCurrent(problem, journal.items));
  const told = new Set<ItemId>([
    ...operations.map(({ item }) => item),
    ...waiting.map(({ id }) => id),
    ...problems.filter(isListed).flatMap(({ subject }) => itemOfSubject(subject) ?? []),
  ]);
  const queued = [...operations.filter(one => !isRemoval(one)), ...gated.allowed.map(({ operation }) => operation)];
  const halted = mirror.halted === null ? [] : [open('', mirror.halted.kind, { text: stoppedLine(mirror.halted) })];
  return {
    held: [
      ...removals,
      ...guarded,
      ...skipped(problems, open, { journal, mirror }),
      ...unsettled(tree, open, { journal, mirror }),
      ...unproven(asking, mirror, open),
      ...unsendable(tree, open, { journal, mirror }),
      ...(yield* unexplainedDifferences(tree, { told, open, journal, mirror })),
      ...waiting.map(one => open(one.id, 'waits', { text: waitingText(journal, one) })),
    ],
    blocked: [...halted, ...blocked(problems, open, { journal, mirror })],
    conflicted: conflicts(journal, mirror, open),
    waiting: queued.length,
    queued,
    clocks: clocksOf(gated, journal.problems.all(mirror.id)).filter(at => at > now),
  };
}

function waitingText(journal: Journal, { id, for: what }: WaitingItem): string {
  const say = what === 'folder unseen' ? openTexts.unseen : openTexts.waits;
  return say(journal.pathOf(id));
}

/** The ends of holds, and the next tries of items with problems. */
function clocksOf({ held }: Gated, problems: readonly Problem[]): readonly number[] {
  return [...held.map(({ until }) => until), ...problems.flatMap(({ retryAt }) => retryAt ?? [])];
}

const AT_REST: OpenItems = { held: [], blocked: [], conflicted: [], queued: [], waiting: 0, clocks: [] };

/** Whether nothing at all can be open, decided by a few queries: planning over all items would take seconds. */
function isAtRest(journal: Journal, { id, rootItem, halted }: Mirror): boolean {
  return (
    halted === null &&
    !journal.items.hasWork(id, rootItem) &&
    journal.problems.all(id).length === 0 &&
    journal.missing.of(id, 'remote').size === 0 &&
    !journal.guards.all().some(({ mirror }) => mirror === id) &&
    !journal.conflicts.open().some(({ mirror }) => mirror === id)
  );
}

type Open = (id: ItemId | string, reason: string, rest: { text: string; until?: number; path?: string }) => OpenItem;

/** Files that are still being written and that no rule hides. Unreadable files are listed as problems instead. */
function unsettled(
  tree: Tree,
  open: Open,
  { journal, mirror }: { journal: Journal; mirror: Mirror },
): readonly OpenItem[] {
  const isUnread = ({ kind, localPresence, local }: Item): boolean =>
    kind === 'file' && localPresence === 'unknown' && local?.sha256 === null;
  const ignoring = ignoringOf(journal, mirror);
  const isRefused = (path: string): boolean => journal.problems.get(mirror.id, `path:${path}`) !== null;
  return [...tree.items.values()]
    .filter(isUnread)
    .map(({ id }) => ({ id, path: journal.pathOf(id) }))
    .filter(({ path }) => !ignoring.ignores(path, 'file') && !isRefused(path))
    .map(({ id, path }) => open(id, 'settling', { text: openTexts.settling(path) }));
}

/** Edits in a mirror that only receives. */
function unsendable(
  tree: Tree,
  open: Open,
  { journal, mirror }: { journal: Journal; mirror: Mirror },
): readonly OpenItem[] {
  return [...tree.items.values()]
    .filter(item => isEditOfReceived(item, mirror.mode))
    .map(({ id }) => open(id, 'not-sent', { text: problemTexts.onlyReceives(journal.pathOf(id), subjectOf(id)) }));
}

/** Items that are skipped by a rule, or because a person wants it. */
function skipped(
  problems: readonly Problem[],
  open: Open,
  { journal, mirror }: { journal: Journal; mirror: Mirror },
): readonly OpenItem[] {
  // A link, device or pipe that was never a file has no content that waits: it is listed with the problems alone.
  const isNoContent = ({ fault, path }: Problem): boolean =>
    fault.kind === 'disk-refused' && fault.code === 'NOT_A_FILE' && !journal.items.byPath(mirror.rootItem, path);
  const shown = problems.filter(problem => isSkipped(problem) && !isNoContent(problem));
  return shown.map(problem => {
    const { subject, path, fault } = problem;
    const why = stuckText(problem, itemOfProblem(problem, { journal, mirror }));
    return open(subject, 'skipped', { text: isLeftByRule(fault) ? why : openTexts.skipped(path, why), path });
  });
}

function blocked(
  problems: readonly Problem[],
  open: Open,
  { journal, mirror }: { journal: Journal; mirror: Mirror },
): readonly OpenItem[] {
  const shown = problems.filter(problem => !isSkipped(problem) && isListed(problem));
  return shown.map(problem => {
    const { subject, path, fault, retryAt } = problem;
    const text = openTexts.blocked(path, stuckText(problem, itemOfProblem(problem, { journal, mirror })));
    return open(subject, fault.kind, { text, path, ...(retryAt === null ? {} : { until: retryAt }) });
  });
}

function itemOfProblem(
  { subject }: Problem,
  { journal, mirror }: { journal: Journal; mirror: Mirror },
): Item | undefined {
  return journal.items.get(itemOfSubject(subject) ?? mirror.rootItem) ?? undefined;
}

function isListed(problem: Problem): boolean {
  return isSkipped(problem) || isWorthTelling(problem);
}

/**
 * Differences between the sides that no other list explains, so that no pending item goes unreported: items that the
 * service does not show now, and items that are retried a few times before a person is told.
 */
function* unexplainedDifferences(
  tree: Tree,
  given: { told: ReadonlySet<ItemId>; open: Open; journal: Journal; mirror: Mirror },
): InParts<readonly OpenItem[]> {
  const { told, open, journal, mirror } = given;
  const ignoring = ignoringOf(journal, mirror);
  const missed = journal.missing.of(mirror.id, 'remote');
  const found: OpenItem[] = [];
  const look = (item: Item): void => {
    const why = told.has(item.id) ? null : differenceOf(item, mirror, missed.has(item.id));
    if (why === null) return;
    const path = journal.pathOf(item.id);
    if (!ignoring.ignores(path, item.kind)) found.push(open(item.id, why.reason, { text: why.text(path) }));
  };
  // As they were planned: what came since then is no difference that remains.
  yield* eachInParts(tree.items.values(), look);
  return found;
}

/** Why a difference that no other list explains remains; null: it is none, or `unproven` lists it. */
function differenceOf(
  item: Item,
  mirror: Mirror,
  isMissed: boolean,
): { readonly reason: string; readonly text: (path: string) => string } | null {
  const { local, localPresence, remote, remotePresence } = item;
  if (isLocalRemovalUnconfirmed(item, mirror))
    return isMissed ? null : { reason: 'out-of-sight', text: openTexts.removedOutOfSight };
  if (local === null || localPresence !== 'present' || local.sha256 === null) return null;
  if (mirror.mode === 'download' ? isEditOfReceived(item, mirror.mode) : item.localOnlyContent !== null) return null;
  const isUnsent = hasUnsentBytes(item);
  if (remote !== null && remotePresence === 'unknown') {
    // Without unsent bytes it waits for confirmation that it is gone, which `unproven` lists.
    if (!isUnsent) return isMissed ? null : { reason: 'out-of-sight', text: openTexts.outOfSight };
    return { reason: 'out-of-sight', text: openTexts.unsentOutOfSight };
  }
  return isUnsent && mirror.mode !== 'download' ? { reason: 'retried', text: openTexts.retried } : null;
}

/**
 * Whether a local removal waits until the service shows the item again. A mirror that only sends removes nothing at the
 * service.
 */
function isLocalRemovalUnconfirmed({ base, localPresence, remote, remotePresence }: Item, { mode }: Mirror): boolean {
  const isUnseenThere = remote !== null && remotePresence === 'unknown';
  return mode !== 'upload' && base !== null && localPresence === 'absent' && isUnseenThere;
}

/** Items that listings no longer show, and for which one poll is not enough proof. */
function unproven({ journal, settings, world }: OpenItemsContext, mirror: Mirror, open: Open): readonly OpenItem[] {
  const now = world.clock.now();
  // An item with unsent bytes is listed for that.
  const isElse = ({ item: id }: Missed): boolean => {
    const item = journal.items.get(id);
    return item !== null && hasUnsentBytes(item);
  };
  const missing = [...journal.missing.of(mirror.id, 'remote').values()].filter(missed => !isElse(missed));
  return missing.map(missed => {
    const text = openTexts.unproven(journal.pathOf(missed.item));
    const until = absenceProvenAt(missed, settings.pollSeconds);
    // A deadline that has passed promises nothing: the service did not say what became of the item.
    return open(missed.item, 'removal-check', { text, ...(until > now ? { until } : {}) });
  });
}

function conflicts(journal: Journal, mirror: Mirror, open: Open): readonly OpenItem[] {
  return journal.conflicts
    .open()
    .filter(conflict => conflict.mirror === mirror.id)
    .map(conflict => {
      const path = journal.pathOf(conflict.item);
      return open(String(conflict.id), 'conflict', {
        text: openTexts.conflict(path, journal.pathOf(conflict.copy)),
        path,
      });
    });
}

/** The report's line for a paused mirror; none when it is not paused. */
export function pausedItem({ id, remotePath }: Mirror, pause: Pause | null): readonly OpenItem[] {
  if (pause === null) return [];
  const until = pause.until === null ? null : isoTime(pause.until);
  return [
    {
      id: '',
      mirror: id,
      path: '',
      reason: 'paused',
      text: openTexts.paused(remotePath, pause.why ?? 'person'),
      until,
    },
  ];
}

/** What `status` counts in one mirror. */
export function mirrorCounts(asking: OpenItemsContext, mirror: Mirror): MirrorCounts {
  return countsOf(asking, mirror, openItems(asking, mirror));
}

/** The same of all mirrors, in turns of the event loop: of 100,000 items that are open it takes a tenth of a second. */
export async function allCountsInTurns(asking: OpenItemsContext): Promise<readonly MirrorCounts[]> {
  const { journal, world } = asking;
  const counted = new Map<MirrorId, MirrorCounts>();
  for (const mirror of journal.mirrors.all())
    counted.set(mirror.id, countsOf(asking, mirror, await inTurns(world.clock, openItemsInParts(asking, mirror))));
  // RACE: items may have changed between two turns. A number may be old for a moment; that nothing is open may not.
  return journal.mirrors.all().map(mirror => {
    const counts = counted.get(mirror.id);
    const isSure = counts !== undefined && (isAnythingOpen(counts) || isAtRest(journal, mirror));
    return isSure ? counts : mirrorCounts(asking, mirror);
  });
}

function isAnythingOpen({ waiting, held, blocked, conflicted }: MirrorCounts): boolean {
  return waiting + held + blocked + conflicted > 0;
}

function countsOf(asking: OpenItemsContext, mirror: Mirror, open: OpenItems): MirrorCounts {
  return {
    id: mirror.id,
    pause: shownPause(asking, mirror.id),
    files: asking.journal.items.countResting(mirror.id),
    waiting: open.waiting,
    held: open.held.length,
    blocked: open.blocked.length,
    conflicted: open.conflicted.length,
    checkedAt: mirror.checkedAt === null ? null : isoTime(mirror.checkedAt),
  };
}

/** The pause of a mirror as a status shows it. */
export function shownPause(
  { journal, world }: Omit<OpenItemsContext, 'settings'>,
  mirror: MirrorId,
): MirrorStatus['pause'] {
  const pause = pauseOf(journal.facts, mirror, world.clock.now());
  return pause && { until: pause.until === null ? null : isoTime(pause.until), why: pause.why ?? 'person' };
}

/** Closes conflicts of which one file no longer exists: there is nothing left to choose between. */
export function closeVanishedConflicts(journal: Journal): void {
  for (const conflict of journal.conflicts.open()) {
    const files = [journal.items.get(conflict.item), journal.items.get(conflict.copy)];
    if (files.some(file => file === null || (file.local === null && file.remote === null)))
      mayForget(() => journal.conflicts.close(conflict.id, 'vanished'));
  }
}
