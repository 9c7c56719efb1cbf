import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { FolderInside } from '../../../shared/features/browse/file-row-model.ts';
import { isoMoment, isoTime } from '../../core/calendar.ts';
import { type InParts, toEnd } from '../../core/in-parts.ts';
import { plainTime } from '../../core/policy/service-time.ts';
import { inTurns } from '../../engine/context/in-turns.ts';
import type { FolderTotal } from '../../journal/records/folder-totals.ts';
import type { AppContext } from '../../items/app-context.ts';
import { RecomputeThrottle } from '../../items/recompute-throttle.ts';

/** What is in the folders of a list, by the folder's id as the list's lines have it. */
export type Insides = ReadonlyMap<string, FolderInside>;

/**
 * A total of a whole mirror takes a tenth of a second at 100,000 files. While much changes, what a person does in the
 * window comes first.
 */
const SHARE = 1 / 16;
/** Lists whose totals are kept: those shown and a few recent ones. */
const MOST_KEPT = 6;

/** Totals that take longer are computed again in turns of the event loop, in milliseconds. */
const ONE_TURN_MS = 8;

interface CachedTotals {
  readonly changes: string;
  readonly insides: Insides;
  readonly tookMs: number;
}

/** What is in the folders of each list, computed once for a list and again when something changed. */
export class FolderInsides {
  readonly #context: AppContext;
  readonly #patience: RecomputeThrottle;
  readonly #kept = new Map<string, CachedTotals>();
  /** Lists whose totals are being computed in turns. */
  readonly #reckoning = new Set<string>();

  constructor(context: AppContext) {
    this.#context = context;
    this.#patience = new RecomputeThrottle(context, SHARE);
  }

  /** Of the folders in a folder of a mirror. */
  inFolder(mirror: MirrorId, folder: ItemId): Insides {
    const { shelves, totals } = this.#context.journal;
    const isRead = (): boolean => this.#isRead(mirror);
    return this.#get(`item ${folder}`, `${shelves.changes}`, function* read() {
      const tops = shelves.folders(folder).map(({ id }) => id);
      return insidesOf(yield* totals.inMirrorInParts(mirror, tops), isRead());
    });
  }

  /** Of the folders in a listed place of the service, by the service's ids; of a mirrored one as its mirror knows it. */
  inPlace(organization: string, shelf: number): Insides {
    const { catalogue, mirrors, shelves, totals } = this.#context.journal;
    const isRead = (id: MirrorId): boolean => this.#isRead(id);
    return this.#get(`shelf ${shelf}`, `${catalogue.changes} ${shelves.changes}`, function* read() {
      const listed = totals.inPlace(organization, shelf);
      const insides = new Map(insidesOf(listed, true));
      for (const { id, rootItem, remoteId } of mirrors.all()) {
        if (!listed.has(remoteId)) continue;
        // What listings told of it before it was mirrored is old.
        insides.delete(remoteId);
        const total = (yield* totals.inMirrorInParts(id, [rootItem])).get(rootItem);
        const own = total === undefined ? null : insideOf(total, isRead(id));
        if (own !== null) insides.set(remoteId, own);
      }
      return insides;
    });
  }

  /** Until both sides were looked at once, nothing is known to be whole. */
  #isRead(id: MirrorId): boolean {
    const mirror = this.#context.journal.mirrors.get(id);
    return mirror !== null && mirror.checkedAt !== null;
  }

  /** A client that gets the earlier totals is told when new ones are there. */
  #get(key: string, changes: string, read: () => InParts<Insides>): Insides {
    const kept = this.#kept.get(key);
    const isEnough = kept?.changes === changes || this.#reckoning.has(key) || this.#patience.mustWait(key);
    if (kept !== undefined && isEnough) return kept.insides;
    if (kept !== undefined && kept.tookMs >= ONE_TURN_MS) {
      void this.#reckonInTurns(key, { changes, read });
      return kept.insides;
    }
    const { clock } = this.#context.world;
    const began = clock.elapsed();
    const insides = this.#patience.reckon(key, () => toEnd(read()));
    this.#keep(key, { changes, insides, tookMs: clock.elapsed() - began });
    return insides;
  }

  /** Never throws: without new totals, the earlier ones stay. */
  async #reckonInTurns(
    key: string,
    { changes, read }: { changes: string; read: () => InParts<Insides> },
  ): Promise<void> {
    const { changed, world } = this.#context;
    const began = world.clock.elapsed();
    this.#reckoning.add(key);
    try {
      const insides = await this.#patience.reckonInTurns(key, () => inTurns(world.clock, read()));
      this.#keep(key, { changes, insides, tookMs: world.clock.elapsed() - began });
    } catch (error) {
      world.log.error('totals.failed', { error: String(error) });
    } finally {
      this.#reckoning.delete(key);
      changed();
    }
  }

  #keep(key: string, totals: CachedTotals): void {
    this.#kept.delete(key);
    this.#kept.set(key, totals);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
  }
}

function insidesOf(totals: ReadonlyMap<string | number, FolderTotal>, isRead: boolean): Insides {
  const known = [...totals].flatMap(([id, total]) => {
    const inside = insideOf(total, isRead);
    return inside === null ? [] : [[String(id), inside] as const];
  });
  return new Map(known);
}

/** Null: nothing in it was seen, which does not mean that nothing is in it. */
function insideOf({ files, sizeBytes, sized, modifiedMs, updatedAt, unlisted }: FolderTotal, isRead: boolean) {
  const isWhole = isRead && unlisted === 0;
  if (files === 0 && !isWhole) return null;
  return {
    files,
    sizeBytes: sized === files ? sizeBytes : null,
    changedAt: newest(plainTime(updatedAt), modifiedMs),
    isWhole,
  };
}

/** The later of the service's time and a local one. */
function newest(there: string | null, hereMs: number | null): string | null {
  const thereMs = there === null ? null : isoMoment(there);
  if (hereMs === null) return thereMs === null ? null : there;
  return thereMs !== null && thereMs > hereMs ? there : isoTime(hereMs);
}
