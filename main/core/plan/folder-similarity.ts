import type { ItemId } from '../../../shared/ids.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import type { Item } from '../item.ts';
import { toLocalName, withoutNumber } from '../names/local-names.ts';
import { keyOn, type VolumeNames } from '../names/volume-names.ts';

/** How much two folders have in common. */
export interface FolderSimilarity {
  /**
   * Grows with each path that both have, most for files that may have the same bytes; 0 when they have no path in
   * common.
   */
  readonly score: number;
  /** How many items have the same path including all numbers. Decides between pairs with the same score. */
  readonly sameNamed: number;
  /** Whether at least half of the smaller folder may also be in the other one. Two empty folders are similar. */
  readonly isAlike: boolean;
}

type Side = 'local' | 'remote';
type Children = ReadonlyMap<ItemId, readonly Item[]>;

/**
 * Compares local folders with remote folders by their content. Collects the content of a folder only when it is first
 * compared.
 */
export class Likeness {
  readonly #outcomes: ReadonlyMap<ItemId, ItemOutcome>;
  readonly #volume: VolumeNames;
  readonly #children = new Map<Side, Children>();
  readonly #inside = { local: new Map<ItemId, Inside>(), remote: new Map<ItemId, Inside>() };

  constructor(outcomes: ReadonlyMap<ItemId, ItemOutcome>, volume: VolumeNames) {
    this.#outcomes = outcomes;
    this.#volume = volume;
  }

  /** @param most how many paths to compare at most. */
  between(here: ItemId, there: ItemId, most: number): FolderSimilarity {
    const [ours, theirs] = [this.#insideOf('local', here), this.#insideOf('remote', there)];
    let [score, same, compared] = [0, 0, 0];
    for (const path of (ours.paths.size < theirs.paths.size ? ours : theirs).paths.keys()) {
      if (++compared > most) break;
      // Walking the smaller folder bounds the cost; a path that only the larger one has cannot match.
      for (const grade of gradesOf(ours.paths.get(path) ?? [], theirs.paths.get(path) ?? [])) {
        score += grade;
        if (grade > GRADES.name) same += 1;
      }
    }
    const sameNamed = inBoth(ours.numberedPaths, theirs.numberedPaths, most);
    return { score, sameNamed, isAlike: same > 0 && 2 * same >= Math.min(ours.count, theirs.count, most) };
  }

  #insideOf(side: Side, folder: ItemId): Inside {
    const known = this.#inside[side].get(folder);
    if (known !== undefined) return known;
    const item = this.#outcomes.get(folder)?.item;
    if (item === undefined) return { paths: new Map(), numberedPaths: new Set(), count: 0 };
    const inside = gather(item, { side, childrenOf: this.#childrenOn(side), volume: this.#volume });
    this.#inside[side].set(folder, inside);
    return inside;
  }

  #childrenOn(side: Side): Children {
    const known = this.#children.get(side);
    if (known !== undefined) return known;
    const children = new Map<ItemId, Item[]>();
    for (const { item } of this.#outcomes.values()) {
      const parent = item[side]?.parent;
      if (parent !== undefined) add(children, parent, item);
    }
    this.#children.set(side, children);
    return children;
  }
}

function inBoth(ours: ReadonlySet<string>, theirs: ReadonlySet<string>, most: number): number {
  const [fewer, more] = ours.size < theirs.size ? [ours, theirs] : [theirs, ours];
  let [found, compared] = [0, 0];
  for (const path of fewer) {
    if (++compared > most) break;
    if (more.has(path)) found += 1;
  }
  return found;
}

/**
 * The content of a folder: files and empty folders by their paths in it, without the numbers that tell items of one
 * name apart.
 */
interface Inside {
  readonly paths: ReadonlyMap<string, readonly Item[]>;
  /** The same paths with the numbers: a number may also be part of the name that a person gave. */
  readonly numberedPaths: ReadonlySet<string>;
  readonly count: number;
}

interface Gathering {
  readonly side: Side;
  readonly childrenOf: Children;
  readonly volume: VolumeNames;
}

/** An empty folder counts as one entry of itself, so that two empty folders are similar. */
function gather(folder: Item, { side, childrenOf, volume }: Gathering): Inside {
  const paths = new Map<string, Item[]>();
  const numberedPaths = new Set<string>();
  const seen = new Set<ItemId>();
  const waiting: (readonly [path: string, numbered: string, Item])[] = [['', '', folder]];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, numbered, item] = next;
    if (seen.has(item.id)) continue;
    seen.add(item.id);
    const children = item.kind === 'folder' ? (childrenOf.get(item.id) ?? []) : [];
    for (const child of children) {
      const name = side === 'local' ? (child.local?.name ?? '') : toLocalName(child.remote?.name ?? '', volume);
      waiting.push([`${path}/${keyOn(volume, bare(name))}`, `${numbered}/${keyOn(volume, name)}`, child]);
    }
    if (children.length > 0) continue;
    add(paths, path, item);
    numberedPaths.add(numbered);
    count += 1;
  }
  return { paths, numberedPaths, count };
}

function bare(numbered: string): string {
  let name = numbered;
  // `a (2).csv` may have been renamed to `a (2) (2).csv` by an earlier version: strip all numbers.
  for (let less = withoutNumber(name); less !== null; less = withoutNumber(name)) name = less;
  return name;
}

/**
 * How likely two items with the same path are the same, from `other` (not at all) to `bytes` (equal hashes). Files that
 * certainly differ still have the name in common.
 */
const GRADES = { other: 0, name: 1, maybe: 2, size: 3, bytes: 4 } as const;
type Grade = (typeof GRADES)[keyof typeof GRADES];

/** The grade of each local item that has a partner. Each remote item is the partner of one local item at most. */
function gradesOf(ours: readonly Item[], theirs: readonly Item[]): readonly Grade[] {
  const left = new Set(theirs);
  const grades: Grade[] = [];
  for (const here of ours) {
    const [best] = [...left].map(there => [gradeOf(here, there), there] as const).toSorted(([a], [b]) => b - a);
    if (best === undefined) break;
    grades.push(best[0]);
    left.delete(best[1]);
  }
  return grades;
}

function gradeOf(here: Item, there: Item): Grade {
  if (here.kind !== there.kind) return GRADES.other;
  if (here.kind === 'folder') return GRADES.size;
  const [ours, theirs] = [here.local, there.remote];
  if (ours === null || theirs === null) return GRADES.other;
  if (ours.sha256 !== null && theirs.sha256 !== null) return ours.sha256 === theirs.sha256 ? GRADES.bytes : GRADES.name;
  if (theirs.sizeBytes === null) return GRADES.maybe;
  return theirs.sizeBytes === ours.sizeBytes ? GRADES.size : GRADES.name;
}

function add<Key>(to: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = to.get(key);
  if (known === undefined) to.set(key, [item]);
  else known.push(item);
}
