import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { FolderInside } from '../../../shared/features/browse/file-row-model.ts';
import { isoMoment, isoTime } from '../../core/calendar.ts';
import { plainTime } from '../../core/policy/service-time.ts';
import type { FolderTotal } from '../../journal/records/folder-totals.ts';
import type { AppContext } from '../../items/app-context.ts';
import { RecomputeThrottle } from '../../items/recompute-throttle.ts';

/** What is in the folders of a list, by the folder's id as the list's lines have it. */
export type Insides = ReadonlyMap<string, FolderInside>;

/**
 * A total of a whole mirror takes a tenth of a second at 100,000 files. While much changes, what a person does in the
 * window comes first.
 */
const SHARE = 1 / 40;
/** Lists whose totals are kept: those shown and a few recent ones. */
const MOST_KEPT = 6;

interface CachedTotals {
  readonly changes: string;
  readonly insides: Insides;
}

/** What is in the folders of each list, computed once for a list and again when something changed. */
export class FolderInsides {
  readonly #context: AppContext;
  readonly #patience: RecomputeThrottle;
  readonly #kept = new Map<string, CachedTotals>();

  constructor(context: AppContext) {
    this.#context = context;
    this.#patience = new RecomputeThrottle(context, SHARE);
  }

  /** Of the folders in a folder of a mirror. */
  inFolder(mirror: MirrorId, folder: ItemId): Insides {
    const { shelves, totals } = this.#context.journal;
    return this.#get(`item ${folder}`, `${shelves.changes}`, () => {
      const tops = shelves.folders(folder).map(({ id }) => id);
      return insidesOf(totals.inMirror(mirror, tops), this.#isRead(mirror));
    });
  }

  /** Of the folders in a listed place of the service, by the service's ids; of a mirrored one as its mirror knows it. */
  inPlace(organization: string, shelf: number): Insides {
    const { catalogue, mirrors, shelves, totals } = this.#context.journal;
    return this.#get(`shelf ${shelf}`, `${catalogue.changes} ${shelves.changes}`, () => {
      const listed = totals.inPlace(organization, shelf);
      const insides = new Map(insidesOf(listed, true));
      for (const { id, rootItem, remoteId } of mirrors.all()) {
        if (!listed.has(remoteId)) continue;
        // What listings told of it before it was mirrored is old.
        insides.delete(remoteId);
        const total = totals.inMirror(id, [rootItem]).get(rootItem);
        const own = total === undefined ? null : insideOf(total, this.#isRead(id));
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

  #get(key: string, changes: string, read: () => Insides): Insides {
    const kept = this.#kept.get(key);
    if (kept !== undefined && (kept.changes === changes || this.#patience.mustWait(key))) return kept.insides;
    const insides = this.#patience.reckon(key, read);
    this.#kept.delete(key);
    this.#kept.set(key, { changes, insides });
    for (const oldest of this.#kept.keys()) if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    return insides;
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
