import type { ItemId } from '../../../shared/ids.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import { Likeness } from './folder-similarity.ts';
import { byNumber, countedNames, isFreeNameOf, nameKey, toLocalName, withoutNumber } from '../names/local-names.ts';
import { isNewLocal, isNewRemote } from './unmatched-items.ts';
import { placeKey } from './name-numbers.ts';
import { keyOn, type VolumeNames } from '../names/volume-names.ts';

/** Which new local folder is the same as which new remote folder, in both directions. */
export interface FolderPairs {
  readonly hereOf: ReadonlyMap<ItemId, ItemId>;
  readonly thereOf: ReadonlyMap<ItemId, ItemId>;
}

/**
 * Pairs new local folders with new remote folders that have the same parent and name. The service may hold several
 * folders of one name; here the others have numbers (`Run 12`, `Run 12 (2)`), and their content shows which is which. A
 * folder with the exact name is paired with the most similar one, even without anything in common. A folder with a
 * number is paired only when the content is similar: a person may have made `Run 12 (2)` with their own hands, and
 * pairing it wrongly would mix two measurements.
 */
export function pairFolders(outcomes: ReadonlyMap<ItemId, ItemOutcome>, volume: VolumeNames): FolderPairs {
  const likeness = new Likeness(outcomes, volume);
  const hereOf = new Map<ItemId, ItemId>();
  const thereOf = new Map<ItemId, ItemId>();
  const candidates = groupsIn(outcomes, { likeness, volume }).flatMap(group =>
    candidatesIn(group, { likeness, volume }),
  );
  // Greedy: the best remaining pair is accepted, and both folders are taken.
  for (const { ours, theirs } of candidates.toSorted(byLikeness(choicesIn(candidates)))) {
    if (thereOf.has(ours) || hereOf.has(theirs)) continue;
    thereOf.set(ours, theirs);
    hereOf.set(theirs, ours);
  }
  return { hereOf, thereOf };
}

/** A folder by the name that it has here, or would have if no other item used that name. */
interface NamedFolder {
  readonly id: ItemId;
  readonly parent: ItemId;
  readonly name: string;
}

/** All folders that one name may stand for. */
interface Group {
  /** At the service, in the order of their ids. */
  readonly theirs: readonly NamedFolder[];
  /** On this computer, with exactly this name. */
  readonly exact: readonly NamedFolder[];
  /**
   * On this computer, with a number, unless a similar remote folder has the numbered name as its own. Low numbers
   * first.
   */
  readonly numbered: readonly NamedFolder[];
  /** Folders of `exact` that are also candidates of another group, by the name without their number. */
  readonly inTwo: readonly NamedFolder[];
}

function groupsIn(
  outcomes: ReadonlyMap<ItemId, ItemOutcome>,
  { likeness, volume }: { readonly likeness: Likeness; readonly volume: VolumeNames },
): readonly Group[] {
  const [theirs, ours, numbered] = [new Groups(volume), new Groups(volume), new Groups(volume)];
  for (const outcome of outcomes.values()) {
    const { id, kind } = outcome.item;
    const { parent, localName, remoteName } = outcome.location;
    if (kind !== 'folder') continue;
    if (isNewRemote(outcome)) theirs.add({ id, parent, name: toLocalName(remoteName, volume) });
    if (isNewLocal(outcome)) ours.add({ id, parent, name: localName });
  }
  if (theirs.all.size === 0) return [];
  const inTwo = new Set<NamedFolder>();
  for (const [at, sameNamed] of ours.all)
    for (const folder of sameNamed) {
      const name = withoutNumber(folder.name);
      if (name === null) continue;
      const ofItsName = theirs.all.get(at) ?? [];
      const bare = { ...folder, name };
      const isKnown = ofItsName.length > 0 && !theirs.has(bare);
      // The service has more folders of the name without the number than this computer: one of those has a number
      // here, and it may be this folder.
      const areMore = theirs.of(bare).length > ours.of(bare).length;
      const isAlike = ({ id }: NamedFolder): boolean => likeness.between(folder.id, id, MOST_COMPARED).isAlike;
      if (isKnown || (!areMore && ofItsName.some(isAlike))) continue;
      numbered.add(bare, folder);
      if (ofItsName.length > 0) inTwo.add(folder);
    }
  return [...theirs.all].map(([at, [first, ...others]]) => {
    const exact = ours.all.get(at) ?? [];
    return {
      theirs: [first, ...others].toSorted((a, b) => a.id - b.id),
      exact,
      numbered: countedNames(first.name)
        .flatMap(name => numbered.of({ ...first, name }))
        .filter(folder => isNumbered(folder, first, volume))
        .toSorted((a, b) => byNumber(a.name, b.name)),
      inTwo: exact.filter(folder => inTwo.has(folder)),
    };
  });
}

/** Folders by their parent and a name. */
class Groups {
  readonly #all = new Map<string, [NamedFolder, ...NamedFolder[]]>();
  readonly #volume: VolumeNames;

  constructor(volume: VolumeNames) {
    this.#volume = volume;
  }

  get all(): ReadonlyMap<string, readonly [NamedFolder, ...NamedFolder[]]> {
    return this.#all;
  }

  /** @param folder is entered under the parent and name of `as`. */
  add(as: NamedFolder, folder = as): void {
    const key = this.#keyOf(as);
    const known = this.#all.get(key);
    if (known === undefined) this.#all.set(key, [folder]);
    else known.push(folder);
  }

  has(as: NamedFolder): boolean {
    return this.#all.has(this.#keyOf(as));
  }

  of(as: NamedFolder): readonly NamedFolder[] {
    return this.#all.get(this.#keyOf(as)) ?? [];
  }

  #keyOf({ parent, name }: NamedFolder): string {
    return placeKey(this.#volume, parent, name);
  }
}

function isNumbered({ name }: NamedFolder, { name: wanted }: NamedFolder, volume: VolumeNames): boolean {
  const keyOf = (each: string): string => keyOn(volume, each);
  return keyOf(name) !== keyOf(wanted) && isFreeNameOf(name, wanted, keyOf);
}

/** A local folder that may be the same as a remote one. */
interface Candidate {
  readonly ours: ItemId;
  readonly theirs: ItemId;
  readonly isExact: boolean;
  /** Whether upper and lower case match, too. */
  readonly hasItsLetters: boolean;
  readonly isAlike: boolean;
  readonly score: number;
  readonly sameNamed: number;
}

/** All candidates of a group; a folder may be in several of them. */
function candidatesIn(
  { theirs, exact, numbered, inTwo }: Group,
  { likeness, volume }: { readonly likeness: Likeness; readonly volume: VolumeNames },
): readonly Candidate[] {
  // One folder on each side and no numbers: there is nothing to compare, which is nearly always so.
  const isClear = theirs.length === 1 && exact.length <= 1 && numbered.length === 0 && inTwo.length === 0;
  if (isClear)
    return theirs.flatMap(there =>
      exact.map(here => ({
        ours: here.id,
        theirs: there.id,
        isExact: true,
        hasItsLetters: true,
        isAlike: true,
        score: 0,
        sameNamed: 0,
      })),
    );
  const count = (exact.length + numbered.length) * theirs.length;
  const most = Math.ceil((MOST_COMPARED * (exact.length + numbered.length + theirs.length)) / Math.max(count, 1));
  const candidates = theirs.flatMap(there =>
    [...exact, ...numbered].map(here => {
      const isExact = keyOn(volume, here.name) === keyOn(volume, there.name);
      const hasItsLetters = nameKey(here.name) === nameKey(there.name);
      return { ours: here.id, theirs: there.id, isExact, hasItsLetters, ...likeness.between(here.id, there.id, most) };
    }),
  );
  return candidates.filter(({ isExact, isAlike }) => isExact || isAlike);
}

/** In how many similar pairs each of the two folders is: the smaller number of both. */
function choicesIn(candidates: readonly Candidate[]): (of: Candidate) => number {
  const counts = new Map<ItemId, number>();
  for (const { ours, theirs } of candidates.filter(({ isAlike }) => isAlike))
    for (const id of [ours, theirs]) counts.set(id, (counts.get(id) ?? 0) + 1);
  return ({ ours, theirs }) => Math.min(counts.get(ours) ?? 0, counts.get(theirs) ?? 0);
}

/**
 * The order in which candidates are accepted. Most similar first; among equals the folder with the fewest alternatives,
 * so that it is not left without a partner; then exact names, matching case, and matching numbers. The order of the
 * service's list never decides, so every computer pairs alike.
 */
function byLikeness(choices: (of: Candidate) => number): (a: Candidate, b: Candidate) => number {
  return (a, b) =>
    b.score - a.score ||
    choices(a) - choices(b) ||
    Number(b.isExact) - Number(a.isExact) ||
    Number(b.hasItsLetters) - Number(a.hasItsLetters) ||
    b.sameNamed - a.sameNamed;
}

/**
 * How many paths are compared for each folder of a group, so that a thousand folders of one name do not need a million
 * comparisons.
 */
const MOST_COMPARED = 2000;
