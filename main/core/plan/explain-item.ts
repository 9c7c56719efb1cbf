import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { fileCell, pairOf, locationCell } from './case-table.ts';
import type { FileChange, FileChangeHere, Winner } from './case-table.ts';
import type { Decision } from './content-decisions.ts';
import { contentsOf, outcomesOf } from './item-outcomes.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import { insideOf, situationOf } from './folder-decisions.ts';
import type { FolderDecision, Inside, Situation } from './folder-decisions.ts';
import { isAlike } from './content-decisions.ts';
import type { Item, Tree } from '../item.ts';
import type { Operation } from './operation.ts';
import { plan } from './plan.ts';
import type { Rules } from './plan.ts';

/** Where a file without anything agreed is. */
export type NewSide = 'nothing' | 'new' | 'freed' | 'unknown';

/** The cell of the policy that decides about an item, by the names of its row (here) and its column (the service). */
export type DecidingCell =
  | { readonly table: 'files'; readonly row: FileChangeHere; readonly column: FileChange; readonly sameBytes: boolean }
  | { readonly table: 'new files'; readonly row: NewSide; readonly column: NewSide; readonly sameBytes: boolean }
  /** The column is what will remain inside of it. */
  | { readonly table: 'folders'; readonly row: Situation; readonly column: Inside };

/** Whose name and folder an item takes that both sides have. */
export interface DecidingPlace {
  readonly here: FileChangeHere;
  readonly there: FileChange;
  readonly name: Winner;
  readonly parent: Winner;
}

/** Why an item is as it is, and what comes next for it. */
export interface Explanation {
  readonly cell: DecidingCell;
  readonly decision: Decision | FolderDecision;
  /** Null where only one side has it, or nothing was agreed on yet. */
  readonly place: DecidingPlace | null;
  /** What the next plan does about it, in order. */
  readonly steps: readonly Operation[];
  /**
   * Why there is no step although something is decided. `set aside`: it waits for a clock or a person; `with its folder`:
   * the folder's step does it; `others first`: a name, a folder or another thing has to come or go before; `folder unseen`: it
   * may be at the service already, in a folder that could not be looked into yet.
   */
  readonly waits: 'set aside' | 'with its folder' | 'others first' | 'folder unseen' | null;
}

/** Explains one item. Null for the root and for what is not in the tree. */
export function explain(tree: Tree, id: ItemId, rules: Rules): Explanation | null {
  return explainer(tree, rules)(id);
}

/** Explains items of a tree, any number of them, with the very tables and functions that plan. */
export function explainer(tree: Tree, rules: Rules): (id: ItemId) => Explanation | null {
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
      place: placeOf(outcome.item),
      steps: own,
      waits: own.length > 0 ? null : waitOf(outcome, outcomes, rules),
    };
  };
}

/** An item that waits, and what for. */
export interface Waiting {
  readonly id: ItemId;
  readonly for: 'others first' | 'folder unseen';
}

/** Items for which something is decided, but which no step is planned for because something else has to happen first. */
export function waitingForOthers(tree: Tree, rules: Rules, steps: readonly Operation[]): readonly Waiting[] {
  const outcomes = outcomesOf(tree, rules.mode);
  const planned = new Set(steps.flatMap(step => (step.kind === 'join' ? [step.item, step.remoteItem] : [step.item])));
  return [...outcomes.values()]
    .filter(outcome => !planned.has(outcome.item.id) && !AT_REST.has(outcome.decision))
    .flatMap(outcome => {
      const waits = waitOf(outcome, outcomes, rules);
      return waits === 'others first' || waits === 'folder unseen' ? [{ id: outcome.item.id, for: waits }] : [];
    });
}

function append<V>(lists: Map<ItemId, V[]>, id: ItemId, value: V): void {
  const list = lists.get(id);
  if (list === undefined) lists.set(id, [value]);
  else list.push(value);
}

/** What the tables say of an item, as its cell names it; for files that were agreed on once. */
export function decisionOfCell(cell: DecidingCell, mode: MirrorMode): Decision | null {
  if (cell.table !== 'files') return null;
  return fileCell(mode, { here: cell.row, there: cell.column, isAlike: cell.sameBytes }).content;
}

function cellOf({ item }: ItemOutcome, inside: readonly ItemOutcome[]): DecidingCell {
  if (item.kind === 'folder') return { table: 'folders', row: situationOf(item), column: insideOf(inside) };
  const pair = pairOf(item);
  if (pair !== null) return { table: 'files', row: pair.here, column: pair.there, sameBytes: pair.isAlike };
  const contents = contentsOf(item);
  const sideOf = (side: unknown): NewSide => (side === 'unknown' ? 'unknown' : side === null ? 'nothing' : 'new');
  return {
    table: 'new files',
    row: contents.isFreed && contents.local === null ? 'freed' : sideOf(contents.local),
    column: sideOf(contents.remote),
    sameBytes: isAlike(contents),
  };
}

function placeOf(item: Item): DecidingPlace | null {
  const pair = pairOf(item);
  if (pair === null || item.local === null || item.remote === null) return null;
  return { here: pair.here, there: pair.there, ...locationCell(pair.here, pair.there) };
}

/** Decisions that need no step, or none any more. */
const AT_REST: ReadonlySet<ItemOutcome['decision']> = new Set(['rest', 'frozen', 'keep-here']);

function waitOf(outcome: ItemOutcome, outcomes: ReadonlyMap<ItemId, ItemOutcome>, rules: Rules): Explanation['waits'] {
  if (AT_REST.has(outcome.decision) && outcome.moves === null) return null;
  if (rules.isBlocked(outcome.item.id)) return 'set aside';
  if (outcome.item.remote === null && rules.isUnseen(outcome.location.parent)) return 'folder unseen';
  const isTaken =
    outcome.decision === 'delete-remote' && outcomes.get(outcome.location.parent)?.decision === 'delete-remote';
  return isTaken ? 'with its folder' : 'others first';
}
