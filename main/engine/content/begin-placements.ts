import type { ItemId } from '../../../shared/ids.ts';
import type { IntentWork } from '../../journal/records/intents.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** A fetched version that is about to be put in place. */
export interface Placing {
  readonly item: ItemId;
  readonly work: Extract<IntentWork, { kind: 'download' | 'keep-both' }>;
}

/**
 * Writes down, before the disk is touched, where versions are put, and their hashes: those of files that come side by side
 * in one statement each.
 * @returns begins one, and gives its intent when that is durable.
 */
export function beginningPlacements({
  commits,
  journal,
  mirror,
  world,
}: Pick<MirrorContext, 'commits' | 'journal' | 'mirror' | 'world'>): (placing: Placing) => Promise<number> {
  return commits.gathering((all: readonly Placing[]) => {
    journal.items.recordHashes(
      new Map(all.map(({ work }) => [work.version, work.kind === 'download' ? work.sha256 : work.theirs])),
    );
    const works = all.map(({ item, work }) => [item, work] as const);
    return journal.intents.beginAll(mirror.id, works, world.clock.now());
  });
}
