import type { ItemId } from '../../shared/ids.ts';
import type { Fate } from './fates.ts';
import type { LocalFacts, RemoteFacts } from './item.ts';
import { isFreeNameOf, nameKey, numberless, toLocalName, withoutNumber } from './names.ts';

/**
 * Files that were paired by their names and not compared yet. Until they are, either half of such a pair may turn out to be
 * somebody else's: whoever is new and could be that waits, or it would be there twice.
 */
export class Uncompared {
  readonly #pairs = new Map<string, Fate[]>();

  constructor(fates: ReadonlyMap<ItemId, Fate>, isBlocked: (item: ItemId) => boolean) {
    for (const fate of fates.values()) {
      const { id, agreed, local, remote } = fate.item;
      if (agreed !== null || local === null || remote === null || isBlocked(id)) continue;
      if (!fate.decision.startsWith('keep-both')) continue;
      const names = [...namesOf(local.name), numberless(toLocalName(remote.name))];
      for (const at of new Set(names.map(name => place(local.parent, name)))) {
        const known = this.#pairs.get(at);
        if (known === undefined) this.#pairs.set(at, [fate]);
        else known.push(fate);
      }
    }
  }

  /** A pair whose file here may be one that is new at the service. */
  mayBeThere({ item: { kind, remote }, belongs: { parent } }: Fate): Fate | null {
    if (kind !== 'file' || remote === null || this.#pairs.size === 0) return null;
    const name = toLocalName(remote.name);
    const pairs = [name, numberless(name)].flatMap(each => this.#pairs.get(place(parent, each)) ?? []);
    return pairs.find(({ item: { local } }) => isLike(local, remote, name)) ?? null;
  }

  /** A pair whose file at the service may be one that is new here. */
  mayBeHere({ item: { kind, local } }: Fate): Fate | null {
    if (kind !== 'file' || local === null || this.#pairs.size === 0) return null;
    const pairs = namesOf(local.name).flatMap(each => this.#pairs.get(place(local.parent, each)) ?? []);
    return pairs.find(({ item: { remote } }) => isLike(local, remote, toLocalName(remote?.name ?? ''))) ?? null;
  }
}

/** The names that a file here may have at the service: its own, and the one without its number. */
function namesOf(name: string): readonly string[] {
  const bare = withoutNumber(name);
  return bare === null ? [name] : [name, bare];
}

function place(parent: ItemId, name: string): string {
  return `${parent}/${nameKey(name)}`;
}

/** Whether a file here could be one at the service, by the names that it would get here and by what is known of the bytes. */
function isLike(ours: LocalFacts | null, theirs: RemoteFacts | null, name: string): boolean {
  return ours !== null && isFreeNameOf(ours.name, name) && mayBeSame(ours, theirs);
}

/** Whether a file here and one at the service may have the same bytes, for all that is known without reading them. */
export function mayBeSame(ours: LocalFacts | null, theirs: RemoteFacts | null): boolean {
  if (ours === null || theirs === null) return false;
  // Two that were compared once and are different stay two.
  if (ours.sha256 !== null && theirs.sha256 !== null) return ours.sha256 === theirs.sha256;
  return theirs.sizeBytes === null || ours.sizeBytes === theirs.sizeBytes;
}
