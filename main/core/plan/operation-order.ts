import type { ItemId } from '../../../shared/ids.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import type { Tree } from '../item.ts';
import type { Operation, OperationKind } from './operation.ts';

/**
 * Phase of each kind of operation: records first (they change nothing outside of the journal), then folders and moves
 * from the root downwards, then content, then removals from the leaves upwards. Steps that could lose something come
 * last, when every step that could rescue it is done.
 */
const PHASE: Readonly<Record<OperationKind, 0 | 1 | 2 | 3>> = {
  agree: 0,
  forget: 0,
  'keep-here': 0,
  join: 0,
  'create-folder-local': 1,
  'create-folder-remote': 1,
  'move-local': 1,
  'move-remote': 1,
  upload: 2,
  'upload-version': 2,
  download: 2,
  'keep-both': 2,
  'delete-local': 3,
  'delete-remote': 3,
};

/** The phase of an operation: 0 records, 1 folders and moves, 2 content (may run side by side), 3 removals. */
export function phaseOf(operation: Operation): 0 | 1 | 2 | 3 {
  return PHASE[operation.kind];
}

/** Sorts the operations so that each can be carried out when the ones before it were. */
export function inOrder(
  tree: Tree,
  outcomes: ReadonlyMap<ItemId, ItemOutcome>,
  operations: readonly Operation[],
): readonly Operation[] {
  const depths = new Map<ItemId, number>([[tree.root, 0]]);
  const ranked = operations.map(operation => {
    const depth = depthOf(operation.item, outcomes, depths);
    const phase = phaseOf(operation);
    // Removals start with the deepest item, everything else with the highest folder.
    return { operation, phase, rank: phase === 3 || operation.kind === 'forget' ? -depth : depth };
  });
  ranked.sort((a, b) => a.phase - b.phase || a.rank - b.rank || a.operation.item - b.operation.item);
  return ranked.map(({ operation }) => operation);
}

/**
 * Groups neighbouring operations that can run at the same time: new folders, none of which is the parent of another one
 * in the group. Every other operation changes the state that the next one depends on, and runs alone.
 */
export function* atOnce(inTheirOrder: Iterable<Operation>): Generator<readonly Operation[]> {
  let group: Operation[] = [];
  for (const operation of inTheirOrder) {
    if (group.length > 0 && !canJoin(operation, group)) {
      yield group;
      group = [];
    }
    group.push(operation);
  }
  if (group.length > 0) yield group;
}

/** How many folders are created at the same time: enough to hide the latency of the service. */
const MOST_AT_ONCE = 64;

function canJoin(operation: Operation, group: readonly Operation[]): boolean {
  if (operation.kind !== 'create-folder-local' && operation.kind !== 'create-folder-remote') return false;
  if (group.length >= MOST_AT_ONCE || group[0]?.kind !== operation.kind) return false;
  return group.every(({ item }) => item !== operation.to.parent);
}

function depthOf(item: ItemId, outcomes: ReadonlyMap<ItemId, ItemOutcome>, depths: Map<ItemId, number>): number {
  const path: ItemId[] = [];
  let at: ItemId | undefined = item;
  while (at !== undefined && !depths.has(at) && path.length < 10_000) {
    path.push(at);
    at = outcomes.get(at)?.location.parent;
  }
  let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
  for (const id of path.reverse()) depths.set(id, ++depth);
  return depth;
}
