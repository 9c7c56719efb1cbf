import type { MirrorId } from '../../shared/ids.ts';
import type { OpenItem } from '../../shared/model/sync.ts';
import { openItems } from '../engine/open-items.ts';
import { readSettings } from '../engine/settings.ts';
import type { Mirror } from '../journal/mirrors.ts';
import { Patience } from './patience.ts';
import type { AppParts } from './parts.ts';

/** What is open in each mirror, by path. Reckoned from the whole mirror, so not anew for every look while much happens. */
export class Notes {
  readonly #parts: AppParts;
  readonly #patience: Patience;
  readonly #kept = new Map<MirrorId, ReadonlyMap<string, OpenItem>>();

  constructor(parts: AppParts) {
    this.#parts = parts;
    this.#patience = new Patience(parts);
  }

  /** The strongest note of each path of a mirror. */
  of(mirror: Mirror): ReadonlyMap<string, OpenItem> {
    const kept = this.#kept.get(mirror.id);
    if (kept !== undefined && this.#patience.mustWait(mirror.id)) return kept;
    const notes = this.#patience.reckon(mirror.id, () => this.#reckon(mirror));
    this.#kept.set(mirror.id, notes);
    return notes;
  }

  #reckon(mirror: Mirror): ReadonlyMap<string, OpenItem> {
    const { journal, world } = this.#parts;
    const open = openItems({ journal, world, settings: readSettings(journal.facts) }, mirror);
    return new Map([...open.held, ...open.blocked, ...open.conflicted].map(one => [one.path, one]));
  }
}
