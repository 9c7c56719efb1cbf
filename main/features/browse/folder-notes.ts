import type { MirrorId } from '../../../shared/ids.ts';
import type { SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import type { OpenItem } from '../../../shared/features/status/model.ts';
import { parentPath } from '../../../shared/local-path.ts';
import { eachInParts, type InParts, toEnd } from '../../core/in-parts.ts';
import type { Operation } from '../../core/plan/operation.ts';
import { inTurns } from '../../engine/context/in-turns.ts';
import { openItemsInParts } from '../../engine/loop/open-items.ts';
import { readSettings } from '../../engine/context/settings.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { RecomputeThrottle } from '../../items/recompute-throttle.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Open items of one mirror. */
export interface MirrorNotes {
  /** The most important open item of each path. */
  readonly of: ReadonlyMap<string, OpenItem>;
  /** The worst badge of all open items below each folder; '' is the mirror itself. */
  readonly inside: ReadonlyMap<string, SyncBadge>;
}

/** With more unfinished items than this, notes are made in turns of the event loop. */
const MANY = 500;
/** Paths of one part: each may have to be read. */
const PATHS_OF_A_PART = 100;

/** Open items of each mirror by path. Computed for a whole mirror, so throttled while much changes. */
export class Notes {
  readonly #context: AppContext;
  readonly #patience: RecomputeThrottle;
  readonly #kept = new Map<MirrorId, MirrorNotes>();
  /** Mirrors of which new notes are being made in turns. */
  readonly #reckoning = new Set<MirrorId>();

  constructor(context: AppContext) {
    this.#context = context;
    this.#patience = new RecomputeThrottle(context);
  }

  of(mirror: Mirror): MirrorNotes {
    const kept = this.#kept.get(mirror.id);
    if (kept !== undefined && (this.#reckoning.has(mirror.id) || this.#patience.mustWait(mirror.id))) return kept;
    const { items } = this.#context.journal;
    // A client that gets the earlier notes is told when the new ones are there.
    if (kept !== undefined && items.index(mirror.id, mirror.rootItem).unfinished(MANY) === null) {
      void this.#reckonInTurns(mirror);
      return kept;
    }
    const notes = this.#patience.reckon(mirror.id, () => toEnd(this.#reckon(mirror)));
    this.#kept.set(mirror.id, notes);
    return notes;
  }

  /** Never throws: without new notes, the earlier ones stay. */
  async #reckonInTurns(mirror: Mirror): Promise<void> {
    const { changed, world } = this.#context;
    this.#reckoning.add(mirror.id);
    try {
      const work = (): Promise<MirrorNotes> => inTurns(world.clock, this.#reckon(mirror));
      this.#kept.set(mirror.id, await this.#patience.reckonInTurns(mirror.id, work));
    } catch (error) {
      world.log.error('notes.failed', { mirror: mirror.id, error: String(error) });
    } finally {
      this.#reckoning.delete(mirror.id);
      changed();
    }
  }

  *#reckon(mirror: Mirror): InParts<MirrorNotes> {
    const { journal, world } = this.#context;
    const open = yield* openItemsInParts({ journal, world, settings: readSettings(journal.facts) }, mirror);
    const all = [...open.held, ...open.blocked, ...open.conflicted];
    const inside = new Map<string, SyncBadge>();
    for (const one of all) noteAbove(inside, one.path, badgeOfNote(one) ?? 'blocked');
    const noteQueued = ({ item, kind }: Operation): void =>
      noteAbove(inside, journal.pathOf(item), kind === 'download' ? 'queuedDown' : 'queuedUp');
    yield* eachInParts(open.queued, noteQueued, PATHS_OF_A_PART);
    return { of: new Map(all.map(one => [one.path, one])), inside };
  }
}

/** From calm to urgent. */
const ORDER: readonly SyncBadge[] = ['queuedDown', 'queuedUp', 'settling', 'removing', 'conflict', 'blocked'];

function noteAbove(inside: Map<string, SyncBadge>, path: string, badge: SyncBadge): void {
  for (let at = path; at !== '';) {
    at = parentPath(at);
    const before = inside.get(at);
    if (before === undefined || ORDER.indexOf(before) < ORDER.indexOf(badge)) inside.set(at, badge);
  }
}

/** The badge for an open item, which overrides that of the two sides; null: no badge of its own. */
export function badgeOfNote({ reason }: OpenItem): SyncBadge | null {
  if (reason === 'conflict' || reason === 'settling') return reason;
  if (reason === 'removal-hold' || reason === 'guard') return 'removing';
  return reason === 'waits' || reason === 'retried' ? null : 'blocked';
}

/** From urgent to calm: needs a person, in progress, done. */
const URGENCY: readonly SyncBadge[] = [
  'blocked',
  'conflict',
  'removing',
  'settling',
  'uploading',
  'confirming',
  'downloading',
  'queuedUp',
  'queuedDown',
  'renamedHere',
  'viewOnly',
  'remote',
  'ignored',
  'local',
  'pinned',
  'verified',
];

/** Sort key of a badge. */
export function urgencyOf(badge: SyncBadge): number {
  return URGENCY.indexOf(badge);
}
