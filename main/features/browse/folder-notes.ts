import type { MirrorId } from '../../../shared/ids.ts';
import type { SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import type { OpenItem } from '../../../shared/features/status/model.ts';
import { openItems } from '../../engine/loop/open-items.ts';
import { readSettings } from '../../engine/context/settings.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { Patience } from '../../items/recompute-throttle.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Open items of one mirror. */
export interface MirrorNotes {
  /** The most important open item of each path. */
  readonly of: ReadonlyMap<string, OpenItem>;
  /** The worst badge of all open items below each folder; '' is the mirror itself. */
  readonly inside: ReadonlyMap<string, SyncBadge>;
}

/** Open items of each mirror by path. Computed for a whole mirror, so throttled while much changes. */
export class Notes {
  readonly #context: AppContext;
  readonly #patience: Patience;
  readonly #kept = new Map<MirrorId, MirrorNotes>();

  constructor(context: AppContext) {
    this.#context = context;
    this.#patience = new Patience(context);
  }

  of(mirror: Mirror): MirrorNotes {
    const kept = this.#kept.get(mirror.id);
    if (kept !== undefined && this.#patience.mustWait(mirror.id)) return kept;
    const notes = this.#patience.reckon(mirror.id, () => this.#reckon(mirror));
    this.#kept.set(mirror.id, notes);
    return notes;
  }

  #reckon(mirror: Mirror): MirrorNotes {
    const { journal, world } = this.#context;
    const open = openItems({ journal, world, settings: readSettings(journal.facts) }, mirror);
    const all = [...open.held, ...open.blocked, ...open.conflicted];
    const inside = new Map<string, SyncBadge>();
    for (const one of all) noteAbove(inside, one.path, badgeOfNote(one) ?? 'blocked');
    for (const { item, kind } of open.queued)
      noteAbove(inside, journal.pathOf(item), kind === 'download' ? 'queuedDown' : 'queuedUp');
    return { of: new Map(all.map(one => [one.path, one])), inside };
  }
}

/** From calm to urgent. */
const ORDER: readonly SyncBadge[] = ['queuedDown', 'queuedUp', 'settling', 'removing', 'conflict', 'blocked'];

function noteAbove(inside: Map<string, SyncBadge>, path: string, badge: SyncBadge): void {
  for (let at = path; at !== '';) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('/')));
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
