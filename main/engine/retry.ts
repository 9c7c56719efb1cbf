import { POLICY } from '../../shared/fault.ts';
import type { Fault } from '../../shared/fault.ts';
import type { ItemId } from '../../shared/ids.ts';
import { DAY, MINUTE, SECOND } from '../../shared/units.ts';
import { backoffMs } from '../core/backoff.ts';
import type { Item } from '../core/item.ts';
import { subjectOf } from '../journal/problems.ts';
import type { Problem } from '../journal/problems.ts';
import type { Bench } from './bench.ts';

/** A thing that keeps changing under us is tried this often before anybody is told. */
const QUIET_ATTEMPTS = 3;

/** What an item was like when it got stuck; when that changes, it is tried again. */
export function fingerprintOf({ local, remote, agreed, localSight, remoteSight }: Item): string {
  const here = local === null ? localSight : `${local.stamp} ${local.sha256} ${local.parent}/${local.name}`;
  const there = remote === null ? remoteSight : `${remote.id} ${remote.version} ${remote.parent}/${remote.name}`;
  return `${here} | ${there} | ${agreed?.version ?? '-'} ${agreed?.parent ?? '-'}/${agreed?.localName ?? '-'}`;
}

/** Sets an item aside with its fault; the others go on. */
export function setAside(bench: Bench, item: Item, fault: Fault): void {
  const { journal, mirror, world } = bench;
  const before = journal.problems.get(mirror.id, subjectOf(item.id));
  const fingerprint = fingerprintOf(item);
  const attempts = before?.fingerprint === fingerprint ? before.attempts + 1 : 1;
  const now = world.clock.now();
  journal.problems.put({
    mirror: mirror.id,
    subject: subjectOf(item.id),
    path: journal.pathOf(item.id),
    fault,
    fingerprint,
    retryAt: retryAt(fault, attempts, { now, spread: world.random.next() }),
    attempts,
    since: before?.since ?? now,
  });
}

function retryAt(fault: Fault, attempts: number, { now, spread }: { now: number; spread: number }): number | null {
  switch (POLICY[fault.kind].retry) {
    case 'never':
      // Somebody may give the right later; nothing we know would change by that.
      return fault.kind === 'not-allowed' ? now + DAY : null;
    case 'after-observing':
      return attempts <= QUIET_ATTEMPTS ? now : now + backoffMs(attempts - QUIET_ATTEMPTS, spread);
    case 'after-backoff':
    case 'when-told':
      return now + backoffMs(attempts, spread);
  }
}

/** Whether a problem keeps its item from being worked on now. */
export function isStuck(problem: Problem, item: Item | undefined, now: number): boolean {
  if (item === undefined || problem.fingerprint !== fingerprintOf(item)) return false;
  return problem.retryAt === null || problem.retryAt > now;
}

/** Whether people are told of a problem: not of what rights itself with the next look. */
export function isWorthTelling(problem: Problem): boolean {
  return POLICY[problem.fault.kind].retry !== 'after-observing' || problem.attempts > QUIET_ATTEMPTS;
}

/** Looks up which items are set aside now. */
export function stuckItems(
  bench: Pick<Bench, 'journal' | 'mirror' | 'world'>,
  items: ReadonlyMap<ItemId, Item>,
): ReadonlySet<ItemId> {
  const now = bench.world.clock.now();
  const stuck = new Set<ItemId>();
  for (const problem of bench.journal.problems.all(bench.mirror.id)) {
    const id = problem.subject.startsWith('item:') ? (Number(problem.subject.slice(5)) as ItemId) : null;
    if (id !== null && isStuck(problem, items.get(id), now)) stuck.add(id);
  }
  return stuck;
}

/** Longest that the account waits before it tries the service again. */
export const LONGEST_WAIT_MS = 5 * MINUTE;
/** Shortest. */
export const SHORTEST_WAIT_MS = SECOND;
