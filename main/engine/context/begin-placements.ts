import type { ItemId } from '../../../shared/ids.ts';
import type { IntentWork } from '../../journal/records/intents.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { World } from '../../ports/world.ts';
import type { Commits } from './commit-batch.ts';

/** Where it is written down. */
interface PlacementContext {
  readonly commits: Commits;
  readonly journal: Journal;
  readonly mirror: Mirror;
  readonly world: Pick<World, 'clock'>;
}

/** A fetched version that is about to be put in place. */
export interface BegunPlacement {
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
}: PlacementContext): (placing: BegunPlacement) => Promise<number> {
  return commits.gathering((all: readonly BegunPlacement[]) => {
    journal.items.recordHashes(
      new Map(all.map(({ work }) => [work.version, work.kind === 'download' ? work.sha256 : work.theirs])),
    );
    const works = all.map(({ item, work }) => [item, work] as const);
    return journal.intents.beginAll(mirror.id, works, world.clock.now());
  });
}
