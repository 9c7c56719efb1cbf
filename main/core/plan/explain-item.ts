import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { fileCell, pairOf, locationCell } from './case-table.ts';
import type { FileChange, LocalFileChange, Winner } from './case-table.ts';
import type { Decision } from './content-decisions.ts';
import { contentsOf, outcomesInParts, outcomesOf } from './item-outcomes.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import { insideOf, situationOf } from './folder-decisions.ts';
import type { FolderDecision, Inside, Situation } from './folder-decisions.ts';
import { isAlike } from './content-decisions.ts';
import type { Item, Tree } from '../item.ts';
import type { Operation } from './operation.ts';
import { eachInParts, type InParts } from '../in-parts.ts';
import { plan } from './plan.ts';
import type { Rules } from './plan.ts';

/** On which side a file without a base is. */
export type NewSide = 'nothing' | 'new' | 'freed' | 'unknown';

/**
 * The cell of the policy that decided about an item, by the names of its row (this computer) and column (the service).
 */
export type DecidingCell =
  | { readonly table: 'files'; readonly row: LocalFileChange; readonly column: FileChange; readonly sameBytes: boolean }
  | { readonly table: 'new files'; readonly row: NewSide; readonly column: NewSide; readonly sameBytes: boolean }
  /** The column says what will remain inside the folder. */
  | { readonly table: 'folders'; readonly row: Situation; readonly column: Inside };

/** Whose name and whose folder an item takes, for an item on both sides. */
export interface DecidingPlace {
  readonly here: LocalFileChange;
  readonly there: FileChange;
  readonly name: Winner;
  readonly parent: Winner;
}

/** Why an item is in its state, and which steps come next for it. */
export interface Explanation {
  readonly cell: DecidingCell;
  readonly decision: Decision | FolderDecision;
  /** Null where only one side has the item, or it has no base yet. */
  readonly place: DecidingPlace | null;
  /** The steps of the next plan for the item, in order. */
  readonly steps: readonly Operation[];
  /**
   * Why no step is planned although something is decided. `set aside`: the item waits for a time or for a person; `with
   * its folder`: the step of its folder includes it; `others first`: a name, a folder or another item has to change
   * first; `folder unseen`: the item may already be at the service, in a folder that was not listed yet.
   */
  readonly waits: 'set aside' | 'with its folder' | 'others first' | 'folder unseen' | null;
}

/** Explains one item. Null for the root and for items outside of the tree. */
export function explainItem(tree: Tree, id: ItemId, rules: Rules): Explanation | null {
  return createExplainer(tree, rules)(id);
}

/**
 * Explains any number of items of one tree. It uses the tables and functions of the planner itself, so that an
 * explanation cannot differ from the plan.
 */
export function createExplainer(tree: Tree, rules: Rules): (id: ItemId) => Explanation | null {
  const outcomes = outcomesOf(tree, rules.mode);
  const inside = new Map<ItemId, ItemOutcome[]>();
  for (const outcome of outcomes.values()) append(inside, outcome.location.parent, outcome);
  const steps = new Map<ItemId, Operation[]>();
  for (const step of plan(tree, rules)) {
    append(steps, step.item, step);
    if (step.kind === 'join') append(steps, step.remoteItem, step);
  }
  return id => {
    const outcome = outcomes.get(id);
    if (outcome === undefined) return null;
    const own = steps.get(id) ?? [];
    return {
      cell: cellOf(outcome, inside.get(id) ?? []),
      decision: outcome.decision,
      place: decidingLocation(outcome.item),
      steps: own,
      waits: own.length > 0 ? null : waitOf(outcome, outcomes, rules),
    };
  };
}

/** An item that waits, and for what. */
export interface WaitingItem {
  readonly id: ItemId;
  readonly for: 'others first' | 'folder unseen';
}

/** Items for which something is decided but no step is planned, because something else has to happen first; in parts. */
export function* waitingForOthers(
  tree: Tree,
  rules: Rules,
  steps: readonly Operation[],
): InParts<readonly WaitingItem[]> {
  const outcomes = yield* outcomesInParts(tree, rules.mode);
  const planned = new Set(steps.flatMap(step => (step.kind === 'join' ? [step.item, step.remoteItem] : [step.item])));
  const waiting: WaitingItem[] = [];
  yield* eachInParts(outcomes.values(), outcome => {
    const { id } = outcome.item;
    const waits = planned.has(id) || AT_REST.has(outcome.decision) ? null : waitOf(outcome, outcomes, rules);
    if (waits === 'others first' || waits === 'folder unseen') waiting.push({ id, for: waits });
  });
  return waiting;
}

function append<V>(lists: Map<ItemId, V[]>, id: ItemId, value: V): void {
  const list = lists.get(id);
  if (list === undefined) lists.set(id, [value]);
  else list.push(value);
}

/** What the table says in the cell of a file with a base; null for the other tables. */
export function decisionOfCell(cell: DecidingCell, mode: MirrorMode): Decision | null {
  if (cell.table !== 'files') return null;
  return fileCell(mode, { local: cell.row, remote: cell.column, isAlike: cell.sameBytes }).content;
}

function cellOf({ item }: ItemOutcome, inside: readonly ItemOutcome[]): DecidingCell {
  if (item.kind === 'folder') return { table: 'folders', row: situationOf(item), column: insideOf(inside) };
  const pair = pairOf(item);
  if (pair !== null) return { table: 'files', row: pair.local, column: pair.remote, sameBytes: pair.isAlike };
  const contents = contentsOf(item);
  const sideOf = (side: unknown): NewSide => (side === 'unknown' ? 'unknown' : side === null ? 'nothing' : 'new');
  return {
    table: 'new files',
    row: contents.isOnlineOnly && contents.local === null ? 'freed' : sideOf(contents.local),
    column: sideOf(contents.remote),
    sameBytes: isAlike(contents),
  };
}

function decidingLocation(item: Item): DecidingPlace | null {
  const pair = pairOf(item);
  if (pair === null || item.local === null || item.remote === null) return null;
  return { here: pair.local, there: pair.remote, ...locationCell(pair.local, pair.remote) };
}

/** Decisions that need no step. */
const AT_REST: ReadonlySet<ItemOutcome['decision']> = new Set(['rest', 'frozen', 'keep-here']);

function waitOf(outcome: ItemOutcome, outcomes: ReadonlyMap<ItemId, ItemOutcome>, rules: Rules): Explanation['waits'] {
  if (AT_REST.has(outcome.decision) && outcome.moves === null) return null;
  if (rules.isBlocked(outcome.item.id)) return 'set aside';
  if (outcome.item.remote === null && rules.isUnseen(outcome.location.parent)) return 'folder unseen';
  const isTaken =
    outcome.decision === 'delete-remote' && outcomes.get(outcome.location.parent)?.decision === 'delete-remote';
  return isTaken ? 'with its folder' : 'others first';
}
