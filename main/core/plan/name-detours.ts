import type { ItemId } from '../../../shared/ids.ts';
import type { Fate } from './item-outcomes.ts';
import { detourName } from '../names/local-names.ts';
import type { LocalNames } from './name-assignment.ts';
import type { Operation } from './operation.ts';
import { homeOf } from './place.ts';

/** A local name that somebody cannot have yet: who wants it and who holds it. */
export interface Wait {
  readonly item: ItemId;
  readonly occupant: ItemId;
  /** How it could come under a passing name, for when waiting leads nowhere. */
  readonly passing: Operation | null;
}

/** What detours depend on. */
export interface Waiting {
  readonly fates: ReadonlyMap<ItemId, Fate>;
  readonly isBlocked: (item: ItemId) => boolean;
  readonly names: Pick<LocalNames, 'isTaken'>;
}

/**
 * Items that wait for each other in a ring cannot all wait: a became b and b became a; a folder went into a new folder of
 * its own name. One name of each ring is freed by a step aside, or the one who waits comes under a name of its own;
 * later plans lead both home (see `homeOf`).
 */
export function detours(waits: readonly Wait[], waiting: Waiting): readonly Operation[] {
  if (waits.length === 0) return [];
  const edges = new Map(waits.map(wait => [wait, [wait.item, wait.occupant] as const]));
  const knot = new Knot([...edges.values(), ...otherEdges(waiting.fates)]);
  const names = new Set<Edge>(edges.values());
  const steps: Operation[] = [];
  for (const [wait, edge] of edges) {
    if (!knot.holds(edge)) continue;
    const aside = stepAside(wait, waiting);
    const step = aside ?? wait.passing;
    if (step === null) continue;
    steps.push(step);
    const freed = aside === null ? [edge] : knot.into(wait.occupant).filter(other => names.has(other));
    for (const each of freed) knot.cut(each);
  }
  return steps;
}

/** That the first item cannot come home before the second one went. */
type Edge = readonly [ItemId, ItemId];

/** What is left of a graph when all is taken away that leads into no ring or comes from none. */
class Knot {
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

/** Who waits for a folder to go into, and which folder that is to go waits for what is in it. */
function otherEdges(fates: ReadonlyMap<ItemId, Fate>): readonly Edge[] {
  const edges: Edge[] = [];
  for (const { item, belongs, decision, moves, here } of fates.values()) {
    const comesHere = moves === 'here' || (item.local === null && here);
    if (comesHere) for (const folder of missingOrInside(item.id, belongs.parent, fates)) edges.push([item.id, folder]);
    const { local } = item;
    if (local !== null && fates.get(local.parent)?.decision === 'delete-local' && decision !== 'frozen')
      edges.push([local.parent, item.id]);
  }
  return edges;
}

/** The folders that must come or go before an item can go into `parent`. */
function missingOrInside(item: ItemId, parent: ItemId, fates: ReadonlyMap<ItemId, Fate>): readonly ItemId[] {
  if (fates.get(parent)?.item.local === null) return [parent];
  const path: ItemId[] = [];
  for (let at: ItemId | undefined = parent; at !== undefined && path.length < 10_000; at = localParent(at, fates)) {
    if (at === item) return path;
    path.push(at);
  }
  return [];
}

function localParent(item: ItemId, fates: ReadonlyMap<ItemId, Fate>): ItemId | undefined {
  return fates.get(item)?.item.local?.parent;
}

/** The one who holds the name steps aside where it is; null when it cannot. */
function stepAside({ occupant }: Wait, { fates, isBlocked, names }: Waiting): Operation | null {
  const fate = fates.get(occupant);
  if (fate === undefined || fate.decision === 'frozen' || isBlocked(occupant)) return null;
  const { local, remote } = fate.item;
  if (local === null || remote === null) return null;
  const home = homeOf(fate.item, local.name);
  const name = detourName(home, occupant, aside => names.isTaken(local.parent, aside, null));
  const renumbered = fate.isRenumbered === true ? { isRenumbered: true as const } : {};
  return { kind: 'move-local', item: occupant, to: { parent: local.parent, name }, isDetour: true, ...renumbered };
}
