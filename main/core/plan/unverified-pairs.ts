import type { ItemId } from '../../../shared/ids.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import type { LocalFacts, RemoteFacts } from '../item.ts';
import { isFreeNameOf, withoutAnyNumber, toLocalName, withoutNumber } from '../names/local-names.ts';
import { type NumberedNames, placeKey } from './name-numbers.ts';
import { keyOn, type VolumeNames } from '../names/volume-names.ts';

/**
 * Files that were paired by name and not compared yet. The comparison may show that they differ; then each half may be
 * the same file as another new item. Such a new item has to wait: uploading or downloading it now could create a second
 * copy.
 */
export class UnverifiedPairs {
  readonly #pairs = new Map<string, ItemOutcome[]>();
  readonly #volume: VolumeNames;

  constructor({ outcomes, volume }: NumberedNames, isBlocked: (item: ItemId) => boolean) {
    this.#volume = volume;
    for (const outcome of outcomes.values()) {
      const { id, base, local, remote } = outcome.item;
      if (base !== null || local === null || remote === null || isBlocked(id)) continue;
      if (!outcome.decision.startsWith('keep-both')) continue;
      const names = [...namesOf(local.name), withoutAnyNumber(toLocalName(remote.name, volume))];
      for (const at of new Set(names.map(name => placeKey(volume, local.parent, name)))) {
        const known = this.#pairs.get(at);
        if (known === undefined) this.#pairs.set(at, [outcome]);
        else known.push(outcome);
      }
    }
  }

  /** An unverified pair whose local half may be the same as this new remote file. */
  mayBeRemote({ item: { kind, remote }, location: { parent } }: ItemOutcome): ItemOutcome | null {
    if (kind !== 'file' || remote === null || this.#pairs.size === 0) return null;
    const name = toLocalName(remote.name, this.#volume);
    const pairs = [name, withoutAnyNumber(name)].flatMap(each => this.#pairsAt(parent, each));
    return pairs.find(({ item: { local } }) => this.#isLike(local, remote, name)) ?? null;
  }

  /** An unverified pair whose remote half may be the same as this new local file. */
  mayBeLocal({ item: { kind, local } }: ItemOutcome): ItemOutcome | null {
    if (kind !== 'file' || local === null || this.#pairs.size === 0) return null;
    const pairs = namesOf(local.name).flatMap(each => this.#pairsAt(local.parent, each));
    const nameOf = (remote: RemoteFacts | null): string => toLocalName(remote?.name ?? '', this.#volume);
    return pairs.find(({ item: { remote } }) => this.#isLike(local, remote, nameOf(remote))) ?? null;
  }

  #pairsAt(parent: ItemId, name: string): readonly ItemOutcome[] {
    return this.#pairs.get(placeKey(this.#volume, parent, name)) ?? [];
  }

  /**
   * Whether a local file may be the same as a remote one, by the local names that the remote one can get and by what is
   * known of the bytes.
   */
  #isLike(ours: LocalFacts | null, theirs: RemoteFacts | null, name: string): boolean {
    const keyOf = (each: string): string => keyOn(this.#volume, each);
    return ours !== null && isFreeNameOf(ours.name, name, keyOf) && mayBeSame(ours, theirs);
  }
}

/** The names that a local file may have at the service: its own, and the one without its number. */
function namesOf(name: string): readonly string[] {
  const bare = withoutNumber(name);
  return bare === null ? [name] : [name, bare];
}

/** Whether a local and a remote file may have the same bytes, judged without reading them. */
export function mayBeSame(ours: LocalFacts | null, theirs: RemoteFacts | null): boolean {
  if (ours === null || theirs === null) return false;
  // Two files with known hashes were compared already: they stay two.
  if (ours.sha256 !== null && theirs.sha256 !== null) return ours.sha256 === theirs.sha256;
  return theirs.sizeBytes === null || ours.sizeBytes === theirs.sizeBytes;
}
