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

/** A thing that keeps changing under us is tried this often before anybody is told. */
const QUIET_ATTEMPTS = 3;

/** What an item and its folder were like when it got stuck; when that changes, it is tried again. */
export function fingerprintOf(item: Item, folder: Item | null): string {
  const { local, remote, base, localPresence, remotePresence } = item;
  const here = local === null ? localPresence : `${local.stamp} ${local.sha256} ${local.parent}/${local.name}`;
  const there = remote === null ? remotePresence : `${remote.id} ${remote.version} ${remote.parent}/${remote.name}`;
  const agreed = `${base?.version ?? '-'} ${base?.parent ?? '-'}/${base?.localName ?? '-'}`;
  return `${here} | ${there} | ${agreed} | ${folder?.remote?.id ?? '-'} ${folder?.remotePresence ?? '-'} ${folder?.localPresence ?? '-'}`;
}

function folderOf(item: Item): ItemId | null {
  return item.local?.parent ?? item.remote?.parent ?? null;
}

/** Sets an item aside with its fault; the others go on. */
export function setAside(
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
  // A move is refused for what other folders are like (into its own inside, say): it is tried again, ever more rarely.
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

/** Gives items by their numbers: all of a mirror, or one after the other. */
export interface ItemsById {
  get(id: ItemId): Item | null | undefined;
}

/** Whether a problem is still about what is there: its item is as it was when it got stuck. Paths are judged by looks. */
export function isCurrent(problem: Problem, items: ItemsById): boolean {
  const id = itemOfSubject(problem.subject);
  if (id === null) return true;
  const item = items.get(id) ?? null;
  if (item === null) return false;
  const folder = folderOf(item);
  return problem.fingerprint === fingerprintOf(item, folder === null ? null : (items.get(folder) ?? null));
}

/** What is stuck in a mirror, by the paths that things have now: folders around them may have other names since. */
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

/** Whether it is left alone until it changes: by rule, or because a person wants it. Every try counts from one, so none is left for that. */
export function isSkipped({ attempts, fault }: Problem): boolean {
  return attempts === 0 || isLeftByRule(fault);
}

/** Leaves an item alone until something about it changes; then it is tried again like any other. */
export function skip(journal: Pick<Journal, 'problems'>, problem: Problem): void {
  journal.problems.put({ ...problem, retryAt: null, attempts: 0 });
}

/**
 * Lets a problem be tried again at once. What a look found stays said until a look does not find it any more, and a refusal
 * until it is lifted: then it tells of the others.
 */
export function retryNow(journal: Pick<Journal, 'problems'>, problem: Problem, now: number): void {
  if (mayBeLifted(problem.fault)) {
    journal.problems.put({ ...problem, attempts: Math.max(problem.attempts, 1), retryAt: now });
    return;
  }
  // A path with a time is one that could not be read: the next look tries what is not told any more.
  if (itemOfSubject(problem.subject) !== null || problem.retryAt !== null)
    journal.problems.clear(problem.mirror, problem.subject);
  else journal.problems.put({ ...problem, attempts: 1 });
}

/**
 * Lets what was refused be tried once more at once, since rights may have changed. What a person skipped stays skipped.
 * `mayBe`: which refusals those may be.
 */
export function tryRefusedAgain(
  { problems }: Pick<Journal, 'problems'>,
  mirrors: readonly MirrorId[],
  { now, mayBe = mayBeLifted }: { readonly now: number; readonly mayBe?: (fault: Fault) => boolean },
): void {
  for (const problem of mirrors.flatMap(mirror => problems.all(mirror)))
    if (mayBe(problem.fault) && !isSkipped(problem)) problems.put({ ...problem, retryAt: now });
}

/** Whether people are told of a problem: not of what rights itself with the next look. */
export function isWorthTelling(problem: Problem): boolean {
  return POLICY[problem.fault.kind].retry !== 'after-observing' || problem.attempts > QUIET_ATTEMPTS;
}

/** Looks up which items are set aside now. */
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

/** Whether anything is told of an item, and not of paths alone. */
export function hasStuckItems({ journal, mirror }: Pick<MirrorContext, 'journal' | 'mirror'>): boolean {
  return journal.problems.all(mirror.id).some(({ subject }) => itemOfSubject(subject) !== null);
}

/** Forgets the problems of items that are no longer as they were: they got on, or are stuck with something else. */
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
 * Forgets the problems of items about which nothing is to be done any more, though they are as they were: what we tried
 * was undone by what became of others. Only an item that can be seen is at rest.
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

/** Lets what was refused in any mirror be tried once more: rights may have changed, or a person asks for it. */
export function tryAllRefusedAgain(
  { journal, world }: Pick<MirrorContext, 'journal' | 'world'>,
  mayBe?: (fault: Fault) => boolean,
): void {
  const mirrors = journal.mirrors.all().map(({ id }) => id);
  tryRefusedAgain(journal, mirrors, { now: world.clock.now(), ...(mayBe === undefined ? {} : { mayBe }) });
}

/** A mirror can be seen again: what was refused in it may be allowed now. */
export function endHalt({ journal, world }: Pick<MirrorContext, 'journal' | 'world'>, mirror: MirrorId): void {
  journal.mirrors.setHalted(mirror, null);
  tryRefusedAgain(journal, [mirror], { now: world.clock.now() });
}
