import type { ItemId } from '../../../shared/ids.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import { detourName } from '../names/local-names.ts';
import type { LocalNames } from './name-assignment.ts';
import type { Operation } from './operation.ts';
import { nameWithoutDetour } from './merge-location.ts';

/** An item that cannot get its local name yet because another item has it. */
export interface Wait {
  readonly item: ItemId;
  readonly occupant: ItemId;
  /** A step that brings the item under a temporary name, for when waiting leads nowhere. */
  readonly passing: Operation | null;
}

/** What the detours are computed from. */
export interface DetourInput {
  readonly outcomes: ReadonlyMap<ItemId, ItemOutcome>;
  readonly isBlocked: (item: ItemId) => boolean;
  readonly names: Pick<LocalNames, 'isTaken'>;
}

/**
 * Breaks rings of items that wait for each other's names. Example: `a` was renamed to `b` and `b` to `a` at the
 * service; neither can be renamed first. One item of each ring gets a temporary name, `a (moving 7)`, or the item that
 * waits arrives under one; later plans give both their final names (see `nameWithoutDetour`). Items outside of a ring
 * just wait: their names become free by themselves.
 */
export function planDetours(waits: readonly Wait[], waiting: DetourInput): readonly Operation[] {
  if (waits.length === 0) return [];
  const edges = new Map(waits.map(wait => [wait, [wait.item, wait.occupant] as const]));
  const knot = new RingGraph([...edges.values(), ...otherEdges(waiting.outcomes)]);
  const names = new Set<Edge>(edges.values());
  const steps: Operation[] = [];
  for (const [wait, edge] of edges) {
    // Outside of every ring the occupant leaves by itself. An earlier detour may have broken this ring already.
    if (!knot.holds(edge)) continue;
    const aside = stepAside(wait, waiting);
    const step = aside ?? wait.passing;
    if (step === null) continue;
    steps.push(step);
    // A temporary name for the occupant ends all waits for its name; a temporary name for the waiting item ends only
    // its own.
    const cuttable = aside === null ? [edge] : knot.into(wait.occupant).filter(other => names.has(other));
    for (const each of cuttable) knot.cut(each);
  }
  return steps;
}

/** The first item has to wait for the second one. */
type Edge = readonly [ItemId, ItemId];

/** The part of a graph that is in rings: all edges are removed that lead into no ring or come from none. */
class RingGraph {
  readonly #from = new Map<ItemId, Set<Edge>>();
  readonly #to = new Map<ItemId, Set<Edge>>();

  constructor(edges: readonly Edge[]) {
    for (const edge of edges) {
      of(this.#from, edge[0]).add(edge);
      of(this.#to, edge[1]).add(edge);
    }
    for (const edge of edges) if (this.#isLoose(edge)) this.cut(edge);
  }

  holds(edge: Edge): boolean {
    return of(this.#from, edge[0]).has(edge);
  }

  into(item: ItemId): readonly Edge[] {
    return [...of(this.#to, item)];
  }

  /**
   * Removes an edge, and then every edge that no longer leads into a ring or comes from one.
   */
  cut(edge: Edge): void {
    const loose = [edge];
    for (let next = loose.pop(); next !== undefined; next = loose.pop()) {
      of(this.#from, next[0]).delete(next);
      of(this.#to, next[1]).delete(next);
      if (of(this.#from, next[0]).size === 0) for (const each of of(this.#to, next[0])) loose.push(each);
      if (of(this.#to, next[1]).size === 0) for (const each of of(this.#from, next[1])) loose.push(each);
    }
  }

  #isLoose([from, to]: Edge): boolean {
    return of(this.#to, from).size === 0 || of(this.#from, to).size === 0;
  }
}

function of(edges: Map<ItemId, Set<Edge>>, item: ItemId): Set<Edge> {
  const known = edges.get(item);
  if (known !== undefined) return known;
  const none = new Set<Edge>();
  edges.set(item, none);
  return none;
}

/**
 * Waits that are not about names: an item waits for the folder that it goes into, and a folder that is removed waits
 * for the items inside it.
 */
function otherEdges(outcomes: ReadonlyMap<ItemId, ItemOutcome>): readonly Edge[] {
  const edges: Edge[] = [];
  for (const { item, location, decision, moves, here } of outcomes.values()) {
    const comesHere = moves === 'here' || (item.local === null && here);
    if (comesHere)
      for (const folder of missingOrInside(item.id, location.parent, outcomes)) edges.push([item.id, folder]);
    const { local } = item;
    if (local !== null && outcomes.get(local.parent)?.decision === 'delete-local' && decision !== 'frozen')
      edges.push([local.parent, item.id]);
  }
  return edges;
}

/**
 * The folders that have to appear or disappear before an item can go into `parent`: a missing parent, or, when `parent`
 * is inside the item itself, the folders between them.
 */
function missingOrInside(item: ItemId, parent: ItemId, outcomes: ReadonlyMap<ItemId, ItemOutcome>): readonly ItemId[] {
  if (outcomes.get(parent)?.item.local === null) return [parent];
  const path: ItemId[] = [];
  for (let at: ItemId | undefined = parent; at !== undefined && path.length < 10_000; at = localParent(at, outcomes)) {
    if (at === item) return path;
    path.push(at);
  }
  return [];
}

function localParent(item: ItemId, outcomes: ReadonlyMap<ItemId, ItemOutcome>): ItemId | undefined {
  return outcomes.get(item)?.item.local?.parent;
}

/**
 * Gives the item that has the name a temporary one in its folder; null when it cannot be moved. Only an item on both
 * sides may get one: on a new local item it would be sent as its name.
 */
function stepAside({ occupant }: Wait, { outcomes, isBlocked, names }: DetourInput): Operation | null {
  const outcome = outcomes.get(occupant);
  if (outcome === undefined || outcome.decision === 'frozen' || isBlocked(occupant)) return null;
  const { local, remote } = outcome.item;
  // A new local item keeps its name: a temporary one would be sent to the service as the name that a person gave.
  if (local === null || remote === null) return null;
  const home = nameWithoutDetour(outcome.item, local.name);
  const name = detourName(home, occupant, aside => names.isTaken(local.parent, aside, null));
  const renumbered = outcome.isRenumbered === true ? { isRenumbered: true as const } : {};
  return { kind: 'move-local', item: occupant, to: { parent: local.parent, name }, isDetour: true, ...renumbered };
}
