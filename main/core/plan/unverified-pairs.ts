import type { ItemId } from '../../../shared/ids.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import type { LocalFacts, RemoteFacts } from '../item.ts';
import { isFreeNameOf, numberless, toLocalName, withoutNumber } from '../names/local-names.ts';
import { type Numbering, placeKey } from './name-numbers.ts';
import { keyOn, type VolumeNames } from '../names/volume-names.ts';

/**
 * Files that were paired by their names and not compared yet. Until they are, either half of such a pair may turn out to be
 * somebody else's: whoever is new and could be that waits, or it would be there twice.
 */
export class UnverifiedPairs {
  readonly #pairs = new Map<string, ItemOutcome[]>();
  readonly #volume: VolumeNames;

  constructor({ outcomes, volume }: Numbering, isBlocked: (item: ItemId) => boolean) {
    this.#volume = volume;
    for (const outcome of outcomes.values()) {
      const { id, base, local, remote } = outcome.item;
      if (base !== null || local === null || remote === null || isBlocked(id)) continue;
      if (!outcome.decision.startsWith('keep-both')) continue;
      const names = [...namesOf(local.name), numberless(toLocalName(remote.name, volume))];
      for (const at of new Set(names.map(name => placeKey(volume, local.parent, name)))) {
        const known = this.#pairs.get(at);
        if (known === undefined) this.#pairs.set(at, [outcome]);
        else known.push(outcome);
      }
    }
  }

  /** A pair whose file here may be one that is new at the service. */
  mayBeRemote({ item: { kind, remote }, location: { parent } }: ItemOutcome): ItemOutcome | null {
    if (kind !== 'file' || remote === null || this.#pairs.size === 0) return null;
    const name = toLocalName(remote.name, this.#volume);
    const pairs = [name, numberless(name)].flatMap(each => this.#pairsAt(parent, each));
    return pairs.find(({ item: { local } }) => this.#isLike(local, remote, name)) ?? null;
  }

  /** A pair whose file at the service may be one that is new here. */
  mayBeLocal({ item: { kind, local } }: ItemOutcome): ItemOutcome | null {
    if (kind !== 'file' || local === null || this.#pairs.size === 0) return null;
    const pairs = namesOf(local.name).flatMap(each => this.#pairsAt(local.parent, each));
    const nameOf = (remote: RemoteFacts | null): string => toLocalName(remote?.name ?? '', this.#volume);
    return pairs.find(({ item: { remote } }) => this.#isLike(local, remote, nameOf(remote))) ?? null;
  }

  #pairsAt(parent: ItemId, name: string): readonly ItemOutcome[] {
    return this.#pairs.get(placeKey(this.#volume, parent, name)) ?? [];
  }

  /** Whether a file here could be one at the service, by the names that it would get here and by what is known of the bytes. */
  #isLike(ours: LocalFacts | null, theirs: RemoteFacts | null, name: string): boolean {
    const keyOf = (each: string): string => keyOn(this.#volume, each);
    return ours !== null && isFreeNameOf(ours.name, name, keyOf) && mayBeSame(ours, theirs);
  }
}

/** The names that a file here may have at the service: its own, and the one without its number. */
function namesOf(name: string): readonly string[] {
  const bare = withoutNumber(name);
  return bare === null ? [name] : [name, bare];
}

/** Whether a file here and one at the service may have the same bytes, for all that is known without reading them. */
export function mayBeSame(ours: LocalFacts | null, theirs: RemoteFacts | null): boolean {
  if (ours === null || theirs === null) return false;
  // Two that were compared once and are different stay two.
  if (ours.sha256 !== null && theirs.sha256 !== null) return ours.sha256 === theirs.sha256;
  return theirs.sizeBytes === null || ours.sizeBytes === theirs.sizeBytes;
}
