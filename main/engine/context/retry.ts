import { isLeftByRule, isTooManyOpen, mayBeLifted, POLICY } from '../../../shared/fault.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import { DAY, MINUTE } from '../../../shared/units.ts';
import { backoffMs, restAfterRefusal, SHORTAGE_MS } from '../../core/policy/backoff.ts';
import type { Item, Tree } from '../../core/item.ts';
import { atRest } from '../../core/plan/plan.ts';
import { isOfWholeJournal } from '../../journal/storage/database.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Problem } from '../../journal/records/problems.ts';
import type { MirrorContext } from './mirror-context.ts';

/** An item that changes during its steps is retried this often before a person is told. */
const QUIET_ATTEMPTS = 3;

/** The state of an item and its folder when the problem arose; when it changes, the item is tried again. */
function fingerprintOf(item: Item, folder: Item | null): string {
  const { local, remote, base, localPresence, remotePresence } = item;
  const here = local === null ? localPresence : `${local.fingerprint} ${local.sha256} ${local.parent}/${local.name}`;
  const there = remote === null ? remotePresence : `${remote.id} ${remote.version} ${remote.parent}/${remote.name}`;
  const last = `${base?.version ?? '-'} ${base?.parent ?? '-'}/${base?.localName ?? '-'}`;
  return `${here} | ${there} | ${last} | ${folder?.remote?.id ?? '-'} ${folder?.remotePresence ?? '-'} ${folder?.localPresence ?? '-'}`;
}

function folderOf(item: Item): ItemId | null {
  return item.local?.parent ?? item.remote?.parent ?? null;
}

/** Records an item's fault and when it is retried; other items go on. */
export function recordProblem(
  context: MirrorContext,
  item: Item,
  { fault, isMove }: { fault: Fault; isMove: boolean },
): void {
  const { journal, mirror, world } = context;
  const before = journal.problems.get(mirror.id, subjectOf(item.id));
  const folder = folderOf(item);
  const fingerprint = fingerprintOf(item, folder === null ? null : journal.items.get(folder));
  const attempts = before?.fingerprint === fingerprint ? before.attempts + 1 : 1;
  const now = world.clock.now();
  journal.problems.put({
    mirror: mirror.id,
    subject: subjectOf(item.id),
    path: journal.pathOf(item.id),
    fault,
    fingerprint,
    retryAt: retryAt(fault, attempts, { now, spread: world.random.next(), isMove }),
    attempts,
    since: before?.since ?? now,
  });
}

function retryAt(
  fault: Fault,
  attempts: number,
  { now, spread, isMove }: { now: number; spread: number; isMove: boolean },
): number | null {
  if (mayBeLifted(fault)) return now + restAfterRefusal(attempts);
  if (fault.kind === 'disk-refused' && isTooManyOpen(fault.code)) return now + SHORTAGE_MS;
  // A move may be refused because of other folders (into its own descendant, say): it is retried with growing delays.
  if (fault.kind === 'refused' && isMove) return now + Math.min(MINUTE * 4 ** (attempts - 1), DAY);
  switch (POLICY[fault.kind].retry) {
    case 'never':
      return null;
    case 'after-observing':
      return attempts <= QUIET_ATTEMPTS ? now : now + backoffMs(attempts - QUIET_ATTEMPTS, spread);
    case 'after-backoff':
    case 'when-told':
      return now + backoffMs(attempts, spread);
  }
}

/** Access to items by id: all of a mirror, or one at a time. */
export interface ItemsById {
  get(id: ItemId): Item | null | undefined;
}

/**
 * Whether a problem is still current: its item is as it was when the problem arose. Problems of paths are cleared by
 * scans and polls.
 */
export function isCurrent(problem: Problem, items: ItemsById): boolean {
  const id = itemOfSubject(problem.subject);
  if (id === null) return true;
  const item = items.get(id) ?? null;
  if (item === null) return false;
  const folder = folderOf(item);
  return problem.fingerprint === fingerprintOf(item, folder === null ? null : (items.get(folder) ?? null));
}

/** The problems of a mirror with current paths: parent folders may have been renamed since. */
export function problemsIn(
  { problems, items }: Pick<Journal, 'problems' | 'items'>,
  mirror: MirrorId,
): readonly Problem[] {
  return problems.all(mirror).map(problem => {
    const id = itemOfSubject(problem.subject);
    const path = id === null || items.get(id) === null ? problem.path : items.pathOf(id);
    if (path === problem.path) return problem;
    const { fault } = problem;
    const isNamed = 'path' in fault && fault.path === problem.path;
    return { ...problem, path, fault: isNamed ? { ...fault, path } : fault };
  });
}

/**
 * Whether the item is left alone until it changes: by a rule, or because a person skipped it. Attempts count from one,
 * so 0 marks a skipped problem.
 */
export function isSkipped({ attempts, fault }: Problem): boolean {
  return attempts === 0 || isLeftByRule(fault);
}

/** Skips an item until it changes; then it is tried again like any other. */
export function skipUntilChanged(journal: Pick<Journal, 'problems'>, problem: Problem): void {
  journal.problems.put({ ...problem, retryAt: null, attempts: 0 });
}

/**
 * Lets a problem be retried at once. What a scan or poll found stays listed until it is no longer found, and a refusal
 * until it is lifted, since its end lets others be retried too.
 */
export function retryNow(journal: Pick<Journal, 'problems'>, problem: Problem, now: number): void {
  if (mayBeLifted(problem.fault)) {
    journal.problems.put({ ...problem, attempts: Math.max(problem.attempts, 1), retryAt: now });
    return;
  }
  // A path problem with a retry time is an unreadable file: the next scan tries every one that is no longer listed.
  if (itemOfSubject(problem.subject) !== null || problem.retryAt !== null)
    journal.problems.clear(problem.mirror, problem.subject);
  else journal.problems.put({ ...problem, attempts: 1 });
}

/**
 * Lets refused items be retried at once, since permissions may have changed. What a person skipped stays skipped.
 * `mayBe`: which refusals to retry.
 */
export function tryRefusedAgain(
  { problems }: Pick<Journal, 'problems'>,
  mirrors: readonly MirrorId[],
  { now, mayBe = mayBeLifted }: { readonly now: number; readonly mayBe?: (fault: Fault) => boolean },
): void {
  for (const problem of mirrors.flatMap(mirror => problems.all(mirror)))
    if (mayBe(problem.fault) && !isSkipped(problem)) problems.put({ ...problem, retryAt: now });
}

/** Whether people are told of a problem: not if the next scan or poll usually resolves it. */
export function isWorthTelling(problem: Problem): boolean {
  return POLICY[problem.fault.kind].retry !== 'after-observing' || problem.attempts > QUIET_ATTEMPTS;
}

/** The items with a current problem, which are not tried now. */
export function stuckItems(
  context: Pick<MirrorContext, 'journal' | 'mirror' | 'world'>,
  items: ItemsById = context.journal.items,
): ReadonlySet<ItemId> {
  const now = context.world.clock.now();
  const stuck = new Set<ItemId>();
  for (const problem of context.journal.problems.all(context.mirror.id)) {
    const id = itemOfSubject(problem.subject);
    const isWaiting = problem.retryAt === null || problem.retryAt > now;
    if (id !== null && isWaiting && isCurrent(problem, items)) stuck.add(id);
  }
  return stuck;
}

/** Whether any problem is about an item, and not about a path alone. */
export function hasStuckItems({ journal, mirror }: Pick<MirrorContext, 'journal' | 'mirror'>): boolean {
  return journal.problems.all(mirror.id).some(({ subject }) => itemOfSubject(subject) !== null);
}

/** Forgets problems of items that have changed since: they were resolved, or have another problem now. */
export function forgetOldProblems({ journal, mirror }: Pick<MirrorContext, 'journal' | 'mirror'>): void {
  for (const problem of journal.problems.all(mirror.id))
    if (!isCurrent(problem, journal.items)) mayForget(() => journal.problems.clear(mirror.id, problem.subject));
}

/** A problem that cannot be forgotten now is forgotten later. @throws what concerns all records. */
export function mayForget(forget: () => void): void {
  try {
    forget();
  } catch (error) {
    if (isOfWholeJournal(error)) throw error;
  }
}

/**
 * Forgets problems of items that need no operation any more though they did not change: the failed operation became
 * unnecessary through other items. Only an item that is visible on its sides can be settled.
 */
export function forgetNeedless(
  { journal, mirror, quarantined }: Pick<MirrorContext, 'journal' | 'mirror' | 'quarantined'>,
  tree: Tree,
): void {
  const problems = journal.problems.all(mirror.id).flatMap(({ subject }) => itemOfSubject(subject) ?? []);
  if (problems.length === 0) return;
  const isAtRest = atRest(tree, mirror.mode);
  for (const item of problems)
    if (isAtRest(item) && !quarantined.has(item)) mayForget(() => journal.problems.clear(mirror.id, subjectOf(item)));
}

/** The item that a problem is about; null when it is about a path. */
export function itemOfSubject(subject: string): ItemId | null {
  return subject.startsWith('item:') ? (Number(subject.slice(5)) as ItemId) : null;
}

/** Lets refused items of all mirrors be retried: permissions may have changed, or a person asks for it. */
export function tryAllRefusedAgain(
  { journal, world }: Pick<MirrorContext, 'journal' | 'world'>,
  mayBe?: (fault: Fault) => boolean,
): void {
  const mirrors = journal.mirrors.all().map(({ id }) => id);
  tryRefusedAgain(journal, mirrors, { now: world.clock.now(), ...(mayBe === undefined ? {} : { mayBe }) });
}

/** A mirror became accessible again: what was refused in it may be allowed now. */
export function endHalt({ journal, world }: Pick<MirrorContext, 'journal' | 'world'>, mirror: MirrorId): void {
  journal.mirrors.setHalted(mirror, null);
  tryRefusedAgain(journal, [mirror], { now: world.clock.now() });
}
