import type { ItemId } from '../../shared/ids.ts';
import type { Fate } from './fates.ts';
import type { Item } from './item.ts';
import { nameKey, toLocalName, withoutNumber } from './names.ts';

/** How much two folders hold in common. */
export interface Alike {
  /** Grows with everything of one path, most with what may be the same bytes; 0 when there is nothing. */
  readonly score: number;
  /** Whether at least half of the smaller one may be the same in the other one. Two empty folders are alike. */
  readonly isAlike: boolean;
}

type Side = 'local' | 'remote';
type Children = ReadonlyMap<ItemId, readonly Item[]>;

/** Compares folders here with folders at the service by what is in them. Nothing is gathered before it is asked for. */
export class Likeness {
  readonly #fates: ReadonlyMap<ItemId, Fate>;
  readonly #children = new Map<Side, Children>();
  readonly #inside = { local: new Map<ItemId, Inside>(), remote: new Map<ItemId, Inside>() };

  constructor(fates: ReadonlyMap<ItemId, Fate>) {
    this.#fates = fates;
  }

  /** @param most paths to compare; what else there is does not count. */
  between(here: ItemId, there: ItemId, most: number): Alike {
    const [ours, theirs] = [this.#insideOf('local', here), this.#insideOf('remote', there)];
    let [score, same, compared] = [0, 0, 0];
    for (const path of (ours.paths.size < theirs.paths.size ? ours : theirs).paths.keys()) {
      if (++compared > most) break;
      for (const grade of gradesOf(ours.paths.get(path) ?? [], theirs.paths.get(path) ?? [])) {
        score += grade;
        if (grade > GRADES.name) same += 1;
      }
    }
    return { score, isAlike: same > 0 && 2 * same >= Math.min(ours.count, theirs.count, most) };
  }

  #insideOf(side: Side, folder: ItemId): Inside {
    const known = this.#inside[side].get(folder);
    if (known !== undefined) return known;
    const item = this.#fates.get(folder)?.item;
    if (item === undefined) return { paths: new Map(), count: 0 };
    const inside = gather(item, side, this.#childrenOn(side));
    this.#inside[side].set(folder, inside);
    return inside;
  }

  #childrenOn(side: Side): Children {
    const known = this.#children.get(side);
    if (known !== undefined) return known;
    const children = new Map<ItemId, Item[]>();
    for (const { item } of this.#fates.values()) {
      const parent = item[side]?.parent;
      if (parent !== undefined) add(children, parent, item);
    }
    this.#children.set(side, children);
    return children;
  }
}

/** What a folder holds: files and empty folders by their paths in it, without the numbers that tell namesakes apart. */
interface Inside {
  readonly paths: ReadonlyMap<string, readonly Item[]>;
  readonly count: number;
}

/** An empty folder holds itself. */
function gather(folder: Item, side: Side, childrenOf: Children): Inside {
  const paths = new Map<string, Item[]>();
  const seen = new Set<ItemId>();
  const waiting: (readonly [string, Item])[] = [['', folder]];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, item] = next;
    if (seen.has(item.id)) continue;
    seen.add(item.id);
    const children = item.kind === 'folder' ? (childrenOf.get(item.id) ?? []) : [];
    for (const child of children) waiting.push([`${path}/${bareName(child, side)}`, child]);
    if (children.length > 0) continue;
    add(paths, path, item);
    count += 1;
  }
  return { paths, count };
}

function bareName(item: Item, side: Side): string {
  let name = side === 'local' ? (item.local?.name ?? '') : toLocalName(item.remote?.name ?? '');
  // A name that has a number of its own gets another one here.
  for (let bare = withoutNumber(name); bare !== null; bare = withoutNumber(name)) name = bare;
  return nameKey(name);
}

/** How sure it is that two things of one path are the same; of what is surely not, only the name counts. */
const GRADES = { other: 0, name: 1, maybe: 2, size: 3, bytes: 4 } as const;
type Grade = (typeof GRADES)[keyof typeof GRADES];

/** The grade of each of ours that has a partner; nobody has two. */
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
