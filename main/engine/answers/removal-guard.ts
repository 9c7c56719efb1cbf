import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import { SECOND } from '../../../shared/units.ts';
import { holdUntil, isMassRemoval } from '../../core/policy/removal-limits.ts';
import { isInQuestion } from '../../core/plan/folder-decisions.ts';
import type { Item, Tree } from '../../core/item.ts';
import { isRemoval } from '../../core/plan/operation.ts';
import type { Operation } from '../../core/plan/operation.ts';
import type { Direction, Guard } from '../../journal/records/guards.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Missed } from '../../journal/items/missing-items.ts';
import type { SyncSettings } from '../context/settings.ts';
import { remoteDescendants } from '../../remote/act/removals.ts';

type Removal = Extract<Operation, { kind: 'delete-local' | 'delete-remote' }>;

/** A removal with all items that go with it. */
export interface WeighedRemoval {
  readonly operation: Removal;
  readonly direction: Direction;
  /** The item itself first, then its descendants. */
  readonly items: readonly ItemId[];
}

/** What may be removed now, what is on hold, and what waits for a person. */
export interface Gated {
  readonly allowed: readonly WeighedRemoval[];
  readonly held: readonly (WeighedRemoval & { readonly until: number })[];
  readonly guarded: readonly WeighedRemoval[];
  /** Removals that nothing explains: a person was asked about them already. */
  readonly unexplained: readonly WeighedRemoval[];
}

/** What weighing needs. */
export interface Weighing {
  readonly journal: Journal;
  readonly mirror: MirrorId;
  readonly tree: Tree;
  readonly settings: SyncSettings;
  readonly now: number;
}

/**
 * Applies the two brakes to removals: the hold (local removals wait visibly, with Undo) and the guard (a person is
 * asked about many at once). Reads only; `updateGuards` records the result.
 */
export function gateRemovals(operations: readonly Operation[], weighing: Weighing): Gated {
  const all = weighing.journal.guards.all().filter(({ mirror }) => mirror === weighing.mirror);
  const guards = all.filter(({ answer, reason }) => answer !== null || reason === 'many');
  // Unexplained removals have a question of their own, and do not count as many at once.
  const askedAlone = new Set(all.filter(guard => !guards.includes(guard)).flatMap(({ items }) => items));
  const everything = operations.filter(isRemoval).map(operation => weigh(operation, weighing.tree));
  const unexplained = everything.filter(({ operation }) => askedAlone.has(operation.item));
  const weighed = everything.filter(removal => !unexplained.includes(removal));
  const missed = weighing.journal.missing.of(weighing.mirror, 'local');
  const held: (WeighedRemoval & { until: number })[] = [];
  const allowed: WeighedRemoval[] = [];
  const guarded: WeighedRemoval[] = [];
  for (const direction of ['here', 'service'] as const) {
    const those = weighed.filter(removal => removal.direction === direction);
    const answered = guards.filter(guard => guard.answer === 'remove' && guard.direction === direction);
    const approved = new Set(answered.flatMap(({ items }) => items));
    const asked = those.filter(({ items }) => !items.every(id => approved.has(id)));
    const areMany = mustAsk(asked, direction, weighing) || isOpen(guards, direction, asked);
    const waiting = asked.reduce((sum, { items }) => sum + items.length, 0);
    for (const removal of those) {
      const until =
        asked.includes(removal) && direction === 'here' ? untilOf(removal, { waiting, missed }, weighing) : 0;
      if (asked.includes(removal) && (areMany || isDoubtful(removal, weighing.tree))) guarded.push(removal);
      else if (until > weighing.now) held.push({ ...removal, until });
      else allowed.push(removal);
    }
  }
  return { allowed, held, guarded, unexplained };
}

/** Removals of items whose folder was just renamed or moved on this computer. */
function isDoubtful({ operation }: WeighedRemoval, tree: Tree): boolean {
  const item = tree.items.get(operation.item);
  return operation.kind === 'delete-local' && item !== undefined && isInQuestion(tree, item);
}

/** Drops questions and answers about items that came back: if they are removed again, a new question is asked. */
export function forgetReturned({ journal, mirror }: Pick<Weighing, 'journal' | 'mirror'>): void {
  journal.transaction(() => {
    for (const guard of journal.guards.all().filter(one => one.mirror === mirror)) {
      const left = guard.items.filter(id => isGone(journal.items.get(id), guard.direction));
      if (left.length === 0) journal.guards.close(guard.id);
      else if (left.length < guard.items.length) journal.guards.setItems(guard.id, left);
    }
  });
}

/** Opens and extends guards according to `gated`. */
export function updateGuards(gated: Gated, { journal, mirror, now }: Weighing): void {
  journal.transaction(() => {
    for (const direction of ['here', 'service'] as const) {
      const items = gated.guarded.filter(one => one.direction === direction).flatMap(one => one.items);
      if (items.length === 0) continue;
      const open = journal.guards
        .all()
        .find(one => one.mirror === mirror && one.direction === direction && isOpenAboutMany(one));
      const asking = { mirror, direction, reason: 'many', at: now, items } as const;
      if (open !== undefined) journal.guards.setItems(open.id, items);
      else journal.guards.open({ ...asking, of: journal.items.countWithBase(mirror) });
    }
  });
}

function isOpenAboutMany({ answer, reason }: Guard): boolean {
  return answer === null && reason === 'many';
}

function isGone(item: Item | null, direction: Direction): boolean {
  if (item === null || item.base === null) return false;
  return direction === 'here' ? item.local === null : item.remote === null;
}

function weigh(operation: Removal, tree: Tree): WeighedRemoval {
  if (operation.kind === 'delete-local') return { operation, direction: 'service', items: [operation.item] };
  const below = remoteDescendants(tree, operation.item).map(({ id }) => id);
  return { operation, direction: 'here', items: [operation.item, ...below] };
}

function mustAsk(
  asked: readonly WeighedRemoval[],
  direction: Direction,
  { journal, mirror, settings, now }: Weighing,
): boolean {
  const pending = new Set(asked.flatMap(({ items }) => items)).size;
  if (pending === 0) return false;
  const recent = journal.guards.recentRemovals(mirror, direction, now);
  const of = journal.items.countWithBase(mirror) + recent;
  return isMassRemoval(pending + recent, of, { items: settings.guardItems, percent: settings.guardPercent });
}

/** A question stays open for its items, even if the numbers fall below the limits (P29, P30). */
function isOpen(guards: readonly Guard[], direction: Direction, asked: readonly WeighedRemoval[]): boolean {
  const open = guards.find(guard => guard.direction === direction && guard.answer === null);
  return open !== undefined && asked.some(({ items }) => items.some(id => open.items.includes(id)));
}

function untilOf(
  removal: WeighedRemoval,
  { waiting, missed }: { waiting: number; missed: ReadonlyMap<ItemId, Missed> },
  { journal, settings, now }: Weighing,
): number {
  const holdMs = settings.deleteHoldSeconds * SECOND;
  const times = removal.items.map(item => {
    const missedAt = missed.get(item)?.since ?? now;
    return holdUntil({ item, missedAt, writtenAt: journal.items.writtenAt(item) }, waiting, holdMs);
  });
  return holdMs === 0 ? 0 : times.reduce((one, other) => Math.max(one, other));
}
